"""The program of the Multi-Balance paper: every placement is written down, then weighed.

The paper (section 3) has one variable a digit, the number of its cell, and two steps: placing,
which calls for the digits to be put on the board, and the torques of the board that this gives.
To put a digit on the board one must know where it goes. So the clauses that look up a cell, row
by row and then column by column, choose it, digit after digit, and only a board that holds all
digits is weighed. Labeling comes last and finds nothing to decide. That is generate and test, and
it is what the paper's Table 1 counts: on its four boards the solution is the 1,655th, 2,036,498th,
80,682nd and 394,558th placement, and the printed backtracks are 6.4, 5.9, 9.0 and 4.9 times that.

What is followed:
  domain            3.1, `calcRowDomain` and `calcColDomain`: an empty cell whose row and whose
                    column hold exactly one fulcrum, not at the end of the line (8, 11, 9 and 14
                    cells a digit)
  all different     not in the text; the authors' program, which is public, has `all_distinct`
  row, column       the clauses of `getValueFromMatrix` that try row after row, and column after
                    column in it; also from the authors' program
  torques           3.2, `torqueConstraint`: every line with exactly one fulcrum balances, rows
                    first; posted when all digits stand

What SICStus counts beyond that are clauses that fail: two for each digit that is placed (its row
and its column are looked up again), one for each row tried, one when a digit has been everywhere,
one for each line that is weighed and one for each board. On the four boards that makes 10,554,
12,025,735, 609,880 and 1,925,185, where 10,544, 12,027,966, 722,357 and 1,932,539 backtracks are
printed: the same within 0.4 % but for the third, where another one for each row tried is missing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.model import Model, Notes, Phase, Variable
from quincunx.cp.options import IN_TURN
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import FULCRUM

NOTES = Notes(
    follows="the program of the Multi-Balance paper: digits choose their rows and columns one "
    "after another, and only a full board is tested",
    guessed="the choice of a cell and that cells differ are as in the authors' public program, "
    "because the text leaves them out; a given digit has one cell to choose",
    wrong="no constraint says that every fulcrum is used, or only in one direction",
    errs=True,
)


LeverCells: TypeAlias = tuple[tuple[int, int], ...]
"""The cells of a lever, each with its signed distance to the fulcrum."""


@dataclass(frozen=True, eq=False)
class Balanced(Constraint):
    """The torques of every lever add up to 0. Variable i is the cell of digit i + 1."""

    lines: tuple[LeverCells, ...]

    def check(self, values: Sequence[int]) -> bool:
        digits = {cell: digit for digit, cell in enumerate(values, 1)}
        return all(sum(arm * digits.get(cell, 0) for cell, arm in line) == 0 for line in self.lines)

    def formula(self) -> str:
        lines = [" + ".join(f"{arm} * digit in {cell}" for cell, arm in row) for row in self.lines]
        return " and ".join(f"{line} == 0" for line in lines)


def paper_model(puzzle: MultiBalance) -> Model:
    """One variable a digit, the index of its cell row by row from 0, and before these the choices
    of its row and its column."""
    height, width = len(puzzle.board), len(puzzle.board[0])
    rows = [_only_fulcrum(row) for row in puzzle.board]
    columns = [_only_fulcrum(column) for column in zip(*puzzle.board, strict=True)]
    board = [(r, c) for r in range(height) for c in range(width)]
    cells = [
        width * r + c
        for r, c in board
        if puzzle.board[r][c] != FULCRUM and _is_inside(rows[r], width)
        if _is_inside(columns[c], height)
    ]
    given = {digit: width * (r - 1) + c - 1 for (r, c), digit in puzzle.givens.items()}
    model = Model("digits and their cells")
    model.notes = NOTES
    # Cells, rows and columns count from 0 in the program, and from 1 in their names.
    names = {width * r + c: f"r{r + 1}c{c + 1}" for r, c in board}
    numbers = {number: str(number + 1) for number in range(max(height, width))}
    digits = range(1, puzzle.digits + 1)
    places = tuple(_place(model, digit, cells, given.get(digit), names) for digit in digits)
    model.decisions = places
    model.add(AllDifferent(places, label="one digit a cell"))
    choices = []
    for place in places:
        row = model.variable(f"row of {place.name}", range(height), called=numbers)
        column = model.variable(f"column of {place.name}", range(width), called=numbers)
        model.add(place == width * row + column, label="which cell")
        choices += [row, column]
    model.phases = (Phase(tuple(choices), IN_TURN), Phase(places))
    lines = [(at, [(width * r + c, c) for c in range(width)]) for r, at in enumerate(rows)]
    lines += [(at, [(width * r + c, r) for r in range(height)]) for c, at in enumerate(columns)]
    levers = [
        tuple((cell, place - at) for cell, place in line if place != at)
        for at, line in lines
        if at is not None
    ]
    balanced = Balanced(places, tuple(levers), label="the board balances")
    model.add(balanced, when=[(choice, None) for choice in choices])
    return model


def paper_numbers(puzzle: MultiBalance, decided: Sequence[int]) -> list[int]:
    """The numbers in the puzzle's cells, from the cell of each digit."""
    width = len(puzzle.board[0])
    digits = {at: digit for digit, at in enumerate(decided, start=1)}
    return [digits.get((row - 1) * width + column - 1, 0) for row, column in puzzle.cells]


def _place(
    model: Model, digit: int, cells: Sequence[int], given: int | None, names: Mapping[int, str]
) -> Variable:
    """The cell of a digit. One given outside of the domain makes the model unsatisfiable."""
    if given is None or given in cells:
        return model.variable(f"digit {digit}", cells or [-1], given=given, called=names)
    place = model.variable(f"digit {digit}", [given], called=names)
    model.add(place <= -1, label=f"digit {digit} lies in no cell of the domain")
    return place


def _only_fulcrum(line: Sequence[str]) -> int | None:
    """The place of the fulcrum of a line that has exactly one."""
    return line.index(FULCRUM) if line.count(FULCRUM) == 1 else None


def _is_inside(fulcrum: int | None, length: int) -> bool:
    """Whether there is a fulcrum that is not at the end of its line."""
    return fulcrum is not None and 0 < fulcrum < length - 1
