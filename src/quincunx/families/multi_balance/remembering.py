"""Answers that are looked up where the same was known before.

Whoever tries values one after the other comes back to the same lines with the same digits left,
again and again: four times of five in the puzzles that are hardest to grade.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from quincunx.cp.kernel.engine import Variable as Unknown

Answer = TypeVar("Answer")

MOST_REMEMBERED = 2_048
"""With more answers than this they are forgotten: each takes half a kilobyte."""


class Remembered(Generic[Answer]):
    """The answer to a question about some cells that depends on nothing but what is left of them.

    Nobody may change an answer.
    """

    def __init__(self, cells: Sequence[Unknown], work_out: Callable[[], Answer]) -> None:
        self._cells = cells
        self._work_out = work_out
        self._answers: dict[tuple[int, ...], Answer] = {}

    def __call__(self) -> Answer:
        """The answer as things are."""
        known = tuple([cell.bits for cell in self._cells])
        try:
            return self._answers[known]
        except KeyError:
            answer = self._work_out()
        if len(self._answers) >= MOST_REMEMBERED:
            self._answers.clear()
        self._answers[known] = answer
        return answer
