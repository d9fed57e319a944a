"""Sum Star drawn with characters.

Every dodecagon takes seven lines of seventeen columns; neighbours share their outlines, and a
black triangle lies in the outline between them, with its number inside:

          ╭───◢6◣───╮
         ╱ 2 │ X │ 4 ╲
        ╱ X ╱  A  ╲ X ╲
       │ 8 │   1   │ 7 │
        ╲ 9 ╲     ╱ 6 ╱
         ╲ 5 │ X │ 3 ╱
          ╰──◥11◤───╯
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.families.base.sketch import Role, Sketch
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    SQUARES,
    Place,
    Star,
    letters,
)

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
"""Line and column of each cell, from the middle of its dodecagon."""
NUMBER_SPOTS: dict[int, Place] = {
    11: (-3, -8), 1: (-3, 0), 3: (-3, 8),
    9: (3, -8), 7: (3, 0), 5: (3, 8),
}  # fmt: skip
"""Line and column of the black triangle at each square."""
NAME_SPOT: Place = (-1, 0)


def sketch_stars(stars: Sequence[Star], solution: Sequence[Sequence[int]] | None) -> Sketch:
    """The dodecagons in their places; below an answer also its values, dodecagon by dodecagon."""
    sketch = Sketch()
    _draw_outlines(sketch, stars)
    bottom = max(_spot(star.at, NUMBER_SPOTS[7])[0] for star in stars)
    left = min(_spot(star.at, (0, -8))[1] for star in stars)
    for d, star in enumerate(stars, 1):
        sketch.put_centred(*_spot(star.at, NAME_SPOT), letters(d), "note")
        for square, number in zip(SQUARES, star.sums, strict=True):
            sketch.put_centred(
                *_spot(star.at, NUMBER_SPOTS[square]), _triangle(square, number), "clue"
            )
        if solution is not None:
            sketch.put(bottom + d + 1, left, f"{letters(d)}:", "note")
        for c, given in zip(CELLS, star.cells, strict=True):
            value = given if solution is None else solution[d - 1][c - 1]
            role: Role = "answer" if given is None else "given"
            if value is None:
                sketch.put(*_spot(star.at, CELL_SPOTS[c]), "·", "note")
                continue
            mark = str(value) if value else "X"
            sketch.put(*_spot(star.at, CELL_SPOTS[c]), mark, role)
            if solution is not None:
                sketch.put(bottom + d + 1, left + len(letters(len(stars))) + 2 * c, mark, role)
    return sketch


def _spot(at: Place, offset: Place) -> Place:
    """The line and column of something in the dodecagon at a place."""
    q, r = at
    return 6 * r + offset[0], 16 * q + 8 * r + offset[1]


def _triangle(square: int, number: int | None) -> str:
    """A black triangle that stands on its square, or hangs from it, with its number inside."""
    text = " " if number is None else str(number)
    return f"◢{text}◣" if square in (1, 5, 9) else f"◥{text}◤"


def _draw_outlines(sketch: Sketch, stars: Sequence[Star]) -> None:
    drawn: dict[Place, str] = {}
    for star in stars:
        for line, text in enumerate(OUTLINE, -3):
            for column, character in enumerate(text, -8):
                if character == " ":
                    continue
                spot = _spot(star.at, (line, column))
                # Where the corner of one dodecagon lies on the edge of another, the edge goes on.
                drawn[spot] = character if drawn.get(spot, character) == character else "─"
    for (line, column), character in drawn.items():
        sketch.put(line, column, character, "frame")
