"""The cells of an answer: what they are called, what is read in each, and how it is written.

Vocabulary:
  layout  the cells of one puzzle's answers, row by row, what they are called and what is read in
          each of them
  answer  a number for each cell; a state is an answer with blanks and notes, see `_state`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Self, TypeVar

from quincunx.cp.model import Model, Variable
from quincunx.errors import PuzzleError
from quincunx.families.base.pencil_marks import Noted, refuse_loose_braces
from quincunx.families.base.puzzle import Cell
from quincunx.families.base.shapes import ANY_NUMBER, BLANK, Mark, Maybe
from quincunx.families.base.state import Note
from quincunx.families.base.validation import Unfit, answer_data, items

T = TypeVar("T")

CELL = "cell {}"
ROW = "row {}"
ROW_AND_COLUMN = "row {}, column {}"

BLANKS = (BLANK, "?", "")
"""What stands for a cell without a number in what people type."""


@dataclass(frozen=True)
class Layout:
    """The cells of an answer, row by row as they are written.

    `mark` is read in each of them; `cell` and `row` name them in messages, and `lines` is what
    many rows are called. `flat` says that an answer is written as its one row, and not as a list
    of rows; `texts` that rows of an answer in JSON may be texts.
    """

    rows: tuple[tuple[Cell, ...], ...]
    mark: Mark[Any] = ANY_NUMBER
    cell: str = ROW_AND_COLUMN
    row: str = ROW
    lines: str = "rows"
    flat: bool = False
    texts: bool = False

    @classmethod
    def grid(
        cls, widths: Iterable[int], cell: str = ROW_AND_COLUMN, mark: Mark[Any] = ANY_NUMBER
    ) -> Self:
        """Rows of cells, so many in each; a cell is known by its row and its place in the row."""
        rows = tuple(
            tuple((row, column) for column in range(1, width + 1))
            for row, width in enumerate(widths, 1)
        )
        return cls(rows, mark, cell)

    @classmethod
    def line(cls, cells: int, cell: str = CELL, mark: Mark[Any] = ANY_NUMBER) -> Self:
        """So many cells in a row, known by their number."""
        return cls((tuple((number,) for number in range(1, cells + 1)),), mark, cell, flat=True)

    def name(self, cell: Cell) -> str:
        """What a cell is called.

        >>> Layout.grid([3, 3]).name((2, 3))
        'row 2, column 3'
        """
        return self.cell.format(*cell)

    def row_name(self, number: int) -> str:
        """What a row is called."""
        return self.row.format(number)

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
        """A new variable for each cell, called like it, with these values. `givens` are the
        numbers that the puzzle prints, in the form of an answer."""
        cells = list(chain.from_iterable(self.rows))
        printed = [None] * len(cells) if givens is None else self.flattened(givens)
        return {
            cell: model.variable(self.name(cell), values, given=given)
            for cell, given in zip(cells, printed, strict=True)
        }

    def entry(self) -> Mark[Any]:
        """What is read in a cell of a state that has no note."""
        return Maybe(self.mark, BLANKS)

    def value(self) -> Mark[int]:
        """A number as a player writes it, and as it stands in a note."""
        return self.mark

    def blank(self, cell: Cell) -> str:
        """What is written in a cell of a state where there is nothing."""
        return BLANK

    def read(self, data: object, place: str, longest: int, state: bool) -> dict[Cell, Any]:
        """What is written in each cell, of JSON data or of the text a person would type; in a
        `state` cells may also have a note in them, or nothing, and then are left out.

        In text rows are divided by `/` or stand on lines of their own. An answer of one row may
        be wrapped in a list of rows or not.

        >>> Layout.grid([2, 2]).read("1,_/3,{4,5}", "state", 100, state=True)
        {(1, 1): 1, (2, 1): 3, (2, 2): Note(values=frozenset({4, 5}), excluded=False)}
        """
        data = answer_data(data, place, longest, braces=state)
        try:
            return self._read(data, state)
        except Unfit as unfit:
            where = f"{place}, {unfit.place}" if unfit.place else place
            raise PuzzleError(f"{where} {unfit.wrong}") from None

    def text(self, contents: Mapping[Cell, int | Note], place: str) -> str:
        """The numbers and notes in cells as a person would type them; `read` reads the same.

        >>> Layout.grid([2, 2]).text({(1, 1): 1, (2, 2): Note(frozenset({4, 5}))}, "state")
        '1,_/_,{4,5}'
        """
        mark = Noted(self.value(), self.value())
        rows: list[list[str]] = []
        for row in self.rows:
            rows.append([])
            for cell in row:
                content = contents.get(cell)
                try:
                    text = self.blank(cell) if content is None else self._text(mark, content)
                except Unfit as unfit:
                    raise PuzzleError(f"{place}, {self.name(cell)} {unfit.wrong}") from None
                rows[-1].append(text)
        return "/".join(map(mark.separator.join, rows))

    def _text(self, mark: Noted[int], content: int | Note) -> str:
        """A number or a note as text, unless it has a number that no text stands for."""
        for number in content.values if isinstance(content, Note) else (content,):
            mark.value.read(mark.value.text(mark.value.read(number)), typed=True)
        return mark.text(content)

    def unlabelled(self, row: str, number: int) -> str:
        """A row as somebody typed it, without a name that may stand before it."""
        return row

    def _read(self, data: object, state: bool) -> dict[Cell, Any]:
        typed = isinstance(data, str)
        mark: Mark[Any] = Noted(self.entry(), self.value()) if state else self.mark
        things = "numbers" if mark.separator and not state else "cells"
        kind = "a text or a list" if self.texts else "a list"
        found: dict[Cell, Any] = {}
        for number, (cells, row) in enumerate(zip(self.rows, self._rows_of(data), strict=True), 1):
            name = partial(self._name_in, cells)
            as_text = isinstance(row, str) and (typed or self.texts)
            if isinstance(row, str) and as_text:
                row = _stripped(mark, self.unlabelled(row, number))
                if state:
                    # A brace that is missing says more than that there are too few cells.
                    for cell, typed_there in zip(cells, row, strict=False):
                        refuse_loose_braces(typed_there, self.name(cell))
            try:
                marks = items(row, things, len(cells), len(cells), kind)
            except Unfit as unfit:
                place = self.row_name(number) if len(self.rows) > 1 else ""
                raise Unfit(unfit.wrong, place) from None
            found.update(zip(cells, read_marks(mark, marks, as_text, name), strict=True))
        return {cell: value for cell, value in found.items() if value is not None}

    def _name_in(self, row: Sequence[Cell], at: int) -> str:
        return self.name(row[at - 1])

    def _rows_of(self, data: object) -> Sequence[object]:
        """The rows of an answer, as many as there should be."""
        rows: object = data.replace("\n", "/").split("/") if isinstance(data, str) else data
        if len(self.rows) == 1 and not isinstance(data, str):
            inner = rows[0] if isinstance(rows, list | tuple) and len(rows) == 1 else None
            wrapped = isinstance(inner, list | tuple) or (self.texts and isinstance(inner, str))
            rows = rows if wrapped else [rows]
        return items(rows, self.lines, len(self.rows), len(self.rows))


def read_marks(
    mark: Mark[T], marks: Sequence[object], typed: bool, name: Callable[[int], str]
) -> tuple[T, ...]:
    """The marks of a row; a wrong one is named by its place in the row."""
    found: list[T] = []
    read = mark.read
    try:
        for value in marks:
            found.append(read(value, typed))
    except Unfit as unfit:
        place = name(len(found) + 1)
        raise Unfit(unfit.wrong, f"{place}, {unfit.place}" if unfit.place else place) from None
    return tuple(found)


def _stripped(mark: Mark[Any], row: str) -> list[str]:
    """The marks of a row that somebody typed, who may have put spaces between them."""
    if not mark.separator:
        return mark.divided("".join(row.split()))
    return [one.strip() for one in mark.divided(row)]
