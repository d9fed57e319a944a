"""Multi-Balance: digits on a board that balance its rows and columns on fulcrums.

A line, which is a row or a column, may hold digits only if it has exactly one fulcrum, `#` on the
board; it is then a lever. Every digit stands where two levers cross. The torque of a digit is its
value times its distance to the fulcrum. A fulcrum is used by its row or its column if that line
holds digits.

>>> puzzle = MultiBalance(4, ["#...", "...#", "..#.", "#..."])
>>> puzzle.identifier
'multi-balance:4:#.../...#/..#./#...'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from quincunx.cp.model import Model
from quincunx.cp.words.phrases import Phrases
from quincunx.errors import PuzzleError
from quincunx.families import Cell, Example, Field, Puzzle, RuleEntry, State, Violation
from quincunx.families.base.shapes import BLANK, Whole
from quincunx.families.base.state import Note
from quincunx.families.base.validation import shown
from quincunx.families.multi_balance.board import (
    DIGITS,
    EMPTY,
    FULCRUM,
    MAX_SIDE,
    Board,
    BoardLayout,
    digits_of,
    expected_digits,
    fulcrums_of,
    mark_of,
    marks_of,
    number_of,
)
from quincunx.families.multi_balance.checker import require_possible_givens, violations
from quincunx.families.multi_balance.model import balance_model

if TYPE_CHECKING:
    from quincunx.families.base.maker import AnyMaker
    from quincunx.families.base.scene import Label, Scene
    from quincunx.families.base.sketch import Sketch


@dataclass(frozen=True)
class MultiBalance(Puzzle[list[str]]):
    """A board of fulcrums, empty cells and given digits, and how many digits go on it."""

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
        Field("digits", "how many digits are placed, 1 to 12", Whole(1, len(DIGITS))),
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
    labeling: ClassVar[tuple[str, ...]] = ("ff",)
    longest: ClassVar[int] = 60 * MAX_SIDE * MAX_SIDE  # room for a note of all digits in every cell

    def __post_init__(self) -> None:
        super().__post_init__()
        for (row, column), mark in marks_of(self.board):
            if mark not in EMPTY + FULCRUM + DIGITS[: self.digits]:
                raise PuzzleError(
                    f"multi-balance: row {row}, column {column} is {shown(mark)}, "
                    f"expected . # or {expected_digits(self.digits)}"
                )
        require_possible_givens(self)
        if len(self.givens()) == self.digits:
            for violation in self.violations(list(self.board)):
                raise PuzzleError(
                    f"multi-balance: all digits are given and break a rule: {violation.sentence}"
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

    def givens(self) -> Mapping[Cell, int]:
        return digits_of(self.board)

    def solution(self, numbers: Sequence[int | None]) -> list[str]:
        rows = [list(row) for row in self.board]
        for (row, column), number in zip(self.cells, numbers, strict=True):
            rows[row - 1][column - 1] = mark_of(number) if number else EMPTY
        return ["".join(row) for row in rows]

    def numbers(self, solution: list[str]) -> list[int]:
        placed = digits_of(solution)
        return [placed.get(cell, 0) for cell in self.cells]

    def read_solution(self, data: object) -> list[str]:
        """Read the rows as a list, or as text joined by `/`."""
        found = self.layout.read(data, "multi-balance: solution", self.longest, state=False)
        return ["".join(row) for row in self.layout.arranged(list(found.values()))]

    def read_notes(self, data: object) -> State:
        """Read rows as in a solution; in JSON a row may also be a list with null and notes.

        `.` or `_` is an open cell; a cell that is known to stay empty is marked `x`, which is 0.
        Marks in cells where no digit can stand are dropped.
        """
        place = "multi-balance: state"
        wording = self.layout.noted()
        marks = self.layout.read(data, place, self.longest, state=True)
        found: dict[Cell, int | Note] = {}
        for cell, printed in marks_of(self.board):
            where = f"{place}, {self.layout.name(cell)}"
            mark: str | Note = marks.get(cell, BLANK)
            if (mark == FULCRUM) != (printed == FULCRUM):
                written = wording.text(mark) if isinstance(mark, Note) else shown(mark)
                has = "no fulcrum" if mark == FULCRUM else "a fulcrum"
                raise PuzzleError(f"{where} is {written}, but the board has {has} there")
            if mark in (FULCRUM, EMPTY, BLANK):
                continue
            content = mark if isinstance(mark, Note) else number_of(mark)
            if cell in self.cells:
                found[cell] = content
            elif not (content.allows(0) if isinstance(content, Note) else content == 0):
                raise PuzzleError(
                    f"{where} is {wording.text(content)}, "
                    "but no row and column with one fulcrum each cross there"
                )
        return State.of(found)

    def model(self) -> Model:
        return balance_model(self)

    def violations(self, solution: list[str]) -> list[Violation]:
        return violations(self, solution)

    def reasoning_model(self) -> Model:
        from quincunx.families.multi_balance.reasoning import reasoning_model

        return reasoning_model(self)

    def paper_model(self) -> Model:
        from quincunx.families.multi_balance.paper import paper_model

        return paper_model(self)

    def paper_numbers(self, decided: Sequence[int]) -> list[int]:
        from quincunx.families.multi_balance.paper import paper_numbers

        return paper_numbers(self, decided)

    def phrases(self) -> Phrases:
        from quincunx.families.multi_balance.words import BalancePhrases

        return BalancePhrases(self)

    def briefing(self) -> str:
        from quincunx.families.multi_balance.words import briefing

        return briefing(self)

    def rule_book(self) -> tuple[RuleEntry, ...]:
        from quincunx.families.multi_balance.words import rule_book

        return rule_book(self)

    @classmethod
    def maker(cls) -> AnyMaker:
        from quincunx.families.multi_balance.maker import BalanceMaker

        return BalanceMaker()

    def scene(self) -> Scene:
        from quincunx.families.multi_balance.scene import scene

        return scene(self)

    def notes(self, written: Mapping[Cell, int]) -> list[Label]:
        from quincunx.families.multi_balance.scene import notes

        return notes(self, written)

    def sketch(self, solution: list[str] | None = None) -> Sketch:
        from quincunx.families.multi_balance.scene import sketch

        return sketch(self, solution)
