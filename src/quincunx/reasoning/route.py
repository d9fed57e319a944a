"""Routes: one move after another to the end, chosen to keep the explanation short.

The bound on effort rises only when no move within it is left, so the hardest move is no harder than
necessary. Among the moves within the bound, the one that finds most per word is next.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf, log2

from quincunx.cp.kernel.domain import single
from quincunx.cp.words.techniques import TOGETHER
from quincunx.families.base.capabilities import phrases_of
from quincunx.reasoning.candidates import Move
from quincunx.reasoning.case_analysis import (
    SHALLOWEST,
    cases_about_a_cell,
    effort_of_case,
    moves_by_search,
)
from quincunx.reasoning.rounds import Looks

DECIDED_CELL_HALVINGS = 3
"""What a decided cell counts as, in halvings of the candidates."""
WORTH = 0.08
"""Minimum of `found_per_word` for a move that is worth a hint."""
MAX_EFFORT = 10.0
"""Maximum effort of a move that is made only because easier ones find less than `WORTH`."""


def found_per_word(move: Move) -> float:
    """How much a move finds for the words that it takes.

    What is found is counted by how often the candidates are halved, the words are estimated.
    """
    changes = move.changes
    halvings = sum(log2(c.before.bit_count() / c.after.bit_count()) for c in changes)
    decided = sum(single(change.after) for change in changes)
    base = 4 if len(move.rules) == 1 else 10
    words = base + 3 * (len({change.after for change in changes}) + move.effort) + len(changes)
    return (halvings + DECIDED_CELL_HALVINGS * decided) / words


class RouteFinder(Looks):
    """Finds a route through one puzzle."""

    purpose = "routes"

    def route(self, worth: float = 0.0) -> Iterator[Sequence[Move]]:
        """Yield the moves to the end; those by cases about one cell come together.

        They are applied when the next are requested. While no move within the bound finds `worth`
        per word, the bound is raised, up to `MAX_EFFORT`.
        """
        bound = 0.0
        # Where the family combines no rules, no blocks will be added.
        self.has_blocks = not phrases_of(self._puzzle).combines_rules
        while True:
            move, harder = self._best(bound)
            moves = [move] if move else []
            if move and move.contradicts and len(move.rules) > 1:
                # That several rules cannot hold together is shown value by value.
                moves = cases_about_a_cell(self.candidates, inf, every=True) or moves
            elif move and move.changes and found_per_word(move) < worth and harder < MAX_EFFORT:
                moves = []
            elif not moves and not self.candidates.solved:
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
            self.learn(moves)

    def _best(self, bound: float) -> tuple[Move | None, float]:
        """The move that finds most per word within a bound of effort, and the least above it."""
        best: Move | None = None
        most, waiting = -inf, self.waiting(bound)
        harder = inf if self.has_blocks else TOGETHER.effort
        for effort, at in waiting:
            if effort > bound:
                harder = min(harder, effort)
                continue
            move = self.move(at)
            if move is not None and move.contradicts:
                return move, harder
            if move is not None and (worth := found_per_word(move)) > most:
                best, most = move, worth
        return best, harder
