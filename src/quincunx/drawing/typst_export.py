"""PNG and PDF, made by typst, which is installed as a wheel with fonts of its own.

Templates are fixed; titles, identifiers and pictures reach typst as data (`sys.inputs`) and never
as markup. No system font is used and no date is written: equal drawings give equal bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from quincunx._support.extras import require_package
from quincunx.drawing.svg import MAX_PIXELS, UNIT, clean, require_width, to_svg
from quincunx.drawing.templates import template
from quincunx.errors import OptionError

if TYPE_CHECKING:
    from quincunx.drawing.drawable import Drawing

PRINT_FONTS = "Libertinus Serif"
"""One of the fonts in typst; its digits all have the same width."""
POINTS_PER_INCH = 72.0
"""A picture is one point wide for each pixel."""
PIXELS_PER_POINT = 2
"""Resolution of a PNG at its natural size."""

BOOK_PARTS = ("book_front", "book_guide", "book_puzzles", "book_back")
"""Templates that books and covers are put together from."""

_MISSING = re.compile('the text `"(.*?)"` could not be displayed', re.DOTALL)
"""How typst reports that its fonts lack a character."""

_PAGE = """
#set document(title: sys.inputs.title, date: none)
#set page(width: float(sys.inputs.width) * 1pt, height: float(sys.inputs.height) * 1pt, margin: 0pt)
#image(
  bytes(sys.inputs.picture), width: 100%, height: 100%, fit: "stretch", alt: sys.inputs.alt,
)
"""


def compiled(source: str, form: Literal["png", "pdf"], inputs: dict[str, str]) -> bytes:
    """Return a typst document as PNG, or as PDF that screen readers can read (PDF/UA-1).

    Raises:
        EngineError: typst is not installed.
        OptionError: The fonts lack a character.
    """
    typst = require_package("typst")
    try:
        content: bytes = typst.compile(
            source.encode(),
            format=form,
            sys_inputs=inputs,
            ignore_system_fonts=True,
            ppi=POINTS_PER_INCH if form == "png" else None,
            pdf_standards="ua-1" if form == "pdf" else None,
        )
        return content
    except typst.TypstError as error:
        missing = _MISSING.search(str(error))
        if missing is None:
            raise
        raise OptionError(f"print: no font here has {missing[1]!r}") from None


def require_printable(text: str) -> None:
    """Raise `OptionError` for text that the fonts cannot print."""
    page = "#set document(title: sys.inputs.text, date: none)\n#sys.inputs.text"
    compiled(page, "pdf", {"text": clean(text)})


def typeset(name: str, data: Mapping[str, Any]) -> bytes:
    """Return a PDF of many pages: the template of this name, filled with data."""
    parts = ("common", *(() if name == "steps" else BOOK_PARTS), name)
    source = "\n".join(template(f"{part}.typ") for part in parts)
    return compiled(source, "pdf", {"data": json.dumps(data)})


def to_png(drawing: Drawing, *, size: float | None = None, theme: str = "light") -> bytes:
    """Return a drawing as PNG, `size` pixels wide."""
    _, _, width, height = drawing.view()
    widest = int(min(MAX_PIXELS, MAX_PIXELS * width / height))
    wide = min(widest, UNIT * PIXELS_PER_POINT * width) if size is None else require_width(size)
    if wide > widest:
        high = round(wide * height / width)
        raise OptionError(f"draw: {high} pixels high, expected a size for at most {MAX_PIXELS}")
    return _one_page(drawing, "png", wide, theme)


def to_pdf(drawing: Drawing, *, size: float | None = None, theme: str = "light") -> bytes:
    """Return a drawing as a PDF of one page, `size` points wide."""
    wide = UNIT * drawing.view()[2] if size is None else require_width(size)
    return _one_page(drawing, "pdf", wide, theme)


def _one_page(drawing: Drawing, form: Literal["png", "pdf"], wide: float, theme: str) -> bytes:
    _, _, width, height = drawing.view()
    if theme == "auto":
        raise OptionError(f"draw: theme auto is for .svg, .{form} takes light, dark or black")
    svg = to_svg(drawing, theme=theme, fonts=PRINT_FONTS)
    whole = round(wide)
    inputs = {
        "picture": svg,
        "width": str(whole),
        "height": str(max(1, round(whole * height / width))),
        "title": clean(drawing.title),
        "alt": clean(drawing.description),
    }
    return compiled(_PAGE, form, inputs)
