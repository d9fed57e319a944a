"""The steps of an explanation as frames: a picture each, and the words beside it.

Vocabulary:
  frame   a picture with its words: the puzzle, each of the steps, and where they lead
  cases   what is supposed in turn, and what becomes of it, a line each
  few     so many candidates of a cell can be looked at one by one; more are not pencilled in

Of a step only data is asked: the cells it speaks of, what it knows of them, the numbers it writes
and those it rules out. So whatever tells steps can be shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from quincunx.drawing.picture import Picture, draw
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import phrases_of
from quincunx.families.base.documents import givens_of

FEW = 10

Held: TypeAlias = Sequence[tuple[Cell, Sequence[int]]]
"""Some cells, each with values."""


class Step(Protocol):
    """One step: its words, its cells, what is known of them, what it sets, removes and leaves."""

    @property
    def technique(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def sentences(self) -> Sequence[str]: ...
    @property
    def cells(self) -> Sequence[Cell]: ...
    @property
    def because(self) -> Held: ...
    @property
    def sets(self) -> Sequence[tuple[Cell, int]]: ...
    @property
    def removes(self) -> Held: ...
    @property
    def leaves(self) -> Held: ...
    @property
    def chain(self) -> Sequence[object]: ...


class Told(Protocol):
    """An explanation: its puzzle, its steps, and the words before and after them."""

    @property
    def puzzle(self) -> AnyPuzzle: ...
    @property
    def opening(self) -> str: ...
    @property
    def steps(self) -> Sequence[Step]: ...
    @property
    def ending(self) -> str: ...
    @property
    def solution(self) -> Any: ...


@dataclass(frozen=True)
class Frame:
    """A picture and its words. `label` says where one is, `technique` what a step is called."""

    label: str
    technique: str
    cases: tuple[str, ...]
    sentence: str
    picture: Picture

    @property
    def words(self) -> str:
        """All that is said, in one line."""
        return " ".join(filter(None, [*self.cases, self.sentence]))


def frames(told: Told) -> list[Frame]:
    """The frames of an explanation: the puzzle, every step, and the end.

    >>> from quincunx import explain
    >>> [frame.label for frame in frames(explain("power-strike:3:2,_,_,_,_"))][:2]
    ['The puzzle', 'Step 1']
    """
    start = Frame("The puzzle", "", (), told.opening, Picture(told.puzzle))
    steps = [
        _frame(at, step, picture)
        for at, (step, picture) in enumerate(
            zip(told.steps, step_pictures(told.puzzle, told.steps), strict=True), 1
        )
    ]
    if told.solution is not None:
        label, last = "The solution", draw(told.puzzle, solution=told.solution)
    else:
        written = steps[-1].picture.written if steps else {}
        label, last = "The end", Picture(told.puzzle, written)
    return [start, *steps, Frame(label, "", (), told.ending, last)]


def _frame(at: int, step: Step, picture: Picture) -> Frame:
    """A step by cases has a line for each of them, and one for what follows."""
    *cases, last = step.sentences if step.chain else (step.sentence,)
    return Frame(f"Step {at}", step.technique, tuple(cases), last, picture)


def step_pictures(puzzle: AnyPuzzle, steps: Iterable[Step]) -> Iterator[Picture]:
    """The board after each step, with what the step is about highlighted, and with the candidates
    it goes by, those that it rules out crossed out.

    >>> from quincunx import explain
    >>> told = explain("aztec-math:8/__/_9_/8__2")
    >>> picture = next(step_pictures(told.puzzle, told.steps))
    >>> picture.looked_at == told.steps[0].cells
    True
    """
    written: dict[Cell, int] = {}
    decided: dict[Cell, Sequence[int]] = {}
    writes = phrases_of(puzzle).writes
    for step in steps:
        written |= {cell: number for cell, number in step.sets if writes(number)}
        # What is decided and not written, such as that a cell stays empty, is a mark for good.
        decided |= {cell: (number,) for cell, number in step.sets if not writes(number)}
        marks, struck = _pencilled(step, {*written, *decided, *givens_of(puzzle)})
        yield Picture(
            puzzle,
            dict(written),
            {**decided, **marks},
            struck,
            looked_at=tuple(step.cells),
            found=tuple(cell for cell, _ in step.sets),
        )


def _pencilled(
    step: Step, known: Collection[Cell]
) -> tuple[Mapping[Cell, Sequence[int]], Mapping[Cell, Sequence[int]]]:
    """The candidates that remain in the cells of a step, and those that it crosses out."""
    marks: dict[Cell, Sequence[int]] = {}
    struck: dict[Cell, Sequence[int]] = {}
    removed = {cell: tuple(values) for cell, values in step.removes}
    before = {cell: tuple(values) for cell, values in (*step.leaves, *step.because)}
    for cell, values in {**removed, **before}.items():
        gone = removed.get(cell, ())
        left = [value for value in values if value not in gone]
        if cell in known:
            continue
        if len(values) <= FEW:
            marks[cell], struck[cell] = left, gone
        elif len(left) <= FEW:
            marks[cell] = left
    return marks, struck
