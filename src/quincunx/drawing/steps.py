"""A picture for each step of an explanation.

Of a step only this is asked: the cells it speaks of, the numbers it writes and those it rules
out. So whatever tells steps can be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from quincunx.drawing.picture import Picture
from quincunx.families import AnyPuzzle, Cell


class Step(Protocol):
    """One step: its sentence, its cells, what it sets and what it removes."""

    @property
    def sentence(self) -> str: ...
    @property
    def cells(self) -> Sequence[Cell]: ...
    @property
    def sets(self) -> Sequence[tuple[Cell, int]]: ...
    @property
    def removes(self) -> Sequence[tuple[Cell, Sequence[int]]]: ...


def step_pictures(puzzle: AnyPuzzle, steps: Iterable[Step]) -> Iterator[tuple[Picture, str]]:
    """The board after each step, with what the step is about highlighted, and its sentence.

    >>> from quincunx import explain
    >>> told = explain("aztec-math:8/__/_9_/8__2")
    >>> picture, sentence = next(step_pictures(told.puzzle, told.steps))
    >>> set(picture.found) <= set(picture.written)
    True
    """
    written: dict[Cell, int] = {}
    writes = puzzle.phrases().writes
    for step in steps:
        found = {cell: number for cell, number in step.sets if writes(number)}
        written |= found
        struck = {cell: tuple(values) for cell, values in step.removes if cell not in written}
        yield (
            Picture(
                puzzle,
                dict(written),
                struck=struck,
                looked_at=tuple(step.cells),
                found=tuple(found),
            ),
            step.sentence,
        )
