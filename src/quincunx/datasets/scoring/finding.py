"""The last answer in a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quincunx.datasets.questions import example_of
from quincunx.datasets.scoring import brackets, lines
from quincunx.datasets.scoring.rows import RowReader
from quincunx.datasets.scoring.work import Work
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle

MOST_TYPED = 20_000
"""A longer text is not tried as an answer and nothing else."""


@dataclass(frozen=True)
class Found:
    """An answer in a text: itself, where it stands, and how it was written."""

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
    if len(text) <= min(MOST_TYPED, puzzle.longest):
        try:
            answer = puzzle.read_solution(text)
        except PuzzleError:
            pass
        else:
            if answer not in quoted:
                return Found(answer, 0, len(text), "typed")
    plain = _in_ascii(text)
    best: Found | None = None
    for form, finder in (("brackets", brackets.answers), ("lines", lines.answers)):
        reader = RowReader(puzzle, Work())
        for start, end, answer in finder(plain, reader, 0 if best is None else best.end):
            if answer not in quoted:
                best = Found(answer, start, end, form)
                break
        if work is not None:
            work.add(reader.work)
    return best


def _quoted(puzzle: AnyPuzzle) -> list[Any]:
    """What has the shape of an answer, is in every question and is not right: parts of the puzzle
    and of the example, and the answer of that."""
    found = []
    example = example_of(type(puzzle)).document()
    for data in (*puzzle.document().values(), *example.values(), puzzle.example.solution):
        try:
            answer = puzzle.read_solution(data)
        except PuzzleError:
            continue
        if puzzle.violations(answer):
            found.append(answer)
    return found


_ASCII = {
    **{0xFF01 + at: chr(0x21 + at) for at in range(94)},
    **dict.fromkeys(map(ord, "│┃║￨"), "|"),
    **dict.fromkeys(map(ord, "“”„«»"), '"'),
    **dict.fromkeys(map(ord, "‘’‚"), "'"),
    **dict.fromkeys(map(ord, "、،"), ","),
    **dict.fromkeys(map(ord, "【〔⟨"), "["),
    **dict.fromkeys(map(ord, "】〕⟩"), "]"),
    **dict.fromkeys((0xA0, 0x2007, 0x2009, 0x202F, 0x3000, 0x200B, 0xFEFF), " "),
    **dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), " "),
}
"""Full-width signs, quotation marks, bars and spaces of all kinds, as ASCII has them."""


def _in_ascii(text: str) -> str:
    """The text with the signs that ASCII has another form of, each at the place where it was. A
    matrix in TeX has its rows on lines of their own, and arrows are one sign."""
    text = text.replace("\\\\", " \n").replace("->", " →")
    return text if text.isascii() else text.translate(_ASCII)
