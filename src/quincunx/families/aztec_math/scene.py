"""Drawings of an Aztec Math: rows of bricks, each resting on two of the row below."""

from quincunx.families.aztec_math import AztecMath
from quincunx.families.base.plain_board import given_place
from quincunx.families.base.scene import Cell, Place, Point, Polygon, Scene

BRICK = 1.5
"""Width of a brick; it is one unit high."""
NOTATION = "r3c2 is the second brick of row 3 from the top. Right below it lie r4c2 and r4c3."


def pyramid_scene(puzzle: AztecMath) -> Scene:
    """The pyramid of a puzzle."""

    def brick(cell: Cell) -> Place:
        x, y = puzzle.layout.position(cell)
        given = str(puzzle.rows[cell[0] - 1][cell[1] - 1] or "")
        return given_place(puzzle, cell, (BRICK * x, y), BRICK, given, range(1, 10))

    places = tuple(map(brick, puzzle.cells))
    described = f"A pyramid of {puzzle.levels} rows." if puzzle.levels > 1 else "A single brick."
    frame = Polygon(_steps(puzzle.levels), "frame")
    return Scene(puzzle.title, described, places, (frame,), notation=NOTATION)


def _steps(levels: int) -> tuple[Point, ...]:
    """The outline of the whole pyramid: up the steps on the left, and down on the right."""
    middle = BRICK * levels / 2
    rows = range(levels, 0, -1)
    up = [(middle - row * BRICK / 2, float(y)) for row in rows for y in (row, row - 1)]
    return (*up, *((2 * middle - x, y) for x, y in reversed(up)))
