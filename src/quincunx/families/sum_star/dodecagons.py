"""The dodecagons of a Sum Star: which of their cells touch, and how they are written.

A dodecagon is a ring of 12 cells, numbered clockwise from the top, around cell 13, the hexagon.
Odd cells of the ring are squares, even ones triangles; another dodecagon may lie beyond a
triangle. A black triangle stands outside every square, shared by up to three dodecagons.

Dodecagons are called A, B, C, ... in the order of the puzzle's data, and their cells A1, A2, ...
A cell is a pair (d, c): cell c of dodecagon d, both counted from 1. A place is the axial
coordinates (q, r) of a dodecagon: steps to the right, and steps to the lower right.

In text a dodecagon is its place, the six numbers around it, and its givens, if it has any:
`0.0=6,33,45,11,22,10@__X7________1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from quincunx.families.base.layout import Layout, Line
from quincunx.families.base.puzzle import Cell as AnyCell
from quincunx.families.base.shapes import Character, Maybe, Shape, Slot, Whole
from quincunx.families.base.validation import InvalidShape, items, shown

Place: TypeAlias = tuple[int, int]
Cell: TypeAlias = tuple[int, int]

HEXAGON = 13
SQUARES = (1, 3, 5, 7, 9, 11)
TRIANGLES = (2, 4, 6, 8, 10, 12)
CELLS = range(1, 14)
ACROSS: dict[int, Place] = {2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0), 12: (0, -1)}
"""The step from a dodecagon to the one beyond each of its triangles."""

X = 0
"""The value of a cell without a digit."""
X_COUNT = 4
"""X in each dodecagon."""
MAX_STARS = 60
"""Maximum number of dodecagons: far more than can be solved, and still quick to reject."""
MAX_COORDINATE = 1000
MAX_SUM = 999
"""Maximum number of a black triangle. Above 45 a puzzle is well formed but has no solution."""


@dataclass(frozen=True)
class Star:
    """A dodecagon of a puzzle: its place, the six numbers around it, its givens.

    `sums` are the numbers outside squares 1, 3, ..., 11, `None` for a black triangle without a
    number. `cells` are the givens of cells 1 to 13, X as 0, `None` for a cell without a given.
    """

    at: Place
    sums: tuple[int | None, ...]
    cells: tuple[int | None, ...] = (None,) * len(CELLS)


@dataclass(frozen=True)
class BlackTriangle:
    """A black triangle, identified by the squares it stands outside of, one per dodecagon, and
    the number printed in it, if any."""

    squares: tuple[Cell, ...]
    number: int | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that touch it: each square with its two neighbours, clockwise."""
        return tuple((d, ring(square + i)) for d, square in self.squares for i in (-1, 0, 1))

    @property
    def rule(self) -> str:
        """Its id in the rule book.

        >>> BlackTriangle(((1, 3), (2, 11))).rule
        'triangle A3 B11'
        """
        return f"triangle {' '.join(map(cell_name, self.squares))}"

    @property
    def name(self) -> str:
        """Its name, with its number.

        >>> BlackTriangle(((1, 3), (2, 11)), 33).name, BlackTriangle(((1, 1),)).name
        ('triangle 33 at A3/B11', 'triangle at A1')
        """
        number = "" if self.number is None else f" {self.number}"
        return f"triangle{number} at {'/'.join(map(cell_name, self.squares))}"


