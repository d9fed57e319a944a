"""SVG: a document around what is drawn, and the elements that it is drawn with.

Text is placed by its size and never by what a font says of itself, so that pictures look the same
everywhere. Equal pictures give equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from quincunx.drawing import text_size
from quincunx.drawing.themes import SCREEN_FONTS, require_theme, style_sheet
from quincunx.errors import OptionError
from quincunx.families.base.scene import Circle, Line, Point, Shape

if TYPE_CHECKING:
    from quincunx.drawing.drawable import Drawn

UNIT = 40.0
"""Pixels to a unit, unless a picture is asked for in another size."""
LARGEST = 8_000
"""Most pixels of a picture's width."""
HEAD = 0.2
"""How long the head of an arrow is."""


def to_svg(
    drawn: Drawn,
    *,
    size: float | None = None,
    theme: str = "auto",
    fonts: str = SCREEN_FONTS,
    styled: bool = True,
) -> str:
    """What is drawn as an SVG document, `size` pixels wide. Where many stand in one page, that has
    the style sheet, and they need not be `styled`."""
    chosen = require_theme(theme)
    left, top, width, height = drawn.view()
    wide = width if size is None else required_size(size) / UNIT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qx-{chosen}" role="img" '
        f'viewBox="{px(left)} {px(top)} {px(width)} {px(height)}" '
        f'width="{px(wide)}" height="{px(wide * height / width)}" '
        f'font-family={quoteattr(fonts)} stroke-linejoin="round">',
        f"<title>{escape(clean(drawn.title))}</title>",
        f"<desc>{escape(clean(drawn.description))}</desc>",
        *([f"<style>{style_sheet(chosen)}</style>"] if styled else []),
        f'<rect class="qx-paper" x="{px(left)}" y="{px(top)}" '
        f'width="{px(width)}" height="{px(height)}"/>',
        *drawn.elements(),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def required_size(size: float) -> float:
    """A width in pixels; one that cannot be is an error."""
    if isinstance(size, bool) or not isinstance(size, int | float) or not 1 <= size <= LARGEST:
        raise OptionError(f"draw: size is {size}, expected 1 to {LARGEST} pixels")
    return float(size)


def px(units: float) -> str:
    """A length or a coordinate in pixels, rounded, in as few characters as it takes.

    >>> px(1.500001), px(-0.00001), px(7.0)
    ('60', '0', '280')
    """
    text = f"{UNIT * units:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Text as XML can hold it: what cannot be printed is replaced.

    >>> clean("a < b & \\x00c")
    'a < b & �c'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def shape_element(shape: Shape) -> str:
    """A shape as an element."""
    name = f'class="qx-{shape.role}"'
    match shape:
        case Circle((x, y), radius):
            drawn = f'<circle {name} cx="{px(x)}" cy="{px(y)}" r="{px(radius)}"'
        case Line(points):
            drawn = f'<polyline {name} points="{joined(points)}"'
        case _:
            drawn = f'<polygon {name} points="{joined(shape.points)}"'
    drawn += {
        "frame": ' stroke-width="2.4"/>',
        "guide": ' stroke-width="2"/>',
        "emphasis": ' stroke-width="4.8" stroke-linecap="round"/>',
    }.get(shape.role, "/>")
    if isinstance(shape, Line) and shape.arrow:
        drawn += _head(shape.points[-2], shape.points[-1])
    return drawn


def joined(points: Iterable[Point]) -> str:
    """Points as an attribute."""
    return " ".join(f"{px(x)},{px(y)}" for x, y in points)


def _head(start: Point, end: Point) -> str:
    """The head of an arrow."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length * HEAD, dy / length * HEAD
    back = (end[0] - dx, end[1] - dy)
    sides = [(back[0] - dy * 0.6, back[1] + dx * 0.6), (back[0] + dy * 0.6, back[1] - dx * 0.6)]
    return f'<polygon class="qx-head" points="{joined((end, *sides))}"/>'


def text_element(
    text: str, x: float, middle: float, size: float, role: str, side: str = "middle"
) -> str:
    """A line of text whose digits have their middle at a height."""
    return text_of(
        escape(clean(text)), x, middle, size, f'class="qx-{role.replace(" ", "-")}" ', side
    )


def text_of(inner: str, x: float, middle: float, size: float, attributes: str, side: str) -> str:
    """A line of text that is made of elements."""
    base = px(middle + text_size.MIDDLE * size)
    anchor = f' text-anchor="{side}"' if side != "start" else ""
    place = f'x="{px(x)}" y="{base}" font-size="{px(size)}"{anchor}'
    return f"<text {attributes}{place}>{inner}</text>"
