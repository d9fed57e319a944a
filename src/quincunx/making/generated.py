"""A puzzle that was made. It stands alone: it holds no more than what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quincunx._support.notebook import Shown
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import to_document
from quincunx.making.requirements import Judgement


@dataclass(frozen=True)
class Made(Shown):
    """A puzzle of a series, with its solution: the only one, unless any number was asked for."""

    puzzle: AnyPuzzle
    solution: Any
    unique: bool
    seed: int
    index: int
    attempts: int
    """How many tries it took."""
    known: Judgement | None = field(default=None, repr=False, compare=False)
    """What the grader said of it, if it was asked already."""
    series: str = ""
    """What tells its series from others: a short hash of the request and the seed."""

    @cached_property
    def judgement(self) -> Judgement | None:
        """What the grader says of it, asked now unless it was before.

        A puzzle that may have several solutions has no grade.
        """
        if self.known is not None or not self.unique:
            return self.known
        from quincunx.reasoning import grade

        return Judgement.of(grade(self.puzzle))

    @property
    def grade(self) -> str | None:
        """How hard it is: easy, medium, hard or expert."""
        return None if self.judgement is None else self.judgement.grade

    @property
    def score(self) -> float | None:
        """How hard it is, as a number."""
        return None if self.judgement is None else self.judgement.score

    @property
    def techniques(self) -> Mapping[str, int] | None:
        """How often each technique is needed on the way to the solution."""
        return None if self.judgement is None else self.judgement.techniques

    def as_dict(self, graded: bool = True) -> dict[str, Any]:
        """The puzzle as JSON data, the way every command and page answers; unless `graded`,
        nobody is asked how hard it is."""
        judged = self.judgement if graded else self.known
        return {
            "puzzle": self.puzzle.identifier,
            "document": to_document(self.puzzle),
            "solution": self.solution,
            "grade": None if judged is None else judged.grade,
            "score": None if judged is None else judged.score,
            "techniques": None if judged is None else dict(judged.techniques),
            "seed": self.seed,
            "index": self.index,
            "series": self.series,
        }
