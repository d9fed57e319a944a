"""Text sizes: how large a text can be to fit its room, whatever font a reader has.

Widths are measured in ems and are those of wide fonts (DejaVu Sans); narrower fonts leave some
room. A number too long for one line is written on several, or abridged to its first and last
digits.
"""

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from quincunx.families.base.scene import Point, Room
from quincunx.families.base.sketch import abridged

DIGIT = 0.64
BOLD_DIGIT = 0.70
_WIDTHS = {" ": 0.35, "…": 1.0, ".": 0.38, ",": 0.38, ":": 0.38, "−": 0.84, "=": 0.84, "≠": 0.84}
_WIDTHS |= {"×": 0.84, "i": 0.34, "l": 0.34, "-": 0.42, "/": 0.38, "m": 1.05, "w": 0.92}
LINE = 1.15
"""Distance between lines, in ems."""
MIDDLE = 0.35
"""Distance from the middle of a digit to the baseline, in ems."""
LEGIBLE = 0.22
"""Smallest size in units before a number is written on several lines."""
MAX_LENGTH = 48
"""Longer numbers are abridged to their first and last digits."""
TINY = 0.09
"""Smallest size of pencil marks in units; smaller ones are counted instead."""


def em_width(text: str, bold: bool = False) -> float:
    """Return the maximum width of a text, in ems.

    >>> em_width("100"), em_width("", bold=True)
    (1.92, 0.0)
    """
    wide = BOLD_DIGIT / DIGIT if bold else 1.0
    widths = (_WIDTHS.get(one, 0.78 if one.isupper() else DIGIT) for one in text)
    return round(wide * sum(widths), 4)


def fitted(
    text: str, room: Room, largest: float, bold: bool = False, most_lines: int = 4
) -> tuple[list[str], float]:
    """Return a text in lines, and the font size that fits a room; words are divided last.

    >>> fitted("74", Room(0, 0, 0.9, 0.9), 0.6, bold=True)
    (['74'], 0.6)
    >>> fitted("123456789012", Room(0, 0, 1.92, 0.9), 0.6)
    (['123456789012'], 0.25)
    >>> fitted("1234567890" * 2, Room(0, 0, 1.92, 0.9), 0.6)[0]
    ['1234567890', '1234567890']
    """
    text = abridged(text, MAX_LENGTH)
    best: tuple[list[str], float] = ([text], 0.0)
    for count in range(1, most_lines + 1):
        lines = split_text(text, count)
        widest = max(em_width(line, bold) for line in lines) or 1.0
        size = min(largest, room.width / widest, room.height / (0.8 + LINE * (len(lines) - 1)))
        if size > best[1]:
            best = (lines, size)
        if best[1] >= LEGIBLE:
            break
    return best


def split_text(text: str, count: int) -> list[str]:
    """Divide a text into about this many lines of almost equal length, between words if possible.

    >>> split_text("12345678", 3), split_text("× 1234567", 2)
    (['123', '456', '78'], ['× 123', '4567'])
    """
    return wrap(text, -(-len(text) // count) or 1) or [""]


def marks_grid(
    texts: Sequence[str], room: Room, largest: float, least: float = TINY
) -> tuple[int, float]:
    """Return the number of columns and the font size for short texts in a room.

    There are 0 columns if the texts would be too small to read.

    >>> marks_grid(["1", "2", "3", "4"], Room(0, 0, 1, 1), 0.3)
    (2, 0.3)
    >>> marks_grid([str(n) for n in range(100, 200)], Room(0, 0, 1, 1), 0.3)
    (0, 0.0)
    """
    widest = max(map(em_width, texts), default=0.0) + 0.3
    best, fewest = (0, max(TINY, least)), len(texts) + 1
    for columns in range(1, len(texts) + 1):
        rows = -(-len(texts) // columns)
        size = min(largest, room.width / (columns * widest), room.height / (rows * LINE))
        if (size, -rows) > (best[1], -fewest):
            best, fewest = (columns, size), rows
    return best if best[0] else (0, 0.0)


def shrunk(room: Room, outline: Sequence[Point]) -> Room:
    """Shrink a room until its corners lie inside a convex outline.

    >>> triangle = ((0, 0), (1, 0), (0, 1))
    >>> round(shrunk(Room(0.3, 0.3, 0.5, 0.5), triangle).width, 2)
    0.39
    """
    smaller = room
    while smaller.width > 0.1 and not all(_inside(c, outline) for c in smaller.corners()):
        smaller = replace(smaller, width=0.98 * smaller.width, height=0.98 * smaller.height)
    return smaller


def _inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in a convex outline."""
    x, y = point
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in sides]
    return min(turns) >= 0 or max(turns) <= 0
