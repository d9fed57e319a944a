"""Explanations as documents: an HTML page, an SVG sheet and a PDF, with a picture a step.

The page is self-contained and steps forward and back with buttons and keys. Without scripts, and
printed, it shows all steps.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from html import escape
from string import Template
from typing import TYPE_CHECKING, Any

from quincunx._support.files import write_file
from quincunx.drawing.drawable import require_suffix
from quincunx.drawing.sheet import Sheet
from quincunx.drawing.steps import Frame, frames
from quincunx.drawing.svg import clean, to_svg
from quincunx.drawing.templates import template
from quincunx.drawing.themes import style_sheet
from quincunx.drawing.typst_export import picture_data, typeset
from quincunx.reasoning.steps import CASE_HEADERS, CaseRow

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation


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
    tiles = [(frame.picture, frame.caption) for frame in frames(explanation)]
    return Sheet(_title(explanation), tiles).svg(theme=theme)


STEP_FORMATS: Mapping[str, Callable[[Explanation], str | bytes]] = {
    ".html": steps_html,
    ".pdf": steps_pdf,
    ".svg": steps_svg,
}
"""How an explanation is written, by the suffix of the file's name."""
