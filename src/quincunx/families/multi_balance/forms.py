"""How the boards of Multi-Balance, their answers and what a player has on paper are written.

Every cell is one character: `#` a fulcrum, `.` empty, or a digit. Where more than nine are placed,
`A`, `B` and `C` are the digits of 10, 11 and 12; people read them as numbers. A player may also
write `x`, no digit will stand here, which is the number 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quincunx.families import Cell
from quincunx.families.base.layout import BLANKS, ROW_AND_COLUMN, Layout
from quincunx.families.base.shapes import Mark, Maybe, Shape, Slot
from quincunx.families.base.state import Noted
from quincunx.families.base.validation import Unfit, items, shown

FULCRUM = "#"
EMPTY = "."
DRAWN = {"▲": FULCRUM, "·": EMPTY}
"""How the text drawing shows the two, which may be copied from there."""
STAYS_EMPTY = "x"
"""In what a player writes: no digit will stand here."""
DIGITS = "123456789ABC"
"""The numbers from 1 on, as they are written on a board."""
FIGURES = 9
"""Larger numbers have two figures."""

MAX_SIDE = 40
"""Most rows and most columns: far beyond what twelve digits can fill, and still quick to refuse."""


def mark_of(number: int) -> str:
    """A number as it stands on a board.

    >>> mark_of(9), mark_of(10)
    ('9', 'A')
    """
    return DIGITS[number - 1]


def number_of(mark: str) -> int:
    """The number that a mark stands for: 0 for `x`.

    >>> number_of("9"), number_of("A"), number_of("x")
    (9, 10, 0)
    """
    return 0 if mark == STAYS_EMPTY else DIGITS.index(mark) + 1


def called(number: int) -> str:
    """What one calls a number, or all up to it.

    >>> called(9), called(10)
    ('digit', 'number')
    """
    return "digit" if number <= FIGURES else "number"


def expected_digits(number: int) -> str:
    """The marks of all numbers up to one, for messages.

    >>> expected_digits(6), expected_digits(11)
    ('a digit from 1 to 6', 'a digit from 1 to 9, A (10) or B (11)')
    """
    letters = [f"{mark_of(n)} ({n})" for n in range(FIGURES + 1, number + 1)]
    said = [f"a digit from 1 to {min(number, FIGURES)}", *letters]
    return " or ".join(filter(None, (", ".join(said[:-1]), said[-1])))


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
    """The mark of a number up to the largest, or one of some others; in JSON it may also be the
    number itself, where 0 stands for `zero`, and 10 may be spelt in figures."""

    others: str
    expected: str
    largest: int = FIGURES
    zero: str = ""

    @property
    def separator(self) -> str:
        return ""

    def read(self, value: object, typed: bool = False) -> str:
        mark = value
        if isinstance(value, str) and value in DRAWN:
            mark = DRAWN[value]
        elif isinstance(value, str) and value in NUMBERS:
            mark = mark_of(int(value))
        elif type(value) is int and value in range(self.largest + 1):
            mark = mark_of(value) if value else self.zero
        if isinstance(mark, str) and len(mark) == 1 and mark in self._characters:
            return mark
        expected = f"{self.expected} {expected_digits(self.largest)}"
        raise Unfit(f"is {shown(value)}, expected {expected}")

    @property
    def _characters(self) -> str:
        return self.others + DIGITS[: self.largest]


NUMBERS = tuple(str(number) for number in range(FIGURES + 1, len(DIGITS) + 1))
"""Numbers with two figures, as people write them."""


@dataclass(frozen=True)
class BoardValue(Mark[int]):
    """A number up to the largest, or 0, which is `x` in text."""

    largest: int = FIGURES

    @property
    def separator(self) -> str:
        return ""

    def read(self, value: object, typed: bool = False) -> int:
        mark = BoardMark(STAYS_EMPTY, f"{STAYS_EMPTY} or", self.largest, STAYS_EMPTY)
        return number_of(mark.read(value, typed))

    def text(self, value: int) -> str:
        return mark_of(value) if value else STAYS_EMPTY


def noted(largest: int) -> Noted[int]:
    """A number that a player has written, or a note."""
    return Noted(BoardValue(largest), BoardValue(largest))


@dataclass(frozen=True)
class BoardLayout(Layout):
    """The whole board: answers and states show fulcrums and empty cells, too."""

    fulcrums: frozenset[Cell] = frozenset()
    largest: int = FIGURES

    @classmethod
    def of(cls, board: Sequence[str], largest: int) -> BoardLayout:
        """The layout of a board, whose numbers go up to the largest."""
        mark = BoardMark(EMPTY + FULCRUM, f"{EMPTY} {FULCRUM} or", largest)
        plain = cls.grid([len(row) for row in board], mark=mark)
        fulcrums = frozenset(
            (r, c) for r, row in enumerate(board, 1) for c, m in enumerate(row, 1) if m == FULCRUM
        )
        return replace(plain, texts=True, fulcrums=fulcrums, largest=largest)

    def entry(self) -> Mark[str | None]:
        others = EMPTY + STAYS_EMPTY + FULCRUM
        expected = f"{EMPTY} {FULCRUM} {STAYS_EMPTY},"
        return Maybe(BoardMark(others, expected, self.largest, STAYS_EMPTY), BLANKS)

    def value(self) -> Mark[int]:
        return BoardValue(self.largest)

    def blank(self, cell: Cell) -> str:
        return FULCRUM if cell in self.fulcrums else EMPTY
