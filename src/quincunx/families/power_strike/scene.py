"""The ring drawn: boxes clockwise around the multiplier, with arrows from each to the next.

Vocabulary:
  top, bottom  the boxes of the upper row and of the lower row; of an odd number of boxes the
               lower row has one less, and stands between those above
  side         the boxes on the way down on the right, and as many on the way up on the left
  folded       of a ring too long for its middle to be empty: it goes to and fro in rows of boxes,
               and comes back up a column on the left
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from quincunx.families.base.scene import Label, Line, Place, Point, Polygon, Room, Scene, box_place

if TYPE_CHECKING:
    from quincunx.families.power_strike import PowerStrike

WIDTH, HEIGHT = 2.2, 1.0
GAP = 0.7
"""Between two boxes side by side: as much as an arrow takes."""
ROW_GAP = 0.6
WORD = (2.6, 1.2)
"""Width and height of the room for the multiplier."""
MOST_AROUND = 26
"""Longer rings are folded."""
PAD = 0.1
"""Between an arrow and a box."""
ASPECT = 1.65
"""How much wider than high a ring should be."""


def ring_scene(puzzle: PowerStrike) -> Scene:
    """The ring of a puzzle."""
    count = len(puzzle.ring)
    corners, word = (_around if count <= MOST_AROUND else _folded)(count)
    places = tuple(
        _place(number, corner, given)
        for number, (corner, given) in enumerate(zip(corners, puzzle.ring, strict=True), 1)
    )
    labels = [Label(f"× {puzzle.multiplier}", word, "title", 0.75 * word.height)]
    if puzzle.leading_zeros == "forbid":
        left, right = min(x for x, _ in corners), max(x for x, _ in corners) + WIDTH
        below = max(y for _, y in corners) + HEIGHT + 0.4
        room = Room((left + right) / 2, below, max(right - left, 6), 0.4)
        labels.append(Label("No removal may leave a zero in front.", room, "note", 0.34))
    arrows = _two_arrows(corners) if count == 2 else _arrows(corners)
    frames = tuple(Polygon(place.outline, "frame") for place in places)
    said = f"A ring of {count} cells around the multiplier {puzzle.multiplier}."
    return Scene(puzzle.title, said, places, (*frames, *arrows), tuple(labels), size=0.58)


def _place(number: int, corner: Point, given: int | None) -> Place:
    printed = "" if given is None else str(given)
    name = f"cell {number}"
    return box_place((number,), name, corner, WIDTH, HEIGHT, given=printed, open=given is None)


def _around(count: int) -> tuple[list[Point], Room]:
    """The corners of boxes around an empty middle, clockwise from the top left, and the middle."""
    if count == 2:
        apart = WIDTH + WORD[0]
        return [(0, 0), (apart, 0)], Room((apart + WIDTH) / 2, HEIGHT / 2, WORD[0] * 0.7, 0.65)
    odd = count % 2
    choices = [
        _rows(top, top - odd, (count - 2 * top + odd) // 2)
        for top in range(2, (count + odd) // 2 + 1)
    ]
    return min(choices, key=lambda choice: _misfit(choice[0]))


def _misfit(corners: Sequence[Point]) -> float:
    """How far a ring is from being a little wider than high."""
    width = max(x for x, _ in corners) + WIDTH
    height = max(y for _, y in corners) + HEIGHT
    return abs(width - ASPECT * height)


def _rows(top: int, bottom: int, side: int) -> tuple[list[Point], Room]:
    # The multiplier has to fit between the left and the right side.
    inner = (top - 2) * WIDTH
    gap = max(GAP, (WORD[0] - inner) / (top - 1))
    across = WIDTH + gap
    down = HEIGHT + (ROW_GAP if side else WORD[1] + 0.3)
    width = top * across - gap
    last = (side + 1) * down
    shift = (top - bottom) * across / 2
    sides = [row * down for row in range(1, side + 1)]
    corners: list[Point] = [
        *((i * across, 0.0) for i in range(top)),
        *((width - WIDTH, y) for y in sides),
        *((shift + i * across, last) for i in reversed(range(bottom))),
        *((0.0, y) for y in reversed(sides)),
    ]
    # In a larger ring the multiplier is larger, too.
    high = max(0.9 * WORD[1], 0.1 * width)
    middle = (last + HEIGHT) / 2
    beside = WIDTH + 0.1 if side else WIDTH / 2 + 0.4
    if not side and shift:
        # The arrows slant towards it from above.
        beside, high, middle = (WIDTH + shift) / 2 + 0.3, 0.9, middle - 0.3
    room = width - 2 * beside
    return corners, Room(width / 2, middle, min(room, 5 * high), high)


def _folded(count: int) -> tuple[list[Point], Room]:
    """The corners of a ring in rows to and fro, and the room for the multiplier above them."""
    across, down = WIDTH + GAP, HEIGHT + ROW_GAP
    rows = max(4, 2 * round((count * across / down / ASPECT) ** 0.5 / 2))
    columns = -(-count // rows)
    short = rows * columns - count
    corners: list[Point] = []
    for pair in range(rows // 2):
        # What is too much is left out on the right, from the bottom up; of an odd number one
        # pair of rows has a single box at its end, halfway between them.
        below = rows // 2 - pair
        end = columns - (below <= -(-short // 2))
        halfway = short % 2 == 1 and below == -(-short // 2)
        first = 1 if pair else 0
        y = 2 * pair * down
        corners += [(x * across, y) for x in range(first, end)]
        if halfway:
            corners.append((end * across, y + down / 2))
        last = 0 if pair == rows // 2 - 1 else 1
        corners += [(x * across, y + down) for x in reversed(range(last, end))]
    corners += [(0.0, row * down) for row in reversed(range(1, rows - 1))]
    width = columns * across - GAP
    high = 0.06 * width
    return corners, Room(width / 2, -0.2 - high / 2, width, high)


def _two_arrows(corners: Sequence[Point]) -> tuple[Line, ...]:
    """There and back, above and below the multiplier."""
    left, right = corners[0][0] + WIDTH + PAD, corners[1][0] - PAD
    there = Line(((left, 0.1), (right, 0.1)), arrow=True)
    back = Line(((right, HEIGHT - 0.1), (left, HEIGHT - 0.1)), arrow=True)
    return there, back


def _arrows(corners: Sequence[Point]) -> tuple[Line, ...]:
    middles = [(x + WIDTH / 2, y + HEIGHT / 2) for x, y in corners]
    return tuple(
        Line((_edge(here, there), _edge(there, here)), arrow=True)
        for here, there in pairwise([*middles, middles[0]])
    )


def _edge(middle: Point, towards: Point) -> Point:
    """Where the way from the middle of a box to another leaves it, and a little further."""
    dx, dy = towards[0] - middle[0], towards[1] - middle[1]
    inside = min(
        (half / abs(step) for half, step in ((WIDTH / 2, dx), (HEIGHT / 2, dy)) if step), default=0
    )
    length = (dx * dx + dy * dy) ** 0.5
    part = inside + PAD / length
    return (middle[0] + part * dx, middle[1] + part * dy)
