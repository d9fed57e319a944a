"""An explanation as one HTML page that steps forward and back, with buttons and with the keyboard.

The page holds all it needs and loads nothing. Where no script runs, and on paper, all steps
stand one below the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from quincunx.drawing.steps import Frame, Told, frames
from quincunx.drawing.svg import clean, to_svg
from quincunx.drawing.templates import template
from quincunx.drawing.themes import style_sheet

BUTTONS = (
    ("first", "« ", "First", ""),
    ("back", "‹ ", "Back", ""),
    ("next", "", "Next", " ›"),
    ("last", "", "Last", " »"),
)
"""What each button does and is called, with the signs before and after its name."""


def to_html(told: Told) -> str:
    """An explanation as an HTML page."""
    shown = frames(told)
    puzzle = told.puzzle
    title = f"{puzzle.title}, step by step"
    style = f"{style_sheet('auto')}\n{template('steps.css')}"
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{_text(title)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<header>",
        f"<h1>{_text(title)}</h1>",
        f'<p class="identifier"><code>{_text(puzzle.identifier)}</code></p>',
        "</header>",
        '<main id="frames" tabindex="-1">',
        *(_section(at, frame) for at, frame in enumerate(shown)),
        "</main>",
        *_controls(shown),
        f"<script>\n{template('steps.js')}</script>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _section(at: int, frame: Frame) -> str:
    """One frame: its picture, and the words beside it."""
    technique = f' <span class="technique">{_text(frame.technique)}</span>'
    cases = "".join(f"<li>{_text(case)}</li>" for case in frame.cases)
    parts = [
        f'<section id="frame-{at}" aria-labelledby="label-{at}">',
        f"<figure>{to_svg(frame.picture, styled=False)}</figure>",
        '<div class="words">',
        f'<h2 id="label-{at}">{frame.label}{technique if frame.technique else ""}</h2>',
        f'<ul class="cases">{cases}</ul>' if cases else "",
        f"<p>{_text(frame.sentence)}</p>" if frame.sentence else "",
        "</div>",
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _controls(shown: Sequence[Frame]) -> list[str]:
    """The buttons, where one is, and what is read out when one moves."""
    buttons = [
        f'<button type="button" id="{name}">{_sign(before)}{said}{_sign(after)}</button>'
        for name, before, said, after in BUTTONS
    ]
    return [
        '<nav aria-label="Steps" hidden>',
        f'<progress id="progress" max="{len(shown) - 1}" value="0" aria-hidden="true"></progress>',
        *buttons,
        '<button type="button" id="all" aria-pressed="false">All</button>',
        '<p class="keys">Arrow keys go back and forth, Home and End to the first and the last.</p>',
        "</nav>",
        '<p id="live" class="unseen" role="status" aria-live="polite"></p>',
    ]


def _sign(sign: str) -> str:
    """A sign that is seen and not read out."""
    return f'<span aria-hidden="true">{sign}</span>' if sign else ""


def _text(text: str) -> str:
    return escape(clean(text))
