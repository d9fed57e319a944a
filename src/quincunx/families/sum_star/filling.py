"""Filling dodecagons so that the numbers of the black triangles say much.

Vocabulary:
  filling  the values of all cells, dodecagon after dodecagon, X as 0, obeying every rule
  ways     how many contents the cells around a black triangle can have, given its number
  vague    of a number: it leaves many ways; vagueness is a logarithm, added up over numbers

Around most fillings the numbers fit thousands of others. A filling whose numbers are not vague
has few rivals, often none: three cells that sum to 23 hold 6, 8 and 9. Such fillings are found by
annealing: two cells of a dodecagon change places again and again, at first wherever the rules
allow it, later only where it makes numbers less vague. Everything is counted in whole numbers,
so that every machine anneals alike.

Left alone, all annealing ends in the same few fillings. So numbers between dodecagons are drawn
first, each as likely as any other, and being far from them counts as vague.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from itertools import combinations
from math import factorial, log
from random import Random

from quincunx.families.sum_star.dodecagons import (
    CELLS,
    Cell,
    Place,
    black_triangles,
    shared_edges,
)
from quincunx.families.sum_star.model import X

UNIT = 1000
"""Vagueness is counted in parts of the natural logarithm, so many to one."""
IMPOSSIBLE = 100 * UNIT
"""How vague a number counts that nothing sums to."""
ANY = IMPOSSIBLE * IMPOSSIBLE
"""As much vaguer as can be."""
HOT = 2 * UNIT
"""How much vaguer a change may make the numbers at first, more or less."""
RANGES = {2: (6, 39), 3: (15, 45)}
"""By how many dodecagons lie around a black triangle, the least and the largest number that it can
have."""
ASTRAY = {2: 350, 3: 750}
"""By the same, how vague it is to be one away from the number that was drawn: more where many ways
to fill the cells around it draw towards a few numbers."""
LUCK = tuple(round(-UNIT * log((i + 0.5) / 256)) for i in range(256))
"""What the dice add to the temperature, in units: seldom much."""


def luck(dice: Random) -> int:
    """How much worse a change may make things this time, one unit on average."""
    return LUCK[dice.randrange(len(LUCK))]


class Filling:
    """A filling that can be changed."""

    def __init__(
        self,
        places: Sequence[Place],
        values: Sequence[int],
        drawn: Mapping[int, int] | None = None,
    ) -> None:
        """`drawn` are numbers to come near to, by the places of their black triangles."""
        self.values = list(values)
        self._drawn = drawn or {}
        blacks = black_triangles(places)
        self._around = [[at(cell) for cell in black.cells] for black in blacks]
        self._sides = [len(black.squares) for black in blacks]
        self._touching: list[list[int]] = [[] for _ in values]
        for number, cells in enumerate(self._around):
            for cell in cells:
                self._touching[cell].append(number)
        self._beside: list[list[int]] = [[] for _ in values]
        for one, other in shared_edges(places):
            self._beside[at(one)].append(at(other))
            self._beside[at(other)].append(at(one))
        self.numbers = [sum(self.values[cell] for cell in cells) for cells in self._around]
        """The numbers of the black triangles, in the order of `black_triangles`."""

    def anneal(self, changes: int, dice: Random) -> None:
        """Try so many changes, fewer and fewer of which may make the numbers vaguer."""
        for left in range(changes, 0, -1):
            one, other = self._two_cells(dice)
            patience = HOT * left // changes * luck(dice) // UNIT
            self._change(one, other, patience)

    def varied(self, dice: Random) -> Filling:
        """Another filling: two cells of a dodecagon that changed places, as the rules allow."""
        other = copy(self)
        other.values = list(self.values)
        other.numbers = list(self.numbers)
        while other.values == self.values:
            other._change(*self._two_cells(dice), patience=ANY)
        return other

    def _two_cells(self, dice: Random) -> tuple[int, int]:
        """Two cells of one dodecagon; they may be the same."""
        size = len(CELLS)
        first = dice.randrange(len(self.values) // size) * size
        return first + dice.randrange(size), first + dice.randrange(size)

    def _change(self, one: int, other: int, patience: int) -> None:
        """Let two cells change places, if the rules allow it and the numbers get vaguer by no
        more than `patience`."""
        values = self.values
        more = values[other] - values[one]
        if more == 0:
            return
        values[one], values[other] = values[other], values[one]
        if self._allowed(one) and self._allowed(other):
            changed = dict.fromkeys(self._touching[one], more)
            for number in self._touching[other]:
                changed[number] = changed.get(number, 0) - more
            vaguer = 0
            for number, by in changed.items():
                total = self.numbers[number]
                vaguer += self._vague(number, total + by) - self._vague(number, total)
            if vaguer <= patience:
                for number, by in changed.items():
                    self.numbers[number] += by
                return
        values[one], values[other] = values[other], values[one]

    def _vague(self, number: int, total: int) -> int:
        """How vague it would be if a black triangle had this number."""
        sides = self._sides[number]
        astray = abs(total - self._drawn.get(number, total))
        return vagueness(sides, total) + astray * ASTRAY.get(sides, 0)

    def _allowed(self, cell: int) -> bool:
        """Whether the rules allow what a cell holds."""
        values = self.values
        value = values[cell]
        if value == X:
            return all(values[beside] != X for beside in self._beside[cell])
        return all(
            [values[there] for there in self._around[number]].count(value) == 1
            for number in self._touching[cell]
        )


def drawn_numbers(places: Sequence[Place], dice: Random) -> dict[int, int]:
    """A number for every black triangle between dodecagons, by its place."""
    sides = [len(black.squares) for black in black_triangles(places)]
    return {at: dice.randint(*RANGES[n]) for at, n in enumerate(sides) if n > 1}


def at(cell: Cell) -> int:
    """The place of a cell in a filling."""
    d, c = cell
    return (d - 1) * len(CELLS) + c - 1


@cache
def vagueness(sides: int, number: int) -> int:
    """How vague the number of a black triangle between so many dodecagons is.

    >>> vagueness(1, 24) < vagueness(1, 12) < vagueness(2, 12)
    True
    """
    ways = sum(
        _x_patterns(sides, 3 * sides - digits) * _digit_sets(digits, number) * factorial(digits)
        for digits in range(10)
        if digits <= 3 * sides
    )
    return round(UNIT * log(ways)) if ways else IMPOSSIBLE


@cache
def _digit_sets(digits: int, number: int) -> int:
    """How many sets of so many different digits sum to a number."""
    return sum(sum(chosen) == number for chosen in combinations(range(1, 10), digits))


@cache
def _x_patterns(sides: int, count: int) -> int:
    """In how many ways so many X can stand around a black triangle without sharing an edge."""
    places = [(0, 0), (1, 0), (0, 1)][:sides]
    black = next(b for b in black_triangles(places) if len(b.squares) == sides)
    edges = {frozenset(edge) for edge in shared_edges(places)}
    return sum(
        not any(frozenset(pair) in edges for pair in combinations(chosen, 2))
        for chosen in combinations(black.cells, count)
    )
