"""The catalogue of all Power Strikes with a single given and one way round the ring.

If a number ends in a zero, so do all others of such a ring, and the ring is ten times another:
without the zeros there is one way round as well. So those are left out, and nothing is lost.
"""

from collections.abc import Iterator
from itertools import product

from quincunx.cp.limits import poll
from quincunx.families.base.catalogue import Enumeration, Measure
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.number_graph import NumberGraph, TooManyNumbersError

MULTIPLIERS = range(2, 10)
CELLS = range(5, 12)
STARTS = range(1, 1000)


class OneGiven(Enumeration[PowerStrike]):
    """All rings with a single given, within the bounds."""

    family = PowerStrike
    name = "one-given"
    bounds = (
        f"ring of {CELLS[0]} to {CELLS[-1]} cells with multiplier {MULTIPLIERS[0]} to "
        f"{MULTIPLIERS[-1]}, a single given up to {STARTS[-1]} and one solution, in which all "
        "numbers differ and none ends in 0 (a ring in which one does is ten times another)"
    )
    symmetry = "differ by where the ring begins"
    measures = (
        Measure("cells", "cells of the ring", lambda one: len(one.ring)),
        Measure("multiplier", "the number in the middle", lambda one: one.multiplier),
        Measure("start", "the number that is given", lambda one: one.ring[0] or 0),
    )

    def parts(self) -> list[str]:
        sizes = product(MULTIPLIERS, CELLS)
        return [f"multiplier {multiplier}, {cells} cells" for multiplier, cells in sizes]

    def found(self, part: str) -> Iterator[tuple[PowerStrike, list[int]]]:
        _, multiplier, size, _ = part.replace(",", "").split()
        for start in STARTS:
            poll()
            ring = only_round(int(multiplier), start, int(size))
            if ring is not None and len(set(ring)) == len(ring) and all(n % 10 for n in ring):
                yield _puzzle(int(multiplier), ring), ring

    def pack(self, puzzle: PowerStrike, solution: list[int]) -> str:
        """The multiplier and the solution, which begins with the given."""
        return f"{puzzle.multiplier}:{','.join(map(str, solution))}"

    def unpack(self, text: str) -> tuple[PowerStrike, list[int]]:
        multiplier, _, numbers = text.partition(":")
        ring = [int(number) for number in numbers.split(",")]
        return _puzzle(int(multiplier), ring), ring


def only_round(multiplier: int, start: int, size: int) -> list[int] | None:
    """The only ring of this size that begins with a number; `None` if there are several or none,
    or too many numbers to find out.

    >>> only_round(2, 9, 8), only_round(7, 41, 8)
    ([9, 18, 36, 6, 12, 24, 48, 96], None)
    """
    try:
        edges = NumberGraph(multiplier).edges(start, start, size)
    except TooManyNumbersError:
        return None
    # Every edge lies on some round; so with one round there is one edge a step.
    if any(len(step) != 1 for step in edges):
        return None
    return [number for ((number, _),) in edges]


def _puzzle(multiplier: int, ring: list[int]) -> PowerStrike:
    """The ring with its first number given."""
    return PowerStrike(multiplier, (ring[0], *[None] * (len(ring) - 1)))
