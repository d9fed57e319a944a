"""Sheets: many pictures on tiles, with a caption under each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from textwrap import wrap

from quincunx.drawing.drawable import Drawing, View
from quincunx.drawing.picture import Picture
from quincunx.drawing.svg import px, text_element
from quincunx.drawing.text_size import DIGIT, LINE

WIDE, HIGH = 6.0, 4.6
"""Size of a tile in units, without its caption. Pictures are shrunk to fit, and never enlarged."""
CAPTION = 0.34
"""Size of the captions' text in units."""
TEXT_SHARE = 0.96
"""Share of a tile's width that text may fill; some fonts are wider than estimated."""
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

    @cached_property
    def lines(self) -> list[list[str]]:
        """The captions in lines."""
        most = int(TEXT_SHARE * WIDE / CAPTION / DIGIT)
        return [wrap(caption, most, break_on_hyphens=False) for _, caption in self.tiles]

    @cached_property
    def tops(self) -> list[float]:
        """The top of each row of tiles, and the bottom of the last."""
        tops = [GAP]
        for first in range(0, len(self.tiles), self.columns):
            most = max(map(len, self.lines[first : first + self.columns]))
            tops.append(tops[-1] + HIGH + LINE * CAPTION * (most + 0.5) + GAP)
        return tops

    def view(self) -> View:
        return (0.0, 0.0, self.columns * (WIDE + GAP) + GAP, self.tops[-1])

    def elements(self) -> Iterator[str]:
        for at, ((picture, _), lines) in enumerate(zip(self.tiles, self.lines, strict=True)):
            left = GAP + at % self.columns * (WIDE + GAP)
            top = self.tops[at // self.columns]
            yield from placed(picture, left, top, WIDE, HIGH)
            for number, line in enumerate(lines, 1):
                middle = top + HIGH + LINE * CAPTION * number
                yield text_element(line, left + WIDE / 2, middle, CAPTION, "note")


def placed(picture: Picture, left: float, top: float, wide: float, high: float) -> Iterator[str]:
    """Return the elements of a picture centred in a box, shrunk if necessary."""
    x, y, width, height = picture.view()
    scale = min(1.0, wide / width, high / height)
    dx = left + (wide - scale * width) / 2 - scale * x
    dy = top + (high - scale * height) / 2 - scale * y
    yield f'<g transform="translate({px(dx)} {px(dy)}) scale({scale:.4f})">'
    yield from picture.elements()
    yield "</g>"
