"""Explanations: the path to the solution, step by step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from quincunx._support.notebook import ShownSteps
from quincunx.cp.limits import Limits, Stopped
from quincunx.cp.solutions import Verdict
from quincunx.errors import OptionError, short_repr
from quincunx.families import AnyPuzzle
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.reasoning.narration import opening
from quincunx.reasoning.path import Path
from quincunx.reasoning.steps import ExplanationStep
from quincunx.reasoning.study import study_of


@dataclass(frozen=True)
class Explanation(ShownSteps):
    """The steps from the givens to the solution; `solution` is None if they do not reach one.

    `opening` and `ending` are the texts before the first step and after the last.
    """

    puzzle: AnyPuzzle
    verdict: Verdict
    opening: str
    steps: tuple[ExplanationStep, ...]
    ending: str
    solution: Any = None

    @property
    def solved(self) -> bool:
        return self.solution is not None

    def __str__(self) -> str:
        numbered = [f"{number}. {step.sentence}" for number, step in enumerate(self.steps, 1)]
        return "\n".join(filter(None, [self.opening, *numbered, self.ending]))

    def as_dict(self) -> dict[str, Any]:
        """The explanation as JSON data, the way every command and page answers: its hardness is the
        effort of the hardest step, and its length the number of steps."""
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "solved": self.solved,
            "verdict": self.verdict,
            "hardness": max((step.effort for step in self.steps), default=0.0),
            "length": len(self.steps),
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
    one_by_one: bool = False,
) -> Explanation:
    """Explain a puzzle: the steps to its solution, or to the contradiction if it has none.

    If there are several solutions, the steps lead to what they have in common.

    Args:
        puzzle: A puzzle, an identifier, a document or a name of the gallery.
        time_limit: Seconds after which the work stops; the verdict is "unknown" then.
        cancel: Called many times a second; the work stops when it returns true.
        one_by_one: Whether moves that are seen at a glance are steps of their own, as in hints.

    >>> print(explain("aztec-math:9/5_"))
    1. r2c2 is 4 (9 = 5 + 4).
    That is the solution, and there is no other.
    """
    if not isinstance(one_by_one, bool):
        raise OptionError(f"one by one is {short_repr(one_by_one)}, expected true or false")
    puzzle = parse(puzzle)
    left = Limits(time_limit, cancel=cancel).countdown()
    study = study_of(puzzle)
    result = study.result(left())
    verdict = result.verdict
    unknown = Explanation(puzzle, "unknown", "", (), _ENDINGS["unknown"])
    if verdict == "unknown":
        return unknown
    try:
        path = Path(puzzle, limits=left())
    except Stopped:
        return unknown
    try:
        path.follow()
    except Stopped:
        verdict = "unknown"
    steps = tuple(path.steps(one_by_one))
    solution = result.solutions[0] if verdict == "unique" else None
    seen = opening(puzzle, study.givens, path.candidates)
    return Explanation(puzzle, verdict, seen, steps, _ENDINGS[verdict], solution)


_ENDINGS: Mapping[Verdict, str] = {
    "unique": "That is the solution, and there is no other.",
    "none": "So there is no solution.",
    "multiple": "There is more than one solution; the open cells differ among them.",
    "unknown": "A limit stopped the work here.",
}
