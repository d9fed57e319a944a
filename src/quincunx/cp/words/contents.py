"""Why something follows from how often values occur in a group of cells, in words."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, listed, subject_of, times

Counts: TypeAlias = Mapping[int, tuple[int, int]]
"""For each value that matters how often it occurs, at least and at most."""

MAX_CLASH = 4
"""Number of places or values that are combined to explain a contradiction."""


class ContentsWords:
    """The words for one deduction from a constraint on what its variables hold."""

    def __init__(
        self, constraint: Constraint, counts: Counts, deduction: Deduction, phrases: Phrases
    ) -> None:
        self.counts = counts
        self.deduction = deduction
        self.phrases = phrases
        self.subject = capitalised(phrases.subject(constraint))
        self.scope = tuple(dict.fromkeys(constraint.variables))
        self.repeats = len(self.scope) < len(constraint.variables)
        self.changed = [v for v in self.scope if v in deduction.left]
        unchanged = [v for v in self.scope if v not in deduction.left]
        known = deduction.known
        self.placed = [known[v][0] for v in unchanged if len(known[v]) == 1]
        self.sharing = [v for v in unchanged if len(known[v]) > 1 and v in deduction.needed]

    def reason(self) -> str:
        """Why the deduction follows."""
        contradicts = self.deduction.contradicts
        ways = [self._only_places, self._sets] if self.sharing else [self._sets, self._only_places]
        if contradicts:
            ways = [self._too_often, self._too_few_values, self._too_few_places]
        reasons = (way() for way in ways if not self.repeats)
        room = "has no room for everything" if contradicts else "needs room for everything"
        return next(filter(None, reasons), f"{self.subject} {room}")

    def _too_often(self) -> str:
        """Values that are there more often than allowed; empty if there are none."""
        there = Counter(self.placed)
        many = [value for value, count in there.items() if count > self._most(value)]
        parts = [f"{self._named([value])} {times(there[value])}" for value in many]
        return f"{self.subject} has {listed(parts, 'and')}" if parts else ""

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
        """A value that has too few places; empty if there is none."""
        for value in filter(self._least, self.counts):
            able = [v for v in self.scope if value in self.deduction.known[v]]
            if not able:
                return f"{self.subject} has no place for {self._named([value])}"
            if len(able) < self._least(value):
                needed = f"{self._named([value])} {times(self._least(value))}"
                only = self.phrases.places(able)
                return f"{self.subject} needs {needed}, which fits only {only}"
        return ""

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
        # One pass for each variable suffices, since each pass but the last finds a value.
        for variable in self.changed * len(self.changed):
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
            places = self.phrases.places(able)
            return f"{self.subject} needs {named}, and only {places} can hold them"
        often = f" {times(len(able))}, and it" if len(able) > 1 else ", which"
        return f"{self.subject} needs {named}{often} fits nowhere else"

    def _least(self, value: int) -> int:
        return self.counts[value][0] if value in self.counts else 0

    def _most(self, value: int) -> int:
        return self.counts[value][1] if value in self.counts else len(self.scope) + 1

    def _named(self, values: Sequence[int]) -> str:
        return named(self.phrases, self.scope[0], values)


def group_name(constraint: Constraint, phrases: Phrases) -> str:
    """What to call a constraint on what a group of cells holds."""
    return constraint.label or f"the group of {subject_of.default(constraint, phrases)}"


def named(phrases: Phrases, variable: Variable, values: Collection[int]) -> str:
    """Several values at once: "1 to 9", "2, 4 and 7"."""
    return listed(phrases.shown(variable, sorted(values)), "and")
