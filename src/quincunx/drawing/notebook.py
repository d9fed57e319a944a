"""What Jupyter displays for puzzles, results, explanations and hints."""

from collections.abc import Mapping
from html import escape
from typing import Any

from quincunx.drawing.drawable import Drawing
from quincunx.drawing.picture import Picture, draw
from quincunx.drawing.steps import save_steps, steps_html, steps_pdf, steps_svg
from quincunx.families import Puzzle, sketch_of
from quincunx.reasoning import Explanation, Hint
from quincunx.solving import Result

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
            sentences = [f"{at}. {step.sentence}" for at, step in enumerate(shown.steps, 1)]
            return {"image/svg+xml": steps_svg(shown), "text/plain": "\n".join(sentences)}
        case Hint():
            picture = Picture(shown.puzzle, looked_at=shown.cells, wrong=shown.wrong)
            return {"text/html": _figure(picture, str(shown), STEP_SIZE), "text/plain": str(shown)}
    return mime_bundle(shown.puzzle)


def _figure(picture: Picture, caption: str, size: float | None = None) -> str:
    words = escape(caption).replace("\n", "<br>")
    return (
        '<figure style="display:flex;align-items:center;gap:1.5em;margin:0.8em 0">'
        f"{picture.svg(size=size)}<figcaption>{words}</figcaption></figure>"
    )
