"""LRAT proofs from the clauses that a SAT solver learned.

A solver writes the clauses it learned, in order (DRAT), without reasons. Going backward from the
contradiction, `trim_proof` drops the clauses that are not needed and finds, for each of the others,
the clauses it follows from by unit propagation (RUP).

A literal is a variable or minus a variable; a lemma is a learned clause.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from quincunx.cp.limits import poll
from quincunx.errors import WrongAnswer

Literals: TypeAlias = Sequence[int]

ASSUMED = -1
"""In place of the clause that forced a literal: the literal was assumed."""


@dataclass(frozen=True)
class ProofStep:
    """A clause, and the indices of the clauses that imply it by unit propagation, in order."""

    clause: tuple[int, ...]
    hints: tuple[int, ...]


def lemmas_of(proof: Iterable[str]) -> Iterator[tuple[int, ...]]:
    """Return the clauses that a DRAT proof adds; its deletions are ignored.

    >>> list(lemmas_of(["1 -2 0", "d 1 2 0", "0"]))
    [(1, -2), ()]
    """
    for line in proof:
        if not line.startswith("d"):
            yield tuple(dict.fromkeys(int(word) for word in line.split()[:-1]))


def trim_proof(
    variables: int, clauses: Sequence[Literals], lemmas: Sequence[Literals]
) -> list[ProofStep]:
    """Return steps from the clauses to the empty clause, by way of the lemmas that are needed.

    A hint is the index of a clause, from 0; steps are numbered after the clauses.

    >>> trim_proof(2, [(1, 2), (-1, 2), (1, -2), (-1, -2)], [(2,), (1, 2)])
    [ProofStep(clause=(2,), hints=(0, 1)), ProofStep(clause=(), hints=(4, 2, 3))]
    """
    lemmas = [*filter(None, lemmas), ()]
    count, end = len(clauses), len(clauses) + len(lemmas) - 1
    propagation = _Propagation(variables, [*clauses, *lemmas[:-1]])
    found: dict[int, list[int]] = {}
    needed = {end}
    for at in range(end, count - 1, -1):
        poll()
        if at in needed:
            found[at] = propagation.hints(lemmas[at - count], at)
            needed.update(hint for hint in found[at] if hint >= count)
    places = {at: at for at in range(count)}
    steps: list[ProofStep] = []
    for at in sorted(found):
        places[at] = count + len(steps)
        hints = tuple(places[hint] for hint in found[at])
        steps.append(ProofStep(tuple(lemmas[at - count]), hints))
    return steps


class _Propagation:
    """Unit propagation over the clauses below an index, which can only decrease.

    The first two literals of each clause are watched. Lists are indexed by literals: negative ones
    count from the end.
    """

    def __init__(self, variables: int, clauses: Sequence[Literals]) -> None:
        self._clauses = [list(clause) for clause in clauses]
        self._value = [0] * (2 * variables + 1)
        self._forced_by = [ASSUMED] * (2 * variables + 1)
        self._watches: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        self._short = [at for at, clause in enumerate(clauses) if len(clause) < 2]
        for at, clause in enumerate(self._clauses):
            if len(clause) >= 2:
                self._watches[clause[0]].append(at)
                self._watches[clause[1]].append(at)
        self._trail: list[int] = []
        self._below = len(clauses) + 1
        self._conflict: int | None = None
        """A clause that is false without any assumption."""
        self._begun = False

    def hints(self, lemma: Literals, below: int) -> list[int]:
        """Return the indices of clauses that imply a lemma, in the order of propagation."""
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
        """A clause that is false if the lemma is, and the literal of the lemma that it forced."""
        fixed = len(self._trail)
        for literal in lemma:
            if self._value[literal] > 0:
                return self._forced_by[literal], literal
            if self._value[literal] == 0:
                self._set(-literal, ASSUMED)
        return self._propagate(fixed), 0

    def _lower(self, below: int) -> None:
        """Restrict propagation to clauses below an index, and propagate without assumptions."""
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
        """Propagate the trail from an index on; return the clause that is false, if any."""
        value, trail, clauses, below = self._value, self._trail, self._clauses, self._below
        while head < len(trail):
            false = -trail[head]
            head += 1
            watching = self._watches[false]
            kept: list[int] = []
            self._watches[false] = kept
            for i, at in enumerate(watching):
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
                        self._watches[other].append(at)
                        break
                else:
                    kept.append(at)
                    if value[first] < 0:
                        kept.extend(watching[i + 1 :])
                        return at
                    self._set(first, at)
        return None

    def _chain(self, conflict: int, apart: int) -> list[int]:
        """The clauses that made a clause false, in order.

        `apart` is the literal of it that is assumed to be false although it was forced.
        """
        wanted = {-literal for literal in self._clauses[conflict] if literal != apart}
        hints = [conflict]
        for literal in reversed(self._trail):
            if literal in wanted and self._forced_by[literal] != ASSUMED:
                hints.append(self._forced_by[literal])
                wanted.update(-other for other in self._clauses[hints[-1]] if other != literal)
        return hints[::-1]
