"""The model of an Aztec Math: a table for each cell and the two below it, all different rows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model

if TYPE_CHECKING:
    from quincunx.families.aztec_math import AztecMath


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
        for top in _results(left, right)
        if top in digits
    ]
    return Rows(tuple(sorted(rows)), "made of the two below")


def _results(left: int, right: int) -> set[int]:
    """The sum, the difference, the product and the exact quotient, either way.

    >>> sorted(_results(2, 6)), sorted(_results(5, 3))
    ([3, 4, 8, 12], [2, 8, 15])
    """
    small, large = sorted((left, right))
    quotient = {large // small} if large % small == 0 else set()
    return {left + right, large - small, left * right} | quotient
