"""Multi-Balance as constraints.

One variable a cell, 0 where it stays empty, and two flags a fulcrum: whether its row and whether
its column uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.model import Model, Variable
from quincunx.families.base.rule_book import plain_name

if TYPE_CHECKING:
    from quincunx.families.multi_balance import MultiBalance


def build_model(puzzle: MultiBalance) -> Model:
    """The model of a puzzle; its decisions are the cells where two levers cross."""
    given = puzzle.givens
    values = range(puzzle.digits + 1)
    model = Model(puzzle.identifier)
    crossings = {
        (r, c): model.variable(f"row {r}, column {c}", values, given=given.get((r, c)))
        for r, c in puzzle.cells
    }
    model.decisions = tuple(model.variables)
    model.add(Cardinality(model.decisions, dict.fromkeys(values[1:], 1), label="the board"))
    uses: list[tuple[Variable, Variable]] = []
    for row, column in puzzle.fulcrums:
        fulcrum = f"the fulcrum at row {row}, column {column}"
        along = {c - column: cell for (r, c), cell in crossings.items() if r == row}
        down = {r - row: cell for (r, c), cell in crossings.items() if c == column}
        by_row = _add_lever(model, fulcrum, f"row {row}", along)
        by_column = _add_lever(model, fulcrum, f"column {column}", down)
        model.add(Linear((by_row, by_column), (1, 1), "==", 1, label=fulcrum))
        uses.append((by_row, by_column))
    # Redundant, and it saves most of the search: a used line holds two digits or more, so
    # there are few ways to share the fulcrums between rows and columns.
    for lines, flags in zip(("rows", "columns"), zip(*uses, strict=True), strict=False):
        label = f"the {lines} that are used"
        model.add(Linear(flags, (1,) * len(flags), "<=", puzzle.digits // 2, label=label))
    return model


def plain_rules(puzzle: MultiBalance) -> Model:
    """The rules one by one: balanced lines, fulcrums used once, digits that stand once."""
    model = Model(puzzle.identifier)
    values = range(puzzle.digits + 1)
    board = {cell: model.variable(plain_name(cell), values) for cell in puzzle.cells}
    model.add(Cardinality(model.variables, dict.fromkeys(values[1:], 1), label="digits"))
    for fulcrum in puzzle.fulcrums:
        lines = []
        for at, kind in enumerate(("row", "column")):
            cells = [cell for cell in board if cell[at] == fulcrum[at]]
            lines.append([board[cell] for cell in cells])
            distances = [cell[1 - at] - fulcrum[1 - at] for cell in cells]
            if cells:
                model.add(Linear(lines[-1], distances, "==", 0, label=f"{kind} {fulcrum[at]}"))
        ways = [
            (Linear(used, [1] * len(used), ">=", 1), Linear(empty, [1] * len(empty), "==", 0))
            for used, empty in (lines, lines[::-1])
        ]
        model.add(Either(ways, label=f"fulcrum {plain_name(fulcrum)}"))
    return model


def _add_lever(model: Model, fulcrum: str, line: str, arms: Mapping[int, Variable]) -> Variable:
    """Add that a line balances on its fulcrum, and return the flag that tells if it is used.

    `arms` are the cells that may hold digits by their signed distance to the fulcrum.
    """
    name = f"{fulcrum} is used by its {line.split()[0]}"
    flag = model.variable(name, range(2) if arms else (0,))
    if arms:
        cells = tuple(arms.values())
        model.add(Linear(cells, tuple(arms), "==", 0, label=f"the balance of {line}"))
        model.add(NonZeroFlag((flag, *cells), label=f"whether {line} is used"))
    return flag
