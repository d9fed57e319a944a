"""What Jupyter displays for puzzles, results, explanations and hints."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from quincunx.drawing.drawable import Drawing
from quincunx.drawing.picture import Picture, draw
from quincunx.drawing.steps import save_steps, step_pictures, steps_html, steps_pdf, steps_svg
from quincunx.families import Puzzle
from quincunx.families.base.capabilities import sketch_of
from quincunx.reasoning import Explanation, Hint
from quincunx.solving import Result

MAX_PICTURES = 100
"""Later steps of an explanation are shown without a picture."""
STEP_SIZE = 260
"""Width of a step's picture in pixels."""

__all__ = ["mime_bundle", "save_steps", "steps_html", "steps_pdf", "steps_svg"]


def mime_bundle(shown: Any) -> Mapping[str, str]:
    """Return the formats in which a notebook can display an object."""
    match shown:
        case Drawing():
            return {"image/svg+xml": shown.svg(), "text/plain": shown.description}
        case Puzzle():
            return {"image/svg+xml": draw(shown).svg(), "text/plain": str(sketch_of(shown))}
        case Result():
            picture = draw(shown.puzzle, solution=shown.solution)
            verdict = f"{shown.verdict}: {shown.count} found"
            return {
                "image/svg+xml": picture.svg(),
                "text/html": _figure(picture, verdict),
                "text/plain": f"{sketch_of(shown.puzzle, shown.solution)}\n{verdict}",
            }
        case Explanation():
            return _explanation(shown)
        case Hint():
            picture = Picture(shown.puzzle, looked_at=shown.cells, wrong=shown.wrong)
            return {"text/html": _figure(picture, str(shown), STEP_SIZE), "text/plain": str(shown)}
    return mime_bundle(shown.puzzle)


def _explanation(explanation: Explanation) -> Mapping[str, str]:
    """A picture and a sentence for each step."""
    sentences = [f"{at}. {step.sentence}" for at, step in enumerate(explanation.steps, 1)]
    pictures = step_pictures(explanation.puzzle, explanation.steps[:MAX_PICTURES])
    figures = [
        _figure(picture, sentence, STEP_SIZE)
        for picture, sentence in zip(pictures, sentences, strict=False)
    ]
    rest = [f"<p>{escape(sentence)}</p>" for sentence in sentences[MAX_PICTURES:]]
    return {"text/html": "\n".join([*figures, *rest]), "text/plain": "\n".join(sentences)}


def _figure(picture: Picture, caption: str, size: float | None = None) -> str:
    words = escape(caption).replace("\n", "<br>")
    return (
        '<figure style="display:flex;align-items:center;gap:1.5em;margin:0.8em 0">'
        f"{picture.svg(size=size)}<figcaption>{words}</figcaption></figure>"
    )
