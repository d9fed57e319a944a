"""Why something follows from different digits with a sum, in words.

The digit sets are those that some cells can hold together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.distinct_sum.propagators import MAX_TOTAL, DistinctEnds
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Variable as KernelVariable
from quincunx.cp.model import Variable
from quincunx.cp.words.applied_techniques import (
    AppliedTechnique,
    bounds_propagators,
    techniques_for,
    ways,
)
from quincunx.cp.words.phrases import (
    FEW,
    Deduction,
    Phrases,
    capitalised,
    is_read_whole,
    listed,
    number,
    reason_of,
    subject_of,
    without_gaps,
)
from quincunx.cp.words.techniques import FEW_WAYS, TOO_MUCH

DigitSet: TypeAlias = frozenset[int]

MAX_WAYS = 4
"""More digit sets are not listed."""
MAX_BOUNDS = 2
"""More bounds of the others are not listed."""
MAX_DIGIT_SETS = 4_000
"""Maximum of digit sets that are computed for a sentence."""


class DistinctSumWords:
    """The words for one deduction: what is there already, the smallest and the largest with
    different digits, or the digit sets that add up."""

    def __init__(self, constraint: DistinctSum, deduction: Deduction, phrases: Phrases) -> None:
        self.different, _ = constraint.parts()
        self.total = constraint.total
        self.deduction = deduction
        self.phrases = phrases
        self.subject = capitalised(phrases.subject(constraint))
        self.cells = list(dict.fromkeys(constraint.variables))
        self.changed = [v for v in self.cells if v in deduction.left]
        values = map(deduction.known.__getitem__, self.cells)
        self.fixed = [known[0] for known in values if len(known) == 1 and known[0]]

    def reason(self) -> str:
        if self.deduction.contradicts:
            return self.contradiction()
        return self.simple() or self.by_ways()

    def simple(self) -> str:
        """Why the deduction follows, if that needs no list of digit sets; otherwise empty."""
        there = set(self.fixed)
        if self.changed and all(there.issuperset(self.deduction.refuted(v)) for v in self.changed):
            return reason_of(self.different, self.deduction, self.phrases)
        open_ones = [v for v in self.cells if len(self.deduction.known[v]) > 1]
        if open_ones == self.changed and len(open_ones) == 1:
            return f"{self.subject} {self._left()}"
        return self.only_place() or self.by_ends()

    def _left(self) -> str:
        """What is left for the open cells."""
        return f"has {number(self.total - sum(self.fixed))} left"

    def contradiction(self) -> str:
        """Why the digits cannot make the sum."""
        twice = {value for value in self.fixed if self.fixed.count(value) > 1}
        if twice:
            return f"{self.subject} has {listed(map(number, sorted(twice)), 'and')} twice"
        sums = [sum(digits) for digits in self._digit_sets(self.cells) or ()]
        fails = "cannot"
        if sums and min(sums) > self.total:
            fails = f"makes at least {number(min(sums))}"
        elif sums and max(sums) < self.total:
            fails = f"makes at most {number(max(sums))}"
        return f"{self.subject} should make {number(self.total)} with different digits but {fails}"

    def only_place(self) -> str:
        """A digit that all digit sets need and that fits nowhere else; otherwise empty."""
        if len(self.changed) != 1:
            return ""
        digit = self.deduction.result(self.changed[0])
        whole = [d for d in self._digit_sets(self.cells) or () if sum(d) == self.total]
        others = [v for v in self.cells if v is not self.changed[0]]
        elsewhere = any(digit in self.deduction.known[v] for v in others)
        if not digit or elsewhere or not all(digit in digits for digits in whole):
            return ""
        return f"{self.subject} needs {number(digit)}, which fits nowhere else"

    def by_ends(self) -> str:
        """What the others make at least and at most, if that is the whole reason, or empty."""
        least: set[int] = set()
        most: set[int] = set()
        for variable in self.changed:
            digit_sets = self._digit_sets(v for v in self.cells if v is not variable)
            for value in self.deduction.refuted(variable):
                sums = [sum(d) for d in digit_sets or () if not value or value not in d]
                if not sums or min(sums) <= self.total - value <= max(sums):
                    return ""
                if min(sums) > self.total - value:
                    least.add(min(sums))
                else:
                    most.add(max(sums))
        subject = f"In {self.subject[:1].lower()}{self.subject[1:]} the"
        if len(least) > MAX_BOUNDS or len(most) > MAX_BOUNDS:
            sums = [sum(digits) for digits in self._digit_sets(self.cells) or ()]
            parts = [f"smallest different digits make {number(min(sums))}"] * bool(least)
            parts += [f"largest different digits make {number(max(sums))}"] * bool(most)
            return f"{subject} {' and the '.join(parts)}"
        parts = [
            f"{end} {listed(map(number, sorted(sums)), 'or')}"
            for end, sums in (("at least", least), ("at most", most))
            if sums
        ]
        others = "other makes" if len(self.cells) == 2 else "others make"
        return f"{subject} {others} {' and '.join(parts)}" if parts else ""

    def by_ways(self) -> str:
        """The digit sets that add up, if they are few; otherwise what is left."""
        fixed = frozenset(self.fixed)
        whole = {d for d in self._digit_sets(self.cells) or () if sum(d) == self.total}
        only = max(whole, default=frozenset())
        if len(whole) == 1 and len(only) > FEW and without_gaps(sorted(only)):
            return f"{self.subject} needs {self._named(only)}"
        found = {digits - fixed for digits in whole}
        beside = f" beside {self._named(fixed)}" if fixed else ""
        if 0 < len(found) <= MAX_WAYS:
            shown = map(self._added, sorted(found, key=sorted))
            return f"{self.subject} needs {listed(shown, 'or')}{beside}"
        return f"{self.subject} {self._left()} for different digits"

    def _digit_sets(self, variables: Iterable[Variable]) -> set[DigitSet] | None:
        """All digit sets that some cells can hold; None if they are too many."""
        digit_sets: set[DigitSet] = {frozenset()}
        for variable in variables:
            values = self.deduction.known[variable]
            digit_sets = {
                digits | {value} if value else digits
                for digits in digit_sets
                for value in values
                if value not in digits
            }
            if len(digit_sets) > MAX_DIGIT_SETS:
                return None
        return digit_sets

    def _added(self, digits: DigitSet) -> str:
        if len(digits) > FEW:
            return self._named(digits)
        return " + ".join(map(number, sorted(digits))) or number(0)

    def _named(self, digits: DigitSet) -> str:
        if len(digits) > FEW and without_gaps(sorted(digits)):
            return f"{number(min(digits))} to {number(max(digits))}"
        return listed(map(number, sorted(digits)), "and", 99)


def effort_by_digits(open_variables: Sequence[KernelVariable]) -> float:
    """Effort of finding digits that add up: people know the sets of digits that make a sum, and
    do not try them in all orders."""
    return min(ways(open_variables), 0.7 * len(open_variables))


@techniques_for.register(DistinctSum)
def techniques(constraint: DistinctSum, builder: EngineBuilder) -> list[AppliedTechnique]:
    """Those for different digits, for a sum, and for both together."""
    different, total = constraint.parts()
    already_there = techniques_for(different, builder)[0]
    *bounds, _ = techniques_for(total, builder)
    if constraint.of_digits and 0 <= constraint.total <= MAX_TOTAL:
        scope = builder.scope(constraint.variables)
        ends = DistinctEnds(scope, constraint.total, constraint.largest)
        tied = builder.tied([ends])
        bounds = [AppliedTechnique(TOO_MUCH, tied, lambda open_ones: len(open_ones) / 6)]
    all_ways = AppliedTechnique(FEW_WAYS, builder.propagators(constraint), effort_by_digits)
    return [already_there, *bounds, all_ways]


is_read_whole.register(DistinctSum)(lambda _: True)
subject_of.register(DistinctSum)(lambda constraint, *rest: subject_of(constraint.parts()[1], *rest))
reason_of.register(DistinctSum)(lambda *deduced: DistinctSumWords(*deduced).reason())
bounds_propagators.register(DistinctSum)(
    lambda constraint, builder: bounds_propagators(constraint.parts()[1], builder)
)
