"""Sum Stars made from full solutions, for tests and benchmarks.

>>> puzzle, solution = made_star(FLOWER, seed=1)
>>> len(puzzle.stars), puzzle.violations(solution)
(7, [])
"""

from collections.abc import Sequence
from itertools import count
from random import Random

from quincunx import solving
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import ACROSS, SQUARES, Place, Star, black_triangles

ONE: tuple[Place, ...] = ((0, 0),)
TWO: tuple[Place, ...] = (*ONE, (1, 0))
THREE: tuple[Place, ...] = (*TWO, (0, 1))
FLOWER: tuple[Place, ...] = (*ONE, *ACROSS.values())
"""One in the middle, six around."""

PATIENCE = 400
"""Nodes after which a random search is begun anew: most find a filling at once, some never do."""


def grown(size: int, dice: Random) -> tuple[Place, ...]:
    """A connected arrangement of this many dodecagons."""
    places: list[Place] = [(0, 0)]
    while len(places) < size:
        (q, r), (dq, dr) = dice.choice(places), dice.choice(list(ACROSS.values()))
        if (q + dq, r + dr) not in places:
            places.append((q + dq, r + dr))
    return tuple(places)


def filled(places: Sequence[Place], seed: int) -> list[list[int]]:
    """Cells that follow all rules, numbers aside."""
    blank = SumStar(tuple(Star(place, (None,) * len(SQUARES)) for place in places))
    for attempt in count():
        found = solving.solve(
            blank,
            limit=1,
            labeling=("random", "median"),
            seed=seed * 1000 + attempt,
            node_limit=PATIENCE,
        ).solutions
        if found:
            break
    # Without numbers all digits are alike: exchanging them makes the filling more random.
    digits = list(range(1, 10))
    Random(seed).shuffle(digits)
    return [[digits[value - 1] if value else 0 for value in values] for values in found[0]]


def numbered(places: Sequence[Place], solution: Sequence[Sequence[int]]) -> SumStar:
    """The puzzle with the numbers that a solution has, and no givens."""
    sums = [[0] * len(SQUARES) for _ in places]
    for black in black_triangles(places):
        number = sum(solution[d - 1][c - 1] for d, c in black.cells)
        for d, square in black.squares:
            sums[d - 1][square // 2] = number
    return SumStar(tuple(Star(place, tuple(row)) for place, row in zip(places, sums, strict=True)))


def made_star(places: Sequence[Place], seed: int) -> tuple[SumStar, list[list[int]]]:
    """A puzzle with all its numbers, and the solution it was made from, perhaps one of many."""
    solution = filled(places, seed)
    return numbered(places, solution), solution
