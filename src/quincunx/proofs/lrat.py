"""From a solver's proof to one that can be followed line by line.

A SAT solver writes down the clauses it learned, in order (DRAT). Whoever checks that has to find
out why each follows. Here this is done once, backward from the contradiction: what is not needed
is left out, and each step that stays names the clauses it follows from (LRAT).

Vocabulary:
  clause    literals, at least one of them true; a literal is a variable or minus a variable
  lemma     a clause that the solver learned
  to force  a clause whose other literals are false forces the last one to be true
  trail     the literals that are true by now, in order, each with the clause that forced it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from quincunx.cp.limits import poll
from quincunx.errors import WrongAnswer

Literals: TypeAlias = Sequence[int]

SUPPOSED = -1
"""In place of a clause that forces a literal: it is only supposed to be true."""


@dataclass(frozen=True)
class Step:
    """A clause that follows, and the places of the clauses that show it, in order."""

    clause: tuple[int, ...]
    hints: tuple[int, ...]


def lemmas_of(proof: Iterable[str]) -> Iterator[tuple[int, ...]]:
    """The clauses that a proof in DRAT text adds; what it forgets does no harm.

    >>> list(lemmas_of(["1 -2 0", "d 1 2 0", "0"]))
    [(1, -2), ()]
    """
    for line in proof:
        if not line.startswith("d"):
            yield tuple(dict.fromkeys(int(word) for word in line.split()[:-1]))


def trimmed(variables: int, clauses: Sequence[Literals], lemmas: Sequence[Literals]) -> list[Step]:
    """Steps from the clauses to the empty clause, by way of those lemmas that are needed.

    A hint is the place of a clause, counted from 0; steps come after the clauses.

    >>> trimmed(2, [(1, 2), (-1, 2), (1, -2), (-1, -2)], [(2,), (1, 2)])
    [Step(clause=(2,), hints=(0, 1)), Step(clause=(), hints=(4, 2, 3))]
    """
    lemmas = [lemma for lemma in lemmas if lemma]
    count = len(clauses)
    pool = _Pool(variables, [*clauses, *lemmas])
    found: dict[int, list[int]] = {count + len(lemmas): pool.why((), count + len(lemmas))}
    needed = {hint for hint in found[count + len(lemmas)] if hint >= count}
    for at in range(count + len(lemmas) - 1, count - 1, -1):
        poll()
        if at in needed:
            found[at] = pool.why(lemmas[at - count], at)
            needed.update(hint for hint in found[at] if hint >= count)
    places = {at: at for at in range(count)}
    steps: list[Step] = []
    for at in sorted(found):
        places[at] = count + len(steps)
        lemma = tuple(lemmas[at - count]) if at < count + len(lemmas) else ()
        steps.append(Step(lemma, tuple(places[hint] for hint in found[at])))
    return steps


class _Pool:
    """Clauses, of which only those below a place count; that place can only go down.

    Each clause is looked at when one of its first two literals becomes false. Lists over literals
    are as long as all variables, their opposites and 0: Python counts negative places from behind.
    """

    def __init__(self, variables: int, clauses: Sequence[Literals]) -> None:
        self._clauses = [list(clause) for clause in clauses]
        self._value = [0] * (2 * variables + 1)
        self._forced_by = [SUPPOSED] * (2 * variables + 1)
        self._looking: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        self._short = [at for at, clause in enumerate(clauses) if len(clause) < 2]
        for at, clause in enumerate(self._clauses):
            if len(clause) >= 2:
                self._looking[clause[0]].append(at)
                self._looking[clause[1]].append(at)
        self._trail: list[int] = []
        self._below = len(clauses) + 1
        self._conflict: int | None = None
        """A clause that is false whatever is supposed."""
        self._begun = False

    def why(self, lemma: Literals, below: int) -> list[int]:
        """The places of clauses below a place that show a lemma, in the order of forcing."""
        self._lower(below)
        fixed = len(self._trail)
        conflict, apart = self._conflict, 0
        if conflict is None:
            conflict, apart = self._refute(lemma)
        if conflict is None:
            raise WrongAnswer(f"a step of the solver's proof does not follow: {list(lemma)}")
        hints = self._chain(conflict, apart)
        self._undo(fixed)
        return hints

    def _refute(self, lemma: Literals) -> tuple[int | None, int]:
        """A clause that is false if the lemma is, and a literal of the lemma that it forced."""
        fixed = len(self._trail)
        for literal in lemma:
            if self._value[literal] > 0:
                return self._forced_by[literal], literal
            if self._value[literal] == 0:
                self._set(-literal, SUPPOSED)
        return self._propagate(fixed), 0

    def _lower(self, below: int) -> None:
        """Let only clauses below a place count, and find out what they force by themselves."""
        used = [self._forced_by[literal] for literal in self._trail]
        used += [] if self._conflict is None else [self._conflict]
        self._below = below
        if self._begun and all(at < below for at in used):
            return
        self._begun = True
        self._undo(0)
        self._conflict = None
        for at in self._short:
            if at < below:
                clause = self._clauses[at]
                if not clause or self._value[clause[0]] < 0:
                    self._conflict = at
                    return
                if self._value[clause[0]] == 0:
                    self._set(clause[0], at)
        self._conflict = self._propagate(0)

    def _set(self, literal: int, forced_by: int) -> None:
        self._value[literal] = 1
        self._value[-literal] = -1
        self._forced_by[literal] = forced_by
        self._trail.append(literal)

    def _undo(self, size: int) -> None:
        for literal in self._trail[size:]:
            self._value[literal] = self._value[-literal] = 0
        del self._trail[size:]

    def _propagate(self, head: int) -> int | None:
        """Force what the trail from a place on forces; the clause that is false, if any."""
        value, trail, clauses, below = self._value, self._trail, self._clauses, self._below
        while head < len(trail):
            false = -trail[head]
            head += 1
            looking = self._looking[false]
            kept: list[int] = []
            self._looking[false] = kept
            for i, at in enumerate(looking):
                if at >= below:
                    continue
                clause = clauses[at]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first] > 0:
                    kept.append(at)
                    continue
                for j in range(2, len(clause)):
                    other = clause[j]
                    if value[other] >= 0:
                        clause[1], clause[j] = other, false
                        self._looking[other].append(at)
                        break
                else:
                    kept.append(at)
                    if value[first] < 0:
                        kept.extend(looking[i + 1 :])
                        return at
                    self._set(first, at)
        return None

    def _chain(self, conflict: int, apart: int) -> list[int]:
        """The clauses that made a clause false, in order; `apart` is the one literal of it that is
        supposed to be false though it was forced to be true."""
        wanted = {-literal for literal in self._clauses[conflict] if literal != apart}
        hints = [conflict]
        for literal in reversed(self._trail):
            if literal in wanted and self._forced_by[literal] != SUPPOSED:
                hints.append(self._forced_by[literal])
                wanted.update(-other for other in self._clauses[hints[-1]] if other != literal)
        return hints[::-1]
