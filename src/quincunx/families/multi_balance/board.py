"""The board of a Multi-Balance: its cells, and how boards, answers and notes are written.

Every cell is one character: `#` a fulcrum, `.` empty, or a digit. Where more than nine digits are
placed, `A`, `B` and `C` stand for 10, 11 and 12. Players may also write `x` for a cell that stays
empty, which is the number 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quincunx.errors import PuzzleError
from quincunx.families.base.layout import BLANKS, ROW_AND_COLUMN, Layout
from quincunx.families.base.puzzle import Cell
from quincunx.families.base.shapes import BLANK, Character, Mark, Maybe, Shape, Slot
from quincunx.families.base.state import MarkOrNote, Note, State
from quincunx.families.base.validation import InvalidShape, items, shown

if TYPE_CHECKING:
    from quincunx.families.multi_balance import MultiBalance

FULCRUM = "#"
EMPTY = "."
STAYS_EMPTY = "x"
DIGITS = "123456789ABC"
"""The numbers from 1 on, as they are written on a board."""
MAX_FIGURE = 9
"""Larger numbers have two figures."""
SPELLINGS = {"▲": FULCRUM, "·": EMPTY, "10": "A", "11": "B", "12": "C"}
"""Characters that may be copied from the text drawing, and numbers with two figures, as people
write them."""
MAX_SIDE = 40
"""Maximum number of rows and columns: more than twelve digits need, few enough to reject fast."""


def marks_of(rows: Sequence[str]) -> Iterator[tuple[Cell, str]]:
    """Every cell of a board with its character."""
    for row, text in enumerate(rows, 1):
        for column, mark in enumerate(text, 1):
            yield (row, column), mark


def fulcrums_of(rows: Sequence[str]) -> list[Cell]:
    """The cells with fulcrums, row by row."""
    return [cell for cell, mark in marks_of(rows) if mark == FULCRUM]


def digits_of(rows: Sequence[str]) -> dict[Cell, int]:
    """The digits on a board by cell."""
    return {cell: number_of(mark) for cell, mark in marks_of(rows) if mark in DIGITS}


def mark_of(number: int) -> str:
    """The character of a number on a board; a question mark for numbers without one.

    >>> mark_of(9), mark_of(10), mark_of(13)
    ('9', 'A', '?')
    """
    return DIGITS[number - 1] if 0 < number <= len(DIGITS) else "?"


def number_of(mark: str) -> int:
    """The number of a character: 0 for `x`.

    >>> number_of("9"), number_of("A"), number_of("x")
    (9, 10, 0)
    """
    return 0 if mark == STAYS_EMPTY else DIGITS.index(mark) + 1


def noun_for(number: int) -> str:
    """The noun for a number, or for all numbers up to it.

    >>> noun_for(9), noun_for(10)
    ('digit', 'number')
    """
    return "digit" if number <= MAX_FIGURE else "number"


def expected_digits(largest: int) -> str:
    """The characters of all numbers up to the largest, for messages.

    >>> expected_digits(6), expected_digits(11)
    ('a digit from 1 to 6', 'a digit from 1 to 9, A (10) or B (11)')
    """
    letters = [f"{mark_of(n)} ({n})" for n in range(MAX_FIGURE + 1, largest + 1)]
    choices = [f"a digit from 1 to {min(largest, MAX_FIGURE)}", *letters]
    return " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))


class Board(Shape[tuple[str, ...]]):
    """Rows of the same length as texts."""

    def read(self, value: object, typed: bool = False) -> tuple[str, ...]:
        written: object = value.split("/") if typed and isinstance(value, str) else value
        rows: list[str] = []
        for number, row in enumerate(items(written, "rows", 1, MAX_SIDE), 1):
            if not isinstance(row, str):
                wrong = f"is {shown(row)}, expected a text of . # and digits"
                raise InvalidShape(wrong, f"board: row {number}")
            rows.append(row)
        width = len(rows[0])
        if not 1 <= width <= MAX_SIDE:
            raise InvalidShape(f"has {width} cells, expected 1 to {MAX_SIDE}", "row 1")
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                wrong = f"has {len(row)} cells, expected {width} as in row 1"
                raise InvalidShape(wrong, f"row {number}")
        return tuple(rows)

    def data(self, value: Sequence[str]) -> list[str]:
        return list(value)

    def text(self, value: Sequence[str]) -> str:
        return "/".join(value)

    def form(self, name: str) -> str:
        return "ROW/ROW/..."

    def slots(self, value: Sequence[str], name: str) -> Iterator[Slot]:
        marks = tuple(FULCRUM + DIGITS)
        for cell, _ in marks_of(value):
            path, name = (cell[0] - 1, cell[1] - 1), ROW_AND_COLUMN.format(*cell)
            yield Slot(path, name, choices=marks, optional=True, empty=EMPTY, cell=cell)


@dataclass(frozen=True)
class BoardMark(Character[str]):
    """The character of a number up to the largest, or one of some others.

    JSON may also have the number itself, 0 standing for `zero`, and 10 spelt in figures.
    """

    others: str
    expected: str
    largest: int = MAX_FIGURE
    zero: str = ""

    def read(self, value: object, typed: bool = False) -> str:
        mark = SPELLINGS.get(value, value) if isinstance(value, str) else value
        if type(value) is int and value in range(self.largest + 1):
            mark = mark_of(value) if value else self.zero
        allowed = self.others + DIGITS[: self.largest]
        if isinstance(mark, str) and len(mark) == 1 and mark in allowed:
            return mark
        expected = f"{self.expected} {expected_digits(self.largest)}"
        raise InvalidShape(f"is {shown(value)}, expected {expected}")


@dataclass(frozen=True)
class BoardValue(Character[int]):
    """A number up to the largest, or 0, which is `x` in text."""

    largest: int = MAX_FIGURE

    def read(self, value: object, typed: bool = False) -> int:
        mark = BoardMark(STAYS_EMPTY, f"{STAYS_EMPTY} or", self.largest, STAYS_EMPTY)
        return number_of(mark.read(value, typed))

    def text(self, value: int) -> str:
        return mark_of(value) if value else STAYS_EMPTY


@dataclass(frozen=True)
class BoardLayout(Layout):
    """The whole board: answers and states show fulcrums and empty cells, too."""

    fulcrums: frozenset[Cell] = frozenset()
    largest: int = MAX_FIGURE

    @classmethod
    def of(cls, board: Sequence[str], digits: int) -> BoardLayout:
        """The layout of a board on which this many digits are placed."""
        largest = MAX_FIGURE if digits <= MAX_FIGURE else len(DIGITS)
        mark = BoardMark(EMPTY + FULCRUM, f"{EMPTY} {FULCRUM} or", largest)
        plain = cls.grid([len(row) for row in board], mark=mark)
        fulcrums = frozenset(fulcrums_of(board))
        return replace(plain, texts=True, fulcrums=fulcrums, largest=largest)

    def entry(self) -> Mark[str | None]:
        others = EMPTY + STAYS_EMPTY + FULCRUM
        expected = f"{EMPTY} {FULCRUM} {STAYS_EMPTY},"
        return Maybe(BoardMark(others, expected, self.largest, STAYS_EMPTY), BLANKS)

    def value(self) -> Mark[int]:
        return BoardValue(self.largest)

    def blank(self, cell: Cell) -> str:
        return FULCRUM if cell in self.fulcrums else EMPTY


def numbers(puzzle: MultiBalance, solution: list[str]) -> list[int]:
    """The numbers of a solution in the cells of a puzzle, 0 where they stay empty."""
    placed = digits_of(solution)
    return [placed.get(cell, 0) for cell in puzzle.cells]


def read_solution(puzzle: MultiBalance, data: object) -> list[str]:
    """Read the rows of an answer from a list, or from text joined by `/`."""
    place, longest = "multi-balance: solution", puzzle.capabilities.max_text
    found = puzzle.layout.read(data, place, longest, state=False)
    return ["".join(row) for row in puzzle.layout.arranged(list(found.values()))]


def read_state(puzzle: MultiBalance, data: object) -> State:
    """Read rows as in a solution; in JSON a row may also be a list with null and notes.

    `.` or `_` is an open cell; a cell that is known to stay empty is marked `x`, which is 0.
    Marks in cells where no digit can stand are dropped.
    """
    place, layout = "multi-balance: state", puzzle.layout
    wording = MarkOrNote(layout.value(), layout.value())
    marks = layout.read(data, place, puzzle.capabilities.max_text, state=True)
    found: dict[Cell, int | Note] = {}
    for cell, printed in marks_of(puzzle.board):
        where = f"{place}, {layout.name(cell)}"
        mark: str | Note = marks.get(cell, BLANK)
        if (mark == FULCRUM) != (printed == FULCRUM):
            written = wording.text(mark) if isinstance(mark, Note) else shown(mark)
            has = "no fulcrum" if mark == FULCRUM else "a fulcrum"
            raise PuzzleError(f"{where} is {written}, but the board has {has} there")
        if mark in (FULCRUM, EMPTY, BLANK):
            continue
        content = mark if isinstance(mark, Note) else number_of(mark)
        if cell in puzzle.cells:
            found[cell] = content
        elif not (content.allows(0) if isinstance(content, Note) else content == 0):
            raise PuzzleError(
                f"{where} is {wording.text(content)}, "
                "but no row and column with one fulcrum each cross there"
            )
    return State.of(found)
