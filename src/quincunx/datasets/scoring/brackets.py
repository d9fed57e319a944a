"""Answers in brackets: lists of rows, tuples, objects with a row under each key.

Vocabulary:
  group  what stands between a bracket and the one that closes it
  leaf   a group without another in it: a row, or all rows as texts
  misfit a list on several lines, and nothing else, of more or fewer rows than an answer has, or
         of more or fewer numbers than a ring has

One pass goes over the brackets from the end of the text, so that an inner group comes before the
one it is in. Only the innermost open groups are remembered: an answer is not deeper.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from quincunx.datasets.scoring import cells
from quincunx.datasets.scoring.rows import Row, RowReader
from quincunx.datasets.scoring.signs import without_remarks
from quincunx.datasets.scoring.tokens import divides_only, listed_texts, quoted_texts

DEEPEST = 6
"""So many open groups are remembered."""
FARTHEST = 60
"""So many characters may lie between a row and the next."""

_BRACKET = re.compile(r"[][(){}]")
_LABEL_AFTER = re.compile(r"[][(){}\n,;.]")
_OF_NUMBERS = "0123456789,() \t\r\n"
_OPENING = {"]": "[", ")": "(", "}": "{"}


@dataclass
class Group:
    """A group by the places of its brackets, with those in it, the last first."""

    end: int
    start: int = -1
    groups: list[Group] = field(default_factory=list)
    row: Row | None = None


def answers(
    text: str, reader: RowReader, after: int, misfits: list[tuple[int, int]]
) -> Iterator[tuple[int, int, Any]]:
    """The answers in brackets from the end of a text, as long as they begin `after` a place: where
    each begins, where it ends, itself. The places of `misfits` are noted, the last first."""
    beside: deque[Group] = deque(maxlen=reader.count)
    for group, inside in groups_of(text, reader):
        if group.start < after:
            return
        found = _answer(group, text, reader)
        if found is not None:
            yield group.start, group.end + 1, found
        elif _is_misfit(group, text, reader):
            while misfits and misfits[-1][1] <= group.end:
                misfits.pop()  # It is inside of this one.
            misfits.append((group.start, group.end + 1))
        if inside:
            continue
        # Rows beside each other may have no brackets around them.
        if beside and beside[-1].start - group.end > FARTHEST:
            beside.clear()
        beside.append(group)
        found = _together(list(beside), text, reader)
        if found is not None:
            yield group.start, beside[0].end + 1, found


def groups_of(text: str, reader: RowReader) -> Iterator[tuple[Group, bool]]:
    """The groups of a text from its end, each with whether it is inside of another."""
    stack: deque[tuple[str, Group]] = deque(maxlen=DEEPEST)
    last = len(text) - 1
    for match in _BRACKET.finditer(text[::-1]):
        reader.work.brackets += 1
        if reader.work.enough:
            return
        bracket, at = match[0], last - match.start()
        if bracket in _OPENING:
            stack.append((_OPENING[bracket], Group(at)))
        elif stack and stack[-1][0] == bracket:
            group = stack.pop()[1]
            group.start = at
            if stack and len(stack[-1][1].groups) <= 2 * reader.count:
                stack[-1][1].groups.append(group)
            yield group, bool(stack)
        else:
            stack.clear()


def _answer(group: Group, text: str, reader: RowReader) -> Any:
    """The answer that a group is; remarks in parentheses between its rows do not count."""
    if group.groups:
        rows = [g for g in group.groups if g.row is not None or text[g.start] != "("]
        if text[group.start] == "{":
            # An object that holds one row beside other things stands for this row.
            group.row = _only([g.row for g in rows if g.row is not None])
        if reader.layout.flat:
            return _ring_with_remarks(group, text, reader)
        return _together(rows, text, reader, group.start)
    if group.end - group.start > reader.puzzle.capabilities.max_text:
        return None
    inner = text[group.start + 1 : group.end]
    if text[group.start] == "{" and ":" in inner:
        named = cells.answer_of(inner, reader) if reader.count == 1 else None
        return _under_keys(inner, reader) if named is None else named
    group.row = reader.row(inner, listed=True)
    if group.row is not None and reader.count == 1:
        return reader.answer([group.row])
    whole = reader.rows_of(inner)
    return None if whole is None else reader.answer(whole)


def _is_misfit(group: Group, text: str, reader: RowReader) -> bool:
    """Whether a group that is no answer is a misfit."""
    if text.find("\n", group.start, group.end) < 0:
        return False
    inside = text[group.start + 1 : group.end]
    of_numbers = not inside.strip(_OF_NUMBERS)
    if reader.layout.flat:
        return of_numbers
    if not group.groups:
        # A row of digits may be written as one number.
        texts = inside.strip(", \t\r\n").split(",") if of_numbers else listed_texts(inside)
        return len(texts) not in (0, reader.count) and all(
            reader.row(each) is not None for each in texts[-reader.count - 1 :]
        )
    if all(inner.row is None for inner in group.groups):
        return False  # A matrix in brackets and a box, or objects.
    # Of very many groups the first were not kept, and what goes before them is not known.
    full = len(group.groups) > 2 * reader.count
    end = group.groups[-1].start if full else group.start + 1
    between = []
    for inner in reversed(group.groups):
        between.append(text[end : inner.start])
        end = inner.end + 1
    between.append(text[end : group.end])
    tuples = sum(text[inner.start] == "(" for inner in group.groups)
    # Beside other brackets parentheses are remarks.
    rows = len(group.groups) - tuples or tuples
    return rows != reader.count and divides_only("".join(between))


def _ring_with_remarks(group: Group, text: str, reader: RowReader) -> Any:
    """The answer of one row that a group is, with remarks in parentheses between its cells."""
    if group.end - group.start > reader.puzzle.capabilities.max_text:
        return None
    inner = without_remarks(text[group.start + 1 : group.end])
    row = None if _BRACKET.search(inner) else reader.row(inner, listed=True)
    return None if row is None else reader.answer([row])


def _only(rows: list[Row]) -> Row | None:
    return rows[0] if len(rows) == 1 else None


def _together(groups: list[Group], text: str, reader: RowReader, begin: int = 0) -> Any:
    """The answer that groups are, the last of them first, a row each; what stands before one may
    be its label."""
    if reader.count == 1 or not reader.may_be_whole([group.row for group in groups]):
        return None
    rows: list[Row] = []
    for at, group in enumerate(groups):
        before = groups[at + 1].end if at + 1 < len(groups) else begin - 1
        if at + 1 < len(groups) and group.start - before > FARTHEST:
            return None
        assert group.row is not None
        label = text[max(before + 1, group.start - FARTHEST) : group.start]
        rows.append(Row(group.row.marks, _LABEL_AFTER.split(label.rstrip(" :=\n\"'"))[-1]))
    return reader.answer(rows[::-1])


def _under_keys(inner: str, reader: RowReader) -> Any:
    """The answer of an object whose values are texts: a row under each key, or all in one."""
    texts = quoted_texts(inner, 2 * reader.count)
    if texts is None or len(texts) not in (2, 2 * reader.count):
        return None
    if len(texts) == 2:
        whole = reader.rows_of(texts[1])
        return None if whole is None else reader.answer(whole)
    rows: list[Row] = []
    for key, value in zip(texts[::2], texts[1::2], strict=True):
        row = reader.row(value, key)
        if row is None:
            return None
        rows.append(row)
    return reader.answer(rows)
