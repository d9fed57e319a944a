"""Drawings of an Aztec Math: rows of bricks, each resting on two of the row below."""

from quincunx.families.aztec_math import AztecMath
from quincunx.families.base.plain_board import given_place
from quincunx.families.base.scene import Point, Polygon, Scene
from quincunx.families.base.sketch import Role, Sketch

BRICK = 1.5
"""Width of a brick; it is one unit high."""
NOTATION = "r3c2 is the second brick of row 3 from the top. Right below it lie r4c2 and r4c3."


def pyramid_scene(puzzle: AztecMath) -> Scene:
    """The pyramid of a puzzle."""
    places = tuple(
        given_place(
            puzzle,
            (row, number),
            (BRICK * (number - 1 + (puzzle.levels - row) / 2), row - 1),
            BRICK,
            str(digit or ""),
            range(1, 10),
        )
        for row, digits in enumerate(puzzle.rows, 1)
        for number, digit in enumerate(digits, 1)
    )
    described = f"A pyramid of {puzzle.levels} rows." if puzzle.levels > 1 else "A single brick."
    frame = Polygon(_steps(puzzle.levels), "frame")
    return Scene(puzzle.title, described, places, (frame,), notation=NOTATION)


def _steps(levels: int) -> tuple[Point, ...]:
    """The outline of the whole pyramid: up the steps on the left, and down on the right."""
    middle = BRICK * levels / 2
    rows = range(levels, 0, -1)
    up = [(middle - row * BRICK / 2, float(y)) for row in rows for y in (row, row - 1)]
    return (*up, *((2 * middle - x, y) for x, y in reversed(up)))


def pyramid_sketch(puzzle: AztecMath, solution: list[list[int]] | None = None) -> Sketch:
    """The pyramid drawn with characters."""
    sketch = Sketch()
    for i, row in enumerate(puzzle.rows, start=1):
        line, start = 2 * i - 1, 2 * (puzzle.levels - i)
        joint = "───" if i == 1 else "─┴─"
        sketch.put(line - 1, start, "┌" + "┬".join([joint] * i) + "┐", "frame")
        sketch.put(line, start, "│" + "   │" * i, "frame")
        for j, given in enumerate(row):
            number = given if solution is None else solution[i - 1][j]
            if number is not None:
                text = str(number) if len(str(number)) <= 3 else "…"
                role: Role = "answer" if given is None else "given"
                sketch.put_centred(line, start + 4 * j + 2, text, role)
    sketch.put(2 * puzzle.levels, 0, "└" + "┴".join(["───"] * puzzle.levels) + "┘", "frame")
    return sketch
