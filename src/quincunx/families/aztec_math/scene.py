"""The pyramid drawn: rows of bricks, each resting on two of the row below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.families.base.scene import Point, Polygon, Scene, box_place

if TYPE_CHECKING:
    from quincunx.families.aztec_math import AztecMath

BRICK = 1.5
"""How wide a brick is; it is one unit high."""


def pyramid_scene(puzzle: AztecMath) -> Scene:
    """The pyramid of a puzzle."""
    places = tuple(
        box_place(
            (row, number),
            puzzle.layout.name((row, number)),
            (BRICK * (number - 1 + (puzzle.levels - row) / 2), row - 1),
            BRICK,
            given="" if digit is None else str(digit),
            open=digit is None,
            choices=range(1, 10),
        )
        for row, digits in enumerate(puzzle.rows, 1)
        for number, digit in enumerate(digits, 1)
    )
    said = f"A pyramid of {puzzle.levels} rows." if puzzle.levels > 1 else "A single brick."
    return Scene(puzzle.title, said, places, (Polygon(_steps(puzzle.levels), "frame"),))


def _steps(levels: int) -> tuple[Point, ...]:
    """The outline of the whole pyramid: up the steps on the left, and down on the right."""
    middle = BRICK * levels / 2
    up = [
        (middle - row * BRICK / 2, float(y)) for row in range(levels, 0, -1) for y in (row, row - 1)
    ]
    return (*up, *((2 * middle - x, y) for x, y in reversed(up)))
