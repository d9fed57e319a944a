"""The whole path of reasoning about a puzzle, from its givens to its solution."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from quincunx.families import AnyPuzzle
from quincunx.limits import Stopped
from quincunx.reasoning.candidates import Candidates, candidates_of
from quincunx.reasoning.ladder import Ladder, Move, Technique
from quincunx.reasoning.techniques import COMBINATIONS, SEARCH, TECHNIQUES, WHAT_IF
from quincunx.solving import Verdict, solve


class SolvePath:
    """Reasoning about one puzzle under way; iterate it for the moves.

    A move is taken over into `candidates` when the next one is asked for.

    Whatever moves there are, each is sound, so a puzzle that is solved without a search is known
    to have just one solution. Where single rules do not solve it, a solver says first how many
    solutions there are: nothing is searched in a puzzle that has several. Techniques beyond
    `hardest` are not used; a puzzle that they do not solve has the verdict "unknown".
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        written: Mapping[int, int] | None = None,
        *,
        hardest: Technique = SEARCH,
        time_limit: float | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.written = {*puzzle.givens(), *(puzzle.cells[at] for at in written or ())}
        """The cells with a number in them, given or written by somebody."""
        self.verdict: Verdict = "unknown"
        self.solver_verdict: Verdict = "unknown"
        """What the solver said, if it was asked."""
        self._hardest = hardest
        self._cancel = cancel
        self._deadline = None if time_limit is None else time.perf_counter() + time_limit
        self.candidates: Candidates = candidates_of(puzzle, written)
        self.candidates.limit(time_limit, cancel)

    def __iter__(self) -> Iterator[tuple[Technique, Move]]:
        """Raises the kernel's `Stopped` when a limit is reached."""
        yield from self._climb(COMBINATIONS)
        if self.verdict == "unknown" and self._hardest.tier > COMBINATIONS.tier:
            self.solver_verdict = self._ask_solver()
            several = self.solver_verdict == "multiple"
            if several:
                self.verdict = "multiple"
            hardest = WHAT_IF if several else SEARCH
            yield from self._climb(min(hardest, self._hardest, key=lambda t: t.tier))

    def _climb(self, hardest: Technique) -> Iterator[tuple[Technique, Move]]:
        """Moves with techniques up to one; settles the verdict if they get to an end."""
        techniques = [technique for technique in TECHNIQUES if technique.tier <= hardest.tier]
        for technique, move in Ladder(self.candidates, techniques).moves():
            if move.contradicts:
                self.verdict = "none"
            yield technique, move
        if self.verdict == "unknown" and self.candidates.solved:
            self.verdict = "unique"

    def _ask_solver(self) -> Verdict:
        left = None if self._deadline is None else max(0, self._deadline - time.perf_counter())
        verdict = solve(self.puzzle, limit=2, time_limit=left, cancel=self._cancel).verdict
        if verdict == "unknown":
            raise Stopped
        return verdict


def go_together(one: Move | None, other: Move) -> bool:
    """Whether two moves in a row say the same: values of one cell that were tried in turn."""
    return (
        one is not None
        and one.tries
        and other.tries
        and one.changes[0].variable == other.changes[0].variable
    )
