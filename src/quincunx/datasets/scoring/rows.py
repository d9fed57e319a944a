"""Rows of an answer as people and programs write them.

Vocabulary:
  token  what is written in one cell
  mark   what a token stands for, as the puzzle's layout reads it
  blank  a token for a cell that holds no number, where answers of the puzzle have such cells
  label  what stands before a row: "Row 1", "A"
  rest   what follows the first cell of a line, where that cell may be the number of the row
  before what goes before the last number of a line, where that number may be the row's sum
  frame  bars around and between the cells of a row
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quincunx.datasets.scoring.tokens import AROUND, divided, plain, tokens_of, without_bold
from quincunx.datasets.scoring.totals import is_sum
from quincunx.datasets.scoring.work import Work
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import phrases_of
from quincunx.families.base.documents import read_solution
from quincunx.families.base.validation import Unfit

BLANKS = frozenset({"", "0", "_", "-", "–", "—", ".", "·", "•", "□", "x", "null", "none", "empty"})
"""What may stand in a cell that holds no number."""
NOTHING = frozenset({"null", "none"})
"""What may stand for a value that is no number, in a cell that holds a value always."""
VALUES = frozenset({"value", "values", "number", "numbers"})
"""What a table calls the line that holds the one row of an answer."""
BLANK = object()
"""The mark of such a cell, before it is known which it is."""
UNREADABLE = object()

DIVIDERS = "/;"
"""What divides the rows of an answer on one line."""

_REMARK = re.compile(r" \([^()]{1,20}\)?\W*$")
_EMPTY = re.compile(r"[&|][&|\s]+")
_SHORT = 4
"""Numbers that a mark does not read as text have at most so many digits."""


@dataclass(frozen=True)
class Row:
    """The marks of a row, what stood before it, and whether it was framed.

    Where its first cell may be the `number` of a row, `rest` are the marks behind it; where its
    last number may be a sum, `before` are the marks in front of that, and `summed` says whether it
    is one for certain. There are no `marks` if only these have the length of a row.
    """

    marks: tuple[Any, ...]
    label: str = ""
    framed: bool = False
    number: int = 0
    rest: tuple[Any, ...] = ()
    before: tuple[Any, ...] = ()
    summed: bool = False

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The marks, whether a sum is behind them or not."""
        return self.marks or self.before


