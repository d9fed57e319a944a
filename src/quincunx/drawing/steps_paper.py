"""An explanation on paper: every step with its picture, as PDF."""

from __future__ import annotations

from quincunx.drawing.steps import Told, frames
from quincunx.drawing.svg import clean
from quincunx.drawing.typeset import frame_data, typeset


def to_paper(told: Told) -> bytes:
    """An explanation as PDF."""
    data = {
        "title": clean(f"{told.puzzle.title}, step by step"),
        "identifier": clean(told.puzzle.identifier),
        "frames": [frame_data(frame) for frame in frames(told)],
    }
    return typeset("steps", data)
