"""How a Sum Star speaks: of X, of dodecagons, and of black triangles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import prod
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.distinct_sum.words import DistinctSumWords
from quincunx.cp.model import Variable
from quincunx.cp.words.joint import joint_reason
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, listed, reason_of
from quincunx.cp.words.techniques import TOO_MUCH, Technique
from quincunx.families.sum_star.around import NEXT_TO_X, Around
from quincunx.families.sum_star.model import X
from quincunx.families.sum_star.reasoning import SUMS, X_PATTERNS

MOST_WAYS = 3
"""So many ways to fill a round are listed."""


MOST_LOOKED_AT = 5_000
"""Where there are more combinations, nobody asks which of them are ways."""


class StarPhrases(Phrases):
    """The words of one arrangement of dodecagons."""

    nothing: ClassVar[str] = "X"
    techniques: ClassVar[tuple[Technique, ...]] = (NEXT_TO_X, SUMS, X_PATTERNS)

    def places(self, variables: Sequence[Variable]) -> str:
        return listed([variable.name for variable in variables], "and", 99)

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        return SUMS if technique is TOO_MUCH else technique

    def reason(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1:
            return capitalised(joint_reason(deduction, self))
        if isinstance(deduction.constraint, Around):
            return self._around(deduction.constraint, deduction)
        return super().reason(deduction)

    def _around(self, around: Around, deduction: Deduction) -> str:
        """X that touch, different digits with a sum, or all ways of both."""
        beside = self._beside_x(around, deduction)
        if beside:
            return beside
        numbers = around.numbers()
        if isinstance(numbers, AllDifferent):
            return reason_of(numbers, deduction, self)
        words = DistinctSumWords(numbers, deduction, self)
        looked_at = prod(len(deduction.basis(variable)) for variable in around.variables)
        if deduction.contradicts or words.simple() or looked_at > MOST_LOOKED_AT:
            return words.reason()
        ways = list(islice(_ways(around, deduction), MOST_WAYS + 1))
        if len(ways) > MOST_WAYS or (len(ways) > 1 and len({frozenset(way) for way in ways}) == 1):
            return words.reason()
        open_ones = [at for at, v in enumerate(around.variables) if len(deduction.basis(v)) > 1]
        # One by one, for the places must stand in the order of the values.
        places = listed((around.variables[at].name for at in open_ones), "and", 99)
        shown = [
            listed([self.value(around.variables[at], way[at]) for at in open_ones], "and", 99)
            for way in ways
        ]
        return f"{capitalised(around.label)} leaves {places} only {', or '.join(shown)}"

    def _beside_x(self, around: Around, deduction: Deduction) -> str:
        """The X beside cells that are no X for that reason; nothing if that is not all."""
        near: dict[Variable, list[Variable]] = {v: [] for v in around.variables}
        for one, other in around.neighbours():
            near[one].append(other)
            near[other].append(one)
        held = {v for v in around.variables if tuple(deduction.basis(v)) == (X,)}
        if deduction.contradicts:
            clash = [v for v in around.variables if v in held and held.intersection(near[v])]
            return f"{self.places(clash)} touch and are X" if clash else ""
        changed = list(deduction.left)
        if any(deduction.refuted(v) != [X] or not held.intersection(near[v]) for v in changed):
            return ""
        used = [v for v in around.variables if v in held and set(near[v]).intersection(changed)]
        return f"{self.places(used)} {'is' if len(used) == 1 else 'are'} X"

    def glance(self, deduction: Deduction) -> str:
        if isinstance(deduction.constraint, Around):
            beside = self._beside_x(deduction.constraint, deduction)
            return beside or super().glance(deduction).removeprefix("the ")
        return super().glance(deduction)

    def link(self, deduction: Deduction) -> str:
        if deduction.contradicts:
            reason = self.reason(deduction)
            return f"t{reason[1:]}" if reason.startswith("The ") else reason
        return super().link(deduction)


def _ways(around: Around, deduction: Deduction) -> Iterator[tuple[int, ...]]:
    """The ways to fill a round, as far as a deduction relies on its cells."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        begun = waiting.pop()
        if len(begun) == len(around.variables):
            if around.check(begun):
                yield begun
            continue
        for value in reversed(deduction.basis(around.variables[len(begun)])):
            digits = sum(begun) + value <= (around.total or 0) and (not value or value not in begun)
            if digits and (value or not begun or begun[-1]):
                waiting.append((*begun, value))
