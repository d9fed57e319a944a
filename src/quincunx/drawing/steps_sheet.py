"""The steps of an explanation on one sheet, as a picture: the board, and the words below it.

Vocabulary:
  tile  the room for one frame: its picture, what it is called, and its words in lines
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from quincunx.drawing.drawable import Drawn, View
from quincunx.drawing.sheet import GAP, placed
from quincunx.drawing.steps import Frame, Told, frames
from quincunx.drawing.svg import text_element
from quincunx.drawing.text_size import LINE, em_width
from quincunx.errors import OptionError

LEAST_WIDE = 7.5
"""A tile in units is at least so wide; a board that is wider makes it wider."""
COLUMNS = 3
FILLED = 0.96
"""So much of a tile's width is filled with words at most: fonts differ."""
HEADING, WORDS = 0.42, 0.34
"""Sizes of text."""


@dataclass(frozen=True)
class StepSheet(Drawn):
    """Frames of an explanation side by side, in reading order."""

    heading: str
    frames: Sequence[Frame]

    @classmethod
    def of(cls, told: Told) -> StepSheet:
        """The sheet of an explanation."""
        return cls(f"{told.puzzle.title}, step by step", frames(told))

    @property
    def title(self) -> str:
        return self.heading

    @property
    def description(self) -> str:
        return " ".join(f"{frame.label}: {frame.words}" for frame in self.frames)

    @cached_property
    def wide(self) -> float:
        """How wide a tile is."""
        return max(LEAST_WIDE, self.frames[0].picture.view()[2])

    @property
    def columns(self) -> int:
        """How many tiles stand side by side."""
        return min(COLUMNS, len(self.frames))

    @cached_property
    def lines(self) -> list[list[str]]:
        """The words of each frame, in lines."""
        return [
            [
                line
                for text in (*(f"– {case}" for case in frame.cases), frame.sentence)
                for line in wrapped(text, FILLED * self.wide / WORDS)
            ]
            for frame in self.frames
        ]

    @cached_property
    def tops(self) -> list[float]:
        """Where each row of tiles begins, and where the last one ends."""
        high = max(frame.picture.view()[3] for frame in self.frames)
        tops = [GAP]
        for first in range(0, len(self.frames), self.columns):
            most = max(map(len, self.lines[first : first + self.columns]))
            words = LINE * (1.4 * HEADING + 1.1 * WORDS * most)
            tops.append(tops[-1] + high + words + 2 * GAP)
        return tops

    def view(self) -> View:
        return (0.0, 0.0, self.columns * (self.wide + 2 * GAP) + GAP, self.tops[-1])

    def elements(self) -> Iterator[str]:
        high = max(frame.picture.view()[3] for frame in self.frames)
        for at, (frame, lines) in enumerate(zip(self.frames, self.lines, strict=True)):
            left = 1.5 * GAP + at % self.columns * (self.wide + 2 * GAP)
            top = self.tops[at // self.columns]
            yield from placed(frame.picture, left, top, self.wide, high)
            base = top + high + LINE * HEADING
            yield text_element(frame.label, left, base, HEADING, "title", "start")
            if frame.technique:
                right = left + self.wide
                yield text_element(frame.technique, right, base, WORDS, "note", "end")
            for number, line in enumerate(lines, 1):
                below = base + LINE * (0.3 * HEADING + 1.1 * WORDS * number)
                yield text_element(line, left, below, WORDS, "mark", "start")

    def text(self) -> str:
        raise OptionError("explain: a sheet of steps cannot be text")


def wrapped(text: str, most: float) -> list[str]:
    """Text in lines of at most so many ems.

    >>> wrapped("Row 1 is 85 + 7 + 8.", 7)
    ['Row 1 is 85', '+ 7 + 8.']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if em_width(longer) <= most or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines if text else []
