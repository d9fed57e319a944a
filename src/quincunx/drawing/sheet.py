"""Sheets: many pictures on tiles, with words under each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from math import isqrt
from textwrap import wrap

from quincunx.drawing.drawable import Drawing, View
from quincunx.drawing.picture import Picture
from quincunx.drawing.svg import px, text_element
from quincunx.drawing.text_size import DIGIT, LINE, em_width
from quincunx.reasoning.steps import CaseRow, case_lines, case_sentence

WIDE, HIGH = 6.0, 4.6
"""Size of a tile in units, without its words. Pictures are shrunk to fit, and never enlarged."""
CAPTION = 0.34
"""Size of the words in units."""
TEXT_SHARE = 0.96
"""Share of a tile's width that text may fill; some fonts are wider than estimated."""
GAP = 0.5
ROW_GAP = 0.4
"""Between the rows of a table, in lines."""


@dataclass(frozen=True)
class Frame:
    """A picture and its words; `technique` is the label of a step. A step by cases has a table of
    them, and its tile is as wide as two."""

    picture: Picture
    label: str
    technique: str = ""
    cases: Sequence[CaseRow] = ()
    sentence: str = ""

    @property
    def caption(self) -> str:
        """Label, technique and sentences in one line."""
        words = " ".join(filter(None, [*map(case_sentence, self.cases), self.sentence]))
        return f"{self._name}: {words}" if words else self.label

    @property
    def _name(self) -> str:
        return self.label + f" ({self.technique})" * bool(self.technique)

    @property
    def width(self) -> float:
        """The width of its tile in units."""
        return 2 * WIDE + GAP if self.cases else WIDE

    @property
    def height(self) -> float:
        """The height of its tile in units."""
        return HIGH + LINE * CAPTION * (self.texts[-1][2] + 0.5)

    @cached_property
    def texts(self) -> Sequence[tuple[str, float, float, str]]:
        """The pieces of text below the picture: each with its x, its line and its side."""
        most, middle = int(TEXT_SHARE * self.width / CAPTION / DIGIT), self.width / 2
        table = [*case_lines(self.cases, most)]
        columns = zip(*chain(*table), strict=True)
        widths = [CAPTION * (max(map(em_width, column)) + 2 * DIGIT) for column in columns]
        lefts = [*accumulate(widths[:-1], initial=middle - sum(widths) / 2)]
        said = (f"{self._name}:", self.sentence) if table else (self.caption, "")
        above, below = (zip(wrap(text, most, break_on_hyphens=False)) for text in said)
        texts, line = list[tuple[str, float, float, str]](), 0.0
        for block in (above, *table, below):
            for cells in block:
                xs, side = ([middle], "middle") if len(cells) == 1 else (lefts, "start")
                line += 1
                texts += [(text, x, line, side) for text, x in zip(cells, xs, strict=True)]
            line += ROW_GAP
        return texts


@dataclass(frozen=True)
class Sheet(Drawing):
    """Frames arranged about as wide as high."""

    heading: str
    frames: Sequence[Frame]

    @property
    def title(self) -> str:
        return self.heading

    @property
    def description(self) -> str:
        return ", ".join(frame.caption for frame in self.frames)

    @cached_property
    def tiles(self) -> list[tuple[Frame, float, float]]:
        """Each frame with the left and the top of its tile."""
        tiles, left, top, bottom = list[tuple[Frame, float, float]](), GAP, GAP, GAP
        most = GAP + max(5, isqrt(len(self.frames)) + 1) * (WIDE + GAP)
        for frame in self.frames:
            if left + frame.width > most:
                left, top = GAP, bottom
            tiles.append((frame, left, top))
            left += frame.width + GAP
            bottom = max(bottom, top + frame.height + GAP)
        return tiles

    def view(self) -> View:
        right = max(left + frame.width for frame, left, _ in self.tiles)
        bottom = max(top + frame.height for frame, _, top in self.tiles)
        return (0.0, 0.0, right + GAP, bottom + GAP)

    def elements(self) -> Iterator[str]:
        for frame, left, top in self.tiles:
            x, y, width, height = frame.picture.view()
            scale = min(1.0, WIDE / width, HIGH / height)
            dx = left + (frame.width - scale * width) / 2 - scale * x
            dy = top + (HIGH - scale * height) / 2 - scale * y
            yield f'<g transform="translate({px(dx)} {px(dy)}) scale({scale:.4f})">'
            yield from frame.picture.elements()
            yield "</g>"
            for text, x, line, side in frame.texts:
                middle = top + HIGH + LINE * CAPTION * line
                yield text_element(text, left + x, middle, CAPTION, "note", side)
