"""The labeling options of `quincunx.cp.options`.

A variable order chooses among the open variables, most of them by a score; a value choice returns
the bits of the chosen variable to try first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from quincunx.cp.kernel.domain import highest, lowest, positions, single, size
from quincunx.cp.kernel.engine import Variable

if TYPE_CHECKING:
    from random import Random

ValueSelector = Callable[[Variable, bool], int]
"""Returns the bits to try first, given whether the direction is down."""


class VariableSelector:
    """Chooses the variable to decide next: the leftmost of those with the smallest score."""

    def choose(self, variables: list[Variable], first: int, end: int, dice: Random | None) -> int:
        """The index of the chosen variable, from `first` (which is open) up to `end`, exclusive."""
        best = first
        best_score = self.score(variables[first])
        for place in range(first + 1, end):
            variable = variables[place]
            if not single(variable.bits):
                score = self.score(variable)
                if score < best_score:
                    best = place
                    best_score = score
        return best

    def score(self, variable: Variable) -> int:
        """Score of an open variable; the smallest is chosen."""
        raise NotImplementedError


class Leftmost(VariableSelector):
    """The first in the list."""

    def choose(self, variables: list[Variable], first: int, end: int, dice: Random | None) -> int:
        return first


class SmallestBound(VariableSelector):
    """The smallest lower bound."""

    def score(self, variable: Variable) -> int:
        return variable.least()


class LargestBound(VariableSelector):
    """The largest upper bound."""

    def score(self, variable: Variable) -> int:
        return -variable.most()


class FirstFail(VariableSelector):
    """The smallest domain."""

    def score(self, variable: Variable) -> int:
        return size(variable.bits)


class AntiFirstFail(VariableSelector):
    """The largest domain."""

    def score(self, variable: Variable) -> int:
        return -size(variable.bits)


class Occurrence(VariableSelector):
    """The most propagators awake."""

    def score(self, variable: Variable) -> int:
        return -awake(variable)


class MostConstrained(VariableSelector):
    """The smallest domain, of these the most propagators awake."""

    def score(self, variable: Variable) -> int:
        # The number of propagators is far below 2 ** 32.
        return (size(variable.bits) << 32) - awake(variable)


class MaxRegret(VariableSelector):
    """The largest gap between the two smallest values."""

    def score(self, variable: Variable) -> int:
        bits = variable.bits
        return variable.least() - variable.value(lowest(bits & (bits - 1)))


class DomWdeg(VariableSelector):
    """The smallest ratio of domain size to the failures that the propagators have seen."""

    def choose(self, variables: list[Variable], first: int, end: int, dice: Random | None) -> int:
        best = first
        best_size = size(variables[first].bits)
        best_weight = weight(variables[first])
        for place in range(first + 1, end):
            variable = variables[place]
            if not single(variable.bits):
                count = size(variable.bits)
                failures = weight(variable)
                # count / failures < best_size / best_weight, exactly, also where one is zero
                if count * best_weight < best_size * failures:
                    best = place
                    best_size = count
                    best_weight = failures
        return best


class AnyOrder(VariableSelector):
    """A random open variable."""

    def choose(self, variables: list[Variable], first: int, end: int, dice: Random | None) -> int:
        if dice is None:
            return first
        undecided = [place for place in range(first, end) if not single(variables[place].bits)]
        return undecided[dice.randrange(len(undecided))]


def awake(variable: Variable) -> int:
    """Number of propagators awake on a variable."""
    return len([propagator for propagator in variable.propagators if not propagator.asleep])


def weight(variable: Variable) -> int:
    """Sum of the weights (failures plus one) of the propagators awake on a variable."""
    return sum(propagator.weight for propagator in variable.propagators if not propagator.asleep)


def bound(variable: Variable, down: bool) -> int:
    """The smallest value, or with `down` the largest."""
    bits = variable.bits
    return 1 << highest(bits) if down else bits & -bits


def halves(variable: Variable, down: bool) -> int:
    """The values up to the middle between the bounds, or with `down` those above it."""
    middle = (variable.least() + variable.most()) // 2
    return variable.at_least(middle + 1) if down else variable.at_most(middle)


def median(variable: Variable, down: bool) -> int:
    """The middle element of the domain."""
    members = positions(variable.bits)
    return 1 << members[len(members) // 2 if down else (len(members) - 1) // 2]


def nearest_to_middle(variable: Variable, down: bool) -> int:
    """The element nearest to the middle between the bounds."""
    twice = variable.least() + variable.most()
    below = variable.at_most(twice // 2)
    above = variable.at_least(twice // 2 + 1)
    low = highest(below)
    high = lowest(above)
    gap = twice - 2 * variable.value(low) - (2 * variable.value(high) - twice)
    if gap > 0 or (gap == 0 and down):
        return 1 << high
    return 1 << low


VARIABLE_SELECTORS: dict[str, VariableSelector] = {
    "leftmost": Leftmost(), "min": SmallestBound(), "max": LargestBound(), "ff": FirstFail(),
    "anti_first_fail": AntiFirstFail(), "occurrence": Occurrence(), "ffc": MostConstrained(),
    "max_regret": MaxRegret(), "dom_wdeg": DomWdeg(), "random": AnyOrder(),
}  # fmt: skip

VALUE_SELECTORS: dict[str, ValueSelector] = {
    "step": bound, "enum": bound, "bisect": halves, "median": median, "middle": nearest_to_middle,
}  # fmt: skip
