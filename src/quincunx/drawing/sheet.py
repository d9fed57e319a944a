"""Contact sheets: many pictures on tiles, with a caption under each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from quincunx.drawing import text_size
from quincunx.drawing.drawable import Drawing, View
from quincunx.drawing.picture import Picture
from quincunx.drawing.svg import px, text_element
from quincunx.families.base.scene import Room

WIDE, HIGH = 6.0, 4.6
"""Size of a tile in units. Pictures are shrunk to fit, and never enlarged."""
CAPTION = 0.5
GAP = 0.5


@dataclass(frozen=True)
class Sheet(Drawing):
    """Pictures with captions, arranged about as wide as high."""

    heading: str
    tiles: Sequence[tuple[Picture, str]]

    @property
    def columns(self) -> int:
        """Number of tiles side by side."""
        return min(len(self.tiles), max(5, isqrt(len(self.tiles)) + 1))

    @property
    def title(self) -> str:
        return self.heading

    @property
    def description(self) -> str:
        return ", ".join(caption for _, caption in self.tiles)

    def view(self) -> View:
        columns = self.columns
        rows = -(-len(self.tiles) // columns)
        return (0.0, 0.0, columns * (WIDE + GAP) + GAP, rows * (HIGH + CAPTION + GAP) + GAP)

    def elements(self) -> Iterator[str]:
        for at, (picture, caption) in enumerate(self.tiles):
            left = GAP + at % self.columns * (WIDE + GAP)
            top = GAP + at // self.columns * (HIGH + CAPTION + GAP)
            yield from placed(picture, left, top, WIDE, HIGH)
            room = Room(left + WIDE / 2, top + HIGH + CAPTION / 2, WIDE, CAPTION)
            lines, size = text_size.fitted(caption, room, 0.36, most_lines=1)
            yield text_element(lines[0], room.x, room.y, size, "note")


def placed(picture: Picture, left: float, top: float, wide: float, high: float) -> Iterator[str]:
    """Return the elements of a picture centred in a box, shrunk if necessary."""
    x, y, width, height = picture.view()
    scale = min(1.0, wide / width, high / height)
    dx = left + (wide - scale * width) / 2 - scale * x
    dy = top + (high - scale * height) / 2 - scale * y
    yield f'<g transform="translate({px(dx)} {px(dy)}) scale({scale:.4f})">'
    yield from picture.elements()
    yield "</g>"
