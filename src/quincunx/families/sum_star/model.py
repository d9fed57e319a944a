"""Sum Star as constraints: one variable a cell, 0 for X.

Three things keep the search short:
  - the three cells of a dodecagon beside a black triangle at the rim satisfy a small table;
  - around a black triangle between dodecagons, all-different and the sum are one constraint: 33
    takes five or six digits, and hardly any set of them fits;
  - the 125 patterns in which four X can stand in a dodecagon are a table over flags that tell
    digits from X. The flags are functions of the cells, so no solution is found twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Variable
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    X_COUNT,
    Cell,
    Star,
    X,
    cell_name,
    facing_triangles,
    letters,
    shared_edges,
)

if TYPE_CHECKING:
    from quincunx.families.sum_star import SumStar

CONTENT_COUNTS = {X: X_COUNT} | dict.fromkeys(range(1, 10), 1)
"""The number of times a dodecagon holds each value."""


def build_model(puzzle: SumStar) -> Model:
    """The model of a puzzle; its decisions are the cells A1 ... A13, B1 ..."""
    model = Model(puzzle.identifier)
    cells = add_cells(model, puzzle.stars)
    model.decisions = cells.values()
    for d in range(1, len(puzzle.stars) + 1):
        scope = tuple(cells[d, c] for c in CELLS)
        model.add(Cardinality(scope, CONTENT_COUNTS, label=letters(d)))
        flags = []
        for cell in scope:
            flags.append(model.variable(f"{cell.name} is a digit", range(2)))
            model.add(NonZeroFlag((flags[-1], cell), label=f"{cell.name} is a digit or X"))
        model.add(Table(tuple(flags), x_patterns(), label=f"the four X of {letters(d)}"))
    for black in puzzle.triangles:
        label = f"the {black.name}"
        scope = tuple(cells[cell] for cell in black.cells)
        if len(black.squares) == 1:
            model.add(Table(scope, side_rows(black.number), label=label))
        else:
            model.add(around_triangle(scope, black.number, label))
    # The X patterns cover the edges within a dodecagon.
    for one, other in facing_triangles(puzzle.places):
        label = f"{cell_name(one)} and {cell_name(other)}, which share an edge"
        model.add(Table((cells[one], cells[other]), not_both_x(), label=label))
    return model


def plain_rules(puzzle: SumStar) -> Model:
    """The rules one by one: contents, edges between two X, black triangles."""
    model = Model(puzzle.identifier)
    cells = add_cells(model, puzzle.stars)
    for d in range(1, len(puzzle.stars) + 1):
        scope = tuple(cells[d, c] for c in CELLS)
        model.add(Cardinality(scope, CONTENT_COUNTS, label=f"contents {letters(d)}"))
    for one, other in shared_edges(puzzle.places):
        inside = one[0] == other[0]
        rule = f"X of {letters(one[0])}" if inside else f"edge {cell_name(one)} {cell_name(other)}"
        model.add(Table((cells[one], cells[other]), not_both_x(), label=rule))
    for black in puzzle.triangles:
        scope = tuple(cells[cell] for cell in black.cells)
        model.add(around_triangle(scope, black.number, black.rule))
    return model


def around_triangle(
    scope: Sequence[Variable], number: int | None, label: str
) -> DistinctSum | AllDifferent:
    """No digit repeats around a black triangle, and the sum is its number, if it has one."""
    if number is None:
        return AllDifferent(scope, frozenset({X}), label=label)
    return DistinctSum(scope, number, label=label)


def add_cells(model: Model, stars: Sequence[Star]) -> dict[Cell, Variable]:
    """Add a variable for each cell, in the order A1 ... A13, B1 ..."""
    return {
        (d, c): model.variable(cell_name((d, c)), range(10), given=given)
        for d, star in enumerate(stars, 1)
        for c, given in zip(CELLS, star.cells, strict=True)
    }


@cache
def x_patterns() -> Rows:
    """The patterns of X in a dodecagon: for each cell whether it holds a digit.

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
def side_rows(number: int | None) -> Rows:
    """The contents of three neighbours in a ring with this sum: no X beside X, no digit twice.

    >>> side_rows(2).rows
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
    """The contents of two cells that share an edge."""
    return Rows.where(lambda one, other: bool(one or other), [range(10)] * 2, "not both X")
