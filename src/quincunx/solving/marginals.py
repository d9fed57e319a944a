"""How often the cells of a puzzle have their values, and solutions drawn by chance.

Vocabulary:
  marginals  for each cell how many of all solutions have each value there
  draw       take one of all solutions by chance, each as likely as any other

Both are found by counting without listing (`quincunx.cp.counting`). Where that takes too many
states, all solutions are gone through instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from quincunx.cp.counting import Counting
from quincunx.cp.limits import Limits, Stopped, checked_number, poll, watching
from quincunx.cp.model import Variable
from quincunx.cp.statistics import Statistics
from quincunx.errors import TooBig, WrongAnswer
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import numbers_of
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.solving import AnyResult, PuzzleSearch, Result

Cell = tuple[int, ...]
Cancel = Callable[[], bool]


@dataclass(frozen=True)
class Marginals:
    """How many solutions have each value in each cell; values that none has are left out.

    `result` says how many solutions there are; where a limit stopped the count it is not
    `complete`, and `cells` holds what was seen until then.
    """

    result: AnyResult
    cells: Mapping[Cell, Mapping[int, int]]

    def as_dict(self) -> dict[str, Any]:
        """The count as JSON data with a list of the cells beside it."""
        cells = [
            {"cell": list(cell), "values": {str(value): n for value, n in times.items()}}
            for cell, times in self.cells.items()
        ]
        return {**self.result.as_dict(), "marginals": cells}


def marginals(
    puzzle: PuzzleLike, *, time_limit: float | None = None, cancel: Cancel | None = None
) -> Marginals:
    """How many of a puzzle's solutions have each value in each cell.

    >>> found = marginals("aztec-math:8/__/___")
    >>> found.result.count, dict(found.cells[2, 1])
    (292, {1: 53, 2: 61, 3: 32, 4: 32, 5: 32, 6: 29, 7: 18, 8: 20, 9: 15})
    """
    meant = parse(puzzle)
    limits = Limits(seconds=time_limit, cancel=cancel)
    began = time.perf_counter()

    def answer(count: int, complete: bool, cells: Mapping[Cell, Mapping[int, int]]) -> Marginals:
        done = Statistics(seconds=time.perf_counter() - began, solutions=count)
        return Marginals(Result(meant, count, complete, (), done), cells)

    try:
        with watching(limits):
            poll()
            counting, cells = _counting(meant)
            times = counting.marginals()
            found = {cell: times[variable] for cell, variable in cells.items()}
            return answer(counting.count(), True, found)
    except Stopped:
        return answer(0, False, {})
    except TooBig:
        return _by_listing(meant, limits.after(time.perf_counter() - began))


def _counting(puzzle: AnyPuzzle) -> tuple[Counting, dict[Cell, Variable]]:
    model = puzzle.model()
    return Counting(model), dict(zip(puzzle.cells, model.decisions, strict=True))


def _by_listing(puzzle: AnyPuzzle, limits: Limits) -> Marginals:
    solving = PuzzleSearch(puzzle, time_limit=limits.seconds, cancel=limits.cancel)
    cells: dict[Cell, dict[int, int]] = {cell: {} for cell in puzzle.cells}

    def look(solution: Any) -> None:
        for times, number in zip(cells.values(), numbers_of(puzzle, solution), strict=True):
            times[number] = times.get(number, 0) + 1

    result = solving.find(look)
    return Marginals(result, {cell: dict(sorted(times.items())) for cell, times in cells.items()})


def sample(
    puzzle: PuzzleLike,
    number: int = 1,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> AnyResult:
    """So many solutions of a puzzle by chance, each as likely as any other, and each drawn anew,
    so that one may come twice. They are the `solutions` of the result, whose `count` is the number
    of all solutions there are. Each is checked against the rules.

    There is nothing to draw from where there is no solution, nor where a limit comes first.

    >>> drawn = sample("c-note/demo", 2, seed=7)
    >>> drawn.count, drawn.solutions[0]
    (31, [[48, 28, 24], [16, 26, 58], [36, 46, 18]])
    """
    meant = parse(puzzle)
    checked_number(number, "number of solutions to draw", least=1)
    limits = Limits(seconds=time_limit, cancel=cancel)
    dice = Random(seed)
    began = time.perf_counter()

    def answer(count: int, complete: bool, solutions: tuple[Any, ...]) -> AnyResult:
        done = Statistics(seconds=time.perf_counter() - began, solutions=count)
        return Result(meant, count, complete, solutions, done, checked=len(solutions))

    try:
        with watching(limits):
            poll()
            counting, cells = _counting(meant)
            drawn = tuple(_drawn(meant, counting, cells, number, dice))
            return answer(counting.count(), True, drawn)
    except Stopped:
        return answer(0, False, ())
    except TooBig:
        return _from_all(meant, number, dice, limits.after(time.perf_counter() - began))


def _drawn(
    puzzle: AnyPuzzle,
    counting: Counting,
    cells: Mapping[Cell, Variable],
    number: int,
    dice: Random,
) -> Iterator[Any]:
    places = [variable.index for variable in cells.values()]
    for _ in range(number):
        poll()
        values = counting.draw(dice)
        if values is None:
            return
        solution = puzzle.solution([values[place] for place in places])
        broken = puzzle.violations(solution)
        if broken:
            raise WrongAnswer(f"{puzzle}: {solution}: {broken[0].sentence}")
        yield solution


def _from_all(puzzle: AnyPuzzle, number: int, dice: Random, limits: Limits) -> AnyResult:
    """The same by going through all: solution k takes the place of each that was drawn with a
    chance of one in k."""
    solving = PuzzleSearch(puzzle, time_limit=limits.seconds, cancel=limits.cancel)
    drawn: list[Any] = [None] * number
    seen = 0

    def look(solution: Any) -> None:
        nonlocal seen
        seen += 1
        for place in range(number):
            if dice.randrange(seen) == 0:
                drawn[place] = solution

    result = solving.find(look)
    chosen = tuple(drawn) if result.complete and seen else ()
    return Result(puzzle, result.count, result.complete, chosen, result.statistics, result.checked)
