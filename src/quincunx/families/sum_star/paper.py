"""Sum Star as its paper has it: contents, sums, different digits, and no X beside X.

Different digits and their sum are two constraints around every black triangle, and X are kept
apart pair by pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.linear import Linear
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.constraints import X_COUNT, X
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    HEXAGON,
    SQUARES,
    BlackTriangle,
    Cell,
    Place,
    beyond,
    black_triangles,
    cell_name,
    ring,
)
from quincunx.model import Model


def sums(puzzle: SumStar) -> Model:
    """One variable a cell, 0 for X."""
    model = Model("cells and sums")
    cells = {
        (d, c): model.variable(cell_name((d, c)), range(10), given=given)
        for d, star in enumerate(puzzle.stars, 1)
        for c, given in zip(CELLS, star.cells, strict=True)
    }
    for d in range(1, len(puzzle.stars) + 1):
        counts = {X: X_COUNT, **dict.fromkeys(range(1, 10), 1)}
        model.add(Cardinality([cells[d, c] for c in CELLS], counts, label="contents"))
    for black in black_triangles(puzzle.places):
        around = tuple(cells[cell] for cell in _around(black))
        model.add(AllDifferent(around, frozenset({X}), label="different digits"))
        d, square = black.squares[0]
        total = puzzle.stars[d - 1].sums[square // 2]
        if total is not None:
            model.add(Linear(around, (1,) * len(around), "==", total, label="sum"))
    for one, other in _edges(puzzle.places):
        model.add(Linear((cells[one], cells[other]), (1, 1), ">=", 1, label="not both X"))
    return model


def _around(black: BlackTriangle) -> Iterator[Cell]:
    """The cells around a black triangle, dodecagon after dodecagon as one walks round it."""
    _, first = black.squares[0]
    walk = (first, ring(first + 8), ring(first + 4))
    for side in sorted(black.sides, key=lambda side: walk.index(side[1][1])):
        yield from side


def _edges(places: Sequence[Place]) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells that share an edge, round each dodecagon in turn."""
    for d in range(1, len(places) + 1):
        for cell in range(1, 13):
            yield (d, cell), (d, ring(cell + 1))
            if cell in SQUARES:
                yield (d, cell), (d, HEXAGON)
            elif cell < 7 and (there := beyond(places, d, cell)) is not None:
                yield (d, cell), (there, ring(cell + 6))
