"""Propagators for the cells around a black triangle and for the X of a dodecagon.

Position i of every variable stands for the digit i, and position 0 for X.
"""

from quincunx.cp.constraints.distinct_sum.propagators import sets_without
from quincunx.cp.kernel.domain import bits_of, positions, single
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable

DIGITS = 9
X_BIT = 1
WITHOUT = [[sets_without(at + 1, count) for at in range(count)] for count in range(DIGITS + 1)]
"""For each number of digits, the sets that lack the first, the second, ... of these."""
HOLDING = [
    [((1 << (1 << count)) - 1) ^ lacking for lacking in sets] for count, sets in enumerate(WITHOUT)
]
"""The sets that have them."""


class NextToX(Propagator):
    """No X beside an X, where each variable touches the next, and the last the first if closed."""

    def __init__(self, variables: list[Variable], closed: bool) -> None:
        super().__init__(variables, ON_CHANGE, False)
        following = variables[1:] + variables[:1] if closed else variables[1:]
        self.pairs: list[tuple[Variable, Variable]] = []
        for one, other in zip(variables, following):
            self.pairs += [(one, other), (other, one)]

    def propagate(self, engine: Engine) -> int:
        for one, other in self.pairs:
            if one.bits == X_BIT and not engine.narrow(other, other.bits & ~X_BIT):
                return FAILED
        return RAN


_GOALS: dict[tuple[int, int], int] = {}
"""The sets of some digits with a sum, in numbers of as many bits as there are such sets."""


def sets_of(digits: list[int], total: int) -> int:
    """The sets of these digits, the i-th as bit i of a set, that add up to a total.

    >>> positions(sets_of([2, 3, 5], 5))
    [3, 4]
    """
    key = (bits_of(digits), total)
    if key not in _GOALS:
        totals = [0]
        for digit in digits:
            totals += [others + digit for others in totals]
        _GOALS[key] = bits_of([at for at, other in enumerate(totals) if other == total])
    return _GOALS[key]


class AroundTrianglePropagator(Propagator):
    """Domain consistency by dynamic programming over sets of used digits.

    Works like the propagator of `DistinctSum`, and also tracks whether the last cell holds X. The
    sets are of those digits alone that are not fixed, so that most are small numbers.
    """

    def __init__(self, variables: list[Variable], total: int | None, closed: bool) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.total = total
        self.closed = closed

    def propagate(self, engine: Engine) -> int:
        fixed = left = 0
        for variable in self.variables:
            if single(variable.bits):
                if variable.bits & fixed & ~X_BIT:
                    return FAILED
                fixed |= variable.bits & ~X_BIT
            else:
                left |= variable.bits
        digits = positions(left & ~fixed & ~X_BIT)
        goal = (1 << (1 << len(digits))) - 1
        if self.total is not None:
            goal = sets_of(digits, self.total - sum(positions(fixed)))
            if not goal:
                return FAILED
        cells = [v.bits if single(v.bits) else v.bits & ~fixed for v in self.variables]
        first = cells[0]
        if self.closed:
            cells[0] &= ~X_BIT
        kept = self._supported(cells, fixed, digits, goal, True)
        if self.closed and first & X_BIT:
            cells[0] = X_BIT
            with_x = self._supported(cells, fixed, digits, goal, False)
            kept = [one | other for one, other in zip(kept, with_x)]
        return engine.narrow_all(self.variables, kept)

    def _supported(
        self, cells: list[int], fixed: int, digits: list[int], goal: int, last_may_be_x: bool
    ) -> list[int]:
        """The values of each cell that have a support; zeros if there is none."""
        open_digits = [[at for at, d in enumerate(digits) if bits >> d & 1] for bits in cells]
        without, holding = WITHOUT[len(digits)], HOLDING[len(digits)]
        after_x, after_digit = [0], [1]
        for place, bits in enumerate(cells):
            sets = after_x[place] | after_digit[place]
            more = sets if bits & fixed else 0
            for at in open_digits[place]:
                more |= (sets & without[at]) << (1 << at)
            after_x.append(after_digit[place] if bits & X_BIT else 0)
            after_digit.append(more)
        x = after_x[-1] & goal if last_may_be_x else 0
        ends = after_digit[-1] & goal
        kept = [0] * len(cells)
        for place in range(len(cells) - 1, -1, -1):
            if not x and not ends:
                return [0] * len(cells)
            bits = cells[place]
            # An X comes after a digit, a digit after anything.
            before_x, before_digit = 0, x & after_digit[place]
            keep = X_BIT if before_digit else 0
            if bits & fixed:
                keep = bits
                before_x, before_digit = ends & after_x[place], ends & after_digit[place]
            for at in open_digits[place]:
                sources = (ends & holding[at]) >> (1 << at)
                from_x, from_digit = sources & after_x[place], sources & after_digit[place]
                if from_x or from_digit:
                    keep |= 1 << digits[at]
                    before_x |= from_x
                    before_digit |= from_digit
            kept[place] = keep
            x, ends = before_x, before_digit
        return kept


class XPatternPropagator(Propagator):
    """Fixes cells that hold X in all remaining patterns, or in none.

    A pattern has bit i set if the i-th cell holds X.
    """

    def __init__(self, variables: list[Variable], patterns: list[int]) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.patterns = patterns

    def propagate(self, engine: Engine) -> int:
        held = may_hold = 0
        for at, variable in enumerate(self.variables):
            if variable.bits & X_BIT:
                may_hold |= 1 << at
                if variable.bits == X_BIT:
                    held |= 1 << at
        every, some = -1, 0
        for pattern in self.patterns:
            if pattern & held == held and not pattern & ~may_hold:
                every &= pattern
                some |= pattern
        if not some:
            return FAILED
        left: list[int] = []
        for at, variable in enumerate(self.variables):
            kept = X_BIT if every >> at & 1 else -1 if some >> at & 1 else ~X_BIT
            left.append(variable.bits & kept)
        return engine.narrow_all(self.variables, left)
