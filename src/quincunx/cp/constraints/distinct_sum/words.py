"""Why something follows from different digits with a sum, in words.

A digit set is one that some cells can hold together.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
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
from quincunx.cp.words.contents import named
from quincunx.cp.words.phrases import (
    FEW,
    Deduction,
    Phrases,
    capitalised,
    is_read_whole,
    listed,
    makes,
    number,
    reason_of,
    sentence_of,
    subject_of,
)
from quincunx.cp.words.techniques import FEW_WAYS, TOO_MUCH
from quincunx.cp.words.ways import MAX_WAYS, WayFinder

DigitSet: TypeAlias = frozenset[int]

MAX_DIGIT_SETS = 4_000
"""Maximum of digit sets that are computed for a sentence."""


class DistinctSumWords:
    """The words for one deduction: what is there already, the smallest and the largest with
    different digits, the digit sets that add up, or all ways.

    `rule` is the constraint of the deduction: different digits with a sum, and perhaps more.
    """

    def __init__(
        self, rule: Constraint, numbers: DistinctSum, deduction: Deduction, phrases: Phrases
    ) -> None:
        self.rule = rule
        self.different, _ = numbers.parts()
        self.total = numbers.total
        self.deduction = deduction
        self.phrases = phrases
        self.subject = capitalised(phrases.subject(numbers))
        self.within = f"In {phrases.subject(numbers)}"
        self.cells = list(dict.fromkeys(numbers.variables))
        self.known = {v: deduction.known[v] for v in self.cells}
        self.seen = {**self.known, **deduction.seen}
        self.open = [v for v in self.cells if len(self.known[v]) > 1]
        self.changed = [v for v in self.cells if v in deduction.left]
        single = [values[0] for values in self.known.values() if len(values) == 1]
        self.fixed = [value for value in single if value]
        self._values = tuple(sorted({n for values in self.known.values() for n in values if n}))

    def reason(self) -> str:
        """Why the deduction follows, without its claims."""
        if self.deduction.contradicts:
            return self.contradiction()
        if set(self.fixed).issuperset(n for v in self.changed for n in self.deduction.refuted(v)):
            return reason_of(self.different, self.deduction, self.phrases)
        if self.open == self.changed and len(self.open) == 1:
            return f"{self.subject} has {number(self.total - sum(self.fixed))} left"
        told = {self.others(variable, 0) for variable in self.changed}
        if len(told) == 1 and "" not in told:
            return f"{self.within} {told.pop()}"
        return self.by_digits() or f"{self.subject} leaves only some ways"

    def sentence(self) -> str:
        """Reason and claims in one sentence, if they are better told together; otherwise empty."""
        if self.deduction.contradicts or not self.reason().endswith("only some ways"):
            return ""
        found = self._finder.find(self.seen, self.open, MAX_WAYS)
        if len(found) <= MAX_WAYS and len(self.open) <= FEW:
            return f"{self.subject} leaves {self.phrases.ways(self.open, found, 'only')}."
        told = {v: self.others(v, FEW) for v in self.changed}
        if not all(told.values()):
            return f"{self.subject} works only if {self.phrases.claims(self.deduction)}."
        return f"{self.within}, {self.phrases.claims(self.deduction, told.__getitem__)}."

    def contradiction(self) -> str:
        """Why the digits cannot make the sum."""
        twice = {value for value in self.fixed if self.fixed.count(value) > 1}
        if twice:
            return f"{self.subject} has {listed(map(number, sorted(twice)), 'and')} twice"
        sums = self._digit_sets(self.cells).values()
        makes = f"never makes {number(self.total)}"
        if sums and max(sums) < self.total:
            makes = f"makes at most {number(max(sums))}"
        elif sums and min(sums) > self.total:
            makes = f"makes at least {number(min(sums))}"
        return f"{self.subject} {makes} with different digits"

    def others(self, variable: Variable, most_gaps: int) -> str:
        """What the others make, so that a cell cannot have the values that it loses."""
        others = [v for v in self.cells if v is not variable]
        sums = self._digit_sets(others).values()
        refuted = self.deduction.refuted(variable)
        wanted = [self.total - value for value in refuted if value <= self.total]
        if not sums or not wanted:
            return f"the sum is only {number(self.total)}" if sums else ""
        # A sum that they do make repeats the digit of the cell, or has X that touch.
        beside = bool(set(wanted).intersection(sums))
        bounds = (-inf, inf) if beside else (min(sums), max(sums))
        told = makes(len(others) > 1, wanted, bounds, (), most_gaps=most_gaps)
        return f"else {told}" if beside and told else told

    def by_digits(self) -> str:
        """The digit sets that add up, if they are few and explain all; otherwise empty."""
        found = {
            frozenset(value for at, value in enumerate(self._values) if digits >> at & 1)
            for digits, total in self._digit_sets(self.cells).items()
            if total == self.total
        }
        if not 0 < len(found) <= MAX_DIGIT_SETS // 100:
            return ""
        whole = {digits for digits in found if self._can_hold(digits)}
        able = sum(values[-1] != 0 for values in self.known.values())
        used = frozenset[int]().union(*whole)
        for variable in self.changed:
            for value in self.deduction.refuted(variable):
                if value in used if value else any(len(digits) < able for digits in whole):
                    return ""
        fixed = frozenset(self.fixed)
        if not 0 < len(whole) <= MAX_WAYS:
            return ""
        needed = sorted((digits - fixed for digits in whole), key=sorted)
        shown = [*map(self._added, needed)]
        either = listed(shown, "or") if max(map(len, needed)) <= FEW else "; or ".join(shown)
        beside = f" beside {named(self.phrases, self.cells[0], fixed)}" if fixed else ""
        return f"{self.subject} needs {either}{beside}"

    def _can_hold(self, digits: DigitSet) -> bool:
        """Whether the cells can hold just these digits, by the whole rule."""
        known = {v: [n for n in held if not n or n in digits] for v, held in self.seen.items()}
        return all(known.values()) and bool(self._finder.find(known, self.open, 0))

    @cached_property
    def _finder(self) -> WayFinder:
        return WayFinder([self.rule])

    def _digit_sets(self, variables: Iterable[Variable]) -> Mapping[int, int]:
        """All digit sets that some cells can hold, as bits, with their sums."""
        return digit_sets(self._values, tuple(tuple(self.known[v]) for v in variables))

    def _added(self, digits: DigitSet) -> str:
        if len(digits) > FEW:
            return named(self.phrases, self.cells[0], digits)
        return " + ".join(map(number, sorted(digits))) or number(0)


@lru_cache(1_000)
def digit_sets(values: tuple[int, ...], domains: tuple[tuple[int, ...], ...]) -> Mapping[int, int]:
    """All sets of different values that cells with these domains can hold, with their sums; none if
    they are too many. Bit i of a set stands for the i-th of `values`; 0 is in no set.

    >>> digit_sets((1, 2), ((0, 1), (1, 2)))
    {1: 1, 2: 2, 3: 3}
    """
    bits = {0: 0} | {value: 1 << at for at, value in enumerate(values)}
    found = {0: 0}
    for domain in domains:
        choices = [(value, bits[value]) for value in domain]
        found = {
            digits | bit: total + value
            for digits, total in found.items()
            for value, bit in choices
            if not digits & bit
        }
        if len(found) > MAX_DIGIT_SETS:
            return {}
    return found


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
    all_ways = AppliedTechnique(FEW_WAYS, None, effort_by_digits)
    return [already_there, *bounds, all_ways]


is_read_whole.register(DistinctSum)(lambda _: True)
subject_of.register(DistinctSum)(lambda constraint, *rest: subject_of(constraint.parts()[1], *rest))
reason_of.register(DistinctSum)(
    lambda rule, *deduced: DistinctSumWords(rule, rule, *deduced).reason()
)
sentence_of.register(DistinctSum)(
    lambda rule, *deduced: DistinctSumWords(rule, rule, *deduced).sentence()
)
bounds_propagators.register(DistinctSum)(
    lambda constraint, builder: bounds_propagators(constraint.parts()[1], builder)
)
