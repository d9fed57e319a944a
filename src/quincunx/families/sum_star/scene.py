"""The dodecagons drawn as they are: every edge is one unit long.

A square stands on each edge of the hexagon, a triangle fits between two squares, and their outer
edges make the dodecagon. Dodecagons meet along triangles; what is left between three of them is
a black triangle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin, sqrt

from quincunx.families.base.scene import Label, Point, Polygon, Room, Scene
from quincunx.families.base.scene import Place as ScenePlace
from quincunx.families.sum_star.dodecagons import (
    HEXAGON,
    SQUARES,
    Cell,
    Place,
    Star,
    black_triangles,
    cell_name,
    letters,
    triangle_name,
)

APART = 2 + sqrt(3)
"""How far the middles of neighbours are from each other."""
OUTER = 1 / (2 * sin(pi / 12))
"""From the middle of a dodecagon to its corners."""
SHOWN = {0: "X"}


def star_scene(title: str, stars: Sequence[Star]) -> Scene:
    """The dodecagons in their places."""
    places: list[ScenePlace] = []
    labels: list[Label] = []
    frames: list[Polygon] = []
    for d, star in enumerate(stars, 1):
        middle = _middle(star.at)
        frames.append(Polygon(tuple(_at(middle, OUTER, 2 * i + 1) for i in range(12)), "frame"))
        name = Room(middle[0], middle[1] - 0.52, 0.5, 0.3)
        labels.append(Label(letters(d), name, "note", 0.26))
        places += [_place((d, c), middle, star.cells[c - 1]) for c in range(1, HEXAGON + 1)]
    triangles: list[Polygon] = []
    names: list[str] = []
    for black in black_triangles([star.at for star in stars]):
        d, square = black.squares[0]
        corners = _black(_middle(stars[d - 1].at), square)
        triangles.append(Polygon(corners, "solid"))
        number = stars[d - 1].sums[square // 2]
        names.append(triangle_name(black.squares, number))
        if number is not None:
            labels.append(Label(str(number), _inside(corners), "on solid", 0.34))
    count = "One dodecagon" if len(stars) == 1 else f"{len(stars)} dodecagons"
    said = f"{count}. Black triangles: {'; '.join(names)}."
    return Scene(title, said, tuple(places), (*frames, *triangles), tuple(labels), SHOWN, 0.46)


def cell_numbers(stars: Sequence[Star]) -> Iterator[Label]:
    """The number of every cell of a ring, small, at its inner or outer edge."""
    for star in stars:
        middle = _middle(star.at)
        for c in range(1, HEXAGON):
            x, y = _at(middle, 0.98 if c in SQUARES else 1.22, 2 * c - 2)
            yield Label(str(c), Room(x, y, 0.3, 0.2), "note", 0.14)


def _middle(at: Place) -> Point:
    q, r = at
    return (APART * (q + r / 2), APART * r * sqrt(3) / 2)


def _at(middle: Point, far: float, turn: int) -> Point:
    """So far from a middle, in a direction that counts clockwise from the top in turns of 15°."""
    angle = turn * pi / 12
    return (middle[0] + far * sin(angle), middle[1] - far * cos(angle))


def _place(cell: Cell, middle: Point, given: int | None) -> ScenePlace:
    d, c = cell
    turn = 2 * (c - 1)
    if c == HEXAGON:
        outline = tuple(_at(middle, 1, turn) for turn in range(2, 26, 4))
        room = Room(middle[0], middle[1] + 0.12, 1.1, 0.85)
    elif c in SQUARES:
        corners = (_at(middle, 1, turn - 2), _at(middle, OUTER, turn - 1))
        others = (_at(middle, OUTER, turn + 1), _at(middle, 1, turn + 2))
        outline = (*corners, *others)
        x, y = _at(middle, (sqrt(3) + 1) / 2, turn)
        room = Room(x, y, 0.74, 0.74)
    else:
        outline = (
            _at(middle, 1, turn),
            _at(middle, OUTER, turn - 1),
            _at(middle, OUTER, turn + 1),
        )
        x, y = _at(middle, 1 + sqrt(3) / 3, turn)
        room = Room(x, y, 0.5, 0.5)
    printed = "" if given is None else SHOWN.get(given, str(given))
    name = f"cell {cell_name((d, c))}"
    return ScenePlace(cell, name, outline, room, printed, given is None, tuple(range(10)))


def _black(middle: Point, square: int) -> tuple[Point, ...]:
    """The black triangle outside a square of the dodecagon with this middle."""
    turn = 2 * (square - 1)
    apex = _at(middle, 1 + sqrt(3), turn)
    return (_at(middle, OUTER, turn - 1), apex, _at(middle, OUTER, turn + 1))


def _inside(corners: tuple[Point, ...]) -> Room:
    """The room for a number in a black triangle that stands on an edge or hangs from one."""
    x, y = (sum(values) / 3 for values in zip(*corners, strict=True))
    stands = sum(corner[1] > y for corner in corners) == 2
    return Room(x, y + (0.06 if stands else -0.06), 0.56, 0.36)
