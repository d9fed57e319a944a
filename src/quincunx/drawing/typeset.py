"""Papers of many pages: what they show becomes data, and typst sets it.

A template is fixed; everything in a paper reaches it as JSON. So no title and no identifier is
ever read as markup.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from quincunx.drawing.drawable import Drawn
from quincunx.drawing.steps import Frame
from quincunx.drawing.svg import clean, to_svg
from quincunx.drawing.templates import template
from quincunx.drawing.typst_export import PRINT_FONTS, compiled


def typeset(name: str, data: Mapping[str, Any]) -> bytes:
    """A paper as PDF: a template and what it is to show."""
    source = f"{template('common.typ')}\n{template(f'{name}.typ')}"
    return compiled(source, "pdf", {"data": json.dumps(data)})


def picture_data(drawn: Drawn) -> dict[str, Any]:
    """A picture as papers show it, with its size in units."""
    _, _, width, height = drawn.view()
    return {
        "svg": to_svg(drawn, theme="light", fonts=PRINT_FONTS),
        "alt": clean(f"{drawn.title}. {drawn.description}"),
        "width": width,
        "height": height,
    }


def frame_data(frame: Frame) -> dict[str, Any]:
    """A frame of an explanation as papers show it."""
    return {
        "label": frame.label,
        "technique": clean(frame.technique),
        "cases": [clean(case) for case in frame.cases],
        "words": clean(frame.sentence),
        "picture": picture_data(frame.picture),
    }
