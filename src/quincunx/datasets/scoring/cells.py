"""Answers of one row cell by cell: each on a line of its own, or under its name in an object.

Vocabulary:
  named cell  a cell behind its number: `Cell 1: 3076`, `1. 3076`, `| 1 | 3076 |`, `"cell 1": 3076`,
              `c1 = 3076`, `A1: X`

All cells are there, in order, and nothing stands between them but remarks in parentheses, in a
last column of their own, or without digits behind a dash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from quincunx.datasets.scoring.lines import lines_of
from quincunx.datasets.scoring.rows import RowReader
from quincunx.datasets.scoring.signs import without_remarks
from quincunx.datasets.scoring.tokens import plain

LONGEST = 80
"""A named cell has at most so many characters."""

_NAMED = re.compile(
    r"(?P<kind>[a-z][a-z _]{0,20})?(?P<number>\d{1,4})[\"'*` ]*"
    r"(?:\. |[:=|)])[\"'*`$ ]*(?P<mark>\d+|[a-z](?![a-z]))"
    r"(?:[\"'*`$ ]*\|[^|]*[^\d\s|][^|]*|[\"'*`$]* +[-–—] +[^\W\d_][^\d|]*)?",
    re.I,
)
_AROUND = " \t\r\n|*-•\"'`$,;.✓✔✅☑{}"


def answers(
    text: str, reader: RowReader, after: int, misfits: list[tuple[int, int]]
) -> Iterator[tuple[int, int, Any]]:
    """The answers cell by cell from the end of a text, as long as they begin `after` a place: where
    each begins, where it ends, itself."""
    if reader.count != 1:
        return
    count = len(reader.layout.rows[0])
    found: list[str] = []
    end = below = 0
    for start, line in lines_of(text, reader):
        if start < after:
            return
        if not line.strip():
            continue
        # A line that is too long for one cell and has too few commas for all of them is no use.
        if len(line) <= LONGEST or count <= line.count(",") + 1:
            line = (
                without_remarks(line) if len(line) <= reader.puzzle.capabilities.max_text else line
            )
        answer = answer_of(line, reader) if count > 1 else None
        if answer is not None:
            yield start, start + len(line), answer
        number, token = _named(line, reader) or (0, "")
        if number == count and below != count + 1:
            found, end = [token], start + len(line)
        elif found and number == count - len(found):
            found.append(token)
        else:
            found = []
        below = number
        if len(found) == count:
            answer = _answer(found[::-1], reader)
            if answer is not None:
                yield start, end, answer


def answer_of(text: str, reader: RowReader) -> Any:
    """The answer whose named cells stand in a text with commas between them."""
    count = len(reader.layout.rows[0])
    if (
        len(text) > reader.puzzle.capabilities.max_text
        or text.strip(_AROUND).count(",") != count - 1
    ):
        return None
    found: list[str] = []
    for part in text.strip(_AROUND).split(","):
        named = _named(part, reader)
        if named is None or named[0] != len(found) + 1:
            return None
        found.append(named[1])
    return _answer(found, reader)


def _answer(tokens: list[str], reader: RowReader) -> Any:
    row = reader.row(",".join(tokens), listed=True)
    return None if row is None else reader.answer([row])


def _named(text: str, reader: RowReader) -> tuple[int, str] | None:
    """The number of a named cell, and what is written in it."""
    shape = _NAMED.fullmatch(text.strip(_AROUND)) if len(text) <= LONGEST else None
    if shape is None:
        return None
    number = int(shape["number"])
    if shape["kind"] and plain(shape["kind"]) not in _kinds(reader):
        return None
    return number, shape["mark"]


def _kinds(reader: RowReader) -> set[str]:
    """What may stand before the number of a cell: "position", or all that goes before it in the
    name of the first cell, one word of that, or its first letter."""
    words = reader.layout.name(reader.layout.rows[0][0]).lower().removesuffix("1").split()
    return {"position", "".join(words), *words, *(word[0] for word in words)}
