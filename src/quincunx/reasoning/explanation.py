"""The way to the solution, told step by step."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from quincunx._support.notebook import ShownSteps
from quincunx.cp.limits import Limits, Stopped
from quincunx.families import AnyPuzzle
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.reasoning.narration import opening
from quincunx.reasoning.path import Path
from quincunx.reasoning.selection import most_telling
from quincunx.reasoning.steps import Step
from quincunx.reasoning.study import study_of
from quincunx.solving import Verdict


@dataclass(frozen=True)
class Explanation(ShownSteps):
    """All steps. `solution` is where they lead; None if they do not lead to one.

    `opening` is what a person sees before the first step, `ending` how it ends, in words.
    """

    puzzle: AnyPuzzle
    verdict: Verdict
    opening: str
    steps: tuple[Step, ...]
    ending: str
    solution: Any = None

    @classmethod
    def unknown(cls, puzzle: AnyPuzzle) -> Explanation:
        """What is left when a limit stops the work before the first step."""
        return cls(puzzle, "unknown", "", (), _ENDINGS["unknown"])

    @property
    def solved(self) -> bool:
        return self.solution is not None

    def __str__(self) -> str:
        numbered = [f"{number}. {step.sentence}" for number, step in enumerate(self.steps, 1)]
        return "\n".join(filter(None, [self.opening, *numbered, self.ending]))

    def as_dict(self) -> dict[str, Any]:
        """The explanation as JSON data, the way every command and page answers."""
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "solved": self.solved,
            "verdict": self.verdict,
            "opening": self.opening,
            "steps": [step.as_dict() for step in self.steps],
            "ending": self.ending,
            "solution": self.solution,
        }


def explain(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Explanation:
    """The way to a puzzle's solution, or to the contradiction if it has none.

    Where there are several solutions it leads to what they have in common. `puzzle` is a puzzle,
    an identifier, a document or a name of the gallery. The work stops after `time_limit` seconds,
    or when `cancel` says so; the verdict then is "unknown".

    >>> print(explain("aztec-math:9/5_"))
    1. 9 (r1c1) tops 5 (r2c1) and r2c2, so r2c2 is 4: 9 = 5 + 4.
    That is the solution, and there is no other.
    """
    puzzle = parse(puzzle)
    limits = Limits(time_limit, cancel=cancel)
    began = time.perf_counter()
    study = study_of(puzzle)
    verdict = study.result(limits).verdict
    left = limits.after(time.perf_counter() - began)
    if verdict == "unknown":
        return Explanation.unknown(puzzle)
    try:
        path = Path(puzzle, choose=most_telling, time_limit=left.seconds, cancel=left.cancel)
    except Stopped:
        return Explanation.unknown(puzzle)
    try:
        path.follow()
    except Stopped:
        verdict = "unknown"
    steps = path.told()
    solution = None
    if verdict == "unique":
        decisions = path.candidates.model.decisions
        values = [path.candidates.variables[v.index].least() for v in decisions]
        solution = puzzle.solution(values)
    return Explanation(
        puzzle,
        verdict,
        opening(puzzle, study.givens, path.candidates),
        tuple(steps),
        _ENDINGS[verdict],
        solution,
    )


_ENDINGS: Mapping[Verdict, str] = {
    "unique": "That is the solution, and there is no other.",
    "none": "So there is no solution.",
    "multiple": "There is more than one solution; no other cell is the same in all of them.",
    "unknown": "A limit stopped the work here.",
}
