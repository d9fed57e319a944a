"""Grades: how hard a puzzle is for a person, with the evidence.

Hardness is the least effort with which the puzzle can be solved: the largest effort of any round. A
round makes all moves of the least effort at once (see `quincunx.cp.words.techniques` for effort).
Length is the number of rounds. Every search counts as a round of its own, and consecutive rounds of
bounds count as one.

The score is the geometric mean of both, but hardness comes first: what takes cases is never easy,
and what takes a search is hard at least. A grade is a range of scores. Symmetric images of a puzzle
have the same grade, because their rounds are the same.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from typing import Any

from quincunx._support.arguments import require_choice
from quincunx.cp.limits import Limits, Stopped
from quincunx.cp.words.techniques import CASES, SEARCH, Technique
from quincunx.families import AnyPuzzle
from quincunx.families.base.grades import GRADES, GradeName
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.reasoning.candidates import Bits, Candidates, Move
from quincunx.reasoning.narration import narrate_move
from quincunx.reasoning.path import Path
from quincunx.reasoning.study import study_of

BOUNDS: Mapping[str, float] = dict(zip(GRADES[1:], (8.5, 13.5, 18.0), strict=True))
"""The lowest score of each grade; lower scores are easy."""
LEAST_SCORES = {CASES: BOUNDS["medium"], SEARCH: BOUNDS["hard"]}
"""The least score of a puzzle that takes one of these, however short it is."""


def grade_of(score: float) -> GradeName:
    """The grade of a score.

    >>> grade_of(1.0), grade_of(1000.0)
    ('easy', 'expert')
    """
    return [grade for grade in GRADES if score >= BOUNDS.get(grade, -inf)][-1]


_STOPPED = "a limit stopped the work before it was known"


@dataclass(frozen=True)
class Grade:
    """A puzzle's grade and the evidence; `grade` is None for a puzzle that has none.

    `hardness` is the effort of the hardest step; `decisive` is a sentence with that step, empty if
    the puzzle has no grade. `length` is the number of rounds. `reason` says why it has this grade,
    or none; `next` is a clause with the score that the next grade takes.
    """

    puzzle: AnyPuzzle
    grade: GradeName | None
    score: float
    hardness: float
    length: int
    steps: int
    techniques: Mapping[str, int]
    decisive: str
    reason: str
    next: str = ""
    complete: bool = True

    def as_dict(self) -> dict[str, Any]:
        """The grade as JSON data, the way every command and page answers."""
        known = {k: value for k, value in vars(self).items() if k not in ("puzzle", "complete")}
        return {"puzzle": self.puzzle.identifier, "family": self.puzzle.family, **known}


def grade(
    puzzle: PuzzleLike,
    *,
    at_most: GradeName | float | None = None,
    decisive: bool = True,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Grade:
    """Grade a puzzle: how hard it is for a person.

    Args:
        puzzle: A puzzle, an identifier, a document or a name of the gallery.
        at_most: A grade or a score; the work stops as soon as the puzzle is harder, and it has no
            grade then.
        decisive: Whether to put the hardest step into words. Without them, searches need not prove
            that the solution is the only one, which may take most of the time.
        time_limit: Seconds after which the work stops; the grade is not `complete` then.
        cancel: Called many times a second; the work stops when it returns true.

    >>> found = grade("aztec-math:9/5_")
    >>> found.grade, found.hardness, found.techniques
    ('easy', 1.0, {'already there': 1, 'last one': 1})
    """
    harder: Sequence[GradeName] = ()
    most = at_most if isinstance(at_most, float | int) else inf
    if not isinstance(at_most, float | int | None):
        harder = GRADES[GRADES.index(require_choice(at_most, GRADES, "unknown grade")) + 1 :]
    puzzle = parse(puzzle)
    left = Limits(time_limit, cancel=cancel).countdown()
    summary = _Summary(puzzle)
    result = study_of(puzzle).result(left())
    if result.verdict == "unknown":
        return summary.result(None, _STOPPED, complete=False)
    if result.verdict != "unique":
        several = result.verdict == "multiple"
        return summary.result(None, f"it has {'more than one' if several else 'no'} solution")
    try:
        path = Path(puzzle, limits=left())
        if not decisive:
            # Only words need to know how many positions a search takes.
            path.trust(result.solutions[0])
        for moves in path.rounds():
            summary.add(path, moves)
            if summary.score > most or grade_of(summary.score) in harder:
                return summary.result(None, f"it is harder than {at_most}")
    except Stopped:
        return summary.result(None, _STOPPED, complete=False)
    assert path.candidates.solved, f"{puzzle.identifier}: no way to its solution was found"
    return summary.result(grade_of(summary.score), summary.why(), narrated=decisive)


class _Summary:
    """Sums up the rounds of a puzzle."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle
        self.used: Counter[Technique] = Counter()
        self.length = 0
        self._in_bounds_run = False
        self._hardest: Move | None = None
        self._found_in: tuple[Candidates, Bits] | None = None

    @property
    def hardness(self) -> float:
        return self._hardest.effort if self._hardest else 0.0

    @property
    def score(self) -> float:
        least = [score for technique, score in LEAST_SCORES.items() if self.used[technique]]
        return max(round(sqrt(self.hardness * self.length), 1), *least, 0.0)

    def add(self, path: Path, moves: Sequence[Move]) -> None:
        """Add a round; its moves all have the same effort."""
        bounds = all(move.technique.repeats_as_one for move in moves)
        if not (bounds and self._in_bounds_run):
            self.length += sum(move.technique is SEARCH for move in moves) or 1
        self._in_bounds_run = bounds
        self.used.update(move.technique for move in moves)
        if self._hardest is None or moves[0].effort > self._hardest.effort:
            # The choice among the moves of the round is the same for a mirror image.
            self._hardest = max(moves, key=lambda move: _rank(move.technique))
            now = enumerate(variable.bits for variable in path.candidates.variables)
            self._found_in = path.candidates, dict(now)

    def decisive(self) -> str:
        """The hardest step in words, which takes longer than to find it."""
        if self._hardest is None or self._found_in is None:
            return ""
        candidates, then = self._found_in
        candidates.limit(None, None)  # what was found is narrated even after a limit was reached
        narrated = partial(narrate_move, self.puzzle, candidates, self._hardest)
        return candidates.assuming(then, narrated).sentence

    def why(self) -> str:
        """The reason for the score, in words."""
        if self._hardest is None:
            return "it is full already"
        grade = grade_of(self.score)
        easier = f", from {BOUNDS[grade]:g} on" if grade in BOUNDS else ""
        return (
            f"it scores {self.score:g}{easier}: hardness {self.hardness:g}, by "
            f"{self._hardest.technique.name!r}, and length {self.length}"
        )

    def result(
        self, grade: GradeName | None, reason: str, complete: bool = True, narrated: bool = True
    ) -> Grade:
        above = GRADES[GRADES.index(grade) + 1 :] if grade else ()
        return Grade(
            self.puzzle,
            grade,
            self.score,
            self.hardness,
            self.length,
            self.used.total(),
            {technique.name: self.used[technique] for technique in sorted(self.used, key=_rank)},
            self.decisive() if narrated and (grade or not complete) else "",
            reason,
            f"to be {above[0]} it would have to score {BOUNDS[above[0]]:g}" if above else "",
            complete,
        )


def _rank(technique: Technique) -> tuple[int, float, str]:
    """Sort key: easiest techniques first."""
    return technique.tier, technique.effort, technique.name
