"""Answers with holes: lists that have the shape of an answer, but a cell without a whole number.

Such a list is no answer that could be right. Whoever calls it the answer has given it all the same,
and what was written before it does not count any more. The puzzle, copied with holes where nothing
is given, is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from quincunx.datasets.questions import example_of
from quincunx.datasets.scoring.brackets import Group, groups_of
from quincunx.datasets.scoring.rows import RowReader
from quincunx.datasets.scoring.tokens import tokens_of
from quincunx.families import Cell
from quincunx.families.base.documents import givens_of

_HOLE = re.compile(
    r"|null|none|nan|unknown|\?{1,9}|_{1,9}|\.{1,9}|…|[-–—]|-?\d{1,20}\.\d{1,20}", re.I
)


def with_holes(text: str, after: int, reader: RowReader) -> Iterator[tuple[int, int]]:
    """The answers with holes behind a place, from the end of a text: where each begins and ends."""
    if reader.may_be_blank:
        return  # Such cells are right there.
    puzzles = (reader.puzzle, example_of(type(reader.puzzle)))
    printed = [givens_of(puzzle) for puzzle in puzzles]
    for group, _ in groups_of(text[after:], reader):
        rows = _rows(group, text[after:], reader)
        if rows is not None and _has_holes(rows, reader, printed):
            yield after + group.start, after + group.end + 1


def _rows(group: Group, text: str, reader: RowReader) -> list[list[str]] | None:
    """What is written in each cell, if there are as many as in an answer."""
    rows = [group] if reader.count == 1 and not group.groups else group.groups[::-1]
    if len(rows) != reader.count or any(row.groups for row in rows):
        return None
    found: list[list[str]] = []
    for row, cells in zip(rows, reader.layout.rows, strict=True):
        if row.end - row.start > reader.puzzle.capabilities.max_text:
            return None
        tokens = tokens_of(text[row.start + 1 : row.end], len(cells))
        if tokens is None or len(tokens) != len(cells):
            return None
        found.append(tokens)
    return found


def _has_holes(
    rows: Sequence[Sequence[str]], reader: RowReader, printed: Sequence[Mapping[Cell, int]]
) -> bool:
    """Whether there are holes in some cells, and numbers that no puzzle prints in others."""
    numbers: dict[Cell, object] = {}
    holes = 0
    for cells, tokens in zip(reader.layout.rows, rows, strict=True):
        for cell, token in zip(cells, tokens, strict=True):
            mark = reader.mark_of(token)
            if mark is not None:
                numbers[cell] = mark
            elif _HOLE.fullmatch(token):
                holes += 1
            else:
                return False
    return holes > 0 and not any(numbers.items() <= givens.items() for givens in printed)
