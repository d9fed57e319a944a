"""Making a way shorter: moves that the rest can do without are left out.

The moves of a way are tried out without some of them: the others are made again, each with what is
known then. If they still lead to the end, what was left out is not told. Larger pieces are tried
first. All of this takes no more than a set amount of work, and ends when a limit is reached, so
that long ways stay as they are in part.
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cp.kernel.domain import single
from quincunx.cp.limits import Stopped
from quincunx.reasoning.candidates import Bits, Candidates
from quincunx.reasoning.case_analysis import refute
from quincunx.reasoning.evidence import Made
from quincunx.reasoning.moves import Move

WORK = 20_000
"""So many looks are taken to make a way shorter; a case counts as many."""
WORTH = 1.0
"""A step may take so much more effort than the hardest did, if others can be left out for it."""
A_CASE = 15
"""What a case counts."""


def shortened(candidates: Candidates, start: Sequence[int], made: Sequence[Made]) -> list[Made]:
    """A way without moves that it can do without."""
    return _Shortening(candidates, start).shortest(list(made))


class _Shortening:
    def __init__(self, candidates: Candidates, start: Sequence[int]) -> None:
        self.candidates = candidates
        self.start = start
        self.work = 0

    def shortest(self, made: list[Made]) -> list[Made]:
        now = [variable.bits for variable in self.candidates.variables]
        # What was decided before the first move is no goal: else nothing need be told.
        goal = [
            bits if single(bits) and bits != before else 0
            for bits, before in zip(now, self.start, strict=True)
        ]
        if not any(goal):
            return made
        most = max((one.move.effort for one in made), default=0.0) + WORTH
        size = max(1, len(made) // 2)
        while size:
            at = len(made) - size
            while at > -size:
                without = made[: max(at, 0)] + made[at + size :]
                if self.work > WORK:
                    return made
                try:
                    again = self._again([one.move for one in without], goal, most)
                except Stopped:
                    return made
                if again is not None:
                    made = again
                    at = min(at, len(made))
                at -= size
            size //= 2
        return made

    def _again(self, moves: Sequence[Move], goal: Sequence[int], most: float) -> list[Made] | None:
        """The moves made again from the start; None if they do not lead to the goal."""
        return self.candidates.supposing(
            dict(enumerate(self.start)), lambda: self._made_again(moves, goal, most)
        )

    def _made_again(
        self, moves: Sequence[Move], goal: Sequence[int], most: float
    ) -> list[Made] | None:
        variables = self.candidates.variables
        made: list[Made] = []
        for move in moves:
            again = self._move_again(move)
            if again is None or again.effort > most:
                continue
            removed: Bits = {}
            for change in again.changes:
                gone = change.before & ~change.after
                if gone:
                    removed[change.variable] = gone
                    variables[change.variable].bits &= change.after
            if removed:
                made.append(Made(again, removed))
        if any(wanted and variables[v].bits != wanted for v, wanted in enumerate(goal)):
            return None
        return made

    def _move_again(self, move: Move) -> Move | None:
        """The move with what is known now; None if it says nothing."""
        if move.case is not None:
            self.work += A_CASE
            return refute(self.candidates, move.case.variable, move.case.bit)
        if move.again is None:
            return None
        self.work += 1
        again = move.again()
        return None if again is None or again.contradicts else again