def ring(number: int) -> int:
    """Wrap a number around the ring.

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


def cell_name(cell: AnyCell) -> str:
    """The name of a cell.

    >>> cell_name((2, 11))
    'B11'
    """
    return f"{letters(cell[0])}{cell[1]}"


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
    found: dict[BlackTriangle, None] = {}
    for d in range(1, len(places) + 1):
        for square in SQUARES:
            # Around the black triangle, the square lies a third of a turn further each time.
            corners = [
                (d, square),
                (beyond(places, d, ring(square + 1)), ring(square + 8)),
                (beyond(places, d, ring(square - 1)), ring(square + 4)),
            ]
            squares = sorted((there, cell) for there, cell in corners if there is not None)
            found[BlackTriangle(tuple(squares))] = None
    return list(found)


def shared_edges(places: Sequence[Place]) -> Iterator[tuple[Cell, Cell]]:
    """Every pair of cells that share an edge, once."""
    for d in range(1, len(places) + 1):
        yield from (((d, number), (d, ring(number + 1))) for number in range(1, 13))
        yield from (((d, square), (d, HEXAGON)) for square in SQUARES)
        for triangle in TRIANGLES:
            there = beyond(places, d, triangle)
            if there is not None and there > d:
                yield (d, triangle), (there, ring(triangle + 6))


def facing_triangles(places: Sequence[Place]) -> list[tuple[Cell, Cell]]:
    """The pairs of triangles of two dodecagons that share an edge."""
    return [(one, other) for one, other in shared_edges(places) if one[0] != other[0]]


def neighbours(places: Sequence[Place]) -> dict[Cell, set[Cell]]:
    """The cells that share an edge with each cell."""
    found: dict[Cell, set[Cell]] = {(d, c): set() for d in range(1, len(places) + 1) for c in CELLS}
    for one, other in shared_edges(places):
        found[one].add(other)
        found[other].add(one)
    return found


def connected_to_first(places: Sequence[Place]) -> list[int]:
    """The dodecagons that are connected with the first one, itself included."""
    found = [1]
    for d in found:
        beyond_it = [beyond(places, d, triangle) for triangle in TRIANGLES]
        found += [there for there in beyond_it if there is not None and there not in found]
    return found


class Contents(Character[int]):
    """The content of a cell: a digit, or X, which JSON may spell 0 or "X"."""

    def read(self, value: object, typed: bool = False) -> int:
        if value == "X":
            return X
        if typed:
            if isinstance(value, str) and re.fullmatch("[1-9]", value):
                return int(value)
            raise InvalidShape(f"is {shown(value)}, expected X or a digit from 1 to 9")
        try:
            return Whole(X, 9).read(value)
        except InvalidShape as unfit:
            raise InvalidShape(f"{unfit.wrong} or X") from None

    def text(self, value: int) -> str:
        return "X" if value == X else str(value)


CONTENTS = Contents()
SHAPES: dict[str, Line[Any]] = {
    "at": Line(Whole(-MAX_COORDINATE, MAX_COORDINATE), 2, 2, "coordinates", "coordinate"),
    "sums": Line(Maybe(Whole(0, MAX_SUM)), len(SQUARES), len(SQUARES), "numbers", "sum {}"),
    "cells": Line(Maybe(CONTENTS), len(CELLS), len(CELLS), "givens"),
}
"""The parts of a dodecagon, by their keys in JSON."""


class Stars(Shape[tuple[Star, ...]]):
    """The dodecagons of a puzzle."""

    def read(self, value: object, typed: bool = False) -> tuple[Star, ...]:
        written: object = value.split("/") if typed and isinstance(value, str) else value
        stars = []
        for d, star in enumerate(items(written, "dodecagons", 1, MAX_STARS), 1):
            try:
                stars.append(_read_star(star, typed))
            except InvalidShape as unfit:
                part = f": {unfit.place}" if unfit.place else ""
                raise InvalidShape(unfit.wrong, f"dodecagon {letters(d)}{part}") from None
        return tuple(stars)

    def data(self, value: Sequence[Star]) -> list[dict[str, Any]]:
        return list(map(_data_of, value))

    def text(self, value: Sequence[Star]) -> str:
        return "/".join(
            f"{star.at[0]}.{star.at[1]}={SHAPES['sums'].text(star.sums)}"
            + (f"@{SHAPES['cells'].text(star.cells)}" if has_givens(star) else "")
            for star in value
        )

    def layout(self, value: Sequence[Star]) -> StarLayout:
        rows = tuple(tuple((d, c) for c in CELLS) for d in range(1, len(value) + 1))
        return StarLayout(rows, CONTENTS, lines="dodecagons", texts=True)

    def with_cells(self, value: Sequence[Star], numbers: Sequence[Sequence[int | None]]) -> Any:
        return [replace(star, cells=tuple(row)) for star, row in zip(value, numbers, strict=True)]

    def slots(self, value: Sequence[Star], name: str) -> Iterator[Slot]:
        for black in black_triangles([star.at for star in value]):
            path, *also = ((d - 1, "sums", SQUARES.index(c)) for d, c in black.squares)
            for slot in SHAPES["sums"].mark.slots(None, black.name):
                yield replace(slot, path=path, also=tuple(also), about=black.cells)
        for d in range(1, len(value) + 1):
            for c in CELLS:
                path = (d - 1, "cells", c - 1)
                yield Slot(path, f"cell {cell_name((d, c))}", X, 9, optional=True, cell=(d, c))


def has_givens(star: Star) -> bool:
    """Whether a cell of a dodecagon is given."""
    return any(given is not None for given in star.cells)


def _data_of(star: Star) -> dict[str, Any]:
    keys = [key for key in SHAPES if key != "cells" or has_givens(star)]
    return {key: SHAPES[key].data(getattr(star, key)) for key in keys}


def _read_star(star: object, typed: bool) -> Star:
    """Read a dodecagon; every part has the right type, length and range."""
    parts = _parts_of(star, typed)
    read: dict[str, Any] = {}
    for key, shape in SHAPES.items():
        if key != "cells" or parts.get(key) is not None:
            try:
                read[key] = shape.read(parts.get(key), typed)
            except InvalidShape as unfit:
                raise InvalidShape(unfit.wrong, unfit.place or key) from None
    found = Star(**read)
    if typed and "cells" in read and not has_givens(found):
        raise InvalidShape("are all _, expected some that are not, or no @ before them", "givens")
    return found


def _parts_of(star: object, typed: bool) -> dict[str, object]:
    """The parts of a dodecagon by their keys, from text, JSON data or a `Star`."""
    if isinstance(star, str) and typed:
        match = re.fullmatch(r"([^.=@]*)\.([^.=@]*)=([^.=@]*)(?:@([^.=@]*))?", star)
        if match is None:
            raise InvalidShape(f"is {shown(star)}, expected q.r=six sums, as in 0.0=6,33,_,_,_,_")
        q, r, sums, givens = match.groups()
        return {"at": [q, r], "sums": sums, "cells": givens}
    if isinstance(star, Star):
        return vars(star)
    if not isinstance(star, dict):
        raise InvalidShape(f"is {shown(star)}, expected an object with at and sums")
    for key in star:
        if key not in SHAPES:
            raise InvalidShape(f"has the key {shown(key)}, expected at, sums, cells")
    return star


class StarLayout(Layout):
    """The cells of an answer, dodecagon by dodecagon.

    In text the name of a dodecagon may precede its cells, as in the drawing:
    `A: X 4 X 7 6 3 X 5 9 8 X 2 1`.
    """

    def name(self, cell: AnyCell) -> str:
        return f"cell {cell_name(cell)}"

    def row_name(self, number: int) -> str:
        return f"dodecagon {letters(number)}"

    def unlabelled(self, row: str, number: int) -> str:
        name, _, cells = row.rpartition(":")
        if name.strip() not in ("", letters(number)):
            wrong = f"is called {shown(name.strip())}, expected {letters(number)}"
            raise InvalidShape(wrong, self.row_name(number))
        return cells
