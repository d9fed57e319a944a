"""Sum Star drawn: as shapes, and with characters.

In the scene every edge is one unit long. A square stands on each edge of the hexagon, a triangle
fits between two squares, and their outer edges make the dodecagon. Dodecagons meet along
triangles; the gap between three of them is a black triangle.

In the sketch a dodecagon takes seven lines of seventeen columns; neighbours share their outlines,
and a black triangle lies in the outline between them, with its number inside:

          ╭───◢6◣───╮
         ╱ 2 │ X │ 4 ╲
        ╱ X ╱  A  ╲ X ╲
       │ 8 │   1   │ 7 │
        ╲ 9 ╲     ╱ 6 ╱
         ╲ 5 │ X │ 3 ╱
          ╰──◥11◤───╯
"""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin, sqrt

from quincunx.families.base.puzzle import Cell as AnyCell
from quincunx.families.base.scene import Label, Point, Polygon, Room, Scene
from quincunx.families.base.scene import Place as ScenePlace
from quincunx.families.base.sketch import Role, Sketch
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    CONTENTS,
    HEXAGON,
    SQUARES,
    Cell,
    Place,
    Star,
    cell_name,
    letters,
)

NOTATION = "A4 is cell 4 of dodecagon A, counted clockwise from the top. A13 is its hexagon."
CENTRE_DISTANCE = 2 + sqrt(3)
"""Distance between the centres of neighbours."""
OUTER = 1 / (2 * sin(pi / 12))
"""Distance from the centre of a dodecagon to its corners."""

OUTLINE = (
    "   ╭─────────╮   ",
    "  ╱   │   │   ╲  ",
    " ╱   ╱     ╲   ╲ ",
    "│   │       │   │",
    " ╲   ╲     ╱   ╱ ",
    "  ╲   │   │   ╱  ",
    "   ╰─────────╯   ",
)
CELL_SPOTS: dict[int, Place] = {
    12: (-2, -4), 1: (-2, 0), 2: (-2, 4),
    11: (-1, -5), 3: (-1, 5),
    10: (0, -6), 13: (0, 0), 4: (0, 6),
    9: (1, -5), 5: (1, 5),
    8: (2, -4), 7: (2, 0), 6: (2, 4),
}  # fmt: skip
"""Line and column of each cell, from the centre of its dodecagon."""
NUMBER_SPOTS: dict[int, Place] = {
    11: (-3, -8), 1: (-3, 0), 3: (-3, 8),
    9: (3, -8), 7: (3, 0), 5: (3, 8),
}  # fmt: skip
"""Line and column of the black triangle at each square."""
NAME_SPOT: Place = (-1, 0)


def scene(puzzle: SumStar) -> Scene:
    """The dodecagons as shapes and cells."""
    stars = puzzle.stars
    places: list[ScenePlace] = []
    labels: list[Label] = []
    frames: list[Polygon] = []
    for d, star in enumerate(stars, 1):
        centre = _centre(star.at)
        frames.append(Polygon(tuple(_at(centre, OUTER, 2 * i + 1) for i in range(12)), "frame"))
        name = Room(centre[0], centre[1] - 0.52, 0.5, 0.34)
        labels.append(Label(letters(d), name, "note", 0.3))
        places += [_place((d, c), centre, star.cells[c - 1]) for c in CELLS]
    triangles: list[Polygon] = []
    names: list[str] = []
    for black in puzzle.triangles:
        d, square = black.squares[0]
        corners = _black_corners(_centre(stars[d - 1].at), square)
        triangles.append(Polygon(corners, "solid"))
        names.append(black.name)
        if black.number is not None:
            labels.append(Label(str(black.number), _room_inside(corners), "on solid", 0.34))
    count = "One dodecagon" if len(stars) == 1 else f"{len(stars)} dodecagons"
    description = f"{count}. Black triangles: {'; '.join(names)}."
    shapes = (*frames, *triangles)
    drawn = (tuple(places), shapes, tuple(labels))
    return Scene(
        *(puzzle.title, description, *drawn, {0: "X"}, 0.46, {"X": "no digit, counts 0"}, NOTATION),
        parts=tuple(frozenset((d, c) for c in CELLS) for d in range(1, len(stars) + 1)),
    )


def scene_notes(puzzle: SumStar, written: Mapping[AnyCell, int]) -> list[Label]:
    """The numbers of the cells of each ring, small, at their inner or outer edges."""
    labels = []
    for place in puzzle.places:
        for c in range(1, HEXAGON):
            x, y = _at(_centre(place), 0.98 if c in SQUARES else 1.22, 2 * c - 2)
            labels.append(Label(str(c), Room(x, y, 0.3, 0.2), "note", 0.14))
    return labels


