"""The catalogue of all Sum Stars of one dodecagon without givens.

Such a star is six numbers that only one filling has; a filling is the contents of the 13 cells, X
as 0. A key is the six numbers of a filling packed into one integer, that outside square 1 lowest.
The total, the sum of the six numbers, does not change when a star is turned.

Once the cells of the ring that hold X and the digit in the hexagon are chosen, the triangles and
the squares of the ring can be filled separately, and the key of the whole is the sum of their
keys. So all 45,360,000 fillings are enumerated, total by total; a key that occurs once is a
puzzle. Of its twelve positions the one is kept whose numbers, read from the top, come first in
lexicographic order. Then the first number is the least, which bounds the enumeration.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import TypeAlias

from quincunx.cp.limits import poll
from quincunx.families.base.catalogue import Enumeration, Measure
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    HEXAGON,
    SQUARES,
    TRIANGLES,
    X_COUNT,
    Star,
    X,
    ring,
)

Arrangements: TypeAlias = Mapping[int, Sequence[tuple[int, int]]]
"""Keys and packed fillings of some cells, by the lowest number of the key."""

DIGITS = range(1, 10)
BITS = 5
"""Bits of a number in a key: three cells hold 24 at most."""
LOWEST = (1 << BITS) - 1
TOTALS = range(39, 84)
"""From 45 - 9 + 1 + 2, with 9 in the hexagon and 1 and 2 alone on triangles, to 45 - 1 + 39, with
1 in the hexagon and 4 to 9 on triangles."""


class SingleStars(Enumeration[SumStar]):
    """All stars of one dodecagon that need no givens."""

    family = SumStar
    name = "single"
    bounds = "star of one dodecagon with all six numbers, no givens and one solution"
    symmetry = "differ by turning or mirroring: the twelve symmetries of the dodecagon"
    measures = (
        Measure("least", "the least of the six numbers", lambda one: min(one.stars[0].sums)),
        Measure("largest", "the largest of the six numbers", lambda one: max(one.stars[0].sums)),
        Measure("total", "the sum of the six numbers", lambda one: sum(one.stars[0].sums)),
    )

    def parts(self) -> list[str]:
        return [f"total {total}" for total in TOTALS]

    def found(self, part: str) -> Iterator[tuple[SumStar, list[list[int]]]]:
        for filling in fillings(int(part.rpartition(" ")[2])):
            yield _star(filling), [list(filling)]

    def pack(self, puzzle: SumStar, solution: list[list[int]]) -> str:
        """The filling, one digit a cell, X as 0: the numbers follow from it."""
        return "".join(map(str, solution[0]))

    def unpack(self, text: str) -> tuple[SumStar, list[list[int]]]:
        filling = [int(digit) for digit in text]
        return _star(filling), [filling]


def fillings(total: int) -> Iterator[tuple[int, ...]]:
    """The fillings with this total whose six numbers no other filling has, one for each symmetry
    class."""
    for least in range(total // 6 + 1):
        found: dict[int, int] = {}
        for triangles, squares, hexagon in _partial_fillings(total):
            poll()
            for lowest, arrangements in triangles.items():
                others = squares.get(least - lowest, ())
                for key, filling in arrangements:
                    for other_key, other_filling in others:
                        both = key + other_key
                        # No filling is packed as 0, which marks keys of several fillings.
                        found[both] = 0 if both in found else filling + other_filling + hexagon
        for key, filling in found.items():
            if filling and _comes_first(key):
                yield tuple(filling >> 4 * at & 15 for at in range(len(CELLS)))


def random_filling(dice: Random) -> list[int]:
    """A random filling. All are equally likely: wherever the X are, the nine digits go into the
    other nine cells in any order."""
    x_cells, hexagons = dice.choice(_x_choices())
    with_x = {*x_cells, HEXAGON} if X in hexagons else {*x_cells}
    digits = iter(dice.sample(DIGITS, len(DIGITS)))
    return [X if cell in with_x else next(digits) for cell in CELLS]


def _partial_fillings(total: int) -> Iterator[tuple[Arrangements, Arrangements, int]]:
    """For every choice of X, hexagon and digits on triangles that has a total: the ways to fill
    the triangles and the squares, and the packed hexagon."""
    for x_cells, hexagons in _x_choices():
        triangles = tuple(cell for cell in TRIANGLES if cell not in x_cells)
        squares = tuple(cell for cell in SQUARES if cell not in x_cells)
        for hexagon in hexagons:
            packed = hexagon << 4 * (HEXAGON - 1)
            digits = [digit for digit in DIGITS if digit != hexagon]
            # The digits on triangles count twice.
            wanted = total - sum(digits)
            for chosen in combinations(digits, len(triangles)):
                if sum(chosen) == wanted:
                    others = tuple(digit for digit in digits if digit not in chosen)
                    yield _arrangements(triangles, chosen), _arrangements(squares, others), packed


@cache
def _x_choices() -> list[tuple[tuple[int, ...], Sequence[int]]]:
    """The cells of the ring that can hold X together, and what the hexagon may hold then.

    They are three triangles where the hexagon holds X too, else four cells without neighbours.
    """
    found: list[tuple[tuple[int, ...], Sequence[int]]] = [
        (x_cells, (X,)) for x_cells in combinations(TRIANGLES, X_COUNT - 1)
    ]
    return found + [
        (x_cells, DIGITS)
        for x_cells in combinations(range(1, 13), X_COUNT)
        if not any(ring(cell + 1) in x_cells for cell in x_cells)
    ]


@cache
def _arrangements(cells: tuple[int, ...], digits: tuple[int, ...]) -> Arrangements:
    """All ways to write these digits into these cells."""
    found: dict[int, list[tuple[int, int]]] = {}
    # The numbers that count a cell: that of the square, or those beside the triangle.
    squares = [(c,) if c in SQUARES else (ring(c - 1), ring(c + 1)) for c in cells]
    weights = [sum(1 << BITS * SQUARES.index(square) for square in some) for some in squares]
    for order in permutations(digits):
        key = sum(weight * digit for weight, digit in zip(weights, order, strict=True))
        filling = sum(digit << 4 * (c - 1) for c, digit in zip(cells, order, strict=True))
        found.setdefault(key & LOWEST, []).append((key, filling))
    return found


def _comes_first(key: int) -> bool:
    """Whether every other position of the star has numbers that come later.

    A position with the same numbers has another filling: no filling is its own image.
    """
    numbers = tuple(key >> BITS * at & LOWEST for at in range(len(SQUARES)))
    images = [numbers[at:] + numbers[:at] for at in range(1, 6)]
    images += [image[::-1] for image in (numbers, *images)]
    return all(numbers < image for image in images)


def _star(filling: Sequence[int]) -> SumStar:
    """The puzzle of a filling."""
    sums = [sum(filling[ring(square + i) - 1] for i in (-1, 0, 1)) for square in SQUARES]
    return SumStar((Star((0, 0), tuple(sums)),))
