"""The path of reasoning about a puzzle, from its givens to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quincunx.cp.kernel.domain import single
from quincunx.cp.limits import Limits, watching
from quincunx.families import AnyPuzzle, State
from quincunx.families.base.state import Note
from quincunx.reasoning.candidates import Bits, Candidates, Move
from quincunx.reasoning.evidence import Evidence, MadeMove, needed_moves, simplify
from quincunx.reasoning.narration import narrate
from quincunx.reasoning.rounds import RoundFinder, SelectMoves, all_moves
from quincunx.reasoning.steps import ExplanationStep
from quincunx.reasoning.study import study_of


class Path:
    """The reasoning about one puzzle, in progress.

    It starts from the givens and, if there is one, from a player's `state`, which is taken as
    right. Raises `Stopped` when a limit is reached, also while the model is built.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        state: State | None = None,
        *,
        choose: SelectMoves = all_moves,
        limits: Limits | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.contradicted = False
        left = (limits or Limits()).countdown()
        with watching(left()):
            self.candidates: Candidates = study_of(puzzle).candidates()
        self.candidates.limit(left().seconds, left().cancel)
        self.variable_of = {
            cell: self.candidates.variables[variable.index]
            for cell, variable in zip(puzzle.cells, self.candidates.model.decisions, strict=True)
        }
        for cell, content in (state.contents() if state else {}).items():
            variable = self.variable_of[cell]
            note = content if isinstance(content, Note) else Note(frozenset({content}))
            noted = sum({variable.bit(value) for value in note.values})
            variable.bits &= ~noted if note.excluded else noted
        self.start = [variable.bits for variable in self.candidates.variables]
        self.made: list[MadeMove] = []
        self._rounds = RoundFinder(puzzle, self.candidates, choose=choose)

    def rounds(self) -> Iterator[Sequence[Move]]:
        """Yield the rounds; a round is applied when the next one is requested.

        All moves are kept in `made`, each with the values that it removed first.
        """
        known = list(self.start)
        for moves in self._rounds:
            yield moves
            for move in moves:
                if any(not known[change.variable] & change.after for change in move.changes):
                    # It contradicts an earlier move; the next round is that contradiction.
                    break
                removed: Bits = {}
                for change in move.changes:
                    gone = known[change.variable] & ~change.after
                    # A change that empties a cell is narrated as the contradiction that follows.
                    if gone and known[change.variable] & change.after:
                        removed[change.variable] = gone
                        known[change.variable] &= change.after
                if removed or move.contradicts:
                    self.made.append(MadeMove(move, removed))
                self.contradicted |= move.contradicts

    def follow(self) -> None:
        """Reason to the end."""
        for _ in self.rounds():
            pass

    @property
    def solved(self) -> bool:
        return not self.contradicted and self.candidates.solved

    def needed(self) -> list[Evidence]:
        """The moves needed for the contradiction if there is one, otherwise for the decided cells;
        if there are none, for everything that was deduced."""
        start, now = self.start, self.candidates.variables
        made: Sequence[MadeMove] = self.made
        if not self.contradicted:
            made = simplify(self.candidates, start, made)
        # Moves that were found are narrated even after a limit was reached; that is quick.
        self.candidates.limit(None, None)
        if self.contradicted:
            return needed_moves(self.candidates, start, made, ())
        decided = [v.index for v in now if single(v.bits) and not single(start[v.index])]
        goals = decided or [v.index for v in now if not single(start[v.index])]
        return needed_moves(self.candidates, start, made, goals)

    def steps(self) -> list[ExplanationStep]:
        """The needed moves in words."""
        return narrate(self.puzzle, self.candidates, self.start, self.needed())
