"""The way to the solution, told step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from quincunx.families import AnyPuzzle
from quincunx.limits import Stopped
from quincunx.reading import PuzzleLike, parse
from quincunx.reasoning.narration import Step, joined, told, wanted_steps
from quincunx.reasoning.solve_path import SolvePath
from quincunx.showing import Shown
from quincunx.solving import Verdict


@dataclass(frozen=True)
class Explanation(Shown):
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
    """The whole way to a puzzle's solution, or to the contradiction if it has none.

    `puzzle` is a puzzle, an identifier, a document or a name of the gallery. The work stops after
    `time_limit` seconds, or when `cancel` says so; the verdict then is "unknown".

    >>> for step in explain("power-strike:3:2,_,_,_,_").steps[:3]:
    ...     print(step.sentence)
    Cell 2 follows from 2: 6 (times 3), for 2 cannot lose its only digit, so cell 2 is 6.
    Cell 3 follows from 6: 18 (times 3), for 6 cannot lose its only digit, so cell 3 is 18.
    Cell 4 follows from 18: 54 (times 3), or 1 or 8 (a digit removed), so cell 4 is 1, 8 or 54.
    """
    puzzle = parse(puzzle)
    try:
        path = SolvePath(puzzle, time_limit=time_limit, cancel=cancel)
    except Stopped:
        return Explanation.unknown(puzzle)
    steps: list[Step] = []
    stopped = False
    try:
        for step, follows in told(path):
            if follows:
                steps[-1] = joined(steps[-1], step)
            else:
                steps.append(step)
    except Stopped:
        stopped = True
    verdict = "unknown" if stopped else path.verdict
    if verdict in ("unique", "none"):
        steps = wanted_steps(steps, lambda step: bool(step.sets) and verdict == "unique")
    solution = None
    if verdict == "unique":
        decisions = path.candidates.model.decisions
        values = [path.candidates.variables[v.index].least() for v in decisions]
        solution = puzzle.solution(values)
    return Explanation(
        puzzle, verdict, puzzle.phrases().opening(), tuple(steps), _ENDINGS[verdict], solution
    )


_ENDINGS: Mapping[Verdict, str] = {
    "unique": "That is the solution, and there is no other.",
    "none": "So there is no solution.",
    "multiple": "There is more than one solution, so the rest cannot be decided.",
    "unknown": "A limit stopped the work here.",
}
