"""Sizes on paper: the room for each picture of a book, and pictures drawn for their room.

Lengths are in millimetres. No type in a picture is smaller than the least size; only a board that
is too large for a whole page is drawn smaller.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from quincunx.drawing.book_options import BookOptions
from quincunx.drawing.picture import Picture
from quincunx.drawing.svg import UNIT, clean, to_svg
from quincunx.drawing.themes import SCREEN_FONTS, Theme
from quincunx.drawing.typst_export import PRINT_FONTS

Rectangle: TypeAlias = tuple[float, float]
"""Width and height in millimetres."""
LENGTHS = ("width", "height", "bleed", "gutter", "side", "above", "below")
LEAST_TYPE, LARGE_TYPE = 6.0, 16.0
"""Smallest type in points, in ordinary and in large print."""
POINT = 25.4 / 72
"""A point in millimetres."""
SMALL_PAGE = 160.0
"""Pages that are narrower have smaller margins and type, and much narrower ones no columns."""
LARGEST_CELL = 26.0
"""Cells are enlarged up to this height."""
ANSWER_TYPE = 1.15
"""Type of answers, as a multiple of the least size."""
_TYPE = re.compile(r'font-size="([\d.]+)"')


@dataclass(frozen=True)
class PagePlan:
    """The geometry of a book's pages."""

    options: BookOptions
    screen: bool = False
    """Whether pictures are for a screen, which scales them."""

    @cached_property
    def data(self) -> dict[str, Any]:
        """Lengths that templates need, beside the size of type and the colours."""
        small, large = self.options.page[0] < SMALL_PAGE, self.options.large_print
        margins = (11.0, 13.0, 15.0) if small else (17.0, 17.0, 19.0)
        return {
            **dict(zip(LENGTHS, (*self.options.page, *self.options.edges, *margins), strict=True)),
            "gap": 6.0 if small else 9.0,
            "banner": 18.0 if large else 14.0,
            "caption": 21.0 if large else 18.0 if self.options.codes == "qr" else 11.5,
            "columns": 1 if large or self.options.page[0] < 0.8 * SMALL_PAGE else 2,
            "step_cell": 20.0 if large else 11.0,
            "least": LARGE_TYPE if large else LEAST_TYPE,
            "text": 16.5 if large else 9.5 if small else 10.5,
            "black": self.options.black,
        }

    @cached_property
    def area(self) -> Rectangle:
        """The part of a page inside its margins."""
        width, height, _, gutter, side, above, below = (self.data[name] for name in LENGTHS)
        return width - 2 * side - gutter, height - above - below

    @cached_property
    def column(self) -> Rectangle:
        """The room for the picture of a step."""
        wide, high = self.area
        columns = self.data["columns"]
        each = (wide - (columns - 1) * self.data["gap"]) / columns
        return each, min(0.75 * each, 0.4 * high)

    def slot(self, columns: int, rows: int) -> Rectangle:
        """The room for a board on a page of puzzles, without its caption."""
        (wide, high), gap = self.area, self.data["gap"]
        each = (high - self.data["banner"] - (rows - 1) * gap) / rows
        return (wide - (columns - 1) * gap) / columns, each - self.data["caption"] - 3

    @property
    def theme(self) -> Theme:
        return "black" if self.options.black else "auto" if self.screen else "light"

    def fits(self, picture: Picture, room: Rectangle) -> bool:
        """Whether a picture can be drawn in a room without type below the least size."""
        return self.unit(picture, room) >= self.least_unit(picture)

    def unit(self, picture: Picture, room: Rectangle, most: float = LARGEST_CELL) -> float:
        """The length of a unit if a picture fills its room."""
        _, _, width, height = picture.view()
        return min(room[0] / width, room[1] / height, most)

    def least_unit(self, picture: Picture) -> float:
        """The least length of a unit; pencil marks do not count, because they may be left out."""
        least: float = 1.01 * self.data["least"] * POINT
        return least / _smallest(replace(picture, least=1.0))

    def drawn(
        self, picture: Picture, room: Rectangle, most: float = LARGEST_CELL
    ) -> dict[str, Any]:
        """Return a picture as large as its room allows, as templates show it; it is higher than
        its room if type would be too small otherwise."""
        tall, least = (room[0], max(room[1], 0.8 * self.area[1])), 1.01 * self.data["least"] * POINT
        unit = self.unit(picture, room, most)
        for _ in range(0 if self.screen else 3):  # Larger type at the edges needs more width.
            picture = replace(picture, least=least / unit)
            needed = min(least / _smallest(picture), self.unit(picture, tall))
            unit = max(self.unit(picture, room, most), needed)
        _, _, width, height = picture.view()
        fonts = SCREEN_FONTS if self.screen else PRINT_FONTS
        return {
            "svg": to_svg(picture, theme=self.theme, fonts=fonts, styled=not self.screen),
            "alt": clean(f"{picture.title}. {picture.description}"),
            "width": unit * width,
            "height": unit * height,
        }

    def answer(self, picture: Picture) -> dict[str, Any]:
        """Return a picture as small as its content allows."""
        return self.drawn(picture, self.area, ANSWER_TYPE * self.least_unit(picture))


def _smallest(picture: Picture) -> float:
    """The smallest size of type in a picture, in units."""
    sizes = _TYPE.findall("".join(picture.elements()))
    return min((float(size) / UNIT for size in sizes), default=1)
