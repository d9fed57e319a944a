"""Routes: one move after another to the end, chosen for a short telling.

A move never takes more effort than the least that leads on from some point of the route, so the
hardest is no harder than it must be. Among the moves within that bound a *preference* chooses the
next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import inf, log2
from typing import TypeAlias

from quincunx.cp.kernel.domain import single
from quincunx.reasoning.candidates import Move
from quincunx.reasoning.case_analysis import (
    SHALLOWEST,
    cases_about_a_cell,
    effort_of_case,
    moves_by_search,
)
from quincunx.reasoning.rounds import Looks

Preference: TypeAlias = Callable[[Move], float]
"""The larger, the sooner a move is made."""
A_NUMBER = 3
"""What a decided cell counts as, in halvings of the candidates."""


def easiest(move: Move) -> float:
    """Prefer the least effort."""
    return -move.effort


def telling(move: Move) -> float:
    """Prefer what finds most for the words that it takes.

    What is found is counted by how often the candidates are halved, the words are estimated.
    """
    changes = move.changes
    halvings = sum(log2(c.before.bit_count() / c.after.bit_count()) for c in changes)
    decided = sum(single(change.after) for change in changes)
    words = 4 if len(move.rules) == 1 else 10
    words += 3 * len({change.after for change in changes}) + len(changes)
    return (halvings + A_NUMBER * decided) / words


class RouteFinder(Looks):
    """Finds a route through one puzzle."""

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
                    moves = cases_about_a_cell(self.candidates, harder)
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
