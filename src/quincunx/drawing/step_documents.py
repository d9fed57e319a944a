"""Explanations as documents: an HTML page, an SVG sheet and a PDF, with a picture a step.

The page is self-contained and steps forward and back with buttons and keys. Without scripts, and
printed, it shows all steps.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from string import Template
from typing import TYPE_CHECKING, Any

from quincunx._support.files import write_file
from quincunx.drawing.drawable import Drawing, View, require_suffix
from quincunx.drawing.sheet import GAP, placed
from quincunx.drawing.steps import Frame, frames
from quincunx.drawing.svg import clean, text_element, to_svg
from quincunx.drawing.templates import template
from quincunx.drawing.text_size import LINE, em_width
from quincunx.drawing.themes import style_sheet
from quincunx.drawing.typst_export import picture_data, typeset
from quincunx.reasoning.steps import CASE_HEADERS, CaseRow, case_sentence

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation

MIN_TILE_WIDTH = 7.5
"""In units; a wider board makes its tile wider."""
COLUMNS = 3
TEXT_SHARE = 0.96
"""Part of a tile's width that text may fill, because fonts differ."""
HEADING, WORDS = 0.42, 0.34
"""Text sizes in units."""


def save_steps(explanation: Explanation, path: str | os.PathLike[str]) -> None:
    """Write an explanation to a file; the suffix selects the format: .html, .pdf or .svg."""
    write_file(path, STEP_FORMATS[require_suffix(path, STEP_FORMATS)](explanation))


def steps_html(explanation: Explanation) -> str:
    """Return an explanation as an HTML page."""
    shown = frames(explanation)
    return Template(template("steps.html")).substitute(
        title=_text(_title(explanation)),
        style=f"{style_sheet('auto')}\n{template('steps.css')}",
        identifier=_text(explanation.puzzle.identifier),
        sections="\n".join(_section(at, frame) for at, frame in enumerate(shown)),
        last=len(shown) - 1,
        script=template("steps.js"),
    )


def _section(at: int, frame: Frame) -> str:
    technique = f' <span class="technique">{_text(frame.technique)}</span>'
    parts = [
        f'<section id="frame-{at}" aria-labelledby="label-{at}">',
        f"<figure>{to_svg(frame.picture, styled=False)}</figure>",
        '<div class="words">',
        f'<h2 id="label-{at}">{frame.label}{technique if frame.technique else ""}</h2>',
        _case_table(frame.cases) if frame.cases else "",
        f"<p>{_text(frame.sentence)}</p>" if frame.sentence else "",
        "</div>",
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _case_table(cases: Sequence[CaseRow]) -> str:
    heads = "".join(f'<th scope="col">{head}</th>' for head in CASE_HEADERS)
    rows = "".join(
        f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in cases
    )
    return f'<table class="cases"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _text(text: str) -> str:
    return escape(clean(text))


def _title(explanation: Explanation) -> str:
    return f"{explanation.puzzle.title}, step by step"


def steps_pdf(explanation: Explanation) -> bytes:
    """Return an explanation as PDF."""
    data = {
        "title": clean(_title(explanation)),
        "identifier": clean(explanation.puzzle.identifier),
        "frames": [frame_data(frame) for frame in frames(explanation)],
    }
    return typeset("steps", data)


def frame_data(frame: Frame) -> dict[str, Any]:
    """Return a frame as templates show it."""
    return {
        "label": frame.label,
        "technique": clean(frame.technique),
        "cases": [[clean(cell) for cell in row] for row in frame.cases],
        "words": clean(frame.sentence),
        "picture": picture_data(frame.picture),
    }


def steps_svg(explanation: Explanation, theme: str = "auto") -> str:
    """Return all steps of an explanation on one sheet as SVG."""
    return StepSheet.of(explanation).svg(theme=theme)


@dataclass(frozen=True)
class StepSheet(Drawing):
    """The frames of an explanation in reading order, each on a tile with its words below."""

    heading: str
    frames: Sequence[Frame]

    @classmethod
    def of(cls, explanation: Explanation) -> StepSheet:
        """Return the sheet of an explanation."""
        return cls(_title(explanation), frames(explanation))

    @property
    def title(self) -> str:
        return self.heading

    @property
    def description(self) -> str:
        return " ".join(f"{frame.label}: {frame.words}" for frame in self.frames)

    @cached_property
    def tile_width(self) -> float:
        """Width of a tile in units."""
        return max(MIN_TILE_WIDTH, self.frames[0].picture.view()[2])

    @cached_property
    def picture_height(self) -> float:
        """Height of the highest picture in units."""
        return max(frame.picture.view()[3] for frame in self.frames)

    @property
    def columns(self) -> int:
        """Number of tiles side by side."""
        return min(COLUMNS, len(self.frames))

    @cached_property
    def lines(self) -> list[list[str]]:
        """The words of each frame, in lines."""
        width = TEXT_SHARE * self.tile_width / WORDS
        return [
            [
                line
                for text in (*map(case_sentence, frame.cases), frame.sentence)
                for line in wrapped(text, width)
            ]
            for frame in self.frames
        ]

    @cached_property
    def tops(self) -> list[float]:
        """The top of each row of tiles, and the bottom of the last."""
        tops = [GAP]
        for first in range(0, len(self.frames), self.columns):
            most = max(map(len, self.lines[first : first + self.columns]))
            words = LINE * (1.4 * HEADING + 1.1 * WORDS * most)
            tops.append(tops[-1] + self.picture_height + words + 2 * GAP)
        return tops

    def view(self) -> View:
        return (0.0, 0.0, self.columns * (self.tile_width + 2 * GAP) + GAP, self.tops[-1])

    def elements(self) -> Iterator[str]:
        for at, (frame, lines) in enumerate(zip(self.frames, self.lines, strict=True)):
            left = 1.5 * GAP + at % self.columns * (self.tile_width + 2 * GAP)
            top = self.tops[at // self.columns]
            yield from placed(frame.picture, left, top, self.tile_width, self.picture_height)
            base = top + self.picture_height + LINE * HEADING
            yield text_element(frame.label, left, base, HEADING, "title", "start")
            if frame.technique:
                right = left + self.tile_width
                yield text_element(frame.technique, right, base, WORDS, "note", "end")
            for number, line in enumerate(lines, 1):
                below = base + LINE * (0.3 * HEADING + 1.1 * WORDS * number)
                yield text_element(line, left, below, WORDS, "mark", "start")


def wrapped(text: str, width: float) -> list[str]:
    """Return text in lines of at most this width in ems.

    >>> wrapped("Row 1 is 85 + 7 + 8.", 7)
    ['Row 1 is 85', '+ 7 + 8.']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if em_width(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines if text else []


STEP_FORMATS: Mapping[str, Callable[[Explanation], str | bytes]] = {
    ".html": steps_html,
    ".pdf": steps_pdf,
    ".svg": steps_svg,
}
"""How an explanation is written, by the suffix of the file's name."""
