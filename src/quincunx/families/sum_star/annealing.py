"""Fillings of dodecagons whose numbers leave few other solutions, found by simulated annealing.

A filling is the values of all cells, dodecagon after dodecagon, X as 0, obeying every rule.
Around most fillings the numbers of the black triangles fit thousands of others. A filling whose
numbers are not ambiguous has few rivals, often none: three cells that sum to 23 hold 6, 8 and 9.
Such fillings are found by swapping two cells of a dodecagon again and again, at first wherever the
rules allow it, later only where it makes the numbers less ambiguous. All arithmetic is in whole
numbers, so that every machine produces the same filling.

Annealing alone would end in the same few fillings. So numbers between dodecagons are drawn first,
uniformly, and the distance from them counts as ambiguity.

A flower of seven dodecagons has 24 numbers for 91 cells; annealed fillings still have many rivals.
`without_rivals` judges the numbers together: a swap is kept if propagation then leaves the cells
fewer candidates, or hardly more. Once a search can finish, its solutions are counted instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import factorial, log
from random import Random
from typing import TypeAlias

from quincunx.families.base.maker import MakerTools
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    Cell,
    Place,
    X,
    black_triangles,
    neighbours,
    shared_edges,
)

UNIT = 1000
"""Ambiguity is a natural logarithm in thousandths."""
IMPOSSIBLE = 100 * UNIT
"""The ambiguity of a number that no contents sum to."""
ANY_INCREASE = IMPOSSIBLE * IMPOSSIBLE
HOT = 2 * UNIT
"""The initial temperature: about how much a swap may increase the ambiguity."""
NUMBER_RANGES = {2: (6, 39), 3: (15, 45)}
"""Least and largest number of a black triangle, by how many dodecagons lie around it."""
DEVIATION_PENALTY = {2: 350, 3: 750}
"""Ambiguity per unit of distance from a drawn number, by how many dodecagons lie around it: more
where most contents have one of a few sums."""
EXPONENTIAL = tuple(round(-UNIT * log((i + 0.5) / 256)) for i in range(256))
"""Quantiles of an exponential distribution with mean `UNIT`."""

SEARCH_BELOW = 110 * UNIT
"""Solutions are counted where the logarithms of the candidates sum to less than this."""
MAX_NODES = 400
"""Maximum number of search nodes of a count."""
MANY_SOLUTIONS = 500
"""From this number of solutions on, the candidates are compared instead."""
MAX_STALE_SWAPS = 400
"""Maximum number of swaps without an improvement before a filling is given up."""
SECOND_SWAP_ODDS = 3
"""One swap in this many is followed by another one at once."""
SWAPS_PER_ATTEMPT = 20
"""Swaps that take about as long as a new filling, and count as one attempt."""
CANDIDATE_WEIGHTS = tuple(round(UNIT * log(max(1, number))) for number in range(11))

Openness: TypeAlias = tuple[int, int]
"""The number of solutions, and the sum of the logarithms of the candidates."""


def below(limit: int, dice: Random) -> int:
    """A random number below a limit: the same as `dice.randrange(limit)`, in less time."""
    length = limit.bit_length()
    while True:
        number = dice.getrandbits(length)
        if number < limit:
            return number


def tolerance(dice: Random) -> int:
    """A random allowance for getting worse, `UNIT` on average."""
    return EXPONENTIAL[below(len(EXPONENTIAL), dice)]


def cell_index(cell: Cell) -> int:
    """The place of a cell in a filling."""
    d, c = cell
    return (d - 1) * len(CELLS) + c - 1


def neighbour_indices(places: Sequence[Place]) -> dict[int, set[int]]:
    """The cells that share an edge with each cell, by their places in a filling."""
    return {
        cell_index(cell): set(map(cell_index, others))
        for cell, others in neighbours(places).items()
    }


class Filling:
    """A filling that can be changed; `numbers` are those of the black triangles.

    `targets` are numbers to approach, by the indices of their black triangles.
    """

    def __init__(
        self,
        places: Sequence[Place],
        values: Sequence[int],
        targets: Mapping[int, int] | None = None,
    ) -> None:
        self.values = list(values)
        self.places = places
        self.targets = dict(targets or {})
        blacks = black_triangles(places)
        self._around = [[cell_index(cell) for cell in black.cells] for black in blacks]
        self._touching: list[list[int]] = [[] for _ in values]
        for number, cells in enumerate(self._around):
            for cell in cells:
                self._touching[cell].append(number)
        near = neighbour_indices(places)
        self._neighbours = [sorted(near[cell]) for cell in range(len(self.values))]
        self._costs = [
            [
                cost + abs(total - self.targets.get(number, total)) * penalty
                for total, cost in enumerate(ambiguities(sides))
            ]
            for number, sides in enumerate(len(black.squares) for black in blacks)
            for penalty in [DEVIATION_PENALTY.get(sides, 0)]
        ]
        """For each black triangle and each total its ambiguity, and the distance from a target."""
        self.numbers = [sum([self.values[cell] for cell in cells]) for cells in self._around]

    def anneal(self, swaps: int, dice: Random) -> None:
        """Try this many swaps, fewer and fewer of which may increase the ambiguity."""
        for left in range(swaps, 0, -1):
            one, other = self._two_cells(dice)
            self._swap(one, other, HOT * left // swaps * tolerance(dice) // UNIT)

    def varied(self, dice: Random) -> Filling:
        """A copy with two cells of a dodecagon swapped, as the rules allow."""
        other = Filling(self.places, self.values, self.targets)
        while other.values == self.values:
            one, another = self._two_cells(dice)
            other._swap(one, another, ANY_INCREASE)
        return other

    def _two_cells(self, dice: Random) -> tuple[int, int]:
        """Two cells of one dodecagon; they may be the same."""
        size = len(CELLS)
        first = below(len(self.values) // size, dice) * size
        return first + below(size, dice), first + below(size, dice)

    def _swap(self, one: int, other: int, max_increase: int) -> None:
        """Swap two cells if the rules allow it and the ambiguity increases by no more than this."""
        values = self.values
        difference = values[other] - values[one]
        if difference == 0:
            return
        values[one], values[other] = values[other], values[one]
        if self._allowed(one) and self._allowed(other):
            changes: dict[int, int] = {}
            for number in self._touching[one]:
                changes[number] = difference
            for number in self._touching[other]:
                changes[number] = changes.get(number, 0) - difference
            increase = 0
            for number, change in changes.items():
                total = self.numbers[number]
                increase += self._costs[number][total + change] - self._costs[number][total]
            if increase <= max_increase:
                for number, change in changes.items():
                    self.numbers[number] += change
                return
        values[one], values[other] = values[other], values[one]

    def _allowed(self, cell: int) -> bool:
        """Whether a cell holds no X beside another, and no digit twice around a triangle."""
        values = self.values
        value = values[cell]
        if value == X:
            return all(values[beside] != X for beside in self._neighbours[cell])
        for number in self._touching[cell]:
            for there in self._around[number]:
                if values[there] == value and there != cell:
                    return False
        return True


def draw_numbers(places: Sequence[Place], dice: Random) -> dict[int, int]:
    """A random number for every black triangle between dodecagons, by its index."""
    sides = [len(black.squares) for black in black_triangles(places)]
    return {at: dice.randint(*NUMBER_RANGES[n]) for at, n in enumerate(sides) if n > 1}


@cache
def ambiguities(sides: int) -> list[int]:
    """For each number the logarithm of the number of contents around a black triangle.

    `sides` is how many dodecagons lie around it.

    >>> ambiguities(1)[24] < ambiguities(1)[12] < ambiguities(2)[12]
    True
    """
    ways = [0] * (sum(range(10)) + 1)
    for count in range(min(9, 3 * sides) + 1):
        orders = _x_placements(sides, 3 * sides - count) * factorial(count)
        for digits in combinations(range(1, 10), count):
            ways[sum(digits)] += orders
    return [round(UNIT * log(number)) if number else IMPOSSIBLE for number in ways]


@cache
def _x_placements(sides: int, count: int) -> int:
    """The number of ways to place this many X around a black triangle without touching."""
    places = [(0, 0), (1, 0), (0, 1)][:sides]
    black = next(b for b in black_triangles(places) if len(b.squares) == sides)
    edges = {frozenset(edge) for edge in shared_edges(places)}
    return sum(
        not any(frozenset(pair) in edges for pair in combinations(chosen, 2))
        for chosen in combinations(black.cells, count)
    )


def without_rivals(
    filling: Filling, puzzle_of: Callable[[Filling], SumStar], tools: MakerTools
) -> SumStar | None:
    """The puzzle of a filling changed until it is the only solution; `None` if that gets stuck."""
    best = now = _openness(puzzle_of(filling), tools)
    stale = swaps = 0
    while now[0] > 1 and stale < MAX_STALE_SWAPS:
        swaps += 1
        if swaps % SWAPS_PER_ATTEMPT == 0:
            tools.attempt()
        tools.near(f"{now[0]} solutions" if now[0] < MANY_SOLUTIONS else "many solutions")
        other = filling.varied(tools.dice)
        if tools.dice.randrange(SECOND_SWAP_ODDS) == 0:
            other = other.varied(tools.dice)
        then = _openness(puzzle_of(other), tools)
        allowed = now[1] + tolerance(tools.dice) // 4
        if now[0] < MANY_SOLUTIONS:
            is_acceptable = then[0] <= now[0]
        else:
            is_acceptable = then[0] < MANY_SOLUTIONS or then[1] <= allowed
        if is_acceptable:
            filling, now = other, then
        stale = 0 if now < best else stale + 1
        best = min(best, now)
    return puzzle_of(filling) if now[0] == 1 else None


def _openness(puzzle: SumStar, tools: MakerTools) -> Openness:
    """How far a puzzle is from having one solution."""
    prepared = tools.prepare(puzzle.model(), puzzle.capabilities.labeling)
    left = sum(CANDIDATE_WEIGHTS[number] for number in prepared.candidates())
    if left < SEARCH_BELOW:
        found = prepared.search({}, MANY_SOLUTIONS, MAX_NODES)
        if found.complete:
            return len(found.solutions), left
    return MANY_SOLUTIONS, left
