"""Marginal counts of the cells of a puzzle, and solutions drawn uniformly at random.

Both come from counting without listing (`quincunx.cp.counting`). If that takes too many states, all
solutions are listed instead.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, TypeAlias, TypeVar

from quincunx.cp.counting import Counting
from quincunx.cp.limits import Limits, Stopped, poll, require_number, watching
from quincunx.cp.model import Variable
from quincunx.cp.options import SearchOptions
from quincunx.errors import TooBig, WrongAnswer
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.documents import numbers_of
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.solving import AnyResult, PuzzleSearch, count_result

T = TypeVar("T")
MAX_DRAWN = 10**9
"""Maximum number of solutions that one call draws."""

Cancel: TypeAlias = Callable[[], bool]


@dataclass(frozen=True)
class Marginals:
    """The number of solutions with each value in each cell, without values that none has.

    `result` has the number of solutions; if a limit stopped the count it is not `complete`, and
    `cells` covers the solutions found before.
    """

    result: AnyResult
    cells: Mapping[Cell, Mapping[int, int]]

    def as_dict(self) -> dict[str, Any]:
        """The count as JSON data, with a list of the cells."""
        cells = [
            {"cell": list(cell), "values": {str(value): n for value, n in times.items()}}
            for cell, times in self.cells.items()
        ]
        return {**self.result.as_dict(), "marginals": cells}


def marginals(
    puzzle: PuzzleLike, *, time_limit: float | None = None, cancel: Cancel | None = None
) -> Marginals:
    """How many of a puzzle's solutions have each value in each cell.

    Args:
        puzzle: A puzzle, an identifier, a document or a name of the gallery.
        time_limit: Seconds after which to stop.
        cancel: Called many times a second; the work stops when it returns true.

    >>> found = marginals("aztec-math:8/__/___")
    >>> found.result.count, dict(found.cells[2, 1])
    (292, {1: 53, 2: 61, 3: 32, 4: 32, 5: 32, 6: 29, 7: 18, 8: 20, 9: 15})
    """
    meant = parse(puzzle)

    def exact(counting: Counting, variables: Sequence[Variable]) -> dict[Cell, Mapping[int, int]]:
        times = counting.marginals()
        return {cell: times[v] for cell, v in zip(meant.cells, variables, strict=True)}

    found = _counted(meant, Limits(seconds=time_limit, cancel=cancel), exact)
    if not isinstance(found, Limits):
        return Marginals(found[0], found[1] or {})
    cells: dict[Cell, dict[int, int]] = {cell: {} for cell in meant.cells}

    def look(solution: Any) -> None:
        for times, number in zip(cells.values(), numbers_of(meant, solution), strict=True):
            times[number] = times.get(number, 0) + 1

    result = PuzzleSearch(meant, time_limit=found.seconds, cancel=cancel).find(look)
    return Marginals(result, {cell: dict(sorted(times.items())) for cell, times in cells.items()})


def _counted(
    puzzle: AnyPuzzle, limits: Limits, ask: Callable[[Counting, Sequence[Variable]], T]
) -> tuple[AnyResult, T | None] | Limits:
    """The number of solutions, and what `ask` reads from the count, None if it was stopped; the
    remaining limits if counting takes too many states."""
    left = limits.countdown()
    result = partial(count_result, puzzle, time.perf_counter())
    try:
        with watching(limits):
            poll()
            model = puzzle.model()
            counting = Counting(model)
            found = ask(counting, model.decisions)
            return result(counting.count(), True), found
    except Stopped:
        return result(0, False), None
    except TooBig:
        return left()


def sample(
    puzzle: PuzzleLike,
    number: int = 1,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> AnyResult:
    """Draw solutions of a puzzle uniformly at random, with replacement, each checked by the rules.

    Args:
        puzzle: A puzzle, an identifier, a document or a name of the gallery.
        number: How many solutions to draw.
        seed: The same seed draws the same solutions.
        time_limit: Seconds after which to stop.
        cancel: Called many times a second; the work stops when it returns true.

    Returns:
        The drawn `solutions`, with the `count` of all solutions. None are drawn if the puzzle has
        no solution, or if a limit stopped the count.

    >>> drawn = sample("c-note/demo", 2, seed=7)
    >>> drawn.count, drawn.solutions[0]
    (31, [[28, 48, 24], [69, 26, 5], [3, 26, 71]])
    """
    meant = parse(puzzle)
    require_number(number, "number of solutions to draw", 1, MAX_DRAWN)
    dice = Random(SearchOptions(seed=seed).seed)

    def draw(counting: Counting, variables: Sequence[Variable]) -> tuple[Any, ...]:
        drawn = []
        for _ in range(number):
            poll()
            values = counting.draw(dice)
            if values is None:
                break
            solution = meant.solution([values[variable.index] for variable in variables])
            broken = meant.violations(solution)
            if broken:
                raise WrongAnswer(f"{meant}: {solution}: {broken[0].sentence}")
            drawn.append(solution)
        return tuple(drawn)

    found = _counted(meant, Limits(seconds=time_limit, cancel=cancel), draw)
    if not isinstance(found, Limits):
        solutions = found[1] or ()
        return replace(found[0], solutions=solutions, checked=len(solutions))
    # Reservoir sampling: solution k replaces each drawn one with probability 1/k.
    drawn: list[Any] = [None] * number
    seen = 0

    def look(solution: Any) -> None:
        nonlocal seen
        seen += 1
        for place in range(number):
            if dice.randrange(seen) == 0:
                drawn[place] = solution

    result = PuzzleSearch(meant, time_limit=found.seconds, cancel=cancel).find(look)
    return replace(result, solutions=tuple(drawn) if result.complete and seen else ())
