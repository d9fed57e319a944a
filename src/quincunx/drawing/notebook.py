"""What Jupyter shows of puzzles, results, explanations and hints: pictures, and text beside them.

Things are known by what they have: a puzzle has a scene, a result solutions, an explanation
steps, a hint cells to look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from quincunx.drawing.drawable import Drawn
from quincunx.drawing.files import save_steps
from quincunx.drawing.picture import Picture, draw
from quincunx.drawing.steps import step_pictures
from quincunx.drawing.steps_html import to_html as steps_html
from quincunx.drawing.steps_paper import to_paper as steps_pdf
from quincunx.drawing.steps_sheet import StepSheet
from quincunx.families import Puzzle
from quincunx.families.base.capabilities import sketch_of

MOST = 100
"""So many steps of an explanation are shown with a picture."""
STEP_SIZE = 260
"""Pixels of a step's picture."""


__all__ = ["mime_bundle", "save_steps", "steps_html", "steps_pdf", "steps_svg"]


def steps_svg(explanation: Any, theme: str) -> str:
    """Return the steps of an explanation on one sheet as SVG."""
    return StepSheet.of(explanation).svg(theme=theme)


def mime_bundle(thing: Any) -> Mapping[str, str]:
    """The forms in which a notebook can show something."""
    if isinstance(thing, Drawn):
        return {"image/svg+xml": thing.svg(), "text/plain": thing.description}
    if isinstance(thing, Puzzle):
        return {"image/svg+xml": draw(thing).svg(), "text/plain": str(sketch_of(thing))}
    if hasattr(thing, "solutions"):
        return _result(thing)
    if hasattr(thing, "steps"):
        return _explanation(thing)
    if hasattr(thing, "cells"):
        return _hint(thing)
    return mime_bundle(thing.puzzle)


def _result(result: Any) -> Mapping[str, str]:
    """The first solution, or the empty board where there is none, and the verdict."""
    picture = draw(result.puzzle, solution=result.solution)
    said = f"{result.verdict}: {result.count} found"
    return {
        "image/svg+xml": picture.svg(),
        "text/html": _figure(picture, said),
        "text/plain": f"{sketch_of(result.puzzle, result.solution)}\n{said}",
    }


def _explanation(explanation: Any) -> Mapping[str, str]:
    """A picture and a sentence for each step."""
    sentences = [step.sentence for step in explanation.steps]
    shown = [
        _figure(picture, f"{at}. {sentence}", STEP_SIZE)
        for at, (picture, sentence) in enumerate(
            zip(
                step_pictures(explanation.puzzle, explanation.steps[:MOST]), sentences, strict=False
            ),
            1,
        )
    ]
    rest = [
        f"<p>{at}. {escape(sentence)}</p>" for at, sentence in enumerate(sentences[MOST:], MOST + 1)
    ]
    return {
        "text/html": "\n".join([*shown, *rest]),
        "text/plain": _numbered(sentences),
    }


def _hint(hint: Any) -> Mapping[str, str]:
    """The board with the cells that a hint speaks of, and what it says."""
    picture = Picture(hint.puzzle, looked_at=hint.cells, wrong=hint.wrong)
    return {"text/html": _figure(picture, str(hint), STEP_SIZE), "text/plain": str(hint)}


def _numbered(sentences: Iterable[str]) -> str:
    return "\n".join(f"{at}. {sentence}" for at, sentence in enumerate(sentences, 1))


def _figure(picture: Picture, said: str, size: float | None = None) -> str:
    """A picture with words beside it."""
    words = escape(said).replace("\n", "<br>")
    return (
        '<figure style="display:flex;align-items:center;gap:1.5em;margin:0.8em 0">'
        f"{picture.svg(size=size)}<figcaption>{words}</figcaption></figure>"
    )
