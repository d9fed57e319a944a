"""Why something follows from different digits with a sum, in words.

A digit set is one that some cells can hold together.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import combinations, starmap
from math import inf
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.distinct_sum.propagators import MAX_TOTAL, DistinctEnds
from quincunx.cp.constraints.linear.words import MAX_NEVER, SumWords
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Variable as KernelVariable
from quincunx.cp.model import Variable
from quincunx.cp.words.applied_techniques import AppliedTechnique, effort_of_ways, techniques_for
from quincunx.cp.words.contents import named
from quincunx.cp.words.phrases import (
    FEW,
    Deduction,
    Phrases,
    capitalised,
    is_read_whole,
    joined,
    listed,
    makes,
    number,
    reason_of,
    sentence_of,
    subject_of,
)
from quincunx.cp.words.techniques import FEW_WAYS, TOO_MUCH
from quincunx.cp.words.ways import MAX_WAYS, Way, WayFinder

DigitSet: TypeAlias = frozenset[int]
Places: TypeAlias = Mapping[DigitSet, Mapping[Variable, int]]
"""For each digit set what it is known to put where."""

MAX_DIGIT_SETS = 4_000
"""Maximum of digit sets that are computed for a sentence."""

MAX_PATTERNS = 2
"""Maximum of sets of places of X that are named for each digit set."""
LONG = 50
"""Number of words from which on digit sets are not listed with their places."""


class DistinctSumWords(SumWords):
    """The words for one deduction: what is there already, the smallest and the largest with
    different digits, the digit sets that add up, or all ways.

    `rule` is the constraint of the deduction if it demands more than different digits with a sum;
    of two `touching` cells one must hold a digit.
    """

    def __init__(
        self,
        numbers: DistinctSum,
        deduction: Deduction,
        phrases: Phrases,
        rule: Constraint | None = None,
        touching: Sequence[tuple[Variable, Variable]] = (),
    ) -> None:
        self.different, total = numbers.parts()
        super().__init__(total, deduction, phrases)
        self.rule = numbers if rule is None else rule
        self.touching = touching
        self.always: set[Variable] = set()
        self.subject = capitalised(self.line)
        self.cells = list(self.known)
        self.seen = {**self.known, **deduction.seen}
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
            return self._left()
        if way := self.same_for_all(most=0):
            return self.inside(way)
        return self.by_digits() or f"{self.subject} leaves only some ways"

    def sentence(self) -> str:
        """Reason and claims in one sentence, if that is better than both; otherwise empty."""
        if self.deduction.contradicts or not self.reason().endswith("only some ways"):
            return ""
        found = self._finder.find(self.seen, self.open, MAX_WAYS)
        if 0 < len(found) <= MAX_WAYS and len(self.open) <= FEW:
            return f"{self.subject} leaves {self.phrases.ways(self.open, found, 'only')}."
        sentence = self.by_singles()
        if not sentence and (by_digits := self.by_digits(with_places=True)):
            sentence = f"{by_digits}{self._so(self.always)}."
        if not 0 < len(sentence.split()) <= LONG:
            sentence = self.with_reasons(MAX_NEVER) or sentence
        return sentence or f"{self.subject} works only if {self.phrases.claims(self.deduction)}."

    def contradiction(self) -> str:
        """Why the digits cannot make the sum."""
        if twice := {value for value in self.fixed if self.fixed.count(value) > 1}:
            return f"{self.subject} has {listed(map(number, sorted(twice)), 'and')} twice"
        sums = self._digit_sets(self.cells).values()
        apart = " with different digits and no two X touching" * (self.constant in sums)
        if sums and min(sums) <= self.constant <= max(sums) and len(self.open) < FEW:
            terms = [values for values in self.known.values() if any(values)]
            shown = ["/".join(self.phrases.shown(self.cells[0], values)) for values in terms]
            return f"{self.subject} cannot be {' + '.join(shown).replace(' to ', '–')}{apart}"
        makes = f"never makes {number(self.constant)}"
        if sums and max(sums) < self.constant:
            makes = f"makes at most {number(max(sums))}"
        elif sums and min(sums) > self.constant:
            makes = f"makes at least {number(min(sums))}"
        return f"{self.subject} {makes}{apart or ' with different digits'}"

    def others(self, variable: Variable, most: int = FEW) -> str:
        """What the others make, so that a cell cannot have the values that it loses."""
        others = [v for v in self.cells if v is not variable]
        sums = self._digit_sets(others)
        refuted = self.deduction.refuted(variable)
        wanted = [self.constant - value for value in refuted if value <= self.constant]
        if not sums or not wanted:
            return f"the sum is only {number(self.constant)}" if sums else ""
        bounds = min(sums.values()), max(sums.values())
        if not {*wanted}.intersection(sums.values()):
            return self.named(makes(len(others) > 1, wanted, bounds, most), variable)
        # A sum that they do make repeats the digit of the cell, or has X that touch.
        if wanted == [0] and len(others) > 1:
            return f"the others are not all {self.phrases.value(variable, 0)}"
        bits = {n: 1 << self._values.index(n) if n else 0 for n in refuted}
        made = {n: [sums[held] for held in sums if not held & bit] for n, bit in bits.items()}
        if bound := self._bound(made):
            return bound
        why = self.named(makes(len(others) > 1, wanted, (-inf, inf), most), variable)
        if why.startswith("the other"):
            return f"{re.sub('never makes?', 'would need to make', why)}, and cannot"
        touch = any(self.constant - n in totals for n, totals in made.items())
        return f"{why} with different digits{' and no two X touching' * touch}" if why else ""

    def _bound(self, made: Mapping[int, Collection[int]]) -> str:
        """What the others make at most or at least without the digit of a cell, as in "with 4 the
        others make at most 36", if that is too little or too much for all values that it loses,
        given all that they make without each of these."""
        if not all(made.values()):
            return ""
        for end, bound, sign in ((max, "most", 1), (min, "least", -1)):
            if all(sign * (self.constant - n - end(totals)) > 0 for n, totals in made.items()):
                value = end(made)
                name = self.phrases.value(self.cells[0], value)
                return f"with {name} the others make at {bound} {number(end(made[value]))}"
        return ""

    @cached_property
    def whole(self) -> list[DigitSet]:
        """The digit sets that add up and fit; none if they are many."""
        found = {
            frozenset(value for at, value in enumerate(self._values) if digits >> at & 1)
            for digits, total in self._digit_sets(self.cells).items()
            if total == self.constant
        }
        if len(found) > MAX_DIGIT_SETS // 100:
            return []
        whole = [digits for digits in sorted(found, key=sorted) if self._ways(digits, 0)]
        return whole if len(whole) <= MAX_WAYS else []

    def by_digits(self, with_places: bool = False) -> str:
        """The digit sets that add up, with the only places of digits if asked for, if they are few
        and explain all; otherwise empty."""
        placed: Places = {digits: {} for digits in self.whole}
        if with_places and not self._is_explained(starmap(self._world, placed.items())):
            placed = {digits: self._only_places(digits) for digits in self.whole}
        if not placed or not self._is_explained(starmap(self._world, placed.items())):
            return ""
        common = dict(set.intersection(*(set(places.items()) for places in placed.values())))
        own = [{v: n for v, n in held.items() if v not in common} for held in placed.values()]
        self.always = {*common}
        needed = [digits.difference(self.fixed, common.values()) for digits in self.whole]
        shown = [*map(self._with_places, needed, own)]
        either = self._either(shown, is_long=any(own))
        places = self._with_places(frozenset(), common)
        also = f", {'always ' * (len(shown) > 1)}with {places}" if common and either else ""
        return f"{self.subject} needs {either or places or number(0)}{self._beside()}{also}"

    def by_singles(self) -> str:
        """A sentence with the digit sets, where X can be, and which digits fit only one place;
        empty if these do not explain everything."""
        for use_x in (False, True):
            patterns = [self._patterns(digits) if use_x else [()] for digits in self.whole]
            worlds = [
                self._world(digits, dict.fromkeys(cells, 0))
                for digits, some in zip(self.whole, patterns, strict=True)
                for cells in some
            ]
            chain = self._singles(worlds[0], self.whole[0]) if len(worlds) == 1 else {}
            many = max(map(len, patterns), default=0) > MAX_PATTERNS
            if not worlds or many or not self._is_explained(worlds):
                continue
            said = [self._added(digits - {*self.fixed}) for digits in self.whole]
            also = "also " * any(tuple(values) == (0,) for values in self.seen.values())
            own = [
                f" with X {also}{' or '.join(f'in {self.phrases.places(one)}' for one in some)}"
                if any(some)
                else ""
                for some in patterns
            ]
            is_common = len({*own}) == 1
            if not is_common:
                said = [f"{one}{x}" for one, x in zip(said, own, strict=True)]
            either = self._either(said, is_long=not is_common) or number(0)
            x = own[0] if is_common else ""
            x = f" always{x}" if x and len(said) > 1 else x
            singles = f": {listed(chain.values(), 'and')}" if chain else ""
            is_one = is_common and len(patterns[0]) == 1
            decided = {*chain, *(patterns[0][0] if is_one else ())}
            return f"{self.subject} needs {either}{self._beside()}{x}{singles}{self._so(decided)}."
        return ""

    def _so(self, told: Collection[Variable]) -> str:
        """The claims about cells that are not told yet."""
        rest = {v: values for v, values in self.deduction.left.items() if v not in told}
        return f", so {self.phrases.claims(replace(self.deduction, left=rest))}" if rest else ""

    def _patterns(self, digits: DigitSet) -> list[tuple[Variable, ...]]:
        """The open cells that hold X with a digit set, in every way in which no two touch."""
        count = len(self.open) - len(digits - {*self.fixed})
        able = sorted([v for v in self.open if 0 in self.seen[v]], key=lambda v: v.index)
        must = {v for v in self.open if digits.isdisjoint(self.seen[v])}
        held = {v for v, values in self.seen.items() if tuple(values) == (0,)}
        return [
            some
            for some in combinations(able, max(count, 0))
            if must <= {*some} and not any({*pair} <= held | {*some} for pair in self.touching)
        ]

    def _world(self, digits: DigitSet, placed: Mapping[Variable, int]) -> dict[Variable, set[int]]:
        """What the open cells can hold of a digit set, with some of them placed."""
        rest = digits.difference(self.fixed, placed.values())
        others = [v for v in self.open if v not in placed and rest.intersection(self.seen[v])]
        # Beside as many cells as digits there is room for no X.
        held = rest | {0} if len(rest) < len(others) else rest
        return {v: {placed[v]} if v in placed else {*held} & {*self.seen[v]} for v in self.open}

    def _is_explained(self, worlds: Iterable[Mapping[Variable, set[int]]]) -> bool:
        """Whether the claims follow if the open cells hold what they do in one of these."""
        left = self.deduction.left
        return all(world[v] <= {*left[v]} for world in worlds for v in self.changed)

    def _singles(self, world: dict[Variable, set[int]], digits: DigitSet) -> Mapping[Variable, str]:
        """Digits that fit only one cell, one after the other, until everything is explained; they
        are left alone there."""
        said: dict[Variable, str] = {}
        waiting = sorted(digits.difference(self.fixed), reverse=True)
        fit = False
        while not self._is_explained([world]):
            places = {n: [v for v in world if n in world[v]] for n in waiting}
            hidden = [(n, v[0]) for n, v in places.items() if len(v) == 1]
            naked = [(min(n), v) for v, n in world.items() if len(n) == 1 and min(n) in waiting]
            if not hidden and not naked:
                break
            digit, cell = (hidden or naked)[0]
            place = self.phrases.place(cell)
            name = self.phrases.value(cell, digit)
            only = f"{name} {'' if fit else 'fits '}only {place}"
            said[cell] = only if hidden else f"only {name} fits {place}"
            fit = bool(hidden)
            waiting.remove(digit)
            world.update({v: {digit} if v is cell else n - {digit} for v, n in world.items()})
        return said

    def _either(self, shown: Sequence[str], is_long: bool) -> str:
        """Digit sets in a list."""
        is_long = is_long or any(" to " in one or "," in one for one in shown)
        return joined(shown, "; ", "; or ") if is_long else listed(shown, "or")

    def _beside(self) -> str:
        """The digits that are there already, after those that are needed."""
        if not self.fixed:
            return ""
        return f" beside {named(self.phrases, self.cells[0], {*self.fixed})}"

    def _only_places(self, digits: DigitSet) -> Mapping[Variable, int]:
        """The open cells that hold the same in all ways with a digit set."""
        ways = self._ways(digits, MAX_DIGIT_SETS)
        columns = zip(self.open, zip(*ways, strict=True), strict=True)
        places = {v: column[0] for v, column in columns if len({*column}) == 1}
        for digit in digits.difference(self.fixed, places.values()):
            there = {way.index(digit) for way in ways}
            if len(there) == 1:
                places[self.open[there.pop()]] = digit
        return places

    def _with_places(self, digits: DigitSet, places: Mapping[Variable, int]) -> str:
        """A digit set as in "9 in A7 with 2 + 5"."""
        there: dict[int, list[Variable]] = {}
        for variable in sorted(places, key=lambda v: (not places[v], places[v], v.index)):
            there.setdefault(places[variable], []).append(variable)
        name, cell = self.phrases.value, self.cells[0]
        shown = [f"{name(cell, n)} in {self.phrases.places(v)}" for n, v in there.items()]
        several = any("," in one for one in shown)
        held = joined(shown, ", ", "," * several + " and ")
        return " with ".join(filter(None, [held, self._added(digits.difference(there))]))

    def _ways(self, digits: DigitSet, most: int) -> list[Way]:
        """The ways to fill the open cells with just these digits, by the whole rule."""
        known = {v: [n for n in held if not n or n in digits] for v, held in self.seen.items()}
        return self._finder.find(known, self.open, most)

    @cached_property
    def _finder(self) -> WayFinder:
        return WayFinder([self.rule])

    def _digit_sets(self, variables: Iterable[Variable]) -> Mapping[int, int]:
        """All digit sets that some cells can hold, as bits, with their sums."""
        return digit_sets(self._values, tuple(tuple(self.known[v]) for v in variables))

    def _added(self, digits: DigitSet) -> str:
        if len(digits) > FEW:
            return named(self.phrases, self.cells[0], digits)
        return " + ".join(map(number, sorted(digits)))


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
    return min(effort_of_ways(open_variables), 0.7 * len(open_variables))


@techniques_for.register(DistinctSum)
def techniques(constraint: DistinctSum, builder: EngineBuilder) -> list[AppliedTechnique]:
    """Those for different digits, for a sum, and for both together."""
    different, total = constraint.parts()
    already_there = techniques_for(different, builder)[0]
    *bounds, _ = techniques_for(total, builder)
    if constraint.of_digits and 0 <= constraint.total <= MAX_TOTAL:
        scope = builder.scope(constraint.variables)
        tied = builder.tied([DistinctEnds(scope, constraint.total, constraint.largest)])
        bounds = [AppliedTechnique(TOO_MUCH, tied, lambda open_ones: len(open_ones) / 6)]
    all_ways = AppliedTechnique(FEW_WAYS, None, effort_by_digits)
    return [already_there, *bounds, all_ways]


is_read_whole.register(DistinctSum)(lambda _: True)
subject_of.register(DistinctSum)(lambda constraint, *rest: subject_of(constraint.parts()[1], *rest))
reason_of.register(DistinctSum)(lambda *deduced: DistinctSumWords(*deduced).reason())
sentence_of.register(DistinctSum)(lambda *deduced: DistinctSumWords(*deduced).sentence())
