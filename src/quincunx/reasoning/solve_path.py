"""The whole path of reasoning about a puzzle, from its givens to its solution."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from quincunx.families import AnyPuzzle
from quincunx.limits import Limits, Stopped, watching
from quincunx.model import Model
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

    Whoever has the puzzle's reasoning model already, or a solver's verdict on it, hands them over.
    Raises `Stopped` when a limit is reached, also while the model is built.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        written: Mapping[int, int] | None = None,
        *,
        hardest: Technique = SEARCH,
        model: Model | None = None,
        verdict: Verdict = "unknown",
        time_limit: float | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.written = {*puzzle.givens(), *(puzzle.cells[at] for at in written or ())}
        """The cells with a number in them, given or written by somebody."""
        self.verdict: Verdict = "unknown"
        self.solver_verdict: Verdict = verdict
        """What a solver said, if it was asked."""
        self._hardest = hardest
        self._limits = Limits(time_limit, cancel=cancel)
        self._began = time.perf_counter()
        with watching(self._limits):
            self.candidates: Candidates = candidates_of(puzzle, written, model)
        left = self._left()
        self.candidates.limit(left.seconds, left.cancel)

    def __iter__(self) -> Iterator[tuple[Technique, Move]]:
        """Raises the kernel's `Stopped` when a limit is reached."""
        yield from self._climb(COMBINATIONS)
        if self.verdict == "unknown" and self._hardest.tier > COMBINATIONS.tier:
            if self.solver_verdict == "unknown":
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
        left = self._left()
        asked = solve(self.puzzle, time_limit=left.seconds, cancel=left.cancel)
        if asked.verdict == "unknown":
            raise Stopped
        return asked.verdict

    def _left(self) -> Limits:
        return self._limits.after(time.perf_counter() - self._began)


def go_together(one: Move | None, other: Move) -> bool:
    """Whether two moves in a row say the same: values of one cell that were tried in turn."""
    return (
        one is not None
        and one.tries
        and other.tries
        and one.changes[0].variable == other.changes[0].variable
    )
