"""Kakuro: runs of different digits that sum to the clues before them.

>>> puzzle = Kakuro(((BLOCK, "4\\\\", "6\\\\"), ("\\\\3", None, None), ("\\\\7", None, None)))
>>> puzzle.identifier
'kakuro:#,4\\\\,6\\\\/\\\\3,_,_/\\\\7,_,_'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeAlias

from quincunx.cp.model import Model
from quincunx.families import (
    Capabilities,
    Cell,
    Digit,
    Example,
    Field,
    Grid,
    InvalidShape,
    Mark,
    Puzzle,
    Violation,
    changed_givens,
    numbers_of,
    shown,
)
from quincunx_kakuro.run import Run

BLOCK = "#"
CLUE = re.compile(r"([1-9][0-9]?)?\\([1-9][0-9]?)?")
"""The sum of the run below, a backslash, and the sum of the run to the right."""
DIGITS = range(1, 10)

Square: TypeAlias = str | int | None
"""A blocked cell (`#` or a clue), a given digit, or nothing."""


class SquareMark(Mark[Square]):
    """What stands in one square of the board."""

    def read(self, value: object, typed: bool = False) -> Square:
        if value is None or (typed and value == "_"):
            return None
        if value == BLOCK or (isinstance(value, str) and CLUE.fullmatch(value)):
            return str(value)
        try:
            return Digit(1, 9).read(value, typed)
        except InvalidShape:
            expected = r"#, a clue such as 16\4, a digit from 1 to 9 or a blank"
            raise InvalidShape(f"is {shown(value)}, expected {expected}") from None

    def text(self, value: Square) -> str:
        return "_" if value is None else str(value)


def is_open(square: Square) -> bool:
    """Whether an answer has a digit there."""
    return not isinstance(square, str)


@dataclass(frozen=True)
class Sum:
    """The cells of a run, and their sum."""

    name: str
    cells: tuple[Cell, ...]
    total: int


@dataclass(frozen=True)
class Kakuro(Puzzle[list[list[int]]]):
    """A board of blocked cells and cells."""

    board: tuple[tuple[Square, ...], ...]

    family: ClassVar[str] = "kakuro"
    title: ClassVar[str] = "Kakuro"
    rules: ClassVar[str] = (
        "Fill the open cells with digits from 1 to 9. A clue in a blocked cell is the sum of the "
        "run of open cells below it (left of the backslash) or to its right. No digit repeats in "
        "a run."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            "board",
            'rows of "#", clues such as "16\\\\4" (down, then across), digits and nulls',
            Grid(SquareMark(), 2, 20, (2, 20), answer=Digit(1, 9), holds=is_open),
            bounds="2 to 20 rows and columns",
        ),
    )
    example: ClassVar[Example] = Example(
        "kakuro:#,16\\,17\\,#/\\9,_,_,6\\/\\16,_,_,_/#,\\14,_,_", [[7, 2], [9, 6, 1], [9, 5]]
    )
    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("ff",),
        faults=lambda puzzle: puzzle.faults(),
        phrases="quincunx_kakuro.words:KakuroPhrases",
        briefing="quincunx_kakuro.words:briefing",
        rule_book="quincunx_kakuro.words:rule_book",
        scene="quincunx_kakuro.scene:scene",
        maker="quincunx_kakuro.maker:KakuroMaker",
    )

    def faults(self) -> Iterator[str]:
        """What is wrong though every part has its shape."""
        if not self.cells:
            yield "board has no open cell, expected at least one"
        for run in self.runs:
            if not 1 <= len(run.cells) <= len(DIGITS):
                yield f"{run.name} has {len(run.cells)} cells, expected 1 to 9"
        inside = {cell for run in self.runs for cell in run.cells}
        for cell in self.cells:
            if cell not in inside:
                yield f"{self.layout.name(cell)} is in no run, expected a clue before it"

    @cached_property
    def runs(self) -> tuple[Sum, ...]:
        """The runs in the order of their clues."""
        return tuple(self._runs())

    def _runs(self) -> Iterator[Sum]:
        for r, row in enumerate(self.board, 1):
            for c, square in enumerate(row, 1):
                clue = CLUE.fullmatch(square) if isinstance(square, str) else None
                down, across = clue.groups() if clue else (None, None)
                if down:
                    yield Sum(f"down from r{r}c{c}", self._open_from((r, c), (1, 0)), int(down))
                if across:
                    yield Sum(f"across from r{r}c{c}", self._open_from((r, c), (0, 1)), int(across))

    def _open_from(self, cell: Cell, step: Cell) -> tuple[Cell, ...]:
        """The open cells that follow a cell in a direction."""
        found: list[Cell] = []
        row, column = cell[0] + step[0], cell[1] + step[1]
        while row <= len(self.board) and column <= len(self.board[0]):
            if not is_open(self.board[row - 1][column - 1]):
                break
            found.append((row, column))
            row, column = row + step[0], column + step[1]
        return tuple(found)

    def model(self) -> Model:
        model = Model(self.identifier)
        printed = [[square for square in row if is_open(square)] for row in self.board]
        cells = self.layout.variables(model, DIGITS, list(filter(None, printed)))
        for run in self.runs:
            scope = tuple(cells[cell] for cell in run.cells)
            model.add(Run(scope, run.total, label=run.name))
        return model

    def violations(self, solution: list[list[int]]) -> list[Violation]:
        found = changed_givens(self, solution)
        digits = dict(zip(self.cells, numbers_of(self, solution), strict=True))
        for run in self.runs:
            held = [digits[cell] for cell in run.cells]
            if sum(held) != run.total:
                sentence = f"The run {run.name} sums to {sum(held)}, expected {run.total}."
                found.append(Violation("sum", sentence, run.cells, run.name))
            for digit in sorted({digit for digit in held if held.count(digit) > 1}):
                sentence = f"The run {run.name} has {digit} more than once."
                found.append(Violation("different", sentence, run.cells, run.name))
        return found
