"""Why something follows from different digits with a sum, in words.

A digit set is one that some cells can hold together.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product, starmap
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.distinct_sum.propagators import MAX_TOTAL, DistinctEnds
from quincunx.cp.constraints.linear.words import SumWords
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
from quincunx.cp.words.ways import MAX_WAYS, Way

DigitSet: TypeAlias = frozenset[int]
Places: TypeAlias = Mapping[tuple[Variable, ...], DigitSet]
"""What cells hold between them: X (0), or digits, as many as there are cells or one fewer."""

MAX_DIGIT_SETS = 4_000
"""Maximum of digit sets that are computed for a sentence."""

MAX_SHOWN = 5
"""Maximum number of digits that are shown to make a sum."""
MAX_WHOLE = 8
"""Maximum of digit sets that are listed."""


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
        self.numbers = numbers
        self.rule = numbers if rule is None else rule
        self.touching = touching
        self.subject = capitalised(self.line)
        self.cells = list(self.known)
        self.seen = {**self.known, **deduction.seen}
        single = [values[0] for values in self.known.values() if len(values) == 1]
        self.fixed = [value for value in single if value]
        self._values = tuple(sorted({n for values in self.known.values() for n in values if n}))

    def reason(self) -> str:
        """Why the deduction follows, without its claims; at least the digits that add up."""
        if reason := self._simple_reason():
            return reason
        if not self.whole:
            return f"Go through the digits that make {self.line}"
        needed = [self._added(digits - {*self.fixed}) for digits in self.whole]
        needs = f"{self._either(needed) or number(0)}{self._beside()}"
        return f"{self.subject} needs {needs}{self._apart({one: {} for one in self.whole})}"

    def _simple_reason(self) -> str:
        """A reason without digit sets; empty if there is none."""
        if self.deduction.contradicts:
            return self.contradiction()
        if set(self.fixed).issuperset(n for v in self.changed for n in self.deduction.refuted(v)):
            return reason_of(self.different, self.deduction, self.phrases)
        if self.open == self.changed and len(self.open) == 1:
            return self._left() if self.rest else f"{self.subject} is complete"
        way = self.same_for_all(most=0)
        return self.inside(way) if way else ""

    def sentence(self) -> str:
        """Reason and claims in one sentence, if that is better than both; otherwise empty."""
        if self.deduction.contradicts or self._simple_reason():
            return ""
        if self.whole and self._is_explained(self._world(one, {}) for one in self.whole):
            return ""
        found = self.phrases.find_ways([self.rule], self.seen, self.open, MAX_WAYS)
        if 0 < len(found) <= MAX_WAYS and len(self.open) <= FEW:
            ways = self.phrases.ways(self.open, found, "only")
            return f"{self.subject} leaves {ways}{self._apart({})}."
        told = [*filter(None, [self.by_places(), self.with_reasons(0)])]
        works = f"{self.subject} works only if {self.phrases.claims(self.deduction)}."
        return min(told, key=lambda text: len(text.split()), default=works)

    def _apart(self, told: Mapping[DigitSet, Places]) -> str:
        """Says which cells touch, so that not both are X, if more ways than are told, as digit sets
        with places, add up otherwise, or if the claims do not follow from these."""

        def is_told(way: Way) -> bool:
            held = dict(zip(self.open, way, strict=True))
            places = told.get(frozenset(filter(None, (*way, *self.fixed))))
            is_placed = places is not None and all(
                digits <= {held[v] for v in cells} for cells, digits in places.items()
            )
            return is_placed and all(held[v] in self.deduction.left[v] for v in self.changed)

        pairs: list[tuple[Variable, Variable]] = []
        for pair in self.touching:
            if all(0 in self.seen[v] for v in pair):
                known = {**self.seen, **dict.fromkeys(pair, (0,))}
                ways = self.phrases.find_ways(
                    [self.numbers], known, self.open, MAX_DIGIT_SETS // 20
                )
                pairs += [pair] * (not all(map(is_told, ways)))
        if len(pairs) != 1:
            return ", as no two X touch" * bool(pairs)
        return f", as {self.phrases.places(sorted(pairs[0], key=lambda v: v.index))} touch"

    def contradiction(self) -> str:
        """Why the digits cannot make the sum."""
        if often := {value for value in self.fixed if self.fixed.count(value) > 1}:
            return f"{self.subject} has {listed(map(number, sorted(often)), 'and')} twice"
        sums = self._digit_sets(self.cells).values()
        apart = " with different digits and no two X touching" * (self.constant in sums)
        if not sums or min(sums) <= self.constant <= max(sums):
            terms = [values for values in self.known.values() if any(values)]
            # Without this remark a digit could be there twice.
            twice = len(self.open) >= FEW or self.constant in map(sum, product(*terms))
            apart = apart or " with different digits" * twice
            shown = ["/".join(self.phrases.shown(self.cells[0], values)) for values in terms]
            return f"{self.subject} cannot be {' + '.join(shown).replace(' to ', '–')}{apart}"
        end, bound = (max, "most") if max(sums) < self.constant else (min, "least")
        return f"{self.subject} gets at {bound} {number(end(sums))} with different digits"

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
            text = makes(len(others) > 1, wanted, bounds, most)
            plain = (sum(end(self.known[v]) for v in others) for end in (min, max))
            for word, total, rough in zip(("least", "most"), bounds, plain, strict=True):
                if total != rough:
                    shown = self._made_of(total, sums)
                    text = text.replace(f"at {word} {total}", f"at {word} {shown}")
            return text
        # A sum that they do make repeats the digit of the cell, or has X that touch.
        if wanted == [0] and len(others) > 1:
            return f"the others touch and are not all {self.phrases.value(variable, 0)}"
        return self._bound(variable, refuted)

    def _bound(self, variable: Variable, refuted: Sequence[int]) -> str:
        """What the others make at most or at least without the digit that a cell loses, as in "with
        4 the others make at most 9 + 7 = 16", or what all make with one of several, if that is too
        little or too much."""
        held = {v: refuted if v is variable else self.known[v] for v in self.cells}
        sums = digit_sets(self._values, tuple(map(tuple, held.values())))
        if not sums or min(sums.values()) <= self.constant <= max(sums.values()):
            return ""
        end, bound = (min, "least") if min(sums.values()) > self.constant else (max, "most")
        total, (value, *more) = end(sums.values()), refuted
        if more:
            shown = listed(self.phrases.shown(variable, refuted), "or")
            return f"with {shown} all make at {bound} {self._made_of(total, sums)}"
        own = 1 << self._values.index(value) if value else 0
        others = {digits & ~own: made - value for digits, made in sums.items()}
        name = self.phrases.value(variable, value)
        return f"with {name} the others make at {bound} {self._made_of(total - value, others)}"

    def _made_of(self, total: int, sums: Mapping[int, int]) -> str:
        """A sum with the digits that make it, if these are few: "9 + 7 = 16"."""
        bits = next(digits for digits, made in sums.items() if made == total)
        digits = [number(n) for at, n in enumerate(self._values) if bits >> at & 1]
        shown = f"{' + '.join(digits[::-1])} = " if 1 < len(digits) <= MAX_SHOWN else ""
        return f"{shown}{number(total)}"

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
        return whole if len(whole) <= MAX_WHOLE else []

    def by_places(self) -> str:
        """A sentence with the digit sets and the only places of some digits, if these explain
        everything; otherwise empty."""
        placed = {digits: self._places(digits) for digits in self.whole}
        if not placed or not self._is_explained(starmap(self._world, placed.items())):
            return ""
        first, *more = placed.values()
        common: Places = {c: v for c, v in first.items() if all(o.get(c) == v for o in more)}
        own = [
            self._fewest({c: v for c, v in places.items() if c not in common}, [digits], [common])
            for digits, places in placed.items()
        ]
        common = self._fewest(common, self.whole, own)
        told = self.fixed, *common.values()
        needed = map(self._with_places, [one.difference(*told) for one in self.whole], own)
        either, where = self._either([*needed]), self._with_places(frozenset(), common)
        also = f", {'always ' * (len(own) > 1)}with {where}" if common and either else ""
        full = {v: held for cells, held in common.items() if len(cells) == len(held) for v in cells}
        left = self.deduction.left
        said = [v for v in full if full[v].intersection(self.seen[v]) == {*left.get(v, ())}]
        left = {v: values for v, values in left.items() if v not in said}
        so = f", so {self.phrases.claims(replace(self.deduction, left=left))}" if left else ""
        told_of = {one: {**common, **rest} for one, rest in zip(placed, own, strict=True)}
        needs = f"{either or where or number(0)}{self._beside()}{also}{self._apart(told_of)}"
        return f"{self.subject} needs {needs}{so}."

    def _fewest(self, places: Places, sets: Sequence[DigitSet], others: Sequence[Places]) -> Places:
        """The places that are needed to explain everything, with these digit sets and with other
        places of each."""
        # Several cells are harder to see, claims are no reasons, and X follow from digits.
        for cells in sorted(
            places,
            key=lambda some: (-len(some), not {*some} <= {*self.changed}, 0 not in places[some]),
        ):
            fewer = {one: held for one, held in places.items() if one != cells}
            worlds = [{**fewer, **more} for more in others]
            if self._is_explained(map(self._world, sets, worlds)):
                places = fewer
        return places

    def _world(self, digits: DigitSet, places: Places) -> dict[Variable, set[int]]:
        """What the open cells can hold of a digit set, with these places."""
        full = {v: held for cells, held in places.items() if len(cells) == len(held) for v in cells}
        rest = digits.difference(self.fixed, *full.values())
        others = [v for v in self.open if v not in full and rest.intersection(self.seen[v])]
        # Beside as many cells as digits there is room for no X.
        free = rest | {0} if len(rest) < len(others) else rest
        x = {v for v in self.cells if {*full.get(v, self.seen[v])} == {0}}
        near = {v for pair in self.touching for v in pair if x.intersection(pair)} - x
        world = {v: {*full.get(v, free)} & {*self.seen[v]} for v in self.open}
        world |= {v: left - {0} for v, left in world.items() if v in near}
        for cells, held in places.items():
            if len(held) < len(cells):
                world |= {v: left - held for v, left in world.items() if v not in cells}
        return world

    def _is_explained(self, worlds: Iterable[Mapping[Variable, set[int]]]) -> bool:
        """Whether the claims follow if the open cells hold what they do in one of these."""
        left = self.deduction.left
        return all(world[v] <= {*left[v]} for world in worlds for v in self.changed)

    def _either(self, shown: Sequence[str]) -> str:
        """Digit sets in a list."""
        is_long = any(re.search(" to | in |,", one) for one in shown)
        return joined(shown, "; ", "; or ") if is_long else listed(shown, "or")

    def _beside(self) -> str:
        """The digits that are there already, after those that are needed."""
        if not self.fixed:
            return ""
        return f" beside {named(self.phrases, self.cells[0], {*self.fixed})}"

    def _places(self, digits: DigitSet) -> Places:
        """The open cells that hold the same in all ways with a digit set, and the few cells that
        alone hold some digits."""
        ways = self._ways(digits, MAX_DIGIT_SETS)
        if len(ways) > MAX_DIGIT_SETS:
            return {}
        held = {v: {*column} for v, column in zip(self.open, zip(*ways, strict=True), strict=True)}
        places: dict[tuple[Variable, ...], DigitSet] = {
            (v,): frozenset(values) for v, values in held.items() if len(values) == 1
        }
        there = {
            digit: tuple([v for v, values in held.items() if digit in values])
            for digit in digits.difference(self.fixed, *places.values())
        }
        for cells in there.values():
            inside = frozenset(digit for digit, some in there.items() if {*some} <= {*cells})
            places |= {cells: inside} if len(cells) <= len(inside) + 1 else {}
        return places

    def _with_places(self, digits: DigitSet, places: Places) -> str:
        """A digit set as in "9 in A7 with 2 + 5"."""
        there: dict[DigitSet, list[Variable]] = {}
        for held, v in sorted(
            [(held, v) for cells, held in places.items() for v in cells],
            key=lambda one: one[1].index,
        ):
            there.setdefault(held, []).append(v)
        shown: list[str] = []
        for held in sorted(there, key=lambda held: (0 in held, sorted(held))):
            name = self.phrases.value(self.cells[0], 0) if 0 in held else self._added(held)
            last = "or" if 0 not in held and len(held) < len(there[held]) else "and"
            shown.append(f"{name} in {listed(map(self.phrases.place, there[held]), last, 99)}")
        several = any("," in one or "+" in one for one in shown)
        placed = joined(shown, ", ", "," * several + " and ")
        return " with ".join(filter(None, [placed, self._added(digits.difference(*there))]))

    def _ways(self, digits: DigitSet, most: int) -> list[Way]:
        """The ways to fill the open cells with just these digits, by the whole rule."""
        known = {v: [n for n in held if not n or n in digits] for v, held in self.seen.items()}
        return self.phrases.find_ways([self.rule], known, self.open, most)

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
