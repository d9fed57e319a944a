"""The drawing of a Kakuro: a diagonal in each clue, with the sums on its two sides."""

from __future__ import annotations

from quincunx.families import Label, Place, Room, Scene, box_place
from quincunx.families.base.scene import Polygon, Polyline, Shape, box
from quincunx_kakuro import CLUE, DIGITS, Kakuro, is_open

INSET = 0.28
"""Distance of a clue's middle from the sides of its corner."""


def scene(puzzle: Kakuro) -> Scene:
    """The board as shapes and cells."""
    places: list[Place] = []
    shapes: list[Shape] = []
    labels: list[Label] = []
    for r, row in enumerate(puzzle.board):
        for c, square in enumerate(row):
            if is_open(square):
                cell = (r + 1, c + 1)
                given = "" if square is None else str(square)
                name, corner = puzzle.layout.name(cell), (float(c), float(r))
                places.append(
                    box_place(cell, name, corner, given=given, open=not given, choices=DIGITS)
                )
                continue
            clue = CLUE.fullmatch(str(square))
            if clue is None:
                shapes.append(Polygon(box(c, r, 1, 1), "solid"))
                continue
            shapes.append(Polyline((*box(c, r, 1, 1), (c, r)), "frame"))
            shapes.append(Polyline(((c, r), (c + 1, r + 1)), "frame"))
            down = Room(c + INSET, r + 1 - INSET, 0.48, 0.4)
            across = Room(c + 1 - INSET, r + INSET, 0.48, 0.4)
            totals = zip(clue.groups(), (down, across), strict=True)
            labels += [Label(total, room, "clue", 0.34) for total, room in totals if total]
    described = f"{len(places)} open cells in {len(puzzle.runs)} runs."
    return Scene(puzzle.title, described, tuple(places), tuple(shapes), tuple(labels))
