"""Sum Star as constraints.

Vocabulary, beside that of `dodecagons`:
  side       the three cells of one dodecagon that touch a black triangle
  X pattern  the four cells of a dodecagon that hold X; there are 125

Every cell is a variable, 0 standing for X. Three things make the search short:
  - what may stand on the one side of a black triangle at the rim is a small table;
  - around a black triangle between dodecagons, different digits and their sum are one
    constraint: 33 takes five or six digits, and hardly any set of them will do;
  - the X patterns, over flags that tell digits from X. The flags follow from the cells, so that
    every solution is found once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Variable
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    BlackTriangle,
    Cell,
    Star,
    black_triangles,
    cell_name,
    letters,
    shared_edges,
    triangle_name,
)

X = 0
X_COUNT = 4


def star_model(name: str, stars: Sequence[Star]) -> Model:
    """The model of a puzzle; its decisions are the cells A1 ... A13, B1 ..."""
    model = Model(name)
    cells: dict[Cell, Variable] = {}
    for d, star in enumerate(stars, 1):
        for c, given in zip(CELLS, star.cells, strict=True):
            cells[d, c] = model.variable(cell_name((d, c)), range(10), given=given)
    model.decisions = cells.values()
    for d in range(1, len(stars) + 1):
        _add_contents(model, letters(d), tuple(cells[d, c] for c in CELLS))
    places = [star.at for star in stars]
    for black in black_triangles(places):
        d, square = black.squares[0]
        _add_black_triangle(model, cells, black, stars[d - 1].sums[square // 2])
    for one, other in shared_edges(places):
        if one[0] != other[0]:  # the X patterns take care of edges within a dodecagon
            label = f"{cell_name(one)} and {cell_name(other)}, which share an edge"
            model.add(Table((cells[one], cells[other]), not_both_x(), label=label))
    return model


def _add_contents(model: Model, dodecagon: str, scope: tuple[Variable, ...]) -> None:
    """A dodecagon holds every digit once and X four times, in one of the patterns."""
    counts = {X: X_COUNT} | dict.fromkeys(range(1, 10), 1)
    model.add(Cardinality(scope, counts, label=dodecagon))
    flags = []
    for cell in scope:
        flag = model.variable(f"{cell.name} is a digit", range(2))
        model.add(NonZeroFlag((flag, cell), label=f"{cell.name} is a digit or X"))
        flags.append(flag)
    model.add(Table(tuple(flags), x_patterns(), label=f"the four X of {dodecagon}"))


def _add_black_triangle(
    model: Model, cells: dict[Cell, Variable], black: BlackTriangle, number: int | None
) -> None:
    """Around a black triangle no digit repeats, and the cells sum to its number."""
    label = f"the {triangle_name(black.squares, number)}"
    scope = tuple(cells[cell] for cell in black.cells)
    if len(black.squares) == 1:
        model.add(Table(scope, sides(number), label=label))
    elif number is None:
        model.add(AllDifferent(scope, frozenset({X}), label=label))
    else:
        model.add(DistinctSum(scope, number, label=label))


@cache
def x_patterns() -> Rows:
    """The X patterns: for each cell of a dodecagon whether it is a digit.

    >>> len(x_patterns().rows)
    125
    """
    edges = [{one, other} for (_, one), (_, other) in shared_edges([(0, 0)])]
    rows = tuple(
        tuple(int(c not in pattern) for c in CELLS)
        for pattern in combinations(CELLS, X_COUNT)
        if not any(edge.issubset(pattern) for edge in edges)
    )
    return Rows(rows, "no two of which touch")


@cache
def sides(number: int | None) -> Rows:
    """What a side can hold if it sums to a number, or to any: no X beside X, no digit twice.

    >>> sides(2).rows
    ((0, 2, 0),)
    """
    rows = tuple(
        (before, square, after)
        for before, square, after in product(range(10), repeat=3)
        if number is None or before + square + after == number
        if (before or square) and (square or after)
        if before == X or before not in (square, after)
        if square == X or square != after
    )
    return Rows(rows, "no X beside X" if number is None else f"no X beside X, sum {number}")


@cache
def not_both_x() -> Rows:
    """What two cells that share an edge can hold."""
    return Rows.where(lambda one, other: bool(one or other), [range(10)] * 2, "not both X")