def _centre(at: Place) -> Point:
    q, r = at
    return (CENTRE_DISTANCE * (q + r / 2), CENTRE_DISTANCE * r * sqrt(3) / 2)


def _at(centre: Point, distance: float, turn: int) -> Point:
    """The point at a distance and a direction, clockwise from the top in units of 15 degrees."""
    angle = turn * pi / 12
    return (centre[0] + distance * sin(angle), centre[1] - distance * cos(angle))


def _place(cell: Cell, centre: Point, given: int | None) -> ScenePlace:
    turn = 2 * (cell[1] - 1)
    left, right = _at(centre, OUTER, turn - 1), _at(centre, OUTER, turn + 1)
    if cell[1] == HEXAGON:
        outline = tuple(_at(centre, 1, corner) for corner in range(2, 26, 4))
        room = Room(centre[0], centre[1] + 0.12, 1.1, 0.85)
    elif cell[1] in SQUARES:
        outline = (_at(centre, 1, turn - 2), left, right, _at(centre, 1, turn + 2))
        room = Room(*_at(centre, (sqrt(3) + 1) / 2, turn), 0.74, 0.74)
    else:
        outline = (_at(centre, 1, turn), left, right)
        room = Room(*_at(centre, 1 + sqrt(3) / 3, turn), 0.5, 0.5)
    printed = "" if given is None else CONTENTS.text(given)
    name = f"cell {cell_name(cell)}"
    return ScenePlace(cell, name, outline, room, printed, given is None, tuple(range(10)))


def _black_corners(centre: Point, square: int) -> tuple[Point, ...]:
    """The black triangle outside a square of the dodecagon with this centre."""
    turn = 2 * (square - 1)
    apex = _at(centre, 1 + sqrt(3), turn)
    return (_at(centre, OUTER, turn - 1), apex, _at(centre, OUTER, turn + 1))


def _room_inside(corners: tuple[Point, ...]) -> Room:
    """The room for a number in a black triangle that points up or down."""
    x, y = (sum(values) / 3 for values in zip(*corners, strict=True))
    points_up = sum(corner[1] > y for corner in corners) == 2
    return Room(x, y + (0.06 if points_up else -0.06), 0.56, 0.36)


def sketch(puzzle: SumStar, solution: Sequence[Sequence[int]] | None = None) -> Sketch:
    """The dodecagons drawn with characters; below an answer also its values as text."""
    stars = puzzle.stars
    drawing = Sketch()
    _draw_outlines(drawing, stars)
    bottom = max(_spot(star.at, NUMBER_SPOTS[7])[0] for star in stars)
    left = min(_spot(star.at, (0, -8))[1] for star in stars)
    for d, star in enumerate(stars, 1):
        drawing.put_centred(*_spot(star.at, NAME_SPOT), letters(d), "note")
        for square, number in zip(SQUARES, star.sums, strict=True):
            text = " " if number is None else str(number)
            triangle = f"◢{text}◣" if square in (1, 5, 9) else f"◥{text}◤"
            drawing.put_centred(*_spot(star.at, NUMBER_SPOTS[square]), triangle, "clue")
        if solution is not None:
            drawing.put(bottom + d + 1, left, f"{letters(d)}:", "note")
        for c, given in zip(CELLS, star.cells, strict=True):
            value = given if solution is None else solution[d - 1][c - 1]
            role: Role = "answer" if given is None else "given"
            if value is None:
                drawing.put(*_spot(star.at, CELL_SPOTS[c]), "·", "note")
                continue
            mark = CONTENTS.text(value)
            drawing.put(*_spot(star.at, CELL_SPOTS[c]), mark, role)
            if solution is not None:
                drawing.put(bottom + d + 1, left + len(letters(len(stars))) + 2 * c, mark, role)
    return drawing


def _spot(at: Place, offset: Place) -> Place:
    """The line and column of an offset within the dodecagon at a place."""
    q, r = at
    return 6 * r + offset[0], 16 * q + 8 * r + offset[1]


def _draw_outlines(drawing: Sketch, stars: Sequence[Star]) -> None:
    drawn: dict[Place, str] = {}
    for star in stars:
        for line, text in enumerate(OUTLINE, -3):
            for column, character in enumerate(text, -8):
                if character != " ":
                    spot = _spot(star.at, (line, column))
                    # Where a corner of one dodecagon lies on the edge of another, draw the edge.
                    drawn[spot] = character if drawn.get(spot, character) == character else "─"
    for (line, column), character in drawn.items():
        drawing.put(line, column, character, "frame")
