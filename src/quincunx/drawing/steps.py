"""The steps of an explanation as frames: a picture each, and the words beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quincunx.drawing.picture import Picture, draw
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import phrases_of
from quincunx.families.base.documents import givens_of
from quincunx.reasoning.steps import CaseRow, case_sentence

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation
    from quincunx.reasoning.steps import ExplanationStep

MAX_MARKS = 10
"""Cells with more candidates than this get no pencil marks."""


@dataclass(frozen=True)
class Frame:
    """A picture and its words. A step by cases has a table of them, with three columns."""

    label: str
    technique: str
    cases: tuple[CaseRow, ...]
    sentence: str
    picture: Picture

    @property
    def caption(self) -> str:
        """Label, technique and sentences in one line."""
        technique = f" ({self.technique})" if self.technique else ""
        words = " ".join(filter(None, [*map(case_sentence, self.cases), self.sentence]))
        return f"{self.label}{technique}: {words}" if words else self.label


def frames(explanation: Explanation) -> list[Frame]:
    """Return the frames of an explanation: the puzzle, every step, and the end.

    >>> from quincunx import explain
    >>> [frame.label for frame in frames(explain("power-strike:3:2,_,_,_,_"))][:2]
    ['The puzzle', 'Step 1']
    """
    puzzle, steps = explanation.puzzle, explanation.steps
    start = Frame("The puzzle", "", (), explanation.opening, Picture(puzzle))
    pictures = list(step_pictures(puzzle, steps))
    if explanation.solution is not None:
        label, last = "The solution", draw(puzzle, solution=explanation.solution)
    else:
        label, last = "The end", Picture(puzzle, pictures[-1].written if pictures else {})
    middle = [_frame(at, *pair) for at, pair in enumerate(zip(steps, pictures, strict=True), 1)]
    return [start, *middle, Frame(label, "", (), explanation.ending, last)]


def _frame(number: int, step: ExplanationStep, picture: Picture) -> Frame:
    cases = tuple(case.row for case in step.chain)
    return Frame(f"Step {number}", step.technique, cases, step.conclusion, picture)


def step_pictures(puzzle: AnyPuzzle, steps: Iterable[ExplanationStep]) -> Iterator[Picture]:
    """Return the board after each step, with the cells and candidates that the step is about.

    >>> from quincunx import explain
    >>> explanation = explain("aztec-math:8/__/_9_/8__2")
    >>> picture = next(step_pictures(explanation.puzzle, explanation.steps))
    >>> picture.looked_at == explanation.steps[0].cells
    True
    """
    written: dict[Cell, int] = {}
    decided: dict[Cell, Sequence[int]] = {}
    writes = phrases_of(puzzle).writes
    for step in steps:
        written |= {cell: number for cell, number in step.sets if writes(number)}
        # Values that are not written, such as "stays empty", remain visible as marks.
        decided |= {cell: (number,) for cell, number in step.sets if not writes(number)}
        marks, struck = _candidates(step, {*written, *decided, *givens_of(puzzle)})
        yield Picture(
            puzzle,
            dict(written),
            {**decided, **marks},
            struck,
            looked_at=tuple(step.cells),
            found=tuple(cell for cell, _ in step.sets),
        )


def _candidates(
    step: ExplanationStep, known: Collection[Cell]
) -> tuple[Mapping[Cell, Sequence[int]], Mapping[Cell, Sequence[int]]]:
    """The candidates that a step leaves in its cells, and those that it removes."""
    marks: dict[Cell, Sequence[int]] = {}
    struck: dict[Cell, Sequence[int]] = {}
    removed = {cell: tuple(values) for cell, values in step.removes}
    before = {cell: tuple(values) for cell, values in (*step.leaves, *step.because)}
    for cell, values in {**removed, **before}.items():
        gone = removed.get(cell, ())
        left = [value for value in values if value not in gone]
        if cell in known:
            continue
        if len(values) <= MAX_MARKS:
            marks[cell], struck[cell] = left, gone
        elif len(left) <= MAX_MARKS:
            marks[cell] = left
    return marks, struck
