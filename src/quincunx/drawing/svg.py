"""SVG documents and elements.

Text is placed by its font size and not by font metrics, so pictures look the same everywhere.
Equal drawings give equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from quincunx.drawing import text_size
from quincunx.drawing.themes import SCREEN_FONTS, require_theme, style_sheet
from quincunx.errors import OptionError, short_repr
from quincunx.families.base.scene import Circle, Point, Polyline, Shape

if TYPE_CHECKING:
    from quincunx.drawing.drawable import Drawing

UNIT = 40.0
"""Pixels per unit at the natural size."""
MAX_PIXELS = 8_000
"""Maximum width of a picture."""
ARROW_HEAD = 0.2
"""Length of an arrow's head in units."""
_STROKES = {
    "frame": ' stroke-width="2.4"/>',
    "guide": ' stroke-width="2"/>',
    "emphasis": ' stroke-width="4.8" stroke-linecap="round"/>',
}


def to_svg(
    drawing: Drawing,
    *,
    size: float | None = None,
    theme: str = "auto",
    fonts: str = SCREEN_FONTS,
    styled: bool = True,
) -> str:
    """Return a drawing as an SVG document, `size` pixels wide.

    Unless `styled`, the surrounding page has to provide the style sheet.
    """
    chosen = require_theme(theme)
    left, top, width, height = drawing.view()
    wide = width if size is None else require_width(size) / UNIT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qx-{chosen}" role="img" '
        f'viewBox="{px(left)} {px(top)} {px(width)} {px(height)}" '
        f'width="{px(wide)}" height="{px(wide * height / width)}" '
        f'font-family={quoteattr(fonts)} stroke-linejoin="round">',
        f"<title>{escape(clean(drawing.title))}</title>",
        f"<desc>{escape(clean(drawing.description))}</desc>",
        *([f"<style>{style_sheet(chosen)}</style>"] if styled else []),
        f'<rect class="qx-paper" x="{px(left)}" y="{px(top)}" '
        f'width="{px(width)}" height="{px(height)}"/>',
        *drawing.elements(),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def require_width(size: float) -> float:
    """Return a width in pixels, or raise `OptionError` if it is out of range."""
    if isinstance(size, bool) or not isinstance(size, int | float) or not 1 <= size <= MAX_PIXELS:
        raise OptionError(f"draw: size is {short_repr(size)}, expected 1 to {MAX_PIXELS} pixels")
    return float(size)


def px(units: float) -> str:
    """Return a length in pixels, rounded, in as few characters as possible.

    >>> px(1.500001), px(-0.00001), px(7.0)
    ('60', '0', '280')
    """
    text = f"{UNIT * units:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Return text as XML can hold it: unprintable characters are replaced.

    >>> clean("a < b & \\x00c")
    'a < b & �c'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def shape_element(shape: Shape) -> str:
    """Return the element of a shape."""
    name = f'class="qx-{shape.role}"'
    match shape:
        case Circle((x, y), radius):
            element = f'<circle {name} cx="{px(x)}" cy="{px(y)}" r="{px(radius)}"'
        case Polyline(points):
            element = f'<polyline {name} points="{joined(points)}"'
        case _:
            element = f'<polygon {name} points="{joined(shape.points)}"'
    element += _STROKES.get(shape.role, "/>")
    if isinstance(shape, Polyline) and shape.arrow:
        element += _arrow_head(shape.points[-2], shape.points[-1])
    return element


def joined(points: Iterable[Point]) -> str:
    """Return points as an attribute."""
    return " ".join(f"{px(x)},{px(y)}" for x, y in points)


def _arrow_head(start: Point, end: Point) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length * ARROW_HEAD, dy / length * ARROW_HEAD
    back = (end[0] - dx, end[1] - dy)
    sides = [(back[0] - dy * 0.6, back[1] + dx * 0.6), (back[0] + dy * 0.6, back[1] - dx * 0.6)]
    return f'<polygon class="qx-head" points="{joined((end, *sides))}"/>'


def text_element(
    text: str, x: float, middle: float, size: float, role: str, side: str = "middle"
) -> str:
    """Return a line of text whose digits are centred vertically at `middle`."""
    role = f'class="qx-{role.replace(" ", "-")}" '
    return text_of(escape(clean(text)), x, middle, size, role, side)


def text_of(inner: str, x: float, middle: float, size: float, attributes: str, side: str) -> str:
    """Return a line of text that consists of elements."""
    base = px(middle + text_size.MIDDLE * size)
    anchor = f' text-anchor="{side}"' if side != "start" else ""
    place = f'x="{px(x)}" y="{base}" font-size="{px(size)}"{anchor}'
    return f"<text {attributes}{place}>{inner}</text>"