class RowReader:
    """Reads the rows of one puzzle's answers, and puts them together."""

    def __init__(self, puzzle: AnyPuzzle, work: Work) -> None:
        self.puzzle = puzzle
        self.work = work
        self.layout = puzzle.layout
        self.mark = puzzle.layout.mark
        self.count = len(self.layout.rows)
        self._widths = frozenset(len(row) for row in self.layout.rows)
        self._cells = sum(map(len, self.layout.rows))
        self._slanted = len(self._widths) > 1
        self._close = self.mark.separator == ""
        self.may_have_sums = not (self._slanted or self._close) and self.count > 1
        self._most = max(self._widths, default=0) + 1 + self.may_have_sums
        self._names = dict(self._row_names())
        self.may_be_blank = self._has_blanks()
        self._known: dict[str, Any] = {}

    def row(
        self, text: str, label: str = "", listed: bool = False, line: bool = False
    ) -> Row | None:
        """The row that a piece of text stands for. Where cells need nothing between them, 53 is two
        cells, unless it is `listed` as one thing. On a `line` the number of the row may go before
        its cells, and the sum of the row behind them."""
        if self.work.enough:
            return None
        self.work.rows += 1
        text = without_bold(text).strip()
        for tokens in self._ways_to_divide(text):
            row = self._row(tokens, label, listed)
            if line and (len(tokens) - 1 in self._widths or (self._close and len(tokens) == 2)):
                row = self._with_number(tokens, row)
            if line and self.may_have_sums:
                row = self._with_sum(tokens, row)
            if row is not None:
                return row
        return None

    def rows_of(self, text: str) -> list[Row] | None:
        """The rows of a whole answer: divided by `/` or `;`, or texts in a list."""
        signs = [sign for sign in DIVIDERS if text.count(sign) == self.count - 1]
        parts = text.split(signs[0]) if signs else tokens_of(text, self.count)
        if parts is None or len(parts) != self.count:
            return None
        found: list[Row] = []
        for part in parts:
            label, _, cells = part.rpartition(":")
            row = self.row(cells, label)
            if row is None:
                return None
            found.append(row)
        return found

    def may_be_whole(self, rows: Sequence[Row | None]) -> bool:
        """Whether so many rows have as many cells as an answer: quickly said, and mostly not."""
        if len(rows) != self.count or None in rows:
            return False
        return sum(len(row.marks) for row in rows if row is not None) == self._cells

    def answer(self, rows: Sequence[Row], summed: bool = False) -> Any:
        """The solution that rows make; None if they make none. `summed` says that numbers behind
        the cells of the rows are their sums."""
        for ordered in self._orders(rows, summed):
            if ordered is not None and self._fit(ordered):
                return self._arranged(ordered)
        return None

    def _orders(
        self, rows: Sequence[Row], summed: bool
    ) -> Iterator[Sequence[Sequence[Any]] | None]:
        """The marks of rows in each way in which they may be meant."""
        if self.may_be_whole(rows):
            yield self._in_order(rows)
        numbered = [row.number for row in rows] == list(range(1, len(rows) + 1))
        if numbered:
            yield [row.rest for row in rows]
        # A number that goes before both cells and sum can only be that of the row.
        unnumbered = all(row.rest or not row.number for row in rows)
        if (numbered or unnumbered) and (summed or all(row.summed for row in rows)):
            yield self._in_order([replace(row, marks=row.before) for row in rows])

    def _arranged(self, ordered: Sequence[Sequence[Any]]) -> Any:
        """Marks row by row as a solution, if they are one."""
        numbers = [
            self.mark.read(self.layout.blank(cell), typed=True) if mark is BLANK else mark
            for cells, marks in zip(self.layout.rows, ordered, strict=True)
            for cell, mark in zip(cells, marks, strict=True)
        ]
        try:
            return read_solution(self.puzzle, self.layout.arranged(numbers))
        except PuzzleError:
            return None

    def _row(self, tokens: Sequence[str], label: str, listed: bool) -> Row | None:
        if self._close and (len(tokens) not in self._widths or (len(tokens) == 1 and not listed)):
            tokens = "".join(tokens) if sum(map(len, tokens)) in self._widths else ()
        if len(tokens) not in self._widths:
            return None
        marks = []
        for token in tokens:
            mark = self._read(token)
            if mark is UNREADABLE:
                return None
            marks.append(mark)
        return Row(tuple(marks), label)

    def _with_number(self, tokens: Sequence[str], row: Row | None) -> Row | None:
        """A row, with what it is if its first token is the number of a row. Where there is only one
        row a bare number may as well be a cell too many."""
        number = self._names.get(plain(_REMARK.sub("", tokens[0])))
        if self.count == 1:
            number = 1 if plain(tokens[0]) in VALUES else number
        if number is None or (self.count == 1 and tokens[0].isdecimal()):
            return row
        rest = self._row(tokens[1:], "", listed=len(tokens) != 2)
        if rest is None:
            return row
        return replace(row or Row(()), number=number, rest=rest.marks)

    def _with_sum(self, tokens: Sequence[str], row: Row | None) -> Row | None:
        """A row, with what it is if its last token is a sum; the first may be its number."""
        if len(tokens) - 1 in self._widths:
            found = self._row(tokens[:-1], "", listed=True)
            before, number = () if found is None else found.marks, 0
        elif len(tokens) - 2 in self._widths:
            found = self._with_number(tokens[:-1], None)
            before, number = ((), 0) if found is None else (found.rest, found.number)
        else:
            return row
        summed = is_sum(tokens[-1], before)
        if summed is None:
            return row
        return replace(row or Row((), number=number), before=before, summed=summed)

    def _fit(self, rows: Sequence[Sequence[Any]]) -> bool:
        """Whether rows are as many and as long as those of an answer."""
        return list(map(len, rows)) == list(map(len, self.layout.rows))

    def _ways_to_divide(self, text: str) -> Iterator[list[str]]:
        """The tokens of a row, in each way in which it may be meant."""
        for written in dict.fromkeys((text, text.removesuffix("."))):
            if written.startswith("|") or written.endswith("|"):
                # What stands outside of the frame is a sum, or the number of the row.
                inside = written[written.find("|") + 1 : written.rfind("|")]
                if self.may_be_blank and inside.count("|") < self._most:
                    yield [token.strip(AROUND) for token in inside.split("|")]
                yield divided(inside, self._most) or []
            if self.may_have_sums and "|" in written:
                left, _, right = written.strip("| ").rpartition("|")
                yield [*(tokens_of(left, self._most) or []), right.strip(AROUND)]
            name, bar, cells = written.partition("|")
            if bar and plain(name) in self._names:
                yield [name.strip(AROUND), *(tokens_of(cells, self._most) or [])]
            if self._slanted and ("&" in written or "|" in written):
                # Cells that nobody may fill move the others to their places.
                written = _EMPTY.sub("|", written)
            tokens = tokens_of(written, self._most) or []
            yield tokens[:-1] if self._is_closed(written, tokens) else tokens

    def _is_closed(self, written: str, tokens: Sequence[str]) -> bool:
        """Whether arrows lead from cell to cell, and from the last of them back to the first."""
        if not self.layout.flat or "→" not in written or "," in written:
            return False
        return len(tokens) - 1 in self._widths and (
            tokens[-1] == tokens[0] or tokens[-1].lower().startswith("back to ")
        )

    def mark_of(self, token: str) -> Any:
        """What a token stands for; None if for nothing."""
        mark = self._read(token)
        return None if mark is UNREADABLE else mark

    def _read(self, token: str) -> Any:
        """What a token stands for."""
        self.work.marks += 1
        known = self._known.get(token)
        if known is None:
            known = self._looked_up(token)
            if len(token) < 20 and len(self._known) < 10_000:
                self._known[token] = known
        return known

    def _looked_up(self, token: str) -> Any:
        short_number = len(token) <= _SHORT and token.isascii() and token.isdecimal()
        canonical = short_number and str(int(token)) == token
        for value, typed in ((token, True), (token.upper(), True), (token, False)):
            try:
                if typed:
                    return self.mark.read(value, typed=True)
                if canonical:
                    return self.mark.read(int(value))
            except Unfit:
                continue
        if self.may_be_blank:
            return BLANK if token.lower() in BLANKS else UNREADABLE
        return self._nothing() if token.lower() in NOTHING else UNREADABLE

    def _nothing(self) -> Any:
        """The mark of the value 0, where that stands for something that is no number."""
        try:
            return self.mark.read(0) if phrases_of(self.puzzle).nothing else UNREADABLE
        except Unfit:
            return UNREADABLE

    def _has_blanks(self) -> bool:
        """Whether answers have cells without a number, as the layout writes these."""
        try:
            for row in self.layout.rows:
                for cell in row:
                    self.mark.read(self.layout.blank(cell), typed=True)
        except Unfit:
            return False
        return True

    def _row_names(self) -> Iterator[tuple[str, int]]:
        for number in range(1, self.count + 1):
            name = self.layout.row_name(number)
            kind, _, short = name.rpartition(" ")
            counted = (f"{word}{number}" for word in ("", kind, self.puzzle.family.split("-")[-1]))
            for called in (name, short, kind[:1] + short, *counted):
                yield plain(called), number

    def _in_order(self, rows: Sequence[Row]) -> list[tuple[Any, ...]] | None:
        """The marks of rows in the order of their labels, where all have one that is known."""
        names = [plain(_REMARK.sub("", row.label)) for row in rows]
        if any(name.startswith("col") and name not in self._names for name in names):
            return None  # Whoever goes through the columns does not write rows.
        numbers = [self._names.get(name) for name in names]
        if self.count == 1 or None in numbers:
            return [row.marks for row in rows]
        by_number = dict(zip(numbers, rows, strict=True))
        if len(by_number) < self.count:
            return None
        return [by_number[number].marks for number in range(1, self.count + 1)]
