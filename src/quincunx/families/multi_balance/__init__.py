"""Multi-Balance: digits on a board that balance its rows and columns on fulcrums.

A line, which is a row or a column, may hold digits only if it has exactly one fulcrum, `#` on the
board; it is then a lever. Every digit stands where two levers cross. The torque of a digit is its
value times its distance to the fulcrum. A fulcrum is used by its row or its column if that line
holds digits.

>>> puzzle = MultiBalance(4, ["#...", "...#", "..#.", "#..."])
>>> puzzle.identifier
'multi-balance:4:#.../...#/..#./#...'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from quincunx.families import Capabilities, Cell, Example, Field, PaperProgram, Puzzle
from quincunx.families.base.shapes import Whole
from quincunx.families.multi_balance.board import (
    DIGITS,
    EMPTY,
    MAX_SIDE,
    Board,
    BoardLayout,
    digits_of,
    fulcrums_of,
    mark_of,
)
from quincunx.families.multi_balance.checker import faults, find_violations
from quincunx.families.multi_balance.model import build_model

PACKAGE = "quincunx.families.multi_balance"


@dataclass(frozen=True)
class MultiBalance(Puzzle[list[str]]):
    """A board of fulcrums, empty cells and given digits, and the number of digits to place."""

    digits: int
    board: tuple[str, ...]

    family: ClassVar[str] = "multi-balance"
    title: ClassVar[str] = "Multi-Balance"
    rules: ClassVar[str] = (
        "Place each of the digits 1 to n once in empty cells. A row or column holds no digit or "
        "at least two, and one that holds digits holds exactly one fulcrum (▲). There the "
        "torques balance: digit times distance to the fulcrum sums to the same on both sides. "
        "Every fulcrum is used by its row or by its column, never by both. Where n is above 9, the "
        "numbers 10 to n are placed like digits."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field("digits", "how many digits are placed", Whole(1, len(DIGITS)), bounds="1 to 12"),
        Field(
            "board",
            "the rows as texts: # a fulcrum, . empty, a digit a given; A, B, C are 10, 11, 12",
            Board(),
        ),
    )
    example: ClassVar[Example] = Example(
        "multi-balance:6:......#./...#..../#......#/......../......../.....#..",
        ["1.....#6", "4..#...3", "#......#", "........", "........", "2....#.5"],
    )
    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("ff",),
        max_text=60 * MAX_SIDE * MAX_SIDE,  # room for a note of all digits in every cell
        faults=faults,
        numbers=f"{PACKAGE}.board:numbers",
        read_solution=f"{PACKAGE}.board:read_solution",
        read_state=f"{PACKAGE}.board:read_state",
        givens=lambda puzzle: puzzle.givens,
        reasoning_model=f"{PACKAGE}.reasoning:reasoning_model",
        plain_rules=f"{PACKAGE}.model:plain_rules",
        phrases=f"{PACKAGE}.words:BalancePhrases",
        briefing=f"{PACKAGE}.words:briefing",
        rule_book=f"{PACKAGE}.words:rule_book",
        scene=f"{PACKAGE}.scene:scene",
        scene_notes=f"{PACKAGE}.scene:scene_notes",
        sketch=f"{PACKAGE}.scene:sketch",
        maker=f"{PACKAGE}.maker:BalanceMaker",
        paper=PaperProgram(
            f"{PACKAGE}.paper:paper_model",
            f"{PACKAGE}.paper:paper_numbers",
            example="[0, 40, 15, 8, 47, 7]",
        ),
    )

    @cached_property
    def layout(self) -> BoardLayout:
        return BoardLayout.of(self.board, self.digits)

    @cached_property
    def fulcrums(self) -> tuple[Cell, ...]:
        """The cells with fulcrums, row by row."""
        return tuple(fulcrums_of(self.board))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells where two levers cross: no other can hold a digit."""
        rows, columns = (
            sorted({n for n in numbers if numbers.count(n) == 1})
            for numbers in ([row for row, _ in self.fulcrums], [c for _, c in self.fulcrums])
        )
        crossings = ((row, column) for row in rows for column in columns)
        return tuple(cell for cell in crossings if cell not in self.fulcrums)

    @cached_property
    def givens(self) -> Mapping[Cell, int]:
        """The digits that the board prints."""
        return digits_of(self.board)

    def solution(self, numbers: Sequence[int | None]) -> list[str]:
        rows = [list(row) for row in self.board]
        for (row, column), number in zip(self.cells, numbers, strict=True):
            rows[row - 1][column - 1] = mark_of(number) if number else EMPTY
        return ["".join(row) for row in rows]

    model = build_model
    violations = find_violations
