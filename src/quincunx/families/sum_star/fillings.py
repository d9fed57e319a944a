"""Fillings of dodecagons whose numbers leave few other solutions, found by simulated annealing.

A filling is the values of all cells, dodecagon after dodecagon, X as 0, obeying every rule.
The numbers of the black triangles of most fillings fit thousands of other fillings. Unambiguous
numbers fit few others, often none: three cells that sum to 23 hold 6, 8 and 9.
Such fillings are found by swapping two cells of a dodecagon again and again, at first wherever the
rules allow it, later only where it makes the numbers less ambiguous. All arithmetic is in whole
numbers, so that every machine produces the same filling.

Annealing alone would end in the same few fillings, with 1 and 2 at the rim. So numbers are drawn
first, uniformly, and the distance from them counts as ambiguity. If a grade is requested, those
at the rim are left to annealing, because drawn ones make nearly all puzzles expert.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import factorial, log
from random import Random

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
HOT = 2 * UNIT
"""The initial temperature: about how much a swap may increase the ambiguity."""
NUMBER_RANGES = {1: (3, 24), 2: (6, 39), 3: (15, 45)}
"""Least and largest number of a black triangle, by how many dodecagons lie around it."""
DEVIATION_PENALTY = {1: 350, 2: 350, 3: 750}
"""Ambiguity per unit of distance from a drawn number, by how many dodecagons lie around it: more
where most contents have one of a few sums."""
EXPONENTIAL = tuple(round(-UNIT * log((i + 0.5) / 256)) for i in range(256))
"""Quantiles of an exponential distribution with mean `UNIT`."""


def cell_index(cell: Cell) -> int:
    """The place of a cell in a filling."""
    return (cell[0] - 1) * len(CELLS) + cell[1] - 1


class Filling:
    """A filling that can be changed; `numbers` are those of the black triangles.

    `targets` are numbers to approach, by the indices of their black triangles.
    """

    def __init__(
        self, places: Sequence[Place], values: Sequence[int], targets: Mapping[int, int] = {}
    ) -> None:
        self.values = list(values)
        blacks = black_triangles(places)
        self._around = [[cell_index(cell) for cell in black.cells] for black in blacks]
        self._touching: list[list[int]] = [[] for _ in values]
        for number, cells in enumerate(self._around):
            for cell in cells:
                self._touching[cell].append(number)
        near = neighbours(places).values()
        self._neighbours = [sorted(map(cell_index, cells)) for cells in near]
        self._costs = [
            [
                cost + abs(total - targets.get(number, total)) * penalty
                for total, cost in enumerate(ambiguities(sides))
            ]
            for number, sides in enumerate(len(black.squares) for black in blacks)
            for penalty in [DEVIATION_PENALTY[sides]]
        ]
        """For each black triangle and each total its ambiguity, and the distance from a target."""
        self.numbers = [sum([self.values[cell] for cell in cells]) for cells in self._around]

    def anneal(self, swaps: int, dice: Random) -> None:
        """Try this many swaps, fewer and fewer of which may increase the ambiguity."""
        size = len(CELLS)
        dodecagons = len(self.values) // size
        for left in range(swaps, 0, -1):
            first = drawn_below(dodecagons, dice) * size
            one, other = first + drawn_below(size, dice), first + drawn_below(size, dice)
            tolerated = EXPONENTIAL[drawn_below(len(EXPONENTIAL), dice)]
            self._swap(one, other, HOT * left // swaps * tolerated // UNIT)

    def _swap(self, one: int, other: int, max_increase: int) -> None:
        """Swap two cells if the rules allow it and the ambiguity increases by no more than this."""
        values = self.values
        difference = values[other] - values[one]
        if difference == 0:
            return
        values[one], values[other] = values[other], values[one]
        if self._allowed(one) and self._allowed(other):
            changes = dict.fromkeys(self._touching[one], difference)
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
        """Whether a cell keeps the rules: no X beside an X, and no digit twice around a
        triangle."""
        values = self.values
        value = values[cell]
        if value == X:
            return all(values[beside] != X for beside in self._neighbours[cell])
        for number in self._touching[cell]:
            for there in self._around[number]:
                if values[there] == value and there != cell:
                    return False
        return True


def drawn_below(end: int, dice: Random) -> int:
    """What `dice.randrange(end)` returns, in a third of the time: most of annealing is drawing.

    >>> [drawn_below(9, Random(seed)) == Random(seed).randrange(9) for seed in range(3)]
    [True, True, True]
    """
    bits = end.bit_length()
    drawn = end
    while drawn >= end:
        drawn = dice.getrandbits(bits)
    return drawn


def draw_numbers(places: Sequence[Place], dice: Random, rim: bool) -> dict[int, int]:
    """A random number for every black triangle between dodecagons, by its index; also for those at
    the rim if they are wanted."""
    sides = [len(black.squares) for black in black_triangles(places)]
    return {at: dice.randint(*NUMBER_RANGES[n]) for at, n in enumerate(sides) if n > 1 or rim}


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
