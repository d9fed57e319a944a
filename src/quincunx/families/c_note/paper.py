"""C-Note as its paper has it: numbers tied to their decimal digits.

Nothing is narrowed beforehand: which numbers hold the given digit is found out by the search.
"""

from __future__ import annotations

from quincunx.constraints.linear import Linear
from quincunx.constraints.table import Rows, Table
from quincunx.families.c_note import CNote, largest_number
from quincunx.model import Model


def decimals(puzzle: CNote) -> Model:
    """One variable a cell, and one for each of its decimal digits, zeros before them."""
    size, most = puzzle.size, largest_number(puzzle.size, puzzle.target)
    width = len(str(most))
    model = Model("cells and their digits")
    cells = {
        (row, column): model.variable(f"row {row}, column {column}", range(1, most + 1))
        for row, column in puzzle.cells
    }
    model.decisions = cells.values()
    places = range(1, size + 1)
    for i in places:
        for line in ([cells[i, j] for j in places], [cells[j, i] for j in places]):
            model.add(Linear(tuple(line), (1,) * size, "==", puzzle.target, label="sum"))
    holding = [Rows(_digit_rows(digit, most, width)) for digit in range(10)]
    for (row, column), cell in cells.items():
        digits = tuple(model.variable(f"{cell.name}, digit {k}", range(10)) for k in range(width))
        worth = tuple(-(10 ** (width - 1 - k)) for k in range(width))
        model.add(Linear((cell, *digits), (1, *worth), "==", 0, label="decimal digits"))
        given = puzzle.grid[row - 1][column - 1]
        model.add(Table(digits, holding[given], label="includes the digit"))
    return model


def _digit_rows(digit: int, most: int, width: int) -> tuple[tuple[int, ...], ...]:
    """The digits, zeros before them, of the numbers that include a digit.

    >>> _digit_rows(0, 20, 2)
    ((1, 0), (2, 0))
    """
    numbers = [n for n in range(1, most + 1) if str(digit) in str(n)]
    return tuple(tuple(map(int, str(n).zfill(width))) for n in numbers)
