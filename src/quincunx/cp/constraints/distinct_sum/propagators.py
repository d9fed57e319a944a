"""Different digits, except zeros, that add up to a total.

A set of digits is a number in which digit d is bit d - 1. A family of such sets is an integer in
which set s is bit s. With digits up to 9 there are 512 sets, so a family has 512 bits, and giving
digit d to one more cell shifts every set without d by 2 ** (d - 1) at once.
All ways to fill the cells are followed forward and backward in a few operations for each cell. The
result is domain consistency of all-different and sum *together*, which is far stronger than of
each.
"""

from typing import Final

from quincunx.cp.kernel.domain import bits_of, positions, single
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable

MAX_DIGIT: Final = 10
"""Larger digits would make too many sets."""
MAX_TOTAL: Final = MAX_DIGIT * (MAX_DIGIT + 1) // 2
"""The largest sum of a set."""


def sets_without(digit: int, largest: int) -> int:
    """The sets of digits 1 to `largest` that lack a digit.

    >>> positions(sets_without(2, largest=3))
    [0, 1, 4, 5]
    """
    # Runs of 2 ** (digit - 1) sets without it alternate with as many that have it.
    run = 1 << (digit - 1)
    sets = (1 << run) - 1
    covered = 2 * run
    while covered < 1 << largest:
        sets |= sets << covered
        covered *= 2
    return sets


def sets_with_total(total: int, largest: int) -> int:
    """The sets of digits 1 to `largest` whose digits add up to `total`.

    >>> positions(sets_with_total(3, largest=3))
    [3, 4]
    """
    return _by_total(largest)[total] if 0 <= total <= largest * (largest + 1) // 2 else 0


_BY_TOTAL: dict[int, list[int]] = {}


def _by_total(largest: int) -> list[int]:
    """For each total the sets of digits 1 to `largest` that add up to it."""
    if largest not in _BY_TOTAL:
        totals = [0]
        for digit in range(1, largest + 1):
            totals += [others + digit for others in totals]
        members: list[list[int]] = [[] for _ in range(max(totals) + 1)]
        for chosen, total in enumerate(totals):
            members[total].append(chosen)
        _BY_TOTAL[largest] = [bits_of(sets) for sets in members]
    return _BY_TOTAL[largest]


class DigitSetPropagator(Propagator):
    """Base of the propagators: position i of the variables stands for the value i, at most
    MAX_DIGIT."""

    def __init__(self, variables: list[Variable], largest: int) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.without: list[int] = [0]
        self.holding: list[int] = [0]
        every = (1 << (1 << largest)) - 1
        for digit in range(1, largest + 1):
            lacking = sets_without(digit, largest)
            self.without.append(lacking)
            self.holding.append(every & ~lacking)

    def extended(self, sets: int, digits: int) -> int:
        """The sets after one more cell with one of these digits."""
        more = 0
        for digit in positions(digits):
            if digit == 0:
                more |= sets
            else:
                more |= (sets & self.without[digit]) << (1 << (digit - 1))
        return more


class DistinctSumPropagator(DigitSetPropagator):
    """Domain consistency."""

    def __init__(self, variables: list[Variable], total: int, largest: int) -> None:
        super().__init__(variables, largest)
        self.goal = sets_with_total(total, largest)

    def propagate(self, engine: Engine) -> int:
        chosen = 0
        undecided: list[Variable] = []
        for variable in self.variables:
            bits = variable.bits
            if not single(bits):
                undecided.append(variable)
            elif bits != 1:
                # The set of just digit d is 2 ** d; as part of a set d counts 2 ** (d - 1).
                if chosen & (bits >> 1):
                    return FAILED
                chosen |= bits >> 1
        reached = [1 << chosen]
        sets = reached[0]
        for variable in undecided:
            sets = self.extended(sets, variable.bits)
            reached.append(sets)
        sets &= self.goal
        if sets == 0:
            return FAILED
        open_count = 0
        index = len(undecided) - 1
        while index >= 0:
            variable = undecided[index]
            before = reached[index]
            came_from = 0
            keep = 0
            for digit in positions(variable.bits):
                if digit == 0:
                    sources = sets & before
                else:
                    sources = ((sets & self.holding[digit]) >> (1 << (digit - 1))) & before
                if sources:
                    keep |= 1 << digit
                    came_from |= sources
            engine.narrow(variable, keep)
            if not single(keep):
                open_count += 1
            sets = came_from
            index -= 1
        return ENTAILED if open_count == 0 else RAN


class DistinctEnds(DigitSetPropagator):
    """Keeps the values between those that the largest and the smallest sum of the other cells, with
    different digits, leave. One pass, not to a fixpoint."""

    def __init__(self, variables: list[Variable], total: int, largest: int) -> None:
        super().__init__(variables, largest)
        self.total = total
        self.at_most = [0]
        for sum_of_set in range(total + 1):
            self.at_most.append(self.at_most[-1] | sets_with_total(sum_of_set, largest))

    def propagate(self, engine: Engine) -> int:
        kept = [0] * len(self.variables)
        self._keep(kept, 0, len(kept), 1)
        return engine.narrow_all(self.variables, kept)

    def _keep(self, kept: list[int], first: int, end: int, others: int) -> None:
        """Find what some cells keep; `others` are the sets of all other cells."""
        if end - first > 1:
            # By halves, so that most cells are added to the sets of several others at once.
            middle = (first + end) // 2
            self._keep(kept, first, middle, self._with(others, middle, end))
            self._keep(kept, middle, end, self._with(others, first, middle))
        elif end > first:
            for digit in positions(self.variables[first].bits):
                left = self.total - digit
                beside = others & self.without[digit] if digit else others
                small = beside & self.at_most[left + 1] if left >= 0 else 0
                large = beside & ~self.at_most[left] if left >= 0 else beside
                if small and large:
                    kept[first] |= 1 << digit

    def _with(self, sets: int, first: int, end: int) -> int:
        """The sets after the digits of some more cells."""
        for at in range(first, end):
            sets = self.extended(sets, self.variables[at].bits)
        return sets
