"""Many pictures on one: a contact sheet, with a caption under each.

Vocabulary:
  tile  the room for one picture and its caption
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from quincunx.drawing import text_size
from quincunx.drawing.drawable import Drawn, View
from quincunx.drawing.picture import Picture
from quincunx.drawing.svg import px, text_element
from quincunx.errors import OptionError
from quincunx.families.base.scene import Room

WIDE, HIGH = 6.0, 4.6
"""A tile in units. Pictures are made smaller to fit, and never larger than they are."""
CAPTION = 0.5
GAP = 0.5


@dataclass(frozen=True)
class Sheet(Drawn):
    """Pictures with their captions, about as many in a column as side by side."""

    heading: str
    tiles: Sequence[tuple[Picture, str]]

    @property
    def columns(self) -> int:
        """How many tiles stand side by side."""
        return min(len(self.tiles), max(5, isqrt(len(self.tiles)) + 1))

    @property
    def title(self) -> str:
        return self.heading

    @property
    def description(self) -> str:
        return ", ".join(caption for _, caption in self.tiles)

    def view(self) -> View:
        columns = self.columns
        rows = -(-len(self.tiles) // self.columns)
        return (0.0, 0.0, columns * (WIDE + GAP) + GAP, rows * (HIGH + CAPTION + GAP) + GAP)

    def elements(self) -> Iterator[str]:
        for at, (picture, caption) in enumerate(self.tiles):
            left = GAP + at % self.columns * (WIDE + GAP)
            top = GAP + at // self.columns * (HIGH + CAPTION + GAP)
            yield from placed(picture, left, top, WIDE, HIGH)
            room = Room(left + WIDE / 2, top + HIGH + CAPTION / 2, WIDE, CAPTION)
            lines, size = text_size.fitted(caption, room, 0.36, most_lines=1)
            yield text_element(lines[0], room.x, room.y, size, "note")

    def text(self) -> str:
        raise OptionError("draw: a sheet cannot be text, expected another kind of file")


def placed(picture: Picture, left: float, top: float, wide: float, high: float) -> Iterator[str]:
    """A picture in the middle of a box, made smaller if it has to be."""
    x, y, width, height = picture.view()
    scale = min(1.0, wide / width, high / height)
    dx = left + (wide - scale * width) / 2 - scale * x
    dy = top + (high - scale * height) / 2 - scale * y
    yield f'<g transform="translate({px(dx)} {px(dy)}) scale({scale:.4f})">'
    yield from picture.elements()
    yield "</g>"
