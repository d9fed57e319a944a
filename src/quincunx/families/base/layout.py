"""Cells: the layout of a puzzle's answers, and the parts of puzzles that are laid out in cells.

A `Layout` names the cells of an answer, and reads and writes what stands in each of them. `Line`
and `Grid` are shapes of parts whose cells are those of the answer too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, Self, TypeAlias, TypeVar

from quincunx.cp.model import Model, Variable
from quincunx.errors import PuzzleError
from quincunx.families.base.puzzle import Cell
from quincunx.families.base.shapes import ANY_NUMBER, BLANK, Mark, Maybe, Shape, Slot
from quincunx.families.base.state import MarkOrNote, Note, refuse_loose_braces
from quincunx.families.base.validation import InvalidShape, answer_data, items

T = TypeVar("T")

CELL = "cell {}"
ROW = "row {}"
ROW_AND_COLUMN = "row {}, column {}"

BLANKS = (BLANK, "?", "")
"""Texts that stand for a cell without a number."""


@dataclass(frozen=True)
class Layout:
    """The cells of an answer, row by row as they are written.

    Attributes:
        rows: The cells of each row.
        mark: The shape of what stands in a cell.
        cell: The name of a cell in messages, with a place for each of its numbers.
        lines: The plural of what a row is called.
        flat: Whether an answer is its one row, rather than a list of rows.
        texts: Whether rows of an answer in JSON may be texts.
        where: The upper left corner of a cell in drawings, a box one unit wide and high; boxes must
            not overlap. By default the row and the column that name the cell.
    """

    rows: tuple[tuple[Cell, ...], ...]
    mark: Mark[Any] = ANY_NUMBER
    cell: str = ROW_AND_COLUMN
    lines: str = "rows"
    flat: bool = False
    texts: bool = False
    where: Callable[[Cell], tuple[float, float]] | None = None

    @classmethod
    def grid(
        cls, widths: Iterable[int], cell: str = ROW_AND_COLUMN, mark: Mark[Any] = ANY_NUMBER
    ) -> Self:
        """Rows of these widths; a cell is named by its row and its place in the row."""
        rows = tuple(
            tuple((row, column) for column in range(1, width + 1))
            for row, width in enumerate(widths, 1)
        )
        return cls(rows, mark, cell)

    @classmethod
    def line(cls, cells: int, cell: str = CELL, mark: Mark[Any] = ANY_NUMBER) -> Self:
        """A single row of cells, named by their number."""
        return cls((tuple((number,) for number in range(1, cells + 1)),), mark, cell, flat=True)

    def name(self, cell: Cell) -> str:
        """The name of a cell.

        >>> Layout.grid([3, 3]).name((2, 3))
        'row 2, column 3'
        """
        return self.cell.format(*cell)

    def row_name(self, number: int) -> str:
        """The name of a row: of the number that the names of all its cells begin with, if there is
        one, and of its own otherwise.

        >>> Layout((((2, 1), (2, 3)), ((4, 1),))).row_name(2)
        'row 4'
        """
        first = {cell[:-1] for cell in self.rows[number - 1]}
        return ROW.format(*(first.pop() if len(first) == 1 and () not in first else (number,)))

    def position(self, cell: Cell) -> tuple[float, float]:
        """The upper left corner of a cell in drawings, see `where`.

        >>> Layout.grid([3, 3]).position((2, 3)), Layout.line(3).position((2,))
        ((2, 1), (1, 0))
        """
        if self.where is not None:
            return self.where(cell)
        row, column = (1, *cell) if len(cell) == 1 else cell[-2:]
        return column - 1, row - 1

    def arranged(self, numbers: Sequence[Any]) -> Any:
        """Numbers, one for each cell, as an answer.

        >>> Layout.grid([1, 2]).arranged([8, 5, 3])
        [[8], [5, 3]]
        """
        if self.flat:
            return list(numbers)
        left = iter(numbers)
        return [[next(left) for _ in row] for row in self.rows]

    def flattened(self, answer: Any) -> list[Any]:
        """The numbers of an answer, one for each cell.

        >>> Layout.grid([1, 2]).flattened([[8], [5, 3]])
        [8, 5, 3]
        """
        return list(answer if self.flat else chain.from_iterable(answer))

    def variables(
        self, model: Model, values: Iterable[int], givens: Sequence[Any] | None = None
    ) -> dict[Cell, Variable]:
        """A new variable for each cell, with the cell's name, these values and their names.
        `givens` are the numbers that the puzzle prints, in the form of an answer."""
        cells = list(chain.from_iterable(self.rows))
        printed = [None] * len(cells) if givens is None else self.flattened(givens)
        return {
            cell: model.variable(self.name(cell), values, given=given, called=self.mark.names)
            for cell, given in zip(cells, printed, strict=True)
        }

    def entry(self) -> Mark[Any]:
        """The shape of a cell without a note in a state."""
        return Maybe(self.mark, BLANKS)

    def value(self) -> Mark[int]:
        """The shape of a number that a player writes, alone or in a note."""
        return self.mark

    def blank(self, cell: Cell) -> str:
        """The text of a cell of a state that holds nothing."""
        return BLANK

    def read(self, data: object, place: str, longest: int, state: bool) -> dict[Cell, Any]:
        """What is written in each cell, from JSON data or from the text a person would type.

        In a `state` cells may also hold a note, or nothing; empty cells are left out. In text, rows
        are divided by `/` or stand on lines of their own. An answer of one row may be wrapped in a
        list of rows or not.

        >>> Layout.grid([2, 2]).read("1,_/3,{4,5}", "state", 100, state=True)
        {(1, 1): 1, (2, 1): 3, (2, 2): Note(values=frozenset({4, 5}), excluded=False)}
        """
        data = answer_data(data, place, longest, braces=state)
        try:
            return self._read(data, state)
        except InvalidShape as unfit:
            where = f"{place}, {unfit.place}" if unfit.place else place
            raise PuzzleError(f"{where} {unfit.wrong}") from None

    def text(self, contents: Mapping[Cell, int | Note], place: str) -> str:
        """The numbers and notes in cells as a person would type them: the inverse of `read`.

        >>> Layout.grid([2, 2]).text({(1, 1): 1, (2, 2): Note(frozenset({4, 5}))}, "state")
        '1,_/_,{4,5}'
        """
        value = self.value()
        mark = MarkOrNote(value, value)

        def written(cell: Cell) -> str:
            """What stands in a cell; raises `PuzzleError` if no text stands for a number."""
            content = contents.get(cell)
            if content is None:
                return self.blank(cell)
            try:
                for number in content.values if isinstance(content, Note) else (content,):
                    value.read(value.text(value.read(number)), typed=True)
                return mark.text(content)
            except InvalidShape as unfit:
                raise PuzzleError(f"{place}, {self.name(cell)} {unfit.wrong}") from None

        return "/".join(mark.separator.join(map(written, row)) for row in self.rows)

    def unlabelled(self, row: str, number: int) -> str:
        """A typed row without the name that may stand before it."""
        return row

    def _read(self, data: object, state: bool) -> dict[Cell, Any]:
        typed = isinstance(data, str)
        mark: Mark[Any] = MarkOrNote(self.entry(), self.value()) if state else self.mark
        things = "numbers" if mark.separator and not state else "cells"
        kind = "a text or a list" if self.texts else "a list"
        found: dict[Cell, Any] = {}
        for number, (cells, row) in enumerate(zip(self.rows, self._rows_of(data), strict=True), 1):
            name = partial(lambda row, at: self.name(row[at - 1]), cells)
            as_text = isinstance(row, str) and (typed or self.texts)
            if isinstance(row, str) and as_text:
                row = _stripped(mark, self.unlabelled(row, number))
                if state:
                    # A missing brace is reported rather than the wrong number of cells.
                    for cell, typed_there in zip(cells, row, strict=False):
                        refuse_loose_braces(typed_there, self.name(cell))
            try:
                marks = items(row, things, len(cells), len(cells), kind)
            except InvalidShape as unfit:
                place = self.row_name(number) if len(self.rows) > 1 else ""
                raise InvalidShape(unfit.wrong, place) from None
            found.update(zip(cells, mark.read_all(marks, as_text, name), strict=True))
        return {cell: value for cell, value in found.items() if value is not None}

    def _rows_of(self, data: object) -> Sequence[object]:
        """The rows of an answer; raises `InvalidShape` if there are too few or too many."""
        rows: object = data.replace("\n", "/").split("/") if isinstance(data, str) else data
        if len(self.rows) == 1 and not isinstance(data, str):
            inner = rows[0] if isinstance(rows, list | tuple) and len(rows) == 1 else None
            wrapped = isinstance(inner, list | tuple) or (self.texts and isinstance(inner, str))
            rows = rows if wrapped else [rows]
        return items(rows, self.lines, len(self.rows), len(self.rows))


def _stripped(mark: Mark[Any], row: str) -> list[str]:
    """The marks of a typed row, which may have spaces between them."""
    if not mark.separator:
        return mark.divided("".join(row.split()))
    return [one.strip() for one in mark.divided(row)]


Width: TypeAlias = Callable[[int, int], int]
"""The number of cells in a row, from the number of rows and the row's own number."""


