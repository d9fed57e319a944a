"""Answers in lines: a row a line, in a frame or not; rows divided by slashes; a row in a sentence.

Vocabulary:
  piece   a part of a line between signs that no row holds: colons, bold type, code, tags
  block   lines below each other that are rows, in a frame or not; blank lines and rules between
          them do not count
  totals  a row below all others that holds the sums of the columns
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from quincunx.datasets.scoring.rows import DIVIDERS, Row, RowReader
from quincunx.datasets.scoring.signs import (
    has_cell_in_parentheses,
    without_and,
    without_remark_behind,
    without_remarks,
)
from quincunx.datasets.scoring.tokens import without_bold
from quincunx.datasets.scoring.totals import (
    are_called_totals,
    are_totals,
    is_heading_of_checks,
    is_heading_of_sums,
    without_sum_behind,
)

FARTHEST = 40
"""What says that numbers are columns stands within so many characters before them."""
MOST_PIECES = 12
"""So many pieces of a line are looked at, from its end."""

_DIVIDE = str.maketrans(dict.fromkeys("*`$<>=:{}\\", "\0"))
_WORDS = (" is ", " are ")
_RULE = frozenset("-+|=: ─━═┄┅┈┉┼┌┬┐├┤└┴┘╔╦╗╠╬╣╚╩╝╭╮╰╯╞╪╡╤╧")
_RULED = ("--", ":-", "-:", "|-|", "─", "━", "═", "==", "┄", "┈")


def answers(
    text: str, reader: RowReader, after: int, misfits: list[tuple[int, int]]
) -> Iterator[tuple[int, int, Any]]:
    """The answers in lines from the end of a text, as long as they begin `after` a place: where
    each begins, where it ends, itself. What stands in lists that are `misfits`, the last first, is
    no row."""
    block = _Block(reader, after)
    below = ""
    lists = iter(misfits)
    misfit = next(lists, (0, 0))
    for start, line in lines_of(text, reader):
        if start + len(line) < after:
            break
        if _is_rule(line) and not _is_row_of_dashes(line, below, reader):
            continue
        if not line.strip():
            yield from block.spaced()
            continue
        below = line
        while misfit[0] > start + len(line):
            misfit = next(lists, (0, 0))
        if start < misfit[1]:
            yield from block.closed(start, line)
            continue
        row: Row | None = None
        if len(line) <= reader.puzzle.capabilities.max_text:
            if reader.layout.flat:
                line = without_and(without_remarks(line))
            else:
                line = without_remark_behind(line)
                line = without_sum_behind(line) if reader.may_have_sums else line
            found = _in_one_line(line, reader)
            if found is not None and start + found[0] >= after:
                yield from block.settled()
                yield start + found[0], start + len(line), found[1]
            row = _row(line, reader)
        if row is None:
            yield from block.closed(start, line)
        else:
            yield from block.extended(start, line, row)
    yield from block.settled()


class _Block:
    """The rows of a block, the highest first, as they are read from below.

    The answer that they are is kept until the line above is known: if that is a row, too, the last
    row may turn out to be totals. A blank line above it ends it, unless there is one between all of
    its rows.
    """

    def __init__(self, reader: RowReader, after: int) -> None:
        self.reader = reader
        self.after = after
        self.rows: deque[Row] = deque(maxlen=reader.count + 1)
        self.kept: tuple[int, int, Any] | None = None
        self.after_blank = False
        self.close = False
        """Whether there are rows without a blank line between them."""

    def spaced(self) -> Iterator[tuple[int, int, Any]]:
        """The answers that there are when a line is blank."""
        self.after_blank = True
        if self.close:
            yield from self.settled()

    def settled(self) -> Iterator[tuple[int, int, Any]]:
        """The answer that was kept, if there is one."""
        if self.kept is not None:
            yield self.kept
        self.kept = None

    def closed(self, start: int, line: str) -> Iterator[tuple[int, int, Any]]:
        """The answers that there are when a line is no row: it may say that numbers are sums."""
        width = len(self.reader.layout.rows[0])
        if self.reader.may_have_sums and is_heading_of_checks(line, width):
            self.kept = None
        yield from self.settled()
        if self.reader.may_have_sums and is_heading_of_sums(line, width):
            self.kept = self._answer(start, line, summed=True)
            yield from self.settled()
        self._clear()

    def extended(self, start: int, line: str, row: Row) -> Iterator[tuple[int, int, Any]]:
        """The answers that there are when a line is a row."""
        if self.rows and self.rows[0].framed != row.framed:
            self._clear()
        self.close = self.close or (bool(self.rows) and not self.after_blank)
        self.after_blank = False
        self.rows.appendleft(row)
        found = self._answer(start, line)
        if self.kept is not None and found is not None and self._ends_in_totals(found[2]):
            self.kept = found
            found = None
        yield from self.settled()
        self.kept = found

    def _clear(self) -> None:
        self.rows.clear()
        self.close = False

    def _answer(self, start: int, line: str, summed: bool = False) -> tuple[int, int, Any] | None:
        """The answer that the highest rows are."""
        if start < self.after or len(self.rows) < self.reader.count:
            return None
        answer = self.reader.answer([*self.rows][: self.reader.count], summed)
        if answer is None or (not self.rows[0].marks and self._goes_on_below(answer)):
            return None
        return start, start + len(line), answer

    def _goes_on_below(self, answer: Any) -> bool:
        """Whether the row below an answer has a number behind it as well, but is no totals."""
        return bool(self.rows[-1].before) and not (
            len(self.rows) == self.reader.count or self._ends_in_totals(answer)
        )

    def _ends_in_totals(self, answer: Any) -> bool:
        """Whether the row below an answer holds the sums of its columns."""
        if not self.reader.may_have_sums or len(self.rows) == self.reader.count:
            return False
        return are_totals(self.rows[-1].numbers, answer)


def lines_of(text: str, reader: RowReader) -> Iterator[tuple[int, str]]:
    """The lines of a text from its end, each with where it begins."""
    end = len(text)
    while end >= 0 and not reader.work.enough:
        reader.work.lines += 1
        start = text.rfind("\n", 0, end) + 1
        yield start, text[start:end]
        end = start - 1


def _is_rule(line: str) -> bool:
    """Whether a line only divides others.

    >>> _is_rule("|---|---|"), _is_rule("├───┼───┤"), _is_rule("- - -")
    (True, True, False)
    """
    return any(sign in line for sign in _RULED) and set(line[:200].strip()) <= _RULE


def _is_row_of_dashes(line: str, below: str, reader: RowReader) -> bool:
    """Whether a line is a row whose cells are all empty: the row below has dashes, too."""
    return "-" in below and set(line.strip()) <= {"-", "|"} and reader.row(line) is not None


def _row(line: str, reader: RowReader) -> Row | None:
    """The row that a line is, whatever stands before and after it."""
    if "|" in line:
        row = reader.row(line, line=True)
        return (
            None if row is None else replace(row, framed="|" in (line.strip()[0], line.strip()[-1]))
        )
    line = without_bold(line)
    open_line = not ("[" in line or "]" in line or line.lstrip().startswith(("(", "{")))
    pieces = [piece for _, piece in _pieces(line)]
    for piece, label in pairwise([*pieces, ""]):
        if reader.layout.flat and has_cell_in_parentheses(piece):
            continue
        for text in _without_extras(piece):
            row = reader.row(text, label, line=open_line)
            if row is not None:
                return None if reader.may_have_sums and are_called_totals(label) else row
    return None


def _in_one_line(line: str, reader: RowReader) -> tuple[int, Any] | None:
    """The whole answer that a line holds, and where it begins: its rows divided by slashes or
    semicolons, or its one row without spaces in a sentence."""
    if reader.count == 1:
        return _divided_by(",", len(reader.layout.rows[0]) - 1, line, reader)
    for sign in DIVIDERS:
        found = _divided_by(sign, reader.count - 1, line, reader)
        if found is not None:
            return found
        if line.count(":") >= reader.count == line.count(sign) + 1:
            rows = reader.rows_of(line)
            if rows is not None and (answer := reader.answer(rows)) is not None:
                return 0, answer
    return None


def _divided_by(sign: str, wanted: int, line: str, reader: RowReader) -> tuple[int, Any] | None:
    """The same with a sign that is there so many times."""
    if wanted < 1 or line.count(sign) < wanted:
        return None
    for start, piece in _pieces(line):
        if "column" in line[:start][-FARTHEST:].lower():
            continue  # Whoever goes through the columns does not write rows.
        if reader.layout.flat and has_cell_in_parentheses(piece):
            continue
        for part in (piece, *reversed(piece.split())):
            if part.count(sign) == wanted:
                rows = reader.rows_of(part.strip(" \"'(),;[]"))
                if rows is not None and (found := reader.answer(rows)) is not None:
                    return start + piece.rfind(part), found
    return None


def _pieces(line: str) -> list[tuple[int, str]]:
    """The last pieces of a line that hold something, the last first, with where each begins.

    >>> _pieces("Row 1: **18, 8, 74** = 100")
    [(22, ' 100'), (9, '18, 8, 74'), (0, 'Row 1')]
    """
    for word in _WORDS:
        line = line.replace(word, "\0".rjust(len(word)))
    end = len(line)
    found: list[tuple[int, str]] = []
    for piece in reversed(line.translate(_DIVIDE).rsplit("\0", MOST_PIECES)):
        if piece.strip():
            found.append((end - len(piece), piece))
        end -= len(piece) + 1
    return found


def _without_extras(piece: str) -> Iterator[str]:
    """A piece, and without what may be written beside a row: the number of an item or a
    heading's signs in front, a remark in brackets behind."""
    piece = piece.strip()
    yield piece
    number, dot, rest = piece.partition(". ")
    if dot and number.isdecimal() and len(number) < 3:
        yield rest
    number, bracket, rest = piece.partition(") ")
    if bracket and number.removeprefix("(").isdecimal() and len(number) < 4:
        yield rest
    if piece.startswith(("- ", "• ")):
        yield piece[2:]
    if piece.startswith("####"):
        yield piece.lstrip("#")
    row, bracket, _ = piece.partition(" (")
    cut = row.endswith(",") and "[" in row and "]" not in row  # between the cells of a list
    if bracket and not cut:
        yield row
