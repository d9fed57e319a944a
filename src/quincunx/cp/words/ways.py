"""The ways that constraints leave: values of some cells with which every constraint can hold.

Everything is computed from the candidates of one deduction, so that a reader who knows these finds
the same ways and the same figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, TypeAlias

from quincunx.cp.constraints import engine_of
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Engine
from quincunx.cp.kernel.engine import Variable as Cell
from quincunx.cp.model import Variable

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint

MAX_WAYS = 6
"""More ways are not listed."""

Known: TypeAlias = Mapping[Variable, Sequence[int]]
Way: TypeAlias = tuple[int, ...]


class WayFinder:
    """Finds the ways in which some constraints can hold, again and again.

    >>> from quincunx.cp.constraints.linear import Linear
    >>> x, y = (Variable(at, "xy"[at], range(9)) for at in range(2))
    >>> line = Linear((x, y), (1, 2), "==", 8)
    >>> WayFinder([line]).find({x: (0, 2, 3), y: range(9)}, [x, y])
    [(0, 4), (2, 3)]
    """

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.single = len(constraints) == 1
        scope = list(dict.fromkeys(v for one in constraints for v in one.variables))
        free = {v: Variable(at, v.name, v.open_domain) for at, v in enumerate(scope)}
        ungiven = [one.over([free[v] for v in one.variables]) for one in constraints]
        self.engine = engine_of(ungiven, list(free.values()))
        self.unknowns = dict(zip(scope, self.engine.variables, strict=False))
        self.possible = self.engine.propagate()

    def find(self, known: Known, cells: Sequence[Variable], most: int = MAX_WAYS) -> list[Way]:
        """The ways to fill some cells, ascending, of which at most `most` + 1 are looked for."""
        engine, found = self.engine, []
        begin = engine.mark()
        kept = ((cell, sum(map(cell.bit, known[v]))) for v, cell in self.unknowns.items())
        if self.possible and all(engine.narrow(cell, cell.bits & bits) for cell, bits in kept):
            apart = self.unknowns.keys() - cells
            others = [unknown for v, unknown in self.unknowns.items() if v in apart]
            for way in _ways(engine, [self.unknowns[v] for v in cells], ()):
                # One constraint leaves only what it can complete; several may not agree.
                mark = engine.mark()
                if self.single or next(_ways(engine, others, ()), None) is not None:
                    found.append(way)
                engine.undo(*mark)
                if len(found) > most:
                    break
        engine.undo(*begin)
        engine.forget_waiting()
        return found


def _ways(engine: Engine, cells: Sequence[Cell], begun: Way) -> Iterator[Way]:
    if not engine.propagate():
        return
    if not cells:
        yield begun
        return
    for position in positions(cells[0].bits):
        mark = engine.mark()
        engine.narrow(cells[0], 1 << position)
        yield from _ways(engine, cells[1:], (*begun, cells[0].value(position)))
        engine.undo(*mark)


def ways_to_sum(terms: Sequence[Sequence[int]], total: int, most: int) -> list[Way]:
    """The ways to take a number of each of some terms so that they sum to a total, ascending where
    the terms are; none if there are more than `most`.

    >>> ways_to_sum([(0, 2, 3), range(9), (5,)], 9, 3)
    [(0, 4, 5), (2, 2, 5), (3, 1, 5)]
    """
    reached = [{0}]
    for values in reversed(terms[1:]):
        reached.append({before + value for before in reached[-1] for value in values})
    found: list[Way] = [()]
    for values, rest in zip(terms, reversed(reached), strict=True):
        begun = [(way, total - sum(way)) for way in found]
        found = [(*way, n) for way, left in begun for n in values if left - n in rest]
        # Each of them has a way to go on.
        if len(found) > most:
            return []
    return found


def in_series(ways: Iterable[Way]) -> list[list[Way]]:
    """Ways in series: from one way to the next a number grows by 1 or 10, and another shrinks by as
    much. A way that is in no series of three stands alone.

    >>> in_series([(1, 9), (2, 8), (3, 7), (13, -3), (40, 0)])
    [[(1, 9), (2, 8), (3, 7)], [(13, -3)], [(40, 0)]]
    """
    left, found = dict.fromkeys(ways), list[list[Way]]()
    while left:
        moves = product(left, (1, 10), combinations(range(len(next(iter(left)))), 2))
        best = max((_series(left, *move) for move in moves), key=len)
        if len(best) < 3:
            # Without a series now there is none later, among fewer ways.
            found += [[way] for way in left]
            break
        found.append(best)
        left = {way: None for way in left if way not in best}
    return sorted(found)


def _series(ways: Collection[Way], way: Way, by: int, ends: tuple[int, int]) -> list[Way]:
    """The ways from one on where one number grows, and another shrinks as much."""
    found: list[Way] = []
    while way in ways:
        found.append(way)
        moved = list(way)
        moved[ends[0]] += by
        moved[ends[1]] -= by
        way = tuple(moved)
    return found


def hinges(constraints: Sequence[Constraint], known: Known) -> list[Variable]:
    """The open cells that several constraints share."""
    count = Counter(v for one in constraints for v in dict.fromkeys(one.variables))
    return [v for v, rules in count.items() if rules > 1 and len(known[v]) > 1]
