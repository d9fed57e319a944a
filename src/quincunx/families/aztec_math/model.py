"""The model of an Aztec Math: a table for each cell and the two below it, all different rows; and
its number of solutions, counted row by row without listing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.limits import poll
from quincunx.cp.model import Model
from quincunx.families.aztec_math.checker import made_of

if TYPE_CHECKING:
    from quincunx.families.aztec_math import AztecMath

Row: TypeAlias = tuple[int, ...]


def build_model(puzzle: AztecMath) -> Model:
    """One variable per cell, one table per triple, and all different in every row."""
    return _model(puzzle, possible_triples())


def plain_rules(puzzle: AztecMath) -> Model:
    """The same with triples that only their own rule restricts."""
    return _model(puzzle, possible_triples(equal=True))


def _model(puzzle: AztecMath, triples: Rows) -> Model:
    model = Model(puzzle.identifier)
    variables = puzzle.layout.variables(model, range(1, 10), puzzle.rows)
    for i in range(2, puzzle.levels + 1):
        row = tuple(variables[i, j] for j in range(1, i + 1))
        model.add(AllDifferent(row, label=f"row {i}", rules=(f"row {i}",)))
    for i in range(1, puzzle.levels):
        for j in range(1, i + 1):
            triple = (variables[i, j], variables[i + 1, j], variables[i + 1, j + 1])
            label = f"{triple[0].name} and the two below it"
            rules = (f"r{i}c{j}", f"row {i + 1}")
            model.add(Table(triple, triples, label=label, rules=rules))
    return model


@cache
def possible_triples(equal: bool = False) -> Rows:
    """Top, left and right of every possible triple.

    Left and right stand in one row and so are never equal; leaving equal ones out here as well
    makes the table propagate more.
    """
    digits = range(1, 10)
    rows = [
        (top, left, right)
        for left in digits
        for right in digits
        if equal or left != right
        for top in made_of(left, right)
        if top in digits
    ]
    return Rows(tuple(sorted(rows)), "made of the two below")


def count_solutions(puzzle: AztecMath) -> int:
    """The number of solutions, from the number of pyramids that end in each possible row so far.

    At most 9! rows are remembered, however many pyramids there are: all 3,211,665,350 pyramids of
    nine levels are counted in seconds.
    """
    digits = range(1, 10)
    choices = [[digits if given is None else (given,) for given in row] for row in puzzle.rows]
    pyramids: dict[Row, int] = {(digit,): 1 for digit in choices[0][0]}
    for below in choices[1:]:
        pyramids = _with_row_below(pyramids, below)
    return sum(pyramids.values())


@cache
def _rights() -> Mapping[tuple[int, int], tuple[int, ...]]:
    """The digits that can stand to the right, by top and left."""
    rights: dict[tuple[int, int], tuple[int, ...]] = {}
    for top, left, right in possible_triples().rows:
        rights[top, left] = (*rights.get((top, left), ()), right)
    return rights


def _with_row_below(pyramids: Mapping[Row, int], below: Sequence[Sequence[int]]) -> dict[Row, int]:
    """The number of pyramids that end in each row, from those that end in each row above.

    Rows are taken in order: what can be below the first digits of one row is kept for the next
    row that begins with the same digits.
    """

    @lru_cache(maxsize=16)
    def fitting(above: Row) -> list[Row]:
        """The beginnings of rows that fit below the beginning of a row."""
        if not above:
            return [(digit,) for digit in below[0]]
        allowed = below[len(above)]
        return [
            (*start, digit)
            for start in fitting(above[:-1])
            for digit in rights.get((above[-1], start[-1]), ())
            if digit in allowed and digit not in start
        ]

    rights = _rights()
    counts: dict[Row, int] = {}
    for row, count in sorted(pyramids.items()):
        poll()
        for lower in fitting(row):
            counts[lower] = counts.get(lower, 0) + count
    return counts
