"""The whole way of reasoning about a puzzle, from what is known to where it leads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from quincunx.cp.kernel.domain import single
from quincunx.cp.limits import Limits, watching
from quincunx.families import AnyPuzzle, State
from quincunx.families.base.state import Note
from quincunx.reasoning.candidates import Bits, Candidates
from quincunx.reasoning.evidence import Evidence, Made, needed_moves
from quincunx.reasoning.moves import Move
from quincunx.reasoning.narration import told
from quincunx.reasoning.rounds import Choose, Rounds
from quincunx.reasoning.selection import all_of_them
from quincunx.reasoning.simplification import shortened
from quincunx.reasoning.steps import Step
from quincunx.reasoning.study import study_of


class Path:
    """Reasoning about one puzzle under way.

    It begins with the givens and, if there is one, with a player's `state`, of which everything is
    believed. Raises `Stopped` when a limit is reached, also while the model is built.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        state: State | None = None,
        *,
        choose: Choose = all_of_them,
        time_limit: float | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.contradicted = False
        limits = Limits(time_limit, cancel=cancel)
        began = time.perf_counter()
        with watching(limits):
            self.candidates: Candidates = study_of(puzzle).candidates()
        left = limits.after(time.perf_counter() - began)
        self.candidates.limit(left.seconds, left.cancel)
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
        self.made: list[Made] = []
        self._rounds = Rounds(puzzle, self.candidates, choose=choose)

    def rounds(self) -> Iterator[Sequence[Move]]:
        """The rounds, one after the other; what a round says is known when the next is asked for.

        All moves are kept in `made`, with what of each was news.
        """
        known = list(self.start)
        for moves in self._rounds:
            yield moves
            for move in moves:
                if any(not known[change.variable] & change.after for change in move.changes):
                    # It does not go with those before it; the next round is that contradiction.
                    break
                removed: Bits = {}
                for change in move.changes:
                    gone = known[change.variable] & ~change.after
                    # What leaves nothing of a cell is told as the contradiction that comes next.
                    if gone and known[change.variable] & change.after:
                        removed[change.variable] = gone
                        known[change.variable] &= change.after
                if removed or move.contradicts:
                    self.made.append(Made(move, removed))
                self.contradicted |= move.contradicts

    def follow(self) -> None:
        """Go on to the end."""
        for _ in self.rounds():
            pass

    @property
    def solved(self) -> bool:
        return not self.contradicted and self.candidates.solved

    def needed(self) -> list[Evidence]:
        """The moves that the end needs: the contradiction if there is one, otherwise the cells
        that are decided; where none is, all that is known."""
        start, now = self.start, self.candidates.variables
        made = self.made
        if not self.contradicted:
            made = shortened(self.candidates, start, made)
        # What was found is told, even if a limit was reached; that is soon done.
        self.candidates.limit(None, None)
        if self.contradicted:
            return needed_moves(self.candidates, start, made, ())
        decided = [v.index for v in now if single(v.bits) and not single(start[v.index])]
        goals = decided or [v.index for v in now if not single(start[v.index])]
        return needed_moves(self.candidates, start, made, goals)

    def told(self) -> list[Step]:
        """What is needed, in words."""
        return told(self.puzzle, self.candidates, self.start, self.needed())
