"""Why something follows from how often values occur in a group of cells, in words."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import (
    Deduction,
    Phrases,
    capitalised,
    joined,
    listed,
    subject_of,
    times,
)

Counts: TypeAlias = Mapping[int, tuple[int, int]]
"""For each value that matters how often it occurs, at least and at most."""
Held: TypeAlias = Mapping[Variable, set[int]]

MAX_VALUES = 10
"""With more values than this only small sets of them are tried."""
MAX_SET = 3
"""Maximum size of these."""
ELSEWHERE = ", which fits nowhere else"


@dataclass(frozen=True)
class TightSet:
    """Values that just as many places can hold, or that are all that some places can hold.

    With the words about it, whether these do not explain all claims, the places that are named
    with all their values, and what is left.
    """

    words: str
    is_partial: bool
    kept: Collection[Variable]
    left: Held


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
        self.known: Held = {v: {*deduction.known[v]} for v in self.scope}

    def reason(self) -> str:
        """Why the deduction follows."""
        contradicts = self.deduction.contradicts
        reason = "" if self.repeats else self._no_room() if contradicts else self._by_sets()
        room = "has no room for everything" if contradicts else "needs room for everything"
        return reason or f"{self.subject} {room}"

    def _no_room(self) -> str:
        """Values that are there too often, a few places that have too few values between them, or
        values that have too few places; empty if there are none."""
        there = _placed(self.known)
        if many := [value for value, count in there.items() if count > self._most(value)]:
            parts = [f"{self._named([value])} {times(there[value])}" for value in many]
            return f"{self.subject} has {listed(parts, 'and')}"
        found: list[str] = []
        for some, able, inside in self._sets(self.known):
            if found and len(some) > MAX_SET:
                break
            if len(inside) > self._most(*some):
                places = self.phrases.places(inside)
                found.append(f"{places} have only {self._often(some)} between them")
            if len(able) < self._least(*some):
                fit = "fits" if len(some) == 1 else "fit"
                needs = f"needs {self._often(some)}, which {fit} only {self.phrases.places(able)}"
                needs = needs if able else f"has no place for {self._named(some)}"
                found.append(f"{self.subject} {needs}")
        return min(found, key=lambda text: len(text.split()), default="")

    def _by_sets(self) -> str:
        """What is there already, what is kept for some places, and what has no other places; empty
        if that does not explain everything."""
        claims = [(v, n) for v in self.deduction.left for n in self.deduction.refuted(v)]
        unchanged = {v: held for v, held in self.known.items() if v not in self.deduction.left}
        full = self._gone(unchanged)
        known: Held = self.known
        named, parts, waiting = set[int](), list[str](), list[str]()
        while claims:
            gone = self._gone(known)
            left: Held = {v: held - gone if len(held) > 1 else held for v, held in known.items()}
            best = self._best(known, claims) if any(n in left[v] for v, n in claims) else None
            if left != known and (not best or best.is_partial or best.kept):
                claimed = {value for _, value in claims}
                named |= full & gone & claimed
                for v, held in known.items():
                    if len(held) > len(left[v]) == 1 and left[v] <= claimed:
                        place = self.phrases.place(v)
                        waiting.append(f"leaves only {self._named(left[v])} for {place}")
                        # What the claims say anyway is a reason only of what follows from it.
                        if v not in self.deduction.left:
                            named |= full & held
                            parts, waiting = [*parts, *waiting], []
            elif best:
                words, last = best.words, parts[-1] if parts else ""
                is_next = last.endswith(ELSEWHERE) or last.startswith("then")
                if words.startswith("keeps ") and last.startswith("keeps "):
                    words = words.removeprefix("keeps ")
                elif words.endswith(ELSEWHERE) and is_next:
                    words = words.removesuffix(ELSEWHERE).replace("needs", "then")
                parts.append(words)
                named |= full & set[int]().union(*[self.known[v] for v in best.kept])
                left = best.left
            else:
                return ""
            known, claims = left, [(v, value) for v, value in claims if value in left[v]]
        parts = [f"has {self._often(named)} already"] * bool(named) + parts
        comma = "," * (len(parts) > 2 or ELSEWHERE in parts[0])
        return f"{self.subject} {joined(parts, ', ', f'{comma} and ')}"

    def _best(self, known: Held, claims: Collection[tuple[Variable, int]]) -> TightSet | None:
        """The best tight set that rules out claimed values; None if there is none."""
        gone, size, found = self._gone(known), 0, list[TightSet]()
        for some, able, inside in self._sets(known, gone):
            if len(some) > size and any(not one.is_partial for one in found):
                break
            size, values = len(some), {*some}
            tight: list[tuple[str, Collection[Variable], Held]] = []
            if len(inside) == self._most(*some):
                words = f"keeps {self._often(some)} for {self.phrases.places(inside)}"
                outside = {v: held - values for v, held in known.items() if v not in inside}
                tight.append((words, inside, {**known, **outside}))
            if len(able) == self._least(*some):
                comma = ELSEWHERE if len(able) == 1 else ELSEWHERE.replace("which", "and it")
                if size > 1:
                    comma = f", and only {self.phrases.places(able)} can hold them"
                words = f"needs {self._often(some)}{comma}"
                tight.append((words, (), {v: h & values or h for v, h in known.items()}))
            for words, kept, left in tight:
                missing = [value in left[v] for v, value in claims]
                if not all(missing):
                    found.append(TightSet(words, any(missing), kept, left))
        return min(found, default=None, key=self._cost)

    def _cost(self, tight: TightSet) -> tuple[bool, bool, int]:
        """How good words are: those about places that do not change are better."""
        changed = any(v in self.deduction.left for v in tight.kept)
        return tight.is_partial, changed, len(tight.words.split())

    def _sets(
        self, known: Held, gone: Collection[int] = ()
    ) -> Iterator[tuple[tuple[int, ...], list[Variable], list[Variable]]]:
        """Sets of values that are not `gone`, small ones first, with the places that can hold some
        of them, and those that can hold nothing else. Only sets that need all of the first, or
        that the second can use up."""
        needed = {value for value in self.counts if self._least(value)}
        values = sorted(needed.union(*known.values()))
        largest = MAX_SET if len(values) > MAX_VALUES else len(values)
        limits = {value: (self._least(value), self._most(value)) for value in values}
        bit = {value: 1 << at for at, value in enumerate(values)}
        bits = {v: sum([bit[value] for value in held]) for v, held in known.items()}
        alike = Counter(bits.values()).items()
        for size in range(1, largest + 1):
            for some in combinations([value for value in values if value not in gone], size):
                chosen = sum([bit[value] for value in some])
                able = sum([count for held, count in alike if held & chosen])
                inside = sum([count for held, count in alike if not held & ~chosen])
                least, most = map(sum, zip(*[limits[value] for value in some], strict=True))
                if able <= least or inside >= most:
                    there = [v for v in known if bits[v] & chosen]
                    yield some, there, [v for v in there if not bits[v] & ~chosen]

    def _gone(self, known: Held) -> set[int]:
        """The values that are placed as often as they may be."""
        return {value for value, count in _placed(known).items() if count >= self._most(value)}

    def _least(self, *values: int) -> int:
        return sum([self.counts[value][0] for value in values if value in self.counts])

    def _most(self, *values: int) -> int:
        unlimited = 0, len(self.scope) + 1
        return sum([self.counts.get(value, unlimited)[1] for value in values])

    def _often(self, values: Collection[int]) -> str:
        """Values, with how often they are there at most: "3, 5 and X four times"."""
        once = [value for value in sorted(values) if self._most(value) == 1]
        often = [value for value in sorted(values) if value not in once]
        parts = [self._named(once)] if once else []
        parts += [f"{self._named([value])} {times(self._most(value))}" for value in often]
        return listed(parts, "and")

    def _named(self, values: Collection[int]) -> str:
        return named(self.phrases, self.scope[0], values)


def _placed(known: Held) -> Counter[int]:
    """How often values are in places that hold nothing else."""
    return Counter(min(held) for held in known.values() if len(held) == 1)


def group_name(constraint: Constraint, phrases: Phrases) -> str:
    """What to call a constraint on what a group of cells holds."""
    return constraint.label or f"the group of {subject_of.default(constraint, phrases)}"


def named(phrases: Phrases, variable: Variable, values: Collection[int]) -> str:
    """Several values at once: "1 to 9", "2, 4 and 7"."""
    return listed(phrases.shown(variable, sorted(values)), "and")
