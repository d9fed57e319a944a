"""Routes: one move after another to the end, chosen for a short telling.

A move never takes more effort than the least that leads on from some point of the route. Among the
moves within that bound a *preference* chooses the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import inf, log2
from typing import TypeAlias

from quincunx.cp.kernel.domain import single
from quincunx.families import AnyPuzzle
from quincunx.reasoning.candidates import Candidates, Move
from quincunx.reasoning.case_analysis import (
    SHALLOWEST,
    cases_about_a_cell,
    effort_of_case,
    moves_by_search,
)
from quincunx.reasoning.rounds import Looks

Preference: TypeAlias = Callable[[Move], float]
"""The larger, the sooner a move is made."""
A_NUMBER = 10.0
"""What a decided cell counts as, in halvings of the candidates per effort."""


def easiest(move: Move) -> float:
    """Prefer the least effort."""
    return -move.effort


def strongest(move: Move) -> float:
    """Prefer what leaves the fewest candidates: count how often they are halved."""
    return sum(log2(c.before.bit_count() / c.after.bit_count()) for c in move.changes)


def deciding(move: Move) -> float:
    """Prefer what decides most cells, then what leaves few candidates with little effort."""
    decided = sum(single(change.after) for change in move.changes)
    return A_NUMBER * decided + strongest(move) / move.effort


PREFERENCES: tuple[Preference, ...] = (deciding, strongest)
"""Those of which an explanation takes the better."""


class RouteFinder(Looks):
    """Finds routes through one puzzle."""

    def __init__(self, puzzle: AnyPuzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        self._by_cases: dict[tuple[float, ...], list[Move]] = {}

    def route(self, prefer: Preference) -> Iterator[Sequence[Move]]:
        """Yield the moves to the end; those by cases about one cell come together.

        They are applied when the next are requested.
        """
        bound = 0.0
        while True:
            move, harder = self._best(prefer, bound)
            moves = [move] if move else []
            if not moves and not self.candidates.solved:
                if harder > effort_of_case(self.candidates, SHALLOWEST):
                    moves = self._cases(harder)
                if not moves and harder == inf:
                    moves = list(islice(moves_by_search(self.candidates), 1))
            if not moves and harder < inf:
                bound = harder
                continue
            if not moves:
                return
            yield moves
            if moves[-1].contradicts:
                return
            for move in moves:
                for change in move.changes:
                    self.learn(change)

    def _cases(self, within: float) -> list[Move]:
        """The best cases about one cell. Different routes pass through the same states."""
        state = (within, *(variable.bits for variable in self.candidates.variables))
        if state not in self._by_cases:
            self._by_cases[state] = cases_about_a_cell(self.candidates, within)
        return self._by_cases[state]

    def _best(self, prefer: Preference, bound: float) -> tuple[Move | None, float]:
        """The preferred move within a bound of effort, and the least effort beyond it."""
        best: Move | None = None
        most, harder = -inf, inf
        for effort, at in self.waiting():
            if effort > bound:
                harder = min(harder, effort)
                continue
            move = self.move(at)
            if move is not None and move.contradicts:
                return move, harder
            if move is not None and prefer(move) > most:
                best, most = move, prefer(move)
        return best, harder
