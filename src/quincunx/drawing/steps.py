"""Explanations as pictures: a frame for each step; HTML, SVG and PDF of all frames.

The page is self-contained and steps forward and back with buttons and keys. Without scripts, and
printed, it shows all steps.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from quincunx._support.files import write_file
from quincunx.drawing.book_options import BookOptions
from quincunx.drawing.drawable import require_suffix
from quincunx.drawing.page_plan import PagePlan
from quincunx.drawing.picture import Picture, draw
from quincunx.drawing.sheet import Frame, Sheet
from quincunx.drawing.svg import clean
from quincunx.drawing.templates import html_page, template
from quincunx.drawing.themes import style_sheet
from quincunx.drawing.typst_export import typeset
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import phrases_of, short_name
from quincunx.families.base.documents import givens_of
from quincunx.reasoning import Explanation
from quincunx.reasoning.steps import CASE_HEADERS, ExplanationStep, kept_together

MAX_MARKS = 10
"""Cells with more candidates than this get no pencil marks."""


def frames(explanation: Explanation) -> list[Frame]:
    """Return the frames of an explanation: the puzzle, every step, and the end.

    >>> from quincunx import explain
    >>> [frame.label for frame in frames(explain("power-strike:3:2,_,_,_,_"))][:2]
    ['The puzzle', 'Step 1']
    """
    puzzle, steps = explanation.puzzle, explanation.steps
    start = Frame(Picture(puzzle), "The puzzle", sentence=explanation.opening)
    pictures = list(step_pictures(puzzle, steps))
    if explanation.solution is not None:
        label, last = "The solution", draw(puzzle, solution=explanation.solution)
    else:
        label, last = "The end", Picture(puzzle, pictures[-1].written if pictures else {})
    middle = [
        Frame(picture, f"Step {at}", step.label, [case.row for case in step.chain], step.conclusion)
        for at, (step, picture) in enumerate(zip(steps, pictures, strict=True), 1)
    ]
    return [start, *middle, Frame(last, label, sentence=explanation.ending)]


def step_pictures(puzzle: AnyPuzzle, steps: Iterable[ExplanationStep]) -> Iterator[Picture]:
    """Return the board after each step, with the cells and candidates that the step is about.

    >>> from quincunx import explain
    >>> explanation = explain("aztec-math:8/__/_9_/8__2")
    >>> picture = next(step_pictures(explanation.puzzle, explanation.steps))
    >>> picture.looked_at == explanation.steps[0].cells
    True
    """
    written: dict[Cell, int] = {}
    decided: dict[Cell, Sequence[int]] = {}
    writes = phrases_of(puzzle).writes
    for step in steps:
        written |= {cell: number for cell, number in step.sets if writes(number)}
        # Values that are not written, such as "stays empty", remain visible as marks.
        decided |= {cell: (number,) for cell, number in step.sets if not writes(number)}
        words = set(re.findall(r"\w+", step.sentence))
        marks, struck = _candidates(step, {*written, *decided, *givens_of(puzzle)})
        yield Picture(
            puzzle,
            dict(written),
            {**decided, **marks},
            struck,
            looked_at=tuple(step.cells),
            found=tuple(cell for cell, _ in step.sets),
            named=tuple(cell for cell in puzzle.cells if short_name(puzzle, cell) in words),
        )


def _candidates(
    step: ExplanationStep, known: Collection[Cell]
) -> tuple[Mapping[Cell, Sequence[int]], Mapping[Cell, Sequence[int]]]:
    """The candidates that a step leaves in its cells, and those that it removes."""
    marks: dict[Cell, Sequence[int]] = {}
    struck: dict[Cell, Sequence[int]] = {}
    removed = {cell: tuple(values) for cell, values in step.removes}
    before = {cell: tuple(values) for cell, values in (*step.leaves, *step.because)}
    for cell, values in {**removed, **before}.items():
        gone = removed.get(cell, ())
        left = [value for value in values if value not in gone]
        if cell in known:
            continue
        if len(values) <= MAX_MARKS:
            marks[cell], struck[cell] = left, gone
        elif len(left) <= MAX_MARKS:
            marks[cell] = left
    return marks, struck


def save_steps(explanation: Explanation, path: str | os.PathLike[str]) -> None:
    """Write an explanation to a file; the suffix selects the format: .html, .pdf or .svg."""
    write_file(path, STEP_FORMATS[require_suffix(path, STEP_FORMATS)](explanation))


def steps_html(explanation: Explanation) -> str:
    """Return an explanation as an HTML page."""
    plan = PagePlan(BookOptions(), screen=True)
    shown = [frame_data(frame, plan) for frame in frames(explanation)]
    return html_page(
        "steps.html",
        title=escaped(_title(explanation)),
        style=f"{style_sheet('auto')}\n{template('steps.css')}",
        identifier=escaped(explanation.puzzle.identifier),
        sections="\n".join(section(str(at), frame) for at, frame in enumerate(shown)),
        last=len(shown) - 1,
        script=template("steps.js"),
    )


def section(at: str, frame: Mapping[str, Any], heading: str = "h2") -> str:
    """Return the data of a frame as HTML; `at` makes its id different from that of others."""
    technique = f' <span class="technique">{escaped(frame["technique"])}</span>'
    label = frame["label"] + technique * bool(frame["technique"])
    parts = [
        f'<section id="frame-{at}" aria-labelledby="label-{at}">',
        f"<figure>{frame['picture']['svg']}</figure>",
        '<div class="words">',
        f'<{heading} id="label-{at}">{label}</{heading}>',
        f"<p>{escaped(frame['meaning'])}</p>" if "meaning" in frame else "",
        _case_table(frame["cases"]) if frame["cases"] else "",
        f"<p>{escaped(frame['words'])}</p>" if frame["words"] else "",
        "</div>",
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _case_table(cases: Sequence[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{head}</th>' for head in CASE_HEADERS)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in cases
    )
    return f'<table class="cases"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def escaped(text: str) -> str:
    """Return text as HTML."""
    return escape(clean(text))


def _title(explanation: Explanation) -> str:
    return f"{explanation.puzzle.title}, step by step"


def steps_pdf(explanation: Explanation) -> bytes:
    """Return an explanation as PDF."""
    plan = PagePlan(BookOptions(gutter="0mm"))
    data = {
        **plan.data,
        "title": clean(_title(explanation)),
        "identifier": clean(explanation.puzzle.identifier),
        "frames": [frame_data(frame, plan) for frame in frames(explanation)],
    }
    return typeset("steps", data)


def frame_data(frame: Frame, plan: PagePlan) -> dict[str, Any]:
    """Return a frame as templates show it, with the picture that fits a column."""
    picture = replace(frame.picture, focused=not plan.screen)
    return {
        "label": frame.label,
        "technique": clean(frame.technique),
        "cases": [[kept_together(clean(cell)) for cell in row] for row in frame.cases],
        "words": clean(frame.sentence),
        "picture": plan.drawn(picture, plan.column, plan.data["step_cell"]),
    }


def steps_svg(explanation: Explanation, theme: str = "auto") -> str:
    """Return all steps of an explanation on one sheet as SVG."""
    return Sheet(_title(explanation), frames(explanation)).svg(theme=theme)


STEP_FORMATS: Mapping[str, Callable[[Explanation], str | bytes]] = {
    ".html": steps_html,
    ".pdf": steps_pdf,
    ".svg": steps_svg,
}
"""How an explanation is written, by the suffix of the file's name."""
