"""All Sum Stars of one dodecagon without givens: six numbers that only one filling has.

Vocabulary: that of `dodecagons`, and
  filling  what the 13 cells hold, X as 0
  key      the six numbers of a filling as one whole number, that outside square 1 the lowest
  total    the sum of the six numbers; it is the same for a star however it is turned
  crosses  the cells of the ring that hold X: three triangles where the hexagon holds X too, else
           four cells of which no two are neighbours; 125 ways in all

With the crosses and the digit in the hexagon chosen, the triangles and the squares of the ring
are filled apart, and the key of the whole is the sum of their keys. So all 45,360,000 fillings
are gone through, total by total; what comes up once is a puzzle. A puzzle is kept in one of its
twelve positions: that whose numbers, read from the top, come first. Then the first number is the
least, and larger ones need not be looked at there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import TypeAlias

from quincunx.cp.limits import poll
from quincunx.families.base.catalogue import Enumeration, Measure
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import CELLS, HEXAGON, SQUARES, TRIANGLES, Star, ring

Arrangements: TypeAlias = Mapping[int, Sequence[tuple[int, int]]]
"""Keys and packed fillings of some cells, by the lowest number of the key."""

DIGITS = range(1, 10)
CROSSES = 4
BITS = 5
"""Bits of a number in a key: three cells hold 24 at most."""
LOWEST = (1 << BITS) - 1
TOTALS = range(39, 84)
"""From 45 - 9 + 1 + 2, with 9 in the hexagon and but 1 and 2 on triangles, to 45 - 1 + 39, with 1
in the hexagon and 4 to 9 on triangles."""


class SingleStars(Enumeration[SumStar]):
    """All stars of one dodecagon that need no givens."""

    family = SumStar
    name = "single"
    bounds = "star of one dodecagon with all six numbers, no givens and one solution"
    symmetry = "differ by turning or mirroring: the twelve symmetries of the dodecagon"
    measures = (
        Measure("least", "the least of the six numbers"),
        Measure("largest", "the largest of the six numbers"),
        Measure("total", "the sum of the six numbers"),
    )

    def parts(self) -> list[str]:
        return [f"total {total}" for total in TOTALS]

    def found(self, part: str) -> Iterator[tuple[SumStar, list[list[int]]]]:
        for filling in fillings(int(part.rpartition(" ")[2])):
            yield _star(filling), [list(filling)]

    def measured(self, puzzle: SumStar) -> dict[str, int]:
        numbers = [number for number in puzzle.stars[0].sums if number is not None]
        return {"least": min(numbers), "largest": max(numbers), "total": sum(numbers)}

    def pack(self, puzzle: SumStar, solution: list[list[int]]) -> str:
        """The filling, a digit a cell, X as 0: the numbers follow from it."""
        return "".join(map(str, solution[0]))

    def unpack(self, text: str) -> tuple[SumStar, list[list[int]]]:
        filling = [int(digit) for digit in text]
        return _star(filling), [filling]


def fillings(total: int) -> Iterator[tuple[int, ...]]:
    """The fillings with this total whose six numbers no other filling has, one of each twelve."""
    for least in range(total // 6 + 1):
        found: dict[int, int] = {}
        for triangles, squares, hexagon in _ways(total):
            poll()
            for lowest, arrangements in triangles.items():
                others = squares.get(least - lowest, ())
                for key, filling in arrangements:
                    for other_key, other_filling in others:
                        both = key + other_key
                        # Nothing is packed as 0: that stands for several fillings.
                        found[both] = 0 if both in found else filling + other_filling + hexagon
        for key, filling in found.items():
            if filling and _comes_first(key):
                yield tuple(filling >> 4 * at & 15 for at in range(len(CELLS)))


def by_luck(dice: Random) -> list[int]:
    """A filling, each as likely as any other: wherever the crosses are, the nine digits go into
    the other nine cells in any order."""
    crosses, hexagons = dice.choice(_crosses())
    closed = {*crosses, HEXAGON} if 0 in hexagons else {*crosses}
    digits = iter(dice.sample(DIGITS, len(DIGITS)))
    return [0 if cell in closed else next(digits) for cell in CELLS]


def _ways(total: int) -> Iterator[tuple[Arrangements, Arrangements, int]]:
    """All choices of crosses, of the hexagon and of the digits on triangles that have a total:
    how triangles and squares can be filled then, and the hexagon, packed."""
    for crosses, hexagons in _crosses():
        triangles = tuple(cell for cell in TRIANGLES if cell not in crosses)
        squares = tuple(cell for cell in SQUARES if cell not in crosses)
        for hexagon in hexagons:
            digits = [digit for digit in DIGITS if digit != hexagon]
            # The digits on triangles count twice.
            wanted = total - sum(digits)
            for chosen in combinations(digits, len(triangles)):
                if sum(chosen) == wanted:
                    others = tuple(digit for digit in digits if digit not in chosen)
                    yield (
                        _arrangements(triangles, chosen),
                        _arrangements(squares, others),
                        _packed(HEXAGON, hexagon),
                    )


@cache
def _crosses() -> list[tuple[tuple[int, ...], Sequence[int]]]:
    """The cells of the ring that can hold X together, and what the hexagon holds beside them."""
    found: list[tuple[tuple[int, ...], Sequence[int]]] = [
        (crosses, (0,)) for crosses in combinations(TRIANGLES, CROSSES - 1)
    ]
    for crosses in combinations(range(1, 13), CROSSES):
        if not any(ring(cell + 1) in crosses for cell in crosses):
            found.append((crosses, DIGITS))
    return found


@cache
def _arrangements(cells: tuple[int, ...], digits: tuple[int, ...]) -> Arrangements:
    """All ways to write these digits into these cells."""
    found: dict[int, list[tuple[int, int]]] = {}
    weights = [sum(_weight(square) for square in _touched(cell)) for cell in cells]
    for order in permutations(digits):
        key = sum(weight * digit for weight, digit in zip(weights, order, strict=True))
        filling = sum(_packed(cell, digit) for cell, digit in zip(cells, order, strict=True))
        found.setdefault(key & LOWEST, []).append((key, filling))
    return found


def _touched(cell: int) -> tuple[int, ...]:
    """The squares whose numbers count a cell of the ring."""
    return (cell,) if cell in SQUARES else (ring(cell - 1), ring(cell + 1))


def _weight(square: int) -> int:
    """What the number outside a square is multiplied with in a key."""
    return 1 << BITS * SQUARES.index(square)


def _packed(cell: int, digit: int) -> int:
    """A digit in a cell, as a part of a packed filling."""
    return digit << 4 * (cell - 1)


def _comes_first(key: int) -> bool:
    """Whether no turned or mirrored star has a tuple of numbers that comes before these, or the
    same: then it has another filling, for no filling is its own image."""
    numbers = tuple(key >> BITS * at & LOWEST for at in range(len(SQUARES)))
    images = [numbers[at:] + numbers[:at] for at in range(1, 6)]
    images += [image[::-1] for image in (numbers, *images)]
    return all(numbers < image for image in images)


def _star(filling: Sequence[int]) -> SumStar:
    """The puzzle of a filling."""
    sums = [
        sum(filling[ring(cell) - 1] for cell in (square - 1, square, square + 1))
        for square in SQUARES
    ]
    return SumStar((Star((0, 0), tuple(sums)),))
