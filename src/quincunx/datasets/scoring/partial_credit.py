"""Partial credit for wrong answers: the open cells that agree with a solution.

Cells that a lazy answer gets right are worth nothing. The lazy answers hold the smallest number
that every cell could hold by what is printed in it alone, or the largest: in a Multi-Balance, where
most cells stay empty, that is most of the board. A right number in place of a wrong one never
lowers the credit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class _Key:
    """What answers to a puzzle are compared with."""

    open_cells: tuple[int, ...]
    solutions: tuple[Sequence[int], ...]
    lazy: tuple[Sequence[int], ...]

    def agreeing(self, numbers: Sequence[int], solution: Sequence[int]) -> int:
        """The number of open cells in which an answer agrees with a solution."""
        return sum(numbers[cell] == solution[cell] for cell in self.open_cells)

    def credit(self, numbers: Sequence[int], solution: Sequence[int]) -> float:
        """The credit by one of the solutions."""
        floor = max(self.agreeing(lazy, solution) for lazy in self.lazy)
        above = self.agreeing(numbers, solution) - floor
        return MAX_CREDIT * max(0, above) / max(1, len(self.open_cells) - floor)


@lru_cache(maxsize=256)
def _key(puzzle: AnyPuzzle) -> _Key:
    givens = givens_of(puzzle)
    open_cells = tuple(at for at, cell in enumerate(puzzle.cells) if cell not in givens)
    found = solve(puzzle, limit=MAX_SOLUTIONS, node_limit=MAX_NODES).solutions
    domains = own_candidates(puzzle)
    lazy = tuple([pick(domains[cell] or [0]) for cell in puzzle.cells] for pick in (min, max))
    return _Key(open_cells, tuple(numbers_of(puzzle, one) for one in found), lazy)


def partial_credit(puzzle: AnyPuzzle, answer: Any) -> float:
    """Return the credit for a wrong answer, by the solution that it agrees with most.

    >>> from quincunx.families import parse
    >>> puzzle = parse("aztec-math:8/__/_9_/8__2")
    >>> partial_credit(puzzle, [[8], [5, 3], [4, 9, 3], [8, 4, 9, 2]])
    0.4166666666666667
    """
    key = _key(puzzle)
    numbers = numbers_of(puzzle, answer)
    return max((key.credit(numbers, solution) for solution in key.solutions), default=0.0)