def square(rows: int, row: int) -> int:
    """As many cells in each row as there are rows."""
    return rows


def pyramid(rows: int, row: int) -> int:
    """One cell in the first row, and one more in each that follows."""
    return row


@dataclass(frozen=True)
class Line(Shape[tuple[T, ...]]):
    """From `least` to `most` marks in a row. `answer` is the shape of a cell of an answer.

    >>> Line(Maybe(ANY_NUMBER), 2, 400).read("6,_,_", typed=True)
    (6, None, None)
    """

    has_places = True
    mark: Mark[T]
    least: int
    most: int
    things: str = "cells"
    """The plural of what a mark is called."""
    cell: str = CELL
    answer: Mark[Any] = ANY_NUMBER

    def read(self, value: object, typed: bool = False) -> tuple[T, ...]:
        count = self.things, self.least, self.most
        if not (typed and isinstance(value, str)):
            return self.mark.read_all(items(value, *count), typed, self.cell.format)
        marks = self.mark.divided(value)
        if self.mark.separator:
            items(marks, *count)
        # Without separators a wrong character is reported rather than the wrong number of them.
        read = self.mark.read_all(marks, typed, self.cell.format)
        items(read, *count)
        return read

    def data(self, value: Sequence[T]) -> list[Any]:
        return list(map(self.mark.data, value))

    def text(self, value: Sequence[T]) -> str:
        return self.mark.separator.join(map(self.mark.text, value))

    def form(self, name: str) -> str:
        return self.mark.separator.join(["CELL", "CELL", "..."])

    def layout(self, value: Sequence[T]) -> Layout:
        return Layout.line(len(value), self.cell, self.answer)

    def printed(self, value: Sequence[T]) -> Mapping[Cell, tuple[T, str]]:
        marks = enumerate(value, 1)
        return {(at,): (mark, self.mark.text(mark)) for at, mark in marks if mark is not None}

    def with_cells(self, value: Sequence[T], numbers: Any) -> Any:
        return numbers

    def slots(self, value: Sequence[T], name: str) -> Iterator[Slot]:
        for at, mark in enumerate(value):
            yield from _slots(self.mark, mark, (at,), self.cell)


