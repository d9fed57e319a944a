"""How the boards of Multi-Balance, their answers and what a player has on paper are written.

Every cell is one character: `#` a fulcrum, `.` empty, or a digit. A player may also write `x`, no
digit will stand here, which is the number 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quincunx.families import Cell
from quincunx.families._layout import BLANKS, ROW_AND_COLUMN, Layout
from quincunx.families._notes import Noted
from quincunx.families._reading import Unfit, items, shown
from quincunx.families._shapes import Mark, Maybe, Shape, Slot

FULCRUM = "#"
EMPTY = "."
STAYS_EMPTY = "x"
"""In what a player writes: no digit will stand here."""
DIGITS = "123456789"

MAX_SIDE = 40
"""Most rows and most columns: far beyond what nine digits can fill, and still quick to refuse."""


class Board(Shape[tuple[str, ...]]):
    """Rows of the same length as texts."""

    def read(self, value: object, typed: bool = False) -> tuple[str, ...]:
        written: object = value.split("/") if typed and isinstance(value, str) else value
        rows: list[str] = []
        for number, row in enumerate(items(written, "rows", 1, MAX_SIDE), 1):
            if not isinstance(row, str):
                wrong = f"is {shown(row)}, expected a text of . # and digits"
                raise Unfit(wrong, f"board: row {number}")
            rows.append(row)
        width = len(rows[0])
        if not 1 <= width <= MAX_SIDE:
            raise Unfit(f"has {width} cells, expected 1 to {MAX_SIDE}", "row 1")
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                wrong = f"has {len(row)} cells, expected {width} as in row 1"
                raise Unfit(wrong, f"row {number}")
        return tuple(rows)

    def data(self, value: Sequence[str]) -> list[str]:
        return list(value)

    def text(self, value: Sequence[str]) -> str:
        return "/".join(value)

    def form(self, name: str) -> str:
        return "ROW/ROW/..."

    def slots(self, value: Sequence[str], name: str) -> Iterator[Slot]:
        for row, marks in enumerate(value):
            for column in range(len(marks)):
                cell = (row + 1, column + 1)
                yield Slot(
                    (row, column),
                    ROW_AND_COLUMN.format(*cell),
                    choices=tuple(FULCRUM + DIGITS),
                    optional=True,
                    empty=EMPTY,
                    cell=cell,
                )


@dataclass(frozen=True)
class BoardMark(Mark[str]):
    """One of some characters; in JSON a digit may also be a number, and 0 stand for `zero`."""

    characters: str
    expected: str
    zero: str = ""

    @property
    def separator(self) -> str:
        return ""

    def read(self, value: object, typed: bool = False) -> str:
        mark = value
        if type(value) is int and value in range(10):
            mark = str(value) if value else self.zero
        if isinstance(mark, str) and len(mark) == 1 and mark in self.characters:
            return mark
        raise Unfit(f"is {shown(value)}, expected {self.expected}")


ANSWER = BoardMark(EMPTY + FULCRUM + DIGITS, ". # or a digit from 1 to 9")
STATE = BoardMark(
    EMPTY + STAYS_EMPTY + FULCRUM + DIGITS, f". # {STAYS_EMPTY}, a digit from 1 to 9", STAYS_EMPTY
)
VALUE = BoardMark(STAYS_EMPTY + DIGITS, f"{STAYS_EMPTY} or a digit from 1 to 9", STAYS_EMPTY)


class BoardValue(Mark[int]):
    """A digit, or 0, which is `x` in text."""

    @property
    def separator(self) -> str:
        return ""

    def read(self, value: object, typed: bool = False) -> int:
        return number_of(VALUE.read(value, typed))

    def text(self, value: int) -> str:
        return str(value) if value else STAYS_EMPTY


NOTED = Noted(BoardValue(), BoardValue())
"""A number that a player has written, or a note."""


def number_of(mark: str) -> int:
    """The number that a player has written: a digit, or 0 for `x`."""
    return 0 if mark == STAYS_EMPTY else int(mark)


@dataclass(frozen=True)
class BoardLayout(Layout):
    """The whole board: answers and states show fulcrums and empty cells, too."""

    fulcrums: frozenset[Cell] = frozenset()

    def entry(self) -> Mark[str | None]:
        return Maybe(STATE, BLANKS)

    def value(self) -> Mark[int]:
        return BoardValue()

    def blank(self, cell: Cell) -> str:
        return FULCRUM if cell in self.fulcrums else EMPTY
