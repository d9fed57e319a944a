"""Drawings made of characters.

Vocabulary:
  sketch  a sheet of characters on which a family draws a puzzle, with or without its answer
  role    the purpose of a piece of text: `given` by the puzzle, an `answer`, a `clue` (a sum, a
          target, a multiplier), a `frame` line, or a quiet `note`

A sketch has no colours: the terminal chooses one for each role.

>>> sketch = Sketch()
>>> sketch.put(0, 0, "┌──┐", "frame")
>>> sketch.put(1, 0, "│ 7│", "frame")
>>> sketch.put(1, 2, "8", "answer")
>>> print(sketch)
┌──┐
│ 8│
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["given", "answer", "clue", "frame", "note"]


class Sketch:
    """Characters at places, each with its role; later ones cover earlier ones."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Role]] = {}

    def put(self, line: int, column: int, text: str, role: Role = "note") -> None:
        """Write `text` rightwards from a place; a space covers what was there."""
        for offset, character in enumerate(text):
            self._cells[line, column + offset] = (character, role)

    def put_centred(self, line: int, column: int, text: str, role: Role = "note") -> None:
        """Write `text` with its middle at a place."""
        self.put(line, column - len(text) // 2, text, role)

    def runs(self) -> list[list[tuple[str, Role]]]:
        """The lines, each as pieces of text of one role, without trailing spaces."""
        if not self._cells:
            return []
        left = min(column for _, column in self._cells)
        ends = {line: left - 1 for line, _ in self._cells}
        for (line, column), (character, _) in self._cells.items():
            if character != " ":
                ends[line] = max(ends[line], column)
        lines: list[list[tuple[str, Role]]] = []
        for line in range(min(ends), max(ends) + 1):
            end = ends.get(line, left - 1)
            characters = [self._cells.get((line, c), (" ", "note")) for c in range(left, end + 1)]
            pieces = groupby(characters, key=lambda character: character[1])
            lines.append([("".join(text for text, _ in run), role) for role, run in pieces])
        return lines

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in line) for line in self.runs())


def abridged(text: str, most: int) -> str:
    """A text cut to at most `most` characters: its beginning and its end.

    >>> abridged("1234567890" * 3, 24), abridged("123", 24)
    ('12345678901…01234567890', '123')
    """
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


_LINES = dict(zip(range(16), " ╵╷│╴┘┐┤╶└┌├─┴┬┼", strict=True))
"""Characters by the lines that meet in them: 1 up, 2 down, 4 left and 8 right."""
Corner: TypeAlias = tuple[int, int]
"""A line and a column."""


def draw_boxes(sketch: Sketch, boxes: Iterable[tuple[Corner, Corner, Sequence[bool]]]) -> None:
    """Draw boxes with common edges: the upper left and the lower right corner of each, and whether
    it has a line at the top, right, bottom and left.

    >>> sketch, all_sides = Sketch(), [True] * 4
    >>> corners = [((0, 0), (2, 4)), ((0, 4), (2, 8)), ((2, 2), (4, 6))]
    >>> draw_boxes(sketch, [(*both, all_sides) for both in corners])
    >>> print(sketch)
    ┌───┬───┐
    │   │   │
    └─┬─┴─┬─┘
      │   │
      └───┘
    """
    meeting: dict[Corner, int] = defaultdict(int)
    for (top, left), (bottom, right), sides in boxes:
        for line in [line for line, drawn in ((top, sides[0]), (bottom, sides[2])) if drawn]:
            for column in range(left, right):
                meeting[line, column] |= 8
                meeting[line, column + 1] |= 4
        for column in [column for column, drawn in ((right, sides[1]), (left, sides[3])) if drawn]:
            for line in range(top, bottom):
                meeting[line, column] |= 2
                meeting[line + 1, column] |= 1
    for (line, column), lines in meeting.items():
        sketch.put(line, column, _LINES[lines], "frame")
