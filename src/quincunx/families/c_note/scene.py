"""The grid drawn: given digits in squares, and the target beside every row and column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.families.base.scene import Label, Polygon, Room, Scene, box, box_place

if TYPE_CHECKING:
    from quincunx.families.c_note import CNote


def grid_scene(puzzle: CNote) -> Scene:
    """The grid of a puzzle. Its cells are open, and keep the digit that is given."""
    size = puzzle.size
    places = tuple(
        box_place(
            (row, column),
            puzzle.layout.name((row, column)),
            (1.15 * (column - 1), row - 1),
            1.15,
            given=str(digit),
        )
        for row, digits in enumerate(puzzle.grid, 1)
        for column, digit in enumerate(digits, 1)
    )
    frame = Polygon(box(0, 0, 1.15 * size, size), "frame")
    target = str(puzzle.target)
    labels = [
        *(Label(target, Room(1.15 * size + 0.6, i + 0.5, 0.9, 0.6)) for i in range(size)),
        *(Label(target, Room(1.15 * (i + 0.5), size + 0.4, 0.9, 0.6)) for i in range(size)),
    ]
    said = f"A grid of {size} rows and columns, each of which sums to {target}."
    return Scene(puzzle.title, said, places, (frame,), tuple(labels), size=0.56)
