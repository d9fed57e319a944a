"""A ring of boxes drawn with characters, clockwise from the top left, around a word.

Vocabulary:
  top, bottom  the boxes of the upper row and of the lower row; of an odd number of boxes the
               lower row has one less, and stands between those above
  side         the boxes on the way down on the right, and as many on the way up on the left
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.families.base.sketch import Role, Sketch, abridged

MAX_WIDTH = 78
"""Rings stay this narrow while their boxes allow it."""
MAX_TEXT = 24
"""Longer numbers are drawn by their first and last digits."""

BOX_LINES = 3


@dataclass(frozen=True)
class _Layout:
    """How many boxes stand where, and how wide a box and the gap between two are."""

    top: int
    bottom: int
    side: int
    box: int
    gap: int

    @property
    def pitch(self) -> int:
        return self.box + self.gap

    @property
    def width(self) -> int:
        return self.top * self.pitch - self.gap

    @property
    def gap_lines(self) -> int:
        """Lines between two rows of boxes; two rows alone need room for the word between."""
        return 1 if self.side else 3

    @property
    def row_lines(self) -> int:
        return BOX_LINES + self.gap_lines

    @property
    def height(self) -> int:
        return (self.side + 2) * self.row_lines - self.gap_lines

    def places(self) -> list[tuple[int, int]]:
        """Line and column of the upper left corner of every box, clockwise."""
        last = (self.side + 1) * self.row_lines
        shift = (self.top - self.bottom) * self.pitch // 2
        sides = [i * self.row_lines for i in range(1, self.side + 1)]
        return [
            *((0, i * self.pitch) for i in range(self.top)),
            *((line, self.width - self.box) for line in sides),
            *((last, shift + i * self.pitch) for i in reversed(range(self.bottom))),
            *((line, 0) for line in reversed(sides)),
        ]


def sketch_ring(sketch: Sketch, texts: Sequence[str], given: Sequence[bool], word: str) -> int:
    """Draw a ring of texts, those `given` and the others as answers, around a word.

    Returns the line below the drawing.
    """
    texts = [abridged(text, MAX_TEXT) for text in texts]
    word = abridged(word, MAX_TEXT)
    layout = _layout(len(texts), max(3, *map(len, texts)) + 4, len(word))
    places = layout.places()
    for i, (line, column) in enumerate(places):
        _arrow(sketch, layout, places[i], places[(i + 1) % len(places)])
        inside = layout.box - 2
        sketch.put(line, column, f"┌{'─' * inside}┐", "frame")
        sketch.put(line + 1, column, f"│{' ' * inside}│", "frame")
        sketch.put(line + 2, column, f"└{'─' * inside}┘", "frame")
        text = texts[i].center(inside).rstrip()
        blanks = len(text) - len(text.lstrip())
        role: Role = "given" if given[i] else "answer"
        sketch.put(line + 1, column + 1 + blanks, text.lstrip(), role)
    sketch.put_centred(layout.height // 2, layout.width // 2, word, "clue")
    return layout.height


def _layout(boxes: int, box: int, word: int) -> _Layout:
    """The layout that comes nearest to a circle, a little wide, in characters twice as high."""
    odd = boxes % 2
    if boxes == 2:
        return _Layout(1, 1, 0, box, 3)
    choices = []
    for top in range(2, (boxes + odd) // 2 + 1):
        # The word has to fit between the left and the right side.
        inner_boxes = (top - 2) * box
        gap = max(3, -(-(word + 4 - inner_boxes) // (top - 1)))
        choices.append(_Layout(top, top - odd, (boxes - 2 * top + odd) // 2, box, gap))
    fitting = [layout for layout in choices if layout.width <= MAX_WIDTH] or choices[:1]
    return min(fitting, key=lambda layout: abs(2 * layout.width - 5 * layout.height))


def _arrow(sketch: Sketch, layout: _Layout, here: tuple[int, int], there: tuple[int, int]) -> None:
    """The arrow from one box to the next."""
    (line, column), (next_line, next_column) = here, there
    if line == next_line:
        shaft = "─" * (layout.gap - 3)
        if column < next_column:
            sketch.put(line + 1, column + layout.box, f" {shaft}→ ", "frame")
        else:
            sketch.put(line + 1, next_column + layout.box, f" ←{shaft} ", "frame")
        return
    down = line < next_line
    # An even width has two middles; the two sides take one each, so that the ring is even.
    centre = (column + next_column + layout.box - down) // 2
    if layout.top == 1:
        centre = layout.width - 1 if down else 0
    upright = "↓" if down else "↑"
    slanting = "↙" if down else "↖"
    sketch.put(
        min(line, next_line) + BOX_LINES + layout.gap_lines // 2,
        centre,
        upright if column == next_column else slanting,
        "frame",
    )
