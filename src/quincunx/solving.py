"""Solving puzzles: solutions, counts and verdicts, every answer checked against the rules.

Vocabulary:
  verdict   `unique`, `multiple`, `none`, or `unknown` when a limit stopped the search before
            it could tell
  complete  the whole space was searched
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from quincunx.backends import Run, engine_named
from quincunx.counters import Statistics
from quincunx.errors import WrongAnswer
from quincunx.families import AnyPuzzle, Violation, parse
from quincunx.labeling import Order
from quincunx.limits import Limits

Verdict: TypeAlias = Literal["unique", "multiple", "none", "unknown"]


@dataclass(frozen=True)
class Result:
    """What a search for a puzzle's solutions found.

    `count` is how many solutions were found; `solutions` holds them, unless they were only
    counted.
    """

    puzzle: AnyPuzzle
    count: int
    complete: bool
    solutions: tuple[Any, ...]
    statistics: Statistics

    @property
    def verdict(self) -> Verdict:
        """As strong as the search behind it: two solutions settle it, one only if no more exist."""
        if self.count >= 2:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.count == 1 else "none"

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON data, the way every command and page answers."""
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "verdict": self.verdict,
            "count": self.count,
            "complete": self.complete,
            "solutions": list(self.solutions),
            "statistics": {
                **self.statistics.as_dict(),
                "seconds": round(self.statistics.seconds, 6),
            },
        }


class Solving:
    """The solutions of a puzzle, found and checked one by one as they are asked for.

    At any moment `statistics` says what was done, model building included, and `complete`
    whether everything was searched.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle | str,
        *,
        labeling: Sequence[str] = (),
        consistency: str = "domain",
        seed: int = 0,
        time_limit: float | None = None,
        node_limit: int | None = None,
        solution_limit: int | None = None,
        cancel: Callable[[], bool] | None = None,
        engine: str = "kernel",
    ) -> None:
        self.puzzle = parse(puzzle) if isinstance(puzzle, str) else puzzle
        began = time.perf_counter()
        start = engine_named(engine)
        model = self.puzzle.model()
        self._places = [variable.index for variable in model.decisions]
        self._building = Statistics(seconds=time.perf_counter() - began)
        left = None if time_limit is None else max(0.0, time_limit - self._building.seconds)
        self._run: Run = start(
            model,
            Order(labeling or self.puzzle.labeling, consistency, seed),
            Limits(left, node_limit, solution_limit, cancel),
        )

    @property
    def complete(self) -> bool:
        return self._run.complete

    @property
    def statistics(self) -> Statistics:
        return self._building + self._run.statistics

    def __iter__(self) -> Iterator[Any]:
        for values in self._run:
            solution = self.puzzle.solution([values[place] for place in self._places])
            broken = self.puzzle.violations(solution)
            if broken:
                raise WrongAnswer(f"{self.puzzle}: {solution}: {broken[0].sentence}")
            yield solution

    def count(self) -> int:
        """Search on without listing; how many further solutions there were."""
        return self._run.count()


def solutions(puzzle: AnyPuzzle | str, **options: Any) -> Iterator[Any]:
    """The solutions of a puzzle, lazily; the options are those of `Solving`.

    >>> next(solutions("aztec-math:8/__/_9_/8__2"))
    [[8], [5, 3], [4, 9, 3], [8, 4, 5, 2]]
    """
    return iter(Solving(puzzle, **options))


def solve(puzzle: AnyPuzzle | str, *, limit: int | None = 2, **options: Any) -> Result:
    """Up to `limit` solutions (`None`: all), with a verdict and statistics.

    >>> solve("c-note:100:884/625/361", limit=None).count
    31
    >>> solve("c-note:100:878/312/272").verdict
    'unique'
    """
    solving = Solving(puzzle, solution_limit=limit, **options)
    found = tuple(solving)
    return Result(solving.puzzle, len(found), solving.complete, found, solving.statistics)


def counted(puzzle: AnyPuzzle) -> Result | None:
    """How many solutions there are, where the family can tell without listing them."""
    began = time.perf_counter()
    number = puzzle.count_solutions()
    if number is None:
        return None
    took = time.perf_counter() - began
    return Result(puzzle, number, True, (), Statistics(seconds=took, solutions=number))


def tally(puzzle: AnyPuzzle | str, *, listing: bool = False, **options: Any) -> Result:
    """Count all solutions and keep none; families that can count without listing do so.

    With `listing` the search counts one by one all the same, with all its counters.
    """
    if isinstance(puzzle, str):
        puzzle = parse(puzzle)
    result = None if listing else counted(puzzle)
    if result is None:
        solving = Solving(puzzle, **options)
        number = solving.count()
        result = Result(puzzle, number, solving.complete, (), solving.statistics)
    return result


def count(puzzle: AnyPuzzle | str) -> int:
    """How many solutions a puzzle has, all of them.

    >>> count("power-strike:7:41,_,_,_,_,_,_,_")
    58
    """
    return tally(puzzle).count


def verdict(puzzle: AnyPuzzle | str, **options: Any) -> Verdict:
    """Whether a puzzle has one solution, several or none.

    >>> verdict("power-strike:2:9,_,_,_,_,_,_,_")
    'unique'
    """
    return solve(puzzle, limit=2, **options).verdict


def check(puzzle: AnyPuzzle | str, solution: object) -> list[Violation]:
    """What is wrong with a solution; nothing if it is right.

    >>> [v.sentence for v in check("c-note:100:84/61", [[18, 84], [86, 16]])]
    ['Row 1 sums to 102, expected 100.', 'Row 2 sums to 102, expected 100.', \
'Column 1 sums to 104, expected 100.']
    """
    if isinstance(puzzle, str):
        puzzle = parse(puzzle)
    return puzzle.violations(puzzle.read_solution(solution))
