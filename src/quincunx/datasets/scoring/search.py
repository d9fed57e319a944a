"""The last answer in a text."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from quincunx.datasets.questions import example_of
from quincunx.datasets.scoring import brackets, cells, lines
from quincunx.datasets.scoring.holes import with_holes
from quincunx.datasets.scoring.rows import RowReader
from quincunx.datasets.scoring.signs import in_plain_signs
from quincunx.datasets.scoring.work import Work
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import read_solution, to_document

MOST_TYPED = 20_000
"""A longer text is not tried as an answer and nothing else."""


NEAR = 100
"""What makes something an answer stands within so many characters before it."""

FINDERS = {"brackets": brackets.answers, "lines": lines.answers, "cells": cells.answers}

_MARK = re.compile(
    r"(?:answer|solution)\W*(?:is\b|:|=|>)|\b(?:final|boxed|rather|instead|wait)\b", re.I
)
_CALLED = re.compile(r"\b(?:(?:answer|solution)(?:\W{0,9}is)?|final|boxed)\W{0,20}$", re.I)
"""What stands right before something and says that this is the answer."""


@dataclass(frozen=True)
class Found:
    """An answer in a text: itself, where it stands, and how it was written. One with holes is
    None."""

    answer: Any
    start: int
    end: int
    form: str


def last_answer(puzzle: AnyPuzzle, text: str, work: Work | None = None) -> Found | None:
    """The last answer in a text, or None; `work` is told what was looked at.

    >>> from quincunx.families import parse
    >>> last_answer(parse("aztec-math:9/5_"), "Is it [[9], [5, 3]]? No: 9/54.")
    Found(answer=[[9], [5, 4]], start=24, end=30, form='lines')
    """
    quoted = _quoted(puzzle)
    if len(text) <= min(MOST_TYPED, puzzle.capabilities.max_text):
        try:
            answer = read_solution(puzzle, text)
        except PuzzleError:
            pass
        else:
            if answer not in quoted:
                return Found(answer, 0, len(text), "typed")
    plain = in_plain_signs(text)
    readers = {form: RowReader(puzzle, Work()) for form in FINDERS}
    found = _last(plain, readers, quoted)
    if found is not None and _is_square(found.answer):
        # The readers go on counting, so that looking twice is no more work than may be.
        earlier = _last(plain[: found.start], readers, quoted)
        if earlier is not None and _is_check_of_columns(plain, found, earlier):
            found = earlier
    if found is not None:
        found = _holed(plain, found, readers["brackets"]) or found
    if work is not None:
        for reader in readers.values():
            work.add(reader.work)
    return found


def _last(text: str, readers: dict[str, RowReader], quoted: list[Any]) -> Found | None:
    """The last answer in a text of plain signs."""
    best: Found | None = None
    misfits: list[tuple[int, int]] = []
    for form, reader in readers.items():
        after = 0 if best is None else best.end
        for start, end, answer in FINDERS[form](text, reader, after, misfits):
            if answer not in quoted:
                best = Found(answer, start, end, "brackets" if form == "brackets" else "lines")
                break
    return best


def _is_square(answer: Any) -> bool:
    return all(isinstance(row, list) and len(row) == len(answer) for row in answer)


def _is_check_of_columns(text: str, found: Found, earlier: Found) -> bool:
    """Whether what was found only goes through the columns of the answer before it: they are the
    same numbers with rows and columns exchanged, and nothing says that it is an answer."""
    between = text[max(earlier.end, found.start - NEAR) : found.start]
    if _MARK.search(between):
        return False
    return bool(found.answer == [list(column) for column in zip(*earlier.answer, strict=True)])


def _holed(text: str, found: Found, reader: RowReader) -> Found | None:
    """What is called the answer behind the one that was found, but has holes."""
    for start, end in with_holes(text, found.end, reader):
        if _CALLED.search(text[max(found.end, start - NEAR) : start]):
            return Found(None, start, end, "brackets")
    return None


def _quoted(puzzle: AnyPuzzle) -> list[Any]:
    """What has the shape of an answer, is in every question and is not right: parts of the puzzle
    and of the example, and the answer of that."""
    found = []
    example = puzzle.example.solution
    documents = to_document(puzzle), to_document(example_of(type(puzzle)))
    for data in (*documents[0].values(), *documents[1].values(), example):
        try:
            found.append(read_solution(puzzle, data))
        except PuzzleError:
            continue
    # Lists inside of them may have the shape of an answer as well: givens with null in the other
    # cells, or one row of the example where an answer has one.
    for data in (*documents, example):
        lists = brackets.answers(json.dumps(data), RowReader(puzzle, Work()), 0, [])
        found += [answer for _, _, answer in lists]
    return [answer for answer in found if puzzle.violations(answer)]
