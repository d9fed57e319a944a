"""Making Power Strikes: walk round the graph of numbers, then give as little away as it takes.

Vocabulary:
  step     from a number to the next: times the multiplier, or one digit removed
  round    as many steps as the ring has cells, back to where they began
  stretch  the cells from one given to the next

Up to `SHORT` cells all rounds from a number are known at once. A longer ring is walked in
stretches, the first of them wherever the dice lead, and the last one back to the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import ClassVar, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families._catalogue import AnyEnumeration
from quincunx.families._maker import Bench, Maker, Parameters, a_number
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.layers import Link, Steps, TooManyNumbersError
from quincunx.grades import GRADES

Ring: TypeAlias = tuple[int | None, ...]

SHORT = 10
"""Most steps of which all ways are looked at."""
BIGGEST = 99_999
"""Walks stay below: a person has to calculate with these numbers."""
STARTS = (9, 99, 999)
"""What a ring begins with is at most one of these."""
MULTIPLIERS = range(2, 10)
"""What the dice choose the multiplier from."""
NO_RING = {2: (2, 3, 4), 4: (2,), 8: (2, 3), 12: (3,)}
"""By multiplier, the numbers of cells that no number up to 999 leads back to itself in."""


@dataclass(frozen=True)
class StrikeParameters(Parameters):
    """How many cells the ring has, and what stands in its middle."""

    family: ClassVar[str] = "power-strike"

    cells: int = a_number("cells of the ring", 8, 2, 24)
    multiplier: int | None = a_number(
        "the number in the middle; the dice choose one up to 9 if you do not", None, 2, 12
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.multiplier is not None and not ring_exists(self.multiplier, self.cells):
            cells = [n for n in range(2, 9) if ring_exists(self.multiplier, n)]
            raise PuzzleError(
                f"power-strike: cells is {self.cells}, but with multiplier {self.multiplier} no "
                f"number up to {STARTS[-1]} leads back to itself in so many steps, expected "
                f"{', '.join(map(str, cells))}, ..."
            )


class StrikeMaker(Maker[StrikeParameters, PowerStrike]):
    """Makes rings."""

    parameters = StrikeParameters

    def proposals(self, parameters: StrikeParameters, bench: Bench) -> Iterator[PowerStrike]:
        size, dice = parameters.cells, bench.dice
        possible = [multiplier for multiplier in MULTIPLIERS if ring_exists(multiplier, size)]
        while True:
            bench.attempt()
            multiplier = parameters.multiplier or dice.choice(possible)
            steps = Steps(multiplier)
            start = dice.randint(1, dice.choice(STARTS))
            try:
                ring = _ring(steps, start, size, bench)
            except TooManyNumbersError:
                continue
            if ring is not None:
                yield PowerStrike(multiplier, ring)

    def enumerations(self) -> tuple[AnyEnumeration, ...]:
        from quincunx.families.power_strike.enumerating import OneGiven

        return (OneGiven(),)

    def empty(self, parameters: StrikeParameters) -> PowerStrike:
        # A ring in which nothing is given is no puzzle.
        ring = (1, *[None] * (parameters.cells - 1))
        return PowerStrike(parameters.multiplier or MULTIPLIERS[0], ring)

    def grades(self, parameters: StrikeParameters) -> tuple[str, ...]:
        # Times 10 only zeros come and go: thousands of such rings, of 4 to 16 cells, were easy.
        if parameters.cells < 7 or parameters.multiplier == 10:
            return GRADES[:1]
        return GRADES[:2] if parameters.cells < 16 else GRADES[:3]

    def forms(self, puzzle: PowerStrike) -> Iterator[str]:
        ring = puzzle.ring
        for i in range(len(ring)):
            yield replace(puzzle, ring=ring[i:] + ring[:i]).body()

    def easier(
        self, parameters: StrikeParameters, puzzle: PowerStrike, solution: list[int], dice: Random
    ) -> PowerStrike | None:
        open_cells = [i for i, number in enumerate(puzzle.ring) if number is None]
        if len(open_cells) < 2:
            return None
        cell = dice.choice(open_cells)
        return replace(puzzle, ring=(*puzzle.ring[:cell], solution[cell], *puzzle.ring[cell + 1 :]))


def ring_exists(multiplier: int, cells: int) -> bool:
    """Whether some number up to 999 leads back to itself in so many steps.

    Times 10 adds a zero, which only one removal takes away; so their number is even.
    """
    if multiplier == 10:
        return cells % 2 == 0
    return cells not in NO_RING.get(multiplier, ())


def _ring(steps: Steps, start: int, size: int, bench: Bench) -> Ring | None:
    """The givens of a ring that begins at a number, if it leads back there."""
    dice = bench.dice
    corners = _corners(steps, start, size, dice)
    ring: list[int | None] = []
    for (at, number), (end, following) in pairwise(corners):
        bench.near(f"{at} of {size} cells")
        links = steps.links(number, following, end - at)
        if not links[0]:
            return None
        ring += _givens(links, dice) if bench.unique else [number] + [None] * (end - at - 1)
    givens = tuple(ring)
    if bench.unique and size <= SHORT:
        givens = _without_spare(steps.multiplier, givens)
    first = next(at for at, number in enumerate(givens) if number is not None)
    return givens[first:] + givens[:first]


def _corners(steps: Steps, start: int, size: int, dice: Random) -> list[tuple[int, int]]:
    """Cells and numbers that divide the ring into stretches short enough; the last is the
    first again."""
    corners = [(0, start)]
    at, number = 0, start
    while size - at > SHORT:
        length = dice.randint(4, SHORT - 2)
        for _ in range(length):
            following = sorted(steps.following({number}))
            number = dice.choice([n for n in following if n <= BIGGEST])
        at += length
        corners.append((at, number))
    return [*corners, (size, start)]


def _givens(links: list[set[Link]], dice: Random) -> list[int | None]:
    """A stretch of which one way is chosen, with as few givens as make it the only one."""
    steps = [sorted(step) for step in links]
    path = _path(steps, dice)
    given = {0: path[0]}
    while True:
        before, behind = _ways(steps), _ways([_reversed(step) for step in steps[::-1]])[::-1]
        if len(before[-1]) == 1 and sum(before[-1].values()) == 1:
            return [given.get(at) for at in range(len(steps))]
        ways = [before[at][number] * behind[at][number] for at, number in enumerate(path)]
        fewest = min(ways[1:])
        at = dice.choice([at for at in range(1, len(steps)) if ways[at] == fewest])
        given[at] = path[at]
        steps[at - 1] = [link for link in steps[at - 1] if link[1] == path[at]]
        steps[at] = [link for link in steps[at] if link[0] == path[at]]


def _path(steps: list[list[Link]], dice: Random) -> list[int]:
    """One of all the ways along these links, each as likely as any other."""
    behind = _ways([_reversed(step) for step in steps[::-1]])[::-1]
    path = [steps[0][0][0]]
    for at, step in enumerate(steps[:-1], start=1):
        following = [number for before, number in step if before == path[-1]]
        weights = [behind[at].get(number, 0) for number in following]
        thrown = dice.randrange(sum(weights))
        for number, weight in zip(following, weights, strict=True):
            thrown -= weight
            if thrown < 0:
                path.append(number)
                break
    return path


def _ways(steps: list[list[Link]]) -> list[dict[int, int]]:
    """For each cell how many ways lead along the links to each number it can hold.

    >>> _ways([[(7, 14), (7, 49)], [(14, 4), (49, 4)]])
    [{7: 1}, {14: 1, 49: 1}, {4: 2}]
    """
    ways: list[dict[int, int]] = [{number: 1 for number, _ in steps[0]}]
    for step in steps:
        reached: dict[int, int] = {}
        for number, following in step:
            reached[following] = reached.get(following, 0) + ways[-1].get(number, 0)
        ways.append(reached)
    return ways


def _reversed(step: list[Link]) -> list[Link]:
    return [(following, number) for number, following in step]


def _without_spare(multiplier: int, ring: Ring) -> Ring:
    """The ring without those givens that the others make superfluous."""
    for at in range(len(ring)):
        fewer = (*ring[:at], None, *ring[at + 1 :])
        if any(fewer) and PowerStrike(multiplier, fewer).count_solutions() == 1:
            ring = fewer
    return ring
