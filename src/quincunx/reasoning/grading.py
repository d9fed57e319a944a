"""How hard a puzzle is: its grade, and the evidence for it.

Vocabulary:
  effort   what a step takes, see `quincunx.cp.words.techniques`
  rounds   how many there are, each of all the easiest moves at a time: how long the puzzle is;
           every search counts as one, for nobody makes several at a time
  hardest  the largest effort of a round: how hard it gets
  score    the geometric mean of the two, so that both count alike
  grade    easy, medium, hard or expert: a range of scores

Everything is read off the score, so that a grade and a score never contradict each other; and the
score is the same for every symmetric image of a puzzle, because rounds are.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from quincunx.cp.limits import Limits, Stopped
from quincunx.cp.words.techniques import SEARCH, Technique
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.grades import GRADES
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.reasoning.moves import Move
from quincunx.reasoning.narration import told_alone
from quincunx.reasoning.path import Path
from quincunx.reasoning.study import study_of

BOUNDS: Mapping[str, float] = dict(zip(GRADES[1:], (8.5, 12.5, 17.0), strict=True))
"""From this score on a puzzle is of a grade; what scores less than all of these is easy."""


def grade_of(score: float) -> str:
    """The grade of a score.

    >>> grade_of(1.0), grade_of(1000.0)
    ('easy', 'expert')
    """
    return [GRADES[0], *(grade for grade, least in BOUNDS.items() if score >= least)][-1]


_STOPPED = "a limit stopped the work before it was known"


@dataclass(frozen=True)
class Grade:
    """A puzzle's grade and the evidence; `grade` is None for a puzzle that has none.

    `hardest` is the effort of the step that decides most and `decisive` that step in words.
    `reason` says why it is this grade, or why it has none; `next` what it lacks to be harder.
    """

    puzzle: AnyPuzzle
    grade: str | None
    score: float
    steps: int
    techniques: Mapping[str, int]
    hardest: float
    decisive: str
    reason: str
    next: str = ""
    complete: bool = True

    def as_dict(self) -> dict[str, Any]:
        """The grade as JSON data, the way every command and page answers."""
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "grade": self.grade,
            "score": self.score,
            "steps": self.steps,
            "techniques": dict(self.techniques),
            "hardest": self.hardest,
            "decisive": self.decisive,
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

    With `at_most` the work stops as soon as the puzzle is harder; it then has no grade.

    >>> found = grade("aztec-math:9/5_")
    >>> found.grade, found.hardest, found.techniques
    ('easy', 1.0, {'already there': 1, 'last one': 1})
    """
    if at_most is not None and at_most not in GRADES:
        raise OptionError(f"unknown grade {at_most!r}, expected one of {', '.join(GRADES)}")
    puzzle = parse(puzzle)
    limits = Limits(time_limit, cancel=cancel)
    began = time.perf_counter()
    tally = _Tally(puzzle)
    verdict = study_of(puzzle).result(limits).verdict
    if verdict == "unknown":
        return tally.result(None, _STOPPED, complete=False)
    if verdict != "unique":
        several = verdict == "multiple"
        return tally.result(None, f"it has {'more than one' if several else 'no'} solution")
    left = limits.after(time.perf_counter() - began)
    try:
        path = Path(puzzle, time_limit=left.seconds, cancel=left.cancel)
        for moves in path.rounds():
            tally.add(path, moves)
            if at_most is not None and GRADES.index(grade_of(tally.score)) > GRADES.index(at_most):
                return tally.result(None, f"it is harder than {at_most}")
    except Stopped:
        return tally.result(None, _STOPPED, complete=False)
    assert path.solved, f"{puzzle.identifier}: no way to its solution was found"
    return tally.result(grade_of(tally.score), tally.why())


class _Tally:
    """What the rounds of a way amount to."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle
        self.used: Counter[Technique] = Counter()
        self.rounds = 0
        self._hardest: Move | None = None
        self._decisive = ""

    @property
    def score(self) -> float:
        hardest = self._hardest.effort if self._hardest else 0.0
        return round(sqrt(hardest * self.rounds), 1)

    def add(self, path: Path, moves: Sequence[Move]) -> None:
        """Count one more round, all of whose moves take the same effort."""
        self.rounds += sum(move.technique is SEARCH for move in moves) or 1
        self.used.update(move.technique for move in moves)
        if self._hardest is None or moves[0].effort > self._hardest.effort:
            # Any of the round would do; one that a mirror image has as well is cited.
            self._hardest = max(moves, key=lambda move: _rank(move.technique))
            self._decisive = told_alone(self.puzzle, path.candidates, self._hardest).sentence

    def why(self) -> str:
        """Why the score is what it is."""
        if self._hardest is None:
            return "it is full already"
        name, effort = self._hardest.technique.name, self._hardest.effort
        grade = grade_of(self.score)
        easier = f", from {BOUNDS[grade]:g} on" if grade in BOUNDS else ""
        rounds = "one round" if self.rounds == 1 else f"{self.rounds} rounds"
        return (
            f"it scores {self.score:g}{easier}: {rounds} of steps, the hardest of which, by "
            f"{name!r}, takes effort {effort:g}"
        )

    def result(self, grade: str | None, reason: str, complete: bool = True) -> Grade:
        return Grade(
            self.puzzle,
            grade,
            self.score,
            self.used.total(),
            {
                technique.name: count
                for technique, count in sorted(self.used.items(), key=lambda item: _rank(item[0]))
            },
            self._hardest.effort if self._hardest else 0.0,
            self._decisive,
            reason,
            _beyond(grade),
            complete,
        )


def _rank(technique: Technique) -> tuple[int, float, str]:
    """Techniques from the easiest to the hardest."""
    return technique.tier, technique.effort, technique.name


def _beyond(grade: str | None) -> str:
    """What a puzzle of a grade would have to score to be of the next."""
    if grade is None or grade == GRADES[-1]:
        return ""
    above = GRADES[GRADES.index(grade) + 1]
    return f"to be {above} it would have to score {BOUNDS[above]:g}"