@dataclass(frozen=True)
class Grid(Shape[tuple[tuple[T, ...], ...]]):
    """From `least` to `most` rows of marks. A mark may depend on the number of rows.

    Attributes:
        width: The number of cells in a row; for a rectangle, the least and the greatest number.
        answer: The shape of a cell of an answer, which may depend on the number of rows, too.
        holds: Whether an answer has a cell where a mark stands; the others are blocked. By default
            it has them all.

    >>> from quincunx.families.base.shapes import Whole
    >>> Grid(Maybe(ANY_NUMBER), 2, 9, square).read("6,_/_,4", typed=True)
    ((6, None), (None, 4))
    >>> Grid(ANY_NUMBER, 1, 9, (2, 9)).read("1,2,3/4,5", typed=True)
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: has 2 cells, expected 3
    >>> Grid(lambda rows: Whole(1, rows), 2, 9, square).read([[1, 2], [2, 3]])
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: is 3, expected a whole number from 1 to 2
    """

    has_places = True
    mark: Mark[T] | Callable[[int], Mark[T]]
    least: int
    most: int
    width: Width | tuple[int, int]
    things: str = "cells"
    """The plural of what a mark is called."""
    cell: str = ROW_AND_COLUMN
    answer: Mark[Any] | Callable[[int], Mark[Any]] = ANY_NUMBER
    holds: Callable[[T], bool] = lambda mark: True

    def read(self, value: object, typed: bool = False) -> tuple[tuple[T, ...], ...]:
        written: object = value.split("/") if typed and isinstance(value, str) else value
        rows = items(written, "rows", self.least, self.most)
        mark = _sized(self.mark, rows)
        found: list[tuple[T, ...]] = []
        for number, row in enumerate(rows, 1):
            if isinstance(self.width, tuple):
                count = (len(found[0]), len(found[0])) if found else self.width
            else:
                count = (self.width(len(rows), number),) * 2
            cell = self.cell.format(number, "{}")
            try:
                found.append(Line(mark, *count, self.things, cell).read(row, typed))
            except InvalidShape as unfit:
                raise InvalidShape(unfit.wrong, unfit.place or ROW.format(number)) from None
        return tuple(found)

    def data(self, value: Sequence[Sequence[T]]) -> list[list[Any]]:
        data = _sized(self.mark, value).data
        return [list(map(data, row)) for row in value]

    def text(self, value: Sequence[Sequence[T]]) -> str:
        mark = _sized(self.mark, value)
        return "/".join(mark.separator.join(map(mark.text, row)) for row in value)

    def form(self, name: str) -> str:
        return "ROW/ROW/..."

    def layout(self, value: Sequence[Sequence[T]]) -> Layout:
        rows = (
            tuple((row, column) for column, mark in enumerate(marks, 1) if self.holds(mark))
            for row, marks in enumerate(value, 1)
        )
        return Layout(tuple(filter(None, rows)), _sized(self.answer, value), self.cell)

    def printed(self, value: Sequence[Sequence[T]]) -> Mapping[Cell, tuple[T, str]]:
        text = _sized(self.mark, value).text
        return {
            (row, column): (mark, text(mark))
            for row, marks in enumerate(value, 1)
            for column, mark in enumerate(marks, 1)
            if mark is not None
        }

    def with_cells(self, value: Sequence[Sequence[T]], numbers: Any) -> Any:
        left = iter(chain.from_iterable(numbers))
        return [[next(left) if self.holds(mark) else mark for mark in row] for row in value]

    def slots(self, value: Sequence[Sequence[T]], name: str) -> Iterator[Slot]:
        mark = _sized(self.mark, value)
        for row, marks in enumerate(value):
            for column, there in enumerate(marks):
                yield from _slots(mark, there, (row, column), self.cell)


def _sized(mark: Mark[T] | Callable[[int], Mark[T]], rows: Sequence[object]) -> Mark[T]:
    """A mark; if it depends on the number of rows, the mark for these rows."""
    return mark if isinstance(mark, Mark) else mark(len(rows))


def _slots(mark: Mark[T], value: T, path: tuple[int, ...], name: str) -> Iterator[Slot]:
    """The slots of a cell: `path` counts from 0, and the cell's name from 1."""
    cell = tuple(place + 1 for place in path)
    for slot in mark.slots(value, name.format(*cell)):
        yield replace(slot, path=path, cell=cell)
