"""Partial credit for wrong answers: the open cells that agree with a solution.

Cells that a lazy answer gets right are worth nothing. The lazy answers hold the smallest number
that every cell could hold by what is printed in it alone, or the largest: in a Multi-Balance, where
most cells stay empty, that is most of the board. A right number in place of a wrong one never
lowers the credit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import own_candidates
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.solving import solve

MAX_CREDIT = 0.5
"""No wrong answer is worth more than this; a right one is worth 1."""
MAX_SOLUTIONS = 100
MAX_NODES = 100_000
"""Limits of the search for solutions; where it finds none, wrong answers are worth nothing."""


def partial_credit(puzzle: AnyPuzzle, answer: Any) -> float:
    """Return the credit for a wrong answer, by the solution that it agrees with most.

    >>> from quincunx.families import parse
    >>> puzzle = parse("aztec-math:8/__/_9_/8__2")
    >>> partial_credit(puzzle, [[8], [5, 3], [4, 9, 3], [8, 4, 9, 2]])
    0.4166666666666667
    """
    numbers = numbers_of(puzzle, answer)
    open_cells = len(puzzle.cells) - len(givens_of(puzzle))
    shares = [
        max(0, _agreeing(puzzle, numbers, one) - floor) / max(1, open_cells - floor)
        for one, floor in _solutions(puzzle)
    ]
    return MAX_CREDIT * max(shares, default=0.0)


@lru_cache(maxsize=256)
def _solutions(puzzle: AnyPuzzle) -> list[tuple[Sequence[int], int]]:
    """The solutions, each with the number of open cells that a lazy answer gets right."""
    found = solve(puzzle, limit=MAX_SOLUTIONS, node_limit=MAX_NODES).solutions
    domains = own_candidates(puzzle)
    lazy = [[pick(domains[cell] or [0]) for cell in puzzle.cells] for pick in (min, max)]
    solutions = [numbers_of(puzzle, one) for one in found]
    return [(one, max(_agreeing(puzzle, each, one) for each in lazy)) for one in solutions]


def _agreeing(puzzle: AnyPuzzle, numbers: Sequence[int], solution: Sequence[int]) -> int:
    """The number of open cells in which an answer agrees with a solution."""
    givens = givens_of(puzzle)
    pairs = zip(puzzle.cells, numbers, solution, strict=True)
    return sum(number == right for cell, number, right in pairs if cell not in givens)
