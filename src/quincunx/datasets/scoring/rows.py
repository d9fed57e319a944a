"""Rows of an answer as people and programs write them.

Vocabulary:
  token  what is written in one cell
  mark   what a token stands for, as the puzzle's layout reads it
  blank  a token for a cell that holds no number, where answers of the puzzle have such cells
  label  what stands before a row: "Row 1", "A"
  rest   what follows the first cell of a line, where that cell may be the number of the row
  frame  bars around and between the cells of a row
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quincunx.datasets.scoring.work import Work
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families._reading import Unfit

BLANKS = frozenset({"", "0", "_", "-", "–", "—", ".", "·", "•", "□", "x", "null", "none", "empty"})
"""What may stand in a cell that holds no number."""
VALUES = frozenset({"value", "values", "number", "numbers"})
"""What a table calls the line that holds the one row of an answer."""
BLANK = object()
"""The mark of such a cell, before it is known which it is."""
UNREADABLE = object()

DIVIDERS = "/;"
"""What divides the rows of an answer on one line."""

_SEPARATORS = str.maketrans(dict.fromkeys(";|&\t→", ","))
_OUTSIDE = " \t\r\n*`$[](){}<>|,;&✓✔✅☑\N{VARIATION SELECTOR-16}"
"""What may stand around a row and means nothing."""
_AROUND = f"{_OUTSIDE}\"'"
"""The same for a token."""
_BETWEEN_QUOTES = r"\"([^\"]*)\"|'([^']*)'"
_QUOTED = re.compile(_BETWEEN_QUOTES)
_TOKEN = re.compile(rf"{_BETWEEN_QUOTES}|([^\s,\"']+)")
_BOLD = re.compile(r"\*\*(-?[\w#.]+)\*\*")
_REMARK = re.compile(r" \([^()]{1,20}\)\W*$")
_EMPTY = re.compile(r"[&|][&|\s]+")
_SHORT = 4
"""Numbers that a mark does not read as text have at most so many digits."""


@dataclass(frozen=True)
class Row:
    """The marks of a row, what stood before it, and whether it was framed.

    Where its first cell may be the `number` of a row, `rest` are the marks behind it; there are no
    `marks` then if only these have the length of a row.
    """

    marks: tuple[Any, ...]
    label: str = ""
    framed: bool = False
    number: int = 0
    rest: tuple[Any, ...] = ()


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
        self._most = max(self._widths, default=0) + 1
        self._slanted = len(self._widths) > 1
        self._close = self.mark.separator == ""
        self._names = dict(self._row_names())
        self._blank = self._has_blanks()
        self._known: dict[str, Any] = {}

    def row(
        self, text: str, label: str = "", listed: bool = False, line: bool = False
    ) -> Row | None:
        """The row that a piece of text stands for. Where cells need nothing between them, 53 is two
        cells, unless it is `listed` as one thing. On a `line` the number of the row may go before
        its cells."""
        if self.work.enough:
            return None
        self.work.rows += 1
        text = without_bold(text).strip()
        for tokens in self._ways_to_divide(text):
            row = self._row(tokens, label, listed)
            if line and len(tokens) - 1 in self._widths:
                row = self._with_number(tokens, row)
            if row is not None:
                return row
        return None

    def rows_of(self, text: str) -> list[Row] | None:
        """The rows of a whole answer: divided by `/` or `;`, or texts in a list."""
        signs = [sign for sign in DIVIDERS if text.count(sign) == self.count - 1]
        parts = text.split(signs[0]) if signs else _tokens(text, self.count)
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

    def answer(self, rows: Sequence[Row]) -> Any:
        """The solution that rows make; None if they make none."""
        ordered = self._in_order(rows) if self.may_be_whole(rows) else None
        if ordered is None or not self._fit(ordered):
            ordered = [row.rest for row in rows]
            if not self._fit(ordered) or any(row.number != at for at, row in enumerate(rows, 1)):
                return None
        numbers = [
            self.mark.read(self.layout.blank(cell), typed=True) if mark is BLANK else mark
            for cells, marks in zip(self.layout.rows, ordered, strict=True)
            for cell, mark in zip(cells, marks, strict=True)
        ]
        try:
            return self.puzzle.read_solution(self.layout.arranged(numbers))
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
        number = self._names.get(_plain(tokens[0]))
        if self.count == 1:
            number = 1 if _plain(tokens[0]) in VALUES else number
        if number is None or (self.count == 1 and tokens[0].isdecimal()):
            return row
        rest = self._row(tokens[1:], "", listed=True)
        if rest is None:
            return row
        return replace(row or Row(()), number=number, rest=rest.marks)

    def _fit(self, rows: Sequence[Sequence[Any]]) -> bool:
        """Whether rows are as many and as long as those of an answer."""
        return list(map(len, rows)) == list(map(len, self.layout.rows))

    def _ways_to_divide(self, text: str) -> Iterator[list[str]]:
        """The tokens of a row, in each way in which it may be meant."""
        for written in dict.fromkeys((text, text.removesuffix("."))):
            if written.startswith("|") or written.endswith("|"):
                # What stands outside of the frame is a sum, or the number of the row.
                inside = written[written.find("|") + 1 : written.rfind("|")]
                if self._blank and inside.count("|") < self._most:
                    yield [token.strip(_AROUND) for token in inside.split("|")]
                yield _divided(inside, self._most) or []
            if self._slanted and ("&" in written or "|" in written):
                # Cells that nobody may fill move the others to their places.
                written = _EMPTY.sub("|", written)
            tokens = _tokens(written, self._most) or []
            yield tokens[:-1] if self._is_closed(written, tokens) else tokens

    def _is_closed(self, written: str, tokens: Sequence[str]) -> bool:
        """Whether arrows lead from cell to cell, and from the last of them back to the first."""
        if not self.layout.flat or "→" not in written or "," in written:
            return False
        return len(tokens) - 1 in self._widths and (
            tokens[-1] == tokens[0] or tokens[-1].lower().startswith("back to ")
        )

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
        return BLANK if self._blank and token.lower() in BLANKS else UNREADABLE

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
                yield _plain(called), number

    def _in_order(self, rows: Sequence[Row]) -> list[tuple[Any, ...]] | None:
        """The marks of rows in the order of their labels, where all have one that is known."""
        names = [_plain(_REMARK.sub("", row.label)) for row in rows]
        if any(name.startswith("col") and name not in self._names for name in names):
            return None  # Whoever goes through the columns does not write rows.
        numbers = [self._names.get(name) for name in names]
        if self.count == 1 or None in numbers:
            return [row.marks for row in rows]
        by_number = dict(zip(numbers, rows, strict=True))
        if len(by_number) < self.count:
            return None
        return [by_number[number].marks for number in range(1, self.count + 1)]


def without_bold(text: str) -> str:
    """A text without the signs that make single words, or some digits of a number, bold.

    >>> without_bold("**4**5, 2**7** and 2**7")
    '45, 27 and 2**7'
    """
    return _BOLD.sub(r"\1", text) if "**" in text else text


def _plain(label: str) -> str:
    """The letters and digits at the end of a label.

    >>> _plain("- **Row 1**: ")
    'row1'
    """
    return "".join(filter(str.isalnum, label[-40:].lower()))


def _tokens(text: str, most: int) -> list[str] | None:
    """The tokens of a row, divided by commas or the like, or by spaces; None if there are more
    than so many.

    >>> _tokens("18, 8, '74',", 9), _tokens("X 4 X", 9), _tokens("1;2;;3", 9), _tokens("1 2", 1)
    (['18', '8', '74'], ['X', '4', 'X'], ['1', '2', '', '3'], None)
    """
    text = text.strip(_OUTSIDE)
    if '"' in text or "'" in text:
        return _texts(_TOKEN, text, most)
    return _divided(text, most)


def quoted_texts(text: str, most: int) -> list[str] | None:
    """What stands between quotation marks; None if there are more than so many such texts.

    >>> quoted_texts("{'A': '1 2', 'B': '3 4'}", 4)
    ['A', '1 2', 'B', '3 4']
    """
    return _texts(_QUOTED, text, most)


def _texts(pattern: re.Pattern[str], text: str, most: int) -> list[str] | None:
    """What a pattern finds, without the quotation marks."""
    found: list[str] = []
    for match in pattern.finditer(text):
        found.append(match[match.lastindex or 0].strip())
        if len(found) > most:
            return None
    return found


def _divided(text: str, most: int) -> list[str] | None:
    text = text.translate(_SEPARATORS)
    if "," in text:
        if text.count(",") > most:
            return None
        return [token.strip(_AROUND) for token in text.strip(", ").split(",")]
    found = text.split(None, most)
    return None if len(found) > most else found
