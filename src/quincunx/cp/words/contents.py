"""Why something follows from how often values occur in a group of cells, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import (
    FEW,
    Deduction,
    Phrases,
    capitalised,
    counted,
    listed,
    subject_of,
    times,
    without_gaps,
)

Counts: TypeAlias = Mapping[int, tuple[int, int]]
"""For each value that matters how often it occurs, at least and at most."""

MAX_FACTS = 80
"""Facts with more characters are left out."""
MAX_CLASH = 4
"""Number of places or values that are combined to explain a contradiction."""


class ContentsWords:
    """The words for one deduction from a constraint on what its variables hold.

    `rule` is the whole constraint in words: "holds nothing twice".
    """

    def __init__(
        self,
        constraint: Constraint,
        counts: Counts,
        rule: str,
        deduction: Deduction,
        phrases: Phrases,
    ) -> None:
        self.counts = counts
        self.rule = rule
        self.deduction = deduction
        self.phrases = phrases
        self.subject = capitalised(phrases.subject(constraint))
        self.scope = tuple(dict.fromkeys(constraint.variables))
        self.repeats = len(self.scope) < len(constraint.variables)
        self.changed = [v for v in self.scope if v in deduction.left]
        unchanged = [v for v in self.scope if v not in deduction.left]
        self.placed = [deduction.known[v][0] for v in unchanged if len(deduction.known[v]) == 1]
        self.sharing = [
            v for v in unchanged if len(deduction.known[v]) > 1 and v in deduction.needed
        ]

    def reason(self) -> str:
        """Why the deduction follows."""
        contradicts = self.deduction.contradicts
        simple = [self._placed, self._only_place, self._sets, self._only_places]
        clash = [self._too_few_values, self._too_few_places]
        ways = [] if self.repeats else clash if contradicts else simple
        for way in ways:
            if reason := way():
                return reason
        facts = self.phrases.facts(self.deduction)
        if len(facts) > MAX_FACTS:
            facts = "cannot with what is known" if contradicts else ""
        joint = ", but " if contradicts else ", and "
        return f"{self.subject} {self.rule}{joint + facts if facts else ''}"

    def _too_few_values(self) -> str:
        """A few places that have too few values between them; empty if there are none."""
        bases = {v: frozenset(self.deduction.known[v]) for v in self.scope}
        once = [v for v in self.scope if all(self._most(value) == 1 for value in bases[v])]
        for size in range(2, MAX_CLASH + 1):
            small = [v for v in once if len(bases[v]) < size]
            for group in combinations(small, size):
                shared = frozenset[int]().union(*(bases[v] for v in group))
                if len(shared) < size:
                    places = self.phrases.places(group)
                    return f"{places} have only {self._named(sorted(shared))} between them"
        return ""

    def _too_few_places(self) -> str:
        """A few values that have too few places between them; empty if there are none."""
        able = {
            value: frozenset(v for v in self.scope if value in self.deduction.known[v])
            for value in self.counts
            if self._least(value)
        }
        for size in range(1, MAX_CLASH + 1):
            for group in combinations(able, size):
                places = frozenset[Variable]().union(*(able[value] for value in group))
                if len(places) < sum(map(self._least, group)):
                    if not places:
                        return f"{self.subject} has no place for {self._named(group)}"
                    fit = "fit" if size > 1 else "fits"
                    only = self.phrases.places([v for v in self.scope if v in places])
                    return f"{self.subject} needs {self._named(group)}, which {fit} only {only}"
        return ""

    def _placed(self) -> str:
        """What is there already, if that is the whole reason."""
        return "" if self.sharing else self._sets()

    def _sets(self) -> str:
        """What is there already, and sets of places, if that is the whole reason."""
        full = {n for n, count in Counter(self.placed).items() if count == self._most(n)}
        held = {value for v in self.sharing for value in self.deduction.known[v]}
        shared = held - full
        if any(self._most(value) > 1 for value in shared) or len(shared) != len(self.sharing):
            return ""
        refuted = {value for v in self.changed for value in self.deduction.refuted(v)}
        if not refuted <= full | shared | self._found(full | shared):
            return ""
        return self._has(full & (refuted | held), shared)

    def _found(self, gone: set[int]) -> set[int]:
        """The values that are placed at once when others are gone."""
        found: set[int] = set()
        before = -1
        while before != len(found):
            before = len(found)
            for variable in self.changed:
                left = set(self.deduction.known[variable]) - gone - found
                if len(left) == 1 and self._most(min(left)) == 1:
                    found |= left
        return found

    def _has(self, full: set[int], shared: set[int]) -> str:
        """What is there: single values, repeated values, and sets."""
        once = [value for value in sorted(full) if self._most(value) == 1]
        often = [value for value in sorted(full) if self._most(value) > 1]
        parts = [self._named(once)] if once else []
        parts += [f"{self._named([value])} {times(self._most(value))}" for value in often]
        parts = [f"has {listed(parts, 'and')} already"] if parts else []
        if self.sharing:
            places = self.phrases.places(self.sharing)
            parts.append(f"keeps {self._named(sorted(shared))} for {places}")
        return f"{self.subject} {' and '.join(parts)}"

    def _only_place(self) -> str:
        """A value that must take all places that can hold it; empty if there is none."""
        wanted = {value for v in self.changed for value in self.deduction.left[v]}
        return self._only_places() if len(wanted) == 1 else ""

    def _only_places(self) -> str:
        """Values that must take all places that can hold them; empty if there are none."""
        wanted = {value for v in self.changed for value in self.deduction.left[v]}
        if not all(self._least(value) for value in wanted):
            return ""
        able = [v for v in self.scope if wanted.intersection(self.deduction.known[v])]
        if len(able) != sum(map(self._least, wanted)) or not set(self.changed) <= set(able):
            return ""
        if any(wanted.intersection(self.deduction.refuted(v)) for v in self.changed):
            return ""
        named = self._named(sorted(wanted))
        if len(wanted) > 1:
            return (
                f"{self.subject} needs {named}, and only {self.phrases.places(able)} can hold them"
            )
        (value,) = wanted
        if self._least(value) == 1:
            return f"{self.subject} needs {named}, which fits nowhere else"
        return f"{self.subject} needs {named} {times(self._least(value))}, and it fits nowhere else"

    def _least(self, value: int) -> int:
        return self.counts[value][0] if value in self.counts else 0

    def _most(self, value: int) -> int:
        return self.counts[value][1] if value in self.counts else len(self.scope) + 1

    def _named(self, values: Sequence[int]) -> str:
        return named(self.phrases, self.scope[0], values)


def group_name(constraint: Constraint, phrases: Phrases) -> str:
    """What to call a constraint on what a group of cells holds."""
    return constraint.label or f"the group of {subject_of.default(constraint, phrases)}"


def contents(phrases: Phrases, variables: Sequence[Variable], counts: Counts) -> str:
    """How often values occur: "1 to 9 once each and X four times"."""
    alike: dict[tuple[int, int], list[int]] = {}
    for value in sorted(counts, key=lambda value: (counts[value] != (1, 1), value)):
        least, most = counts[value]
        alike.setdefault((least, min(most, len(variables))), []).append(value)
    parts = []
    for (least, most), values in alike.items():
        each = " each" if len(values) > 1 else ""
        often = _often(least, most, len(variables))
        if most == 0:
            shown = [phrases.value(variables[0], value) for value in values]
            parts.append(f"no {listed(shown, 'or')}")
        elif often:
            parts.append(f"{named(phrases, variables[0], values)} {often}{each}")
    return listed(parts, "and")


def _often(least: int, most: int, places: int) -> str:
    """How often a value occurs; empty if there is no bound.

    >>> _often(1, 1, 9), _often(0, 2, 9), _often(2, 9, 9), _often(2, 4, 9)
    ('once', 'at most twice', 'at least twice', 'two to four times')
    """
    if least == most:
        return times(least)
    if least == 0:
        return f"at most {times(most)}" if most < places else ""
    if most == places:
        return f"at least {times(least)}"
    if (least, most) == (1, 2):
        return "once or twice"
    return f"{counted(least)} to {counted(most)} times"


def named(phrases: Phrases, variable: Variable, values: Collection[int]) -> str:
    """Several values at once: "1 to 9", "2, 4 and 7"."""
    ordered = sorted(values)
    shown = [phrases.value(variable, value) for value in ordered]
    numbers = not phrases.nothing or 0 not in ordered
    if len(ordered) > FEW and numbers and without_gaps(ordered):
        return f"{shown[0]} to {shown[-1]}"
    return listed(shown, "and")
