"""How hard a puzzle is: its grade, and the evidence for it.

Vocabulary:
  grade   easy, medium, hard or expert: the puzzle is solved within the means of this grade, and
          not within those of the grade below
  means   the techniques that a grade allows, each with the largest size its moves may have
  score   the effort of all moves together; it orders puzzles of the same grade
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.grades import GRADES
from quincunx.limits import Stopped
from quincunx.reading import PuzzleLike, parse
from quincunx.reasoning.ladder import Move, Technique
from quincunx.reasoning.solve_path import SolvePath, go_together
from quincunx.reasoning.techniques import (
    COMBINATIONS,
    LAST_ONE,
    SEARCH,
    SQUEEZE,
    TECHNIQUES,
    TWO_TOGETHER,
    WHAT_IF,
)
from quincunx.wording import listed

_EASY: Mapping[Technique, float] = {LAST_ONE: inf, SQUEEZE: inf, COMBINATIONS: 60}
_MEDIUM = {**_EASY, COMBINATIONS: 400, TWO_TOGETHER: inf, WHAT_IF: 4}
_HARD = {**_MEDIUM, COMBINATIONS: 4000, WHAT_IF: 8}
_EXPERT = dict.fromkeys(TECHNIQUES, inf)

MEANS: Mapping[str, Mapping[Technique, float]] = dict(
    zip(GRADES, (_EASY, _MEDIUM, _HARD, _EXPERT), strict=True)
)
"""What each grade allows, from the easiest grade to the hardest."""

EFFORT: Mapping[Technique, tuple[float, float]] = {
    LAST_ONE: (1, 0),
    SQUEEZE: (1, 0),
    COMBINATIONS: (2, 1 / 2),
    TWO_TOGETHER: (8, 1 / 4),
    WHAT_IF: (4, 1),
    SEARCH: (40, 1),
}
"""What a move counts towards the score: so much, and so much for each one of its size."""


_STOPPED = "a limit stopped the work before it was known"


@dataclass(frozen=True)
class Grade:
    """A puzzle's grade and the evidence; `grade` is None for a puzzle that has none.

    `reason` says why it is this grade, or why it has none; `next` what it lacks to be harder.
    """

    puzzle: AnyPuzzle
    grade: str | None
    score: float
    steps: int
    techniques: Mapping[str, int]
    depth: int
    reason: str
    next: str = ""
    complete: bool = True

    @classmethod
    def unknown(cls, puzzle: AnyPuzzle) -> Grade:
        """What is left when a limit stops the work before the first step."""
        return _Tally().result(puzzle, None, _STOPPED, complete=False)

    def as_dict(self) -> dict[str, Any]:
        """The grade as JSON data, the way every command and page answers."""
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "grade": self.grade,
            "score": self.score,
            "steps": self.steps,
            "techniques": dict(self.techniques),
            "depth": self.depth,
            "reason": self.reason,
            "next": self.next,
        }


def grade(
    puzzle: PuzzleLike,
    *,
    at_most: str | None = None,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Grade:
    """How hard a puzzle is for a person.

    `puzzle` is a puzzle, an identifier, a document or a name of the gallery. The work stops after
    `time_limit` seconds, or when `cancel` says so; the grade then is not `complete`.

    With `at_most` the work stops as soon as the means of that grade are not enough; the puzzle
    then has no grade.

    >>> found = grade("c-note:100:878/312/272")
    >>> found.grade, found.steps, dict(found.techniques)
    ('easy', 21, {'last one': 2, 'squeeze': 13, 'combinations': 6})
    """
    if at_most is not None and at_most not in GRADES:
        raise OptionError(f"unknown grade {at_most!r}, expected one of {', '.join(GRADES)}")
    puzzle = parse(puzzle)
    tally = _Tally()
    wanted = GRADES[-1] if at_most is None else at_most
    hardest = max(MEANS[wanted], key=lambda technique: technique.tier)
    try:
        path = SolvePath(puzzle, hardest=hardest, time_limit=time_limit, cancel=cancel)
        for technique, move in path:
            if path.solver_verdict in ("multiple", "none"):
                break
            tally.add(technique, move)
            if tally.rung > GRADES.index(wanted):
                break
    except Stopped:
        return tally.result(puzzle, None, _STOPPED, complete=False)
    if "none" in (path.verdict, path.solver_verdict):
        return tally.result(puzzle, None, "it has no solution")
    if path.verdict == "multiple":
        return tally.result(puzzle, None, "it has more than one solution")
    if path.verdict == "unknown" or tally.rung > GRADES.index(wanted):
        return tally.result(puzzle, None, f"it is not solved within the means of {wanted}")
    return tally.result(puzzle, GRADES[tally.rung], tally.hardest())


class _Tally:
    """What the moves of a path amount to."""

    def __init__(self) -> None:
        self.rung = 0
        self.score = 0.0
        self.depth = 0
        self.used: Counter[Technique] = Counter()
        self._last: Move | None = None
        self._hardest: tuple[int, int, int] = (0, 0, 0)

    def add(self, technique: Technique, move: Move) -> None:
        """Count one more move."""
        if not go_together(self._last, move):
            self.used[technique] += 1
        self._last = move
        flat, each = EFFORT[technique]
        self.score += flat + each * move.size
        self.rung = max(self.rung, _rung(technique, move.size))
        self.depth = max(self.depth, len(move.chain))
        hardness = (_rung(technique, move.size), technique.tier, move.size)
        self._hardest = max(self._hardest, hardness)

    def hardest(self) -> str:
        """The move that settles the grade, in words."""
        _, tier, size = self._hardest
        if tier == 0:
            return "it is full already"
        technique = next(technique for technique in TECHNIQUES if technique.tier == tier)
        return f"it takes {_in_words(technique, size, 'up to ')}"

    def result(
        self, puzzle: AnyPuzzle, grade: str | None, reason: str, complete: bool = True
    ) -> Grade:
        return Grade(
            puzzle,
            grade,
            round(self.score, 1),
            self.used.total(),
            {
                technique.name: self.used[technique]
                for technique in TECHNIQUES
                if self.used[technique]
            },
            self.depth,
            reason,
            _beyond(grade),
            complete,
        )


def _rung(technique: Technique, size: int) -> int:
    """The number of the easiest grade that allows a move."""
    return next(i for i, means in enumerate(MEANS.values()) if size <= means.get(technique, -1))


def _in_words(technique: Technique, size: float, bound: str) -> str:
    return f"{technique.name!r} ({bound}{size} {technique.counts})"


def _beyond(grade: str | None) -> str:
    """What a puzzle of a grade would have to take to be of the next."""
    if grade is None or grade == GRADES[-1]:
        return ""
    harder = []
    here, above = MEANS[grade], MEANS[GRADES[GRADES.index(grade) + 1]]
    for technique in above:
        if technique not in here:
            harder.append(repr(technique.name))
        elif here[technique] != above[technique]:
            harder.append(_in_words(technique, here[technique], "over "))
    return f"to be {GRADES[GRADES.index(grade) + 1]} it would have to take {listed(harder, 'or')}"
