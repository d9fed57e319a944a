"""Which of the easiest moves to tell: where values are tried, one cell at a time.

Whoever measures a puzzle takes all moves of a round. Whoever explains it takes the values of one
cell, the one whose refuted values decide most for the fewest words, or the first that a search
decides; what else could be refuted may then be seen more easily.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quincunx.cp.kernel.domain import single
from quincunx.cp.words.techniques import SEARCH
from quincunx.reasoning.candidates import Candidates
from quincunx.reasoning.moves import Move


def all_of_them(candidates: Candidates, moves: Iterable[Move]) -> Sequence[Move]:
    """The whole round."""
    return list(moves)


def most_telling(candidates: Candidates, moves: Iterable[Move]) -> Sequence[Move]:
    """The whole round; of cases those about the cell that says most, of searches the first."""
    by_rules: list[Move] = []
    of_cell: dict[int, list[Move]] = {}
    for move in moves:
        if move.technique is SEARCH:
            return [move]
        if move.case is None:
            by_rules.append(move)
        else:
            of_cell.setdefault(move.changes[0].variable, []).append(move)
    if by_rules or not of_cell:
        return by_rules
    return max(of_cell.values(), key=lambda cases: _worth(candidates, cases))


def _worth(candidates: Candidates, cases: Sequence[Move]) -> tuple[float, float]:
    """What cases about one cell lead to, for each link they take."""
    engine = candidates.engine
    variable = candidates.variables[cases[0].changes[0].variable]
    left = variable.bits
    for move in cases:
        left &= move.changes[0].after
    links = sum(len(move.case.links) for move in cases if move.case)
    mark = engine.mark()
    before = _decided(candidates)
    try:
        if not (engine.narrow(variable, left) and engine.propagate()):
            return (float("inf"), 0.0)
        decided = _decided(candidates) - before
        gone = sum(b.bit_count() for _, b in engine.changes(mark[0])) - sum(
            v.bits.bit_count() for v, _ in engine.changes(mark[0])
        )
    finally:
        engine.undo(*mark)
    return (decided / links, gone / links)


def _decided(candidates: Candidates) -> int:
    return sum(single(variable.bits) for variable in candidates.variables)
