"""The ladder: from what is known to the easiest next move, again and again.

Vocabulary:
  technique  a way to find something out: a name, a tier, and who looks for moves with it
  tier       how hard a technique is for a person, from 1
  finder     a technique at work on one puzzle; it remembers where there is nothing to find
  move       what a finder found: rules, and what they change together
  ladder     techniques from easiest to hardest; after each success one starts again from the
             easiest
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from quincunx.reasoning.candidates import Bits, Candidates, Change, Rule


@dataclass(frozen=True)
class Technique:
    """A way to find something out. `counts` names what the size of its moves is a number of."""

    name: str
    tier: int
    look: Callable[[Candidates], Finder]
    meaning: str
    counts: str

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True)
class Move:
    """What was found: by these rules, these changes.

    A move without changes is a contradiction: the rules cannot hold with what is known. `size`
    says how much there was to go through, in what the technique counts. A move that refutes an
    assumption has a `chain` of moves that lead from it to a contradiction. `echoes` are what
    plain rules add to the changes.
    """

    rules: tuple[Rule, ...]
    changes: tuple[Change, ...]
    size: int
    chain: tuple[Link, ...] = ()
    echoes: tuple[Change, ...] = ()

    @property
    def contradicts(self) -> bool:
        return not self.changes

    @property
    def tries(self) -> bool:
        """Whether a value was tried, and refuted, rather than found out by a rule."""
        return bool(self.chain) or not self.rules


@dataclass(frozen=True)
class Link:
    """A rule at work in a chain: whether smallest and largest values are all it looks at, what
    was known of its variables, which of that it needs, and what it changes; nothing if it is
    where the contradiction shows."""

    rule: Rule
    by_bounds: bool
    bits: Bits
    needs: frozenset[int]
    changes: tuple[Change, ...]


class Finder(Protocol):
    """Looks for moves. It does not change what is known."""

    def find(self) -> Move | None:
        """The next move; None if there is none."""

    def changed(self, variable: int) -> None:
        """More has become known about a variable."""


class Agenda:
    """The numbers from 0 to size - 1, some of which have to be looked at, in order.

    >>> agenda = Agenda(3)
    >>> list(agenda), list(agenda)
    ([0, 1, 2], [])
    >>> agenda.add(1)
    >>> list(agenda)
    [1]
    """

    def __init__(self, size: int) -> None:
        self._waiting = bytearray(b"\1" * size)

    def __iter__(self) -> Iterator[int]:
        """Those that wait. One is done with when the next is asked for."""
        at = self._waiting.find(1)
        while at >= 0:
            yield at
            self._waiting[at] = 0
            at = self._waiting.find(1)

    def add(self, number: int) -> None:
        """Have a number looked at again."""
        self._waiting[number] = 1


class Ladder:
    """Techniques at work on one puzzle."""

    def __init__(self, candidates: Candidates, techniques: Sequence[Technique]) -> None:
        self.candidates = candidates
        self._finders = [(technique, technique.look(candidates)) for technique in techniques]

    def moves(self) -> Iterator[tuple[Technique, Move]]:
        """The moves until nothing is found any more, or until a contradiction.

        What a move says is known when the next one is asked for.
        """
        while found := self.next_move():
            technique, move = found
            move = self._with_echoes(move)
            yield technique, move
            if move.contradicts:
                return
            for change in (*move.changes, *move.echoes):
                self.candidates.learn(change)
                for _, finder in self._finders:
                    finder.changed(change.variable)

    def next_move(self) -> tuple[Technique, Move] | None:
        """The move of the easiest technique that finds one, and that technique."""
        for technique, finder in self._finders:
            move = finder.find()
            if move is not None:
                return technique, move
        return None

    def _with_echoes(self, move: Move) -> Move:
        """The move with what plain rules add to it."""
        changes = {change.variable: change.after for change in move.changes}
        echoes = self.candidates.supposing(changes, lambda: self.candidates.echoes(list(changes)))
        return replace(move, echoes=echoes) if echoes else move
