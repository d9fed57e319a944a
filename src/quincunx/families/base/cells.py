"""The parts of puzzles that are laid out in cells.

Vocabulary:
  line    cells in a row, and nothing else
  grid    rows of cells, one below the other

An answer is written in the same cells: see `_layout`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

from quincunx.families.base.layout import CELL, ROW, ROW_AND_COLUMN, Layout, read_marks
from quincunx.families.base.shapes import ANY_NUMBER, Mark, Shape, Slot
from quincunx.families.base.validation import Unfit, items

T = TypeVar("T")

Width: TypeAlias = Callable[[int, int], int]
"""How many cells a row has: of so many rows the one with this number."""


def square(rows: int, row: int) -> int:
    """As many cells a row as there are rows."""
    return rows


def pyramid(rows: int, row: int) -> int:
    """One cell in the first row, and one more in each that follows."""
    return row


@dataclass(frozen=True)
class Line(Shape[tuple[T, ...]]):
    """From `least` to `most` marks in a row. An answer has the same cells, and `answer` is read
    in each.

    >>> from quincunx.families.base.shapes import Maybe
    >>> Line(Maybe(ANY_NUMBER), 2, 400).read("6,_,_", typed=True)
    (6, None, None)
    """

    mark: Mark[T]
    least: int
    most: int
    things: str = "cells"
    """What many marks are called."""
    cell: str = CELL
    answer: Mark[Any] = ANY_NUMBER

    def read(self, value: object, typed: bool = False) -> tuple[T, ...]:
        count = (self.least, self.most)
        return _read_row(self.mark, value, typed, self.things, count, self.cell.format)

    def data(self, value: Sequence[T]) -> list[Any]:
        return list(value)

    def text(self, value: Sequence[T]) -> str:
        return self.mark.separator.join(map(self.mark.text, value))

    def form(self, name: str) -> str:
        return self.mark.separator.join(["CELL", "CELL", "..."])

    def layout(self, value: Sequence[T]) -> Layout:
        return Layout.line(len(value), self.cell, self.answer)

    def slots(self, value: Sequence[T], name: str) -> Iterator[Slot]:
        for at, mark in enumerate(value):
            yield from _slots(self.mark, mark, (at,), self.cell)


@dataclass(frozen=True)
class Grid(Shape[tuple[tuple[T, ...], ...]]):
    """From `least` to `most` rows of marks, each as wide as `width` says. What a mark may be can
    depend on how many rows there are. An answer has the same cells, and `answer` is read in each.

    >>> from quincunx.families.base.shapes import Maybe, Whole
    >>> Grid(Maybe(ANY_NUMBER), 2, 9, square).read("6,_/_,4", typed=True)
    ((6, None), (None, 4))
    >>> Grid(lambda rows: Whole(1, rows), 2, 9, square).read([[1, 2], [2, 3]])
    Traceback (most recent call last):
    quincunx.families.base.validation.Unfit: is 3, expected a whole number from 1 to 2
    """

    mark: Mark[T] | Callable[[int], Mark[T]]
    least: int
    most: int
    width: Width
    things: str = "cells"
    """What many marks are called."""
    cell: str = ROW_AND_COLUMN
    answer: Mark[Any] = ANY_NUMBER

    def read(self, value: object, typed: bool = False) -> tuple[tuple[T, ...], ...]:
        written: object = value.split("/") if typed and isinstance(value, str) else value
        rows = items(written, "rows", self.least, self.most)
        mark = self._mark(rows)
        found = []
        for number, row in enumerate(rows, 1):
            width = self.width(len(rows), number)
            name = partial(self.cell.format, number)
            try:
                found.append(_read_row(mark, row, typed, self.things, (width, width), name))
            except Unfit as unfit:
                raise Unfit(unfit.wrong, unfit.place or ROW.format(number)) from None
        return tuple(found)

    def data(self, value: Sequence[Sequence[T]]) -> list[list[Any]]:
        return list(map(list, value))

    def text(self, value: Sequence[Sequence[T]]) -> str:
        mark = self._mark(value)
        return "/".join(mark.separator.join(map(mark.text, row)) for row in value)

    def _mark(self, rows: Sequence[object]) -> Mark[T]:
        return self.mark if isinstance(self.mark, Mark) else self.mark(len(rows))

    def form(self, name: str) -> str:
        return "ROW/ROW/..."

    def layout(self, value: Sequence[Sequence[T]]) -> Layout:
        return Layout.grid(map(len, value), self.cell, self.answer)

    def slots(self, value: Sequence[Sequence[T]], name: str) -> Iterator[Slot]:
        mark = self._mark(value)
        for row, marks in enumerate(value):
            for column, there in enumerate(marks):
                yield from _slots(mark, there, (row, column), self.cell)


def _slots(mark: Mark[T], value: T, path: tuple[int, ...], name: str) -> Iterator[Slot]:
    """What may stand in a cell: its places in lists count from 0, and its name from 1."""
    cell = tuple(place + 1 for place in path)
    for slot in mark.slots(value, name.format(*cell)):
        yield replace(slot, path=path, cell=cell)


def _read_row(
    mark: Mark[T],
    row: object,
    typed: bool,
    things: str,
    count: tuple[int, int],
    name: Callable[[int], str],
) -> tuple[T, ...]:
    """The marks of one row of a puzzle, at least and at most so many."""
    if not (typed and isinstance(row, str)):
        return read_marks(mark, items(row, things, *count), typed, name)
    marks = mark.divided(row)
    if mark.separator:
        return read_marks(mark, items(marks, things, *count), typed, name)
    # A character that is wrong says more than that there are too many.
    read = read_marks(mark, marks, typed, name)
    items(read, things, *count)
    return read
