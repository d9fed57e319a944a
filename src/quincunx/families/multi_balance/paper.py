"""Multi-Balance as its paper has it: digits look for cells, rather than cells for digits.

Lines balance and fulcrums are used. Nothing says that a fulcrum is used one way only, and nothing
limits beforehand how many lines can be used.
"""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.linear import Linear
from quincunx.constraints.table import Rows, Table
from quincunx.families import Cell
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.forms import FULCRUM
from quincunx.model import Model, Variable


def positions(puzzle: MultiBalance) -> Model:
    """One variable a digit: the number of its cell, counted row after row from 0."""
    width = len(puzzle.board[0])
    number = {cell: (cell[0] - 1) * width + cell[1] - 1 for cell in puzzle.cells}
    given = {digit: number[cell] for cell, digit in puzzle.givens().items()}
    fulcrums = [
        (row, column)
        for row, marks in enumerate(puzzle.board, 1)
        for column, mark in enumerate(marks, 1)
        if mark == FULCRUM
    ]
    model = Model("digits and their cells")
    places = tuple(
        model.variable(f"digit {digit}", number.values(), given=given.get(digit))
        for digit in range(1, puzzle.digits + 1)
    )
    model.decisions = places
    model.add(AllDifferent(places, label="one digit a cell"))
    for row, column in fulcrums:
        along_row = {cell: cell[1] - column if cell[0] == row else 0 for cell in number}
        along_column = {cell: cell[0] - row if cell[1] == column else 0 for cell in number}
        # Only a line with one fulcrum holds digits.
        if [r for r, _ in fulcrums].count(row) == 1:
            _add_balance(model, places, along_row, number)
        if [c for _, c in fulcrums].count(column) == 1:
            _add_balance(model, places, along_column, number)
        near = {number[cell]: int(cell[0] == row or cell[1] == column) for cell in number}
        users = tuple(_follower(model, place, near) for place in places)
        model.add(Linear(users, (1,) * len(users), ">=", 1, label="a fulcrum is used"))
    return model


def _add_balance(
    model: Model,
    places: tuple[Variable, ...],
    arms: Mapping[Cell, int],
    number: Mapping[Cell, int],
) -> None:
    """The torques of a line add up to nothing; `arms` are the distances to its fulcrum."""
    torques = tuple(
        _follower(model, place, {number[cell]: digit * arm for cell, arm in arms.items()})
        for digit, place in enumerate(places, start=1)
    )
    model.add(Linear(torques, (1,) * len(torques), "==", 0, label="a line balances"))


def _follower(model: Model, variable: Variable, values: Mapping[int, int]) -> Variable:
    """A variable that has the value belonging to another's."""
    other = model.variable(f"{variable.name}, followed {len(model.variables)}", values.values())
    model.add(Table((variable, other), Rows(tuple(values.items())), label="follows"))
    return other
