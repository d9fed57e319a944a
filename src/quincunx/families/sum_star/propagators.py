"""Propagators for the cells around a black triangle and for the X of a dodecagon.

Position i of every variable stands for the digit i, and position 0 for X.
"""

from __future__ import annotations

from quincunx.cp.constraints.distinct_sum.propagators import DigitSetPropagator, sets_with_total
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable

DIGITS = 9
X_BIT = 1


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


class AroundTrianglePropagator(DigitSetPropagator):
    """Domain consistency by dynamic programming over sets of used digits.

    Works like the propagator of `DistinctSum`, and also tracks whether the last cell holds X.
    """

    def __init__(self, variables: list[Variable], total: int | None, closed: bool) -> None:
        super().__init__(variables, DIGITS)
        self.closed = closed
        every = (1 << (1 << DIGITS)) - 1
        self.goal = every if total is None else sets_with_total(total, DIGITS)

    def propagate(self, engine: Engine) -> int:
        bits = [variable.bits for variable in self.variables]
        first = bits[0]
        if self.closed:
            bits[0] &= ~X_BIT
        kept = self._supported(bits, True)
        if self.closed and first & X_BIT:
            bits[0] = X_BIT
            with_x = self._supported(bits, False)
            kept = [one | other for one, other in zip(kept, with_x)]
        fits = all(engine.narrow(variable, keep) for variable, keep in zip(self.variables, kept))
        return RAN if fits else FAILED

    def _supported(self, bits: list[int], last_may_be_x: bool) -> list[int]:
        """The values of each cell that have a support; zeros if there is none."""
        after_x, after_digit = [0], [1]
        for here in bits:
            sets = after_x[-1] | after_digit[-1]
            after_x.append(after_digit[-1] if here & X_BIT else 0)
            after_digit.append(self.extended(sets, here & ~X_BIT))
        x = after_x[-1] & self.goal if last_may_be_x else 0
        digits = after_digit[-1] & self.goal
        kept = [0] * len(bits)
        for at in range(len(bits) - 1, -1, -1):
            if not x and not digits:
                return [0] * len(bits)
            # An X comes after a digit, a digit after anything.
            before_x, before_digit = 0, x & after_digit[at]
            keep = X_BIT if before_digit else 0
            for digit in positions(bits[at] & ~X_BIT):
                sources = (digits & self.holding[digit]) >> (1 << (digit - 1))
                from_x, from_digit = sources & after_x[at], sources & after_digit[at]
                if from_x or from_digit:
                    keep |= 1 << digit
                    before_x |= from_x
                    before_digit |= from_digit
            kept[at] = keep
            x, digits = before_x, before_digit
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
        for at, variable in enumerate(self.variables):
            kept = X_BIT if every >> at & 1 else -1 if some >> at & 1 else ~X_BIT
            if not engine.narrow(variable, variable.bits & kept):
                return FAILED
        return RAN
