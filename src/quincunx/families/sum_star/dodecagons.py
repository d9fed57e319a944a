"""The lattice of Sum Star: which cells of which dodecagons touch.

Vocabulary:
  dodecagon       a ring of 12 cells, numbered clockwise from the top, around cell 13
  square          an odd cell of the ring
  triangle        an even cell of the ring; beyond it another dodecagon may lie
  hexagon         cell 13, in the middle
  black triangle  what stands outside a square, between up to three dodecagons
  place           axial coordinates (q, r) of a dodecagon
  cell            (d, c): cell c of dodecagon d, both counted from 1

Dodecagons are called A, B, C, ... in the order in which they are written down, and their cells
A1, A2, ... The middle of a row of dodecagons lies half a step to the left of the row below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]
Cell: TypeAlias = tuple[int, int]

HEXAGON = 13
SQUARES = (1, 3, 5, 7, 9, 11)
TRIANGLES = (2, 4, 6, 8, 10, 12)
CELLS = range(1, 14)

ACROSS: dict[int, Place] = {
    2: (+1, -1),
    4: (+1, 0),
    6: (0, +1),
    8: (-1, +1),
    10: (-1, 0),
    12: (0, -1),
}
"""From a dodecagon to the one beyond each of its triangles."""


@dataclass(frozen=True)
class Star:
    """A dodecagon as a puzzle has it: its place, the six numbers around it, its givens.

    The numbers are those outside squares 1, 3, ..., 11, the givens those of cells 1 to 13, X as
    0; `None` is a black triangle without a number and a cell without a given.
    """

    at: Place
    sums: tuple[int | None, ...]
    cells: tuple[int | None, ...] = (None,) * len(CELLS)


@dataclass(frozen=True)
class BlackTriangle:
    """A black triangle, by the squares it stands outside of: one for each dodecagon it touches."""

    squares: tuple[Cell, ...]

    @property
    def sides(self) -> tuple[tuple[Cell, Cell, Cell], ...]:
        """For each dodecagon the square and its two neighbours, clockwise."""
        return tuple(
            ((d, ring(square - 1)), (d, square), (d, ring(square + 1)))
            for d, square in self.squares
        )

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells that touch it, three for each dodecagon."""
        return tuple(cell for side in self.sides for cell in side)


def ring(number: int) -> int:
    """A number of the ring, counted on past 12 or back past 1.

    >>> ring(13), ring(0), ring(7)
    (1, 12, 7)
    """
    return (number - 1) % 12 + 1


def letters(dodecagon: int) -> str:
    """The name of a dodecagon.

    >>> letters(1), letters(26), letters(27), letters(53)
    ('A', 'Z', 'AA', 'BA')
    """
    name = ""
    while dodecagon:
        dodecagon, letter = divmod(dodecagon - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def cell_name(cell: Cell) -> str:
    """The name of a cell.

    >>> cell_name((2, 11))
    'B11'
    """
    return f"{letters(cell[0])}{cell[1]}"


def triangle_name(squares: Sequence[Cell], number: int | None) -> str:
    """What to call the black triangle outside these squares.

    >>> triangle_name([(1, 3), (2, 11)], 33), triangle_name([(1, 1)], None)
    ('triangle 33 at A3/B11', 'triangle at A1')
    """
    said = "triangle" if number is None else f"triangle {number}"
    return f"{said} at {'/'.join(map(cell_name, squares))}"


def beyond(places: Sequence[Place], dodecagon: int, triangle: int) -> int | None:
    """The dodecagon beyond a triangle of another one, if there is one.

    >>> beyond([(0, 0), (1, 0)], 1, 4)
    2
    """
    (q, r), (dq, dr) = places[dodecagon - 1], ACROSS[triangle]
    there = (q + dq, r + dr)
    return places.index(there) + 1 if there in places else None


def black_triangles(places: Sequence[Place]) -> list[BlackTriangle]:
    """Every black triangle once, in the order of the first square that it stands outside of.

    >>> [black.squares for black in black_triangles([(0, 0), (1, 0)])][:3]
    [((1, 1),), ((1, 3), (2, 11)), ((1, 5), (2, 9))]
    """
    return list(_black_triangles(tuple(places)))


@lru_cache(maxsize=64)
def _black_triangles(places: tuple[Place, ...]) -> list[BlackTriangle]:
    found: list[BlackTriangle] = []
    known: set[Cell] = set()
    for d in range(1, len(places) + 1):
        for square in SQUARES:
            if (d, square) in known:
                continue
            # Walking round the black triangle, the square lies a third of a turn further each time.
            corners = [
                (d, square),
                (beyond(places, d, ring(square + 1)), ring(square + 8)),
                (beyond(places, d, ring(square - 1)), ring(square + 4)),
            ]
            squares = tuple((there, cell) for there, cell in corners if there is not None)
            known.update(squares)
            found.append(BlackTriangle(tuple(sorted(squares))))
    return found


def shared_edges(places: Sequence[Place]) -> Iterator[tuple[Cell, Cell]]:
    """Every pair of cells that share an edge, once."""
    for d in range(1, len(places) + 1):
        for number in range(1, 13):
            yield (d, number), (d, ring(number + 1))
        for square in SQUARES:
            yield (d, square), (d, HEXAGON)
        for triangle in TRIANGLES:
            there = beyond(places, d, triangle)
            if there is not None and there > d:
                yield (d, triangle), (there, ring(triangle + 6))


def reached(places: Sequence[Place]) -> set[int]:
    """The dodecagons that can be reached from the first one, itself included."""
    seen = {1}
    waiting = [1]
    while waiting:
        d = waiting.pop()
        for triangle in TRIANGLES:
            there = beyond(places, d, triangle)
            if there is not None and there not in seen:
                seen.add(there)
                waiting.append(there)
    return seen
