"""The reasoning about a puzzle, from its givens or a player's state to the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from quincunx.cp.kernel.domain import single
from quincunx.cp.kernel.engine import Variable
from quincunx.cp.limits import Limits, watching
from quincunx.cp.words.techniques import ALREADY_THERE
from quincunx.families import AnyPuzzle, State
from quincunx.families.base.documents import numbers_of
from quincunx.families.base.state import Note
from quincunx.reasoning.candidates import Candidates, Move
from quincunx.reasoning.evidence import Evidence, Pruning, simplify
from quincunx.reasoning.narration import narrate
from quincunx.reasoning.rounds import RoundFinder
from quincunx.reasoning.route import WORTH, RouteFinder
from quincunx.reasoning.steps import ExplanationStep
from quincunx.reasoning.study import study_of

MAX_CONCLUSIONS = 2
"""Maximum number of different conclusions in a hint."""
MAX_ALTERNATIVES = 4
"""Maximum number of single conclusions of which a hint is made if several take many words."""


class Path:
    """The reasoning about one puzzle, in progress.

    It starts from the givens and, if there is one, from a player's `state`, which is taken as
    right. Raises `Stopped` when a limit is reached, also while the model is built.
    """

    def __init__(
        self, puzzle: AnyPuzzle, state: State | None = None, *, limits: Limits | None = None
    ) -> None:
        self.puzzle = puzzle
        self.made: list[Move] = []
        left = (limits or Limits()).countdown()
        with watching(left()):
            self.candidates: Candidates = study_of(puzzle).candidates()
        self.candidates.limit(left().seconds, left().cancel)
        variables = self.candidates.variables
        decided = zip(puzzle.cells, self.candidates.model.decisions, strict=True)
        self.variable_of = {cell: variables[variable.index] for cell, variable in decided}
        self.noted = set[int]()
        """The variables of the cells for which the player has notes."""
        for cell, content in (state.contents() if state else {}).items():
            variable = self.variable_of[cell]
            note = content if isinstance(content, Note) else Note(frozenset({content}))
            bits = {variable.bit(value) for value in note.values}
            variable.bits &= ~sum(bits) if note.excluded else self._with_others(variable, bits)
            if isinstance(content, Note):
                self.noted.add(variable.index)
        self.start = [variable.bits for variable in self.candidates.variables]

    def _with_others(self, variable: Variable, bits: set[int]) -> int:
        """The bits of noted numbers; those that are not listed count as another number."""
        other = self.candidates.model.variables[variable.index].other
        some_unlisted = 0 in bits and len(bits) > 1
        return sum(bits) | (variable.bit(other) if some_unlisted and other is not None else 0)

    def trust(self, solution: Any) -> None:
        """Take it as proven that this is the only solution, so that searches need not prove it."""
        numbers = zip(self.variable_of.values(), numbers_of(self.puzzle, solution), strict=True)
        # A number that a variable does not list has no bit.
        self.candidates.solution = {v.index: v.bit(number) or v.bits for v, number in numbers}

    def rounds(self) -> Iterator[Sequence[Move]]:
        """Yield the rounds; a round is applied when the next one is requested."""
        yield from RoundFinder(self.puzzle, self.candidates)

    def follow(self) -> None:
        """Reason to the end; all moves are kept in `made`."""
        for _ in self.moves():
            pass

    def moves(self, worth: float = 0.0) -> Iterator[Sequence[Move]]:
        """Yield the moves of a route when they are in `made`; they are applied afterwards."""
        for moves in RouteFinder(self.puzzle, self.candidates).route(worth):
            self.made += moves
            yield moves

    @property
    def contradicted(self) -> bool:
        return bool(self.made) and self.made[-1].contradicts

    def first(self) -> Iterator[list[Evidence]]:
        """Yield the evidence for a hint: first for up to `MAX_CONCLUSIONS` conclusions that can be
        written down, then shorter versions with one of them, or one case."""
        cells, endless = {v.index for v in self.variable_of.values()}, self.candidates.endless
        for moves in self.moves(WORTH):
            # What is written already excludes the same elsewhere, which only notes can show.
            changes = [
                change
                for move in moves
                for change in move.changes
                if move.technique is not ALREADY_THERE
                or change.variable in self.noted
                or single(change.after)
            ]
            changes = [change for change in changes if change.variable in cells]
            if found := [c for c in changes if not endless(c.variable, c.after)]:
                found.sort(key=lambda c: c.after.bit_count() / c.before.bit_count())
                left = list(dict.fromkeys(change.after for change in found))[:MAX_CONCLUSIONS]
                goals = {change.variable for change in found if change.after in left}
                shortest = min(moves, key=lambda move: len(move.case.links) if move.case else 0)
                alone = [({change.variable}, [shortest]) for change in found[:MAX_ALTERNATIVES]]
                for about, some in ((goals, moves), *alone):
                    made = [*self.made[: -len(moves)], *some]
                    yield Pruning(self.candidates, self.start, made, about).evidence()
                return

    def needed(self) -> list[Evidence]:
        """The moves needed for the contradiction if there is one, otherwise for the decided cells;
        if there are none, for everything that was deduced."""
        start, now = self.start, self.candidates.variables
        made = simplify(self.candidates, start, self.made)
        # Moves that were found are narrated even after a limit was reached; that is quick.
        self.candidates.limit(None, None)
        decided = [v.index for v in now if single(v.bits) and not single(start[v.index])]
        goals = decided or [v.index for v in now if not single(start[v.index])]
        return Pruning(self.candidates, start, made, [] if self.contradicted else goals).evidence()

    def steps(self, one_by_one: bool = False) -> list[ExplanationStep]:
        """The needed moves in words."""
        return narrate(self.puzzle, self.candidates, self.start, self.needed(), one_by_one)
