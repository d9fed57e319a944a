"""SVG as PNG and PDF, by way of typst, which comes as a wheel with fonts of its own.

What is drawn reaches typst as data (`sys.inputs`) and never as markup. No font of the machine is
used, and no date is written: equal pictures give equal bytes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from quincunx.drawing.svg import LARGEST, UNIT, clean, required_size, to_svg
from quincunx.errors import EngineError, OptionError

if TYPE_CHECKING:
    from quincunx.drawing.drawable import Drawn

PRINT_FONTS = "Libertinus Serif"
"""One of the fonts in typst; its digits are all of one width."""
POINTS = 72
"""Points to an inch; a picture is made one point wide for each pixel."""
SHARP = 2
"""So many pixels to a point where nobody asks for a size."""

UNKNOWN = re.compile('the text `"(.*?)"` could not be displayed', re.DOTALL)
"""How typst says that its fonts lack a character."""

PAGE = """
#set document(title: sys.inputs.title, date: none)
#set page(width: float(sys.inputs.width) * 1pt, height: float(sys.inputs.height) * 1pt, margin: 0pt)
#image(
  bytes(sys.inputs.picture), width: 100%, height: 100%, fit: "stretch", alt: sys.inputs.alt,
)
"""


def require_typst() -> Any:
    """The module `typst`, or the line that says how to install it."""
    try:
        import typst
    except ImportError:
        raise EngineError(
            "PNG and PDF need typst, install it with: pip install 'quincunx[print]'"
        ) from None
    return typst


def compiled(source: str, form: str, inputs: dict[str, str], ppi: float = POINTS) -> bytes:
    """A typst document as PNG or as PDF that readers can hear read out (PDF/UA-1). `inputs` are
    what it calls `sys.inputs`."""
    options: dict[str, Any] = {"ppi": ppi} if form == "png" else {"pdf_standards": "ua-1"}
    typst = require_typst()
    try:
        made = typst.compile(
            source.encode(), format=form, sys_inputs=inputs, ignore_system_fonts=True, **options
        )
    except typst.TypstError as error:
        # No font of the machine is used: what is printed is the same everywhere.
        unknown = UNKNOWN.search(str(error))
        if unknown is None:
            raise
        raise OptionError(
            f"print: no font here has {unknown[1]!r}, expected other characters"
        ) from None
    assert isinstance(made, bytes)
    return made


def require_printable(text: str) -> None:
    """Refuse a text with characters that no font here has, before long work begins."""
    page = "#set document(title: sys.inputs.text, date: none)\n#sys.inputs.text"
    compiled(page, "pdf", {"text": clean(text)})


def to_png(drawn: Drawn, *, size: float | None = None, theme: str = "light") -> bytes:
    """What is drawn as PNG, `size` pixels wide."""
    _, _, width, height = drawn.view()
    widest = min(LARGEST, LARGEST * width / height)
    wide = min(widest, UNIT * SHARP * width) if size is None else required_size(size)
    if wide > widest:
        high = round(wide * height / width)
        raise OptionError(f"draw: {high} pixels high, expected a size that gives at most {LARGEST}")
    return _page(drawn, "png", wide, theme)


def to_pdf(drawn: Drawn, *, size: float | None = None, theme: str = "light") -> bytes:
    """What is drawn as a PDF of one page, `size` points wide."""
    wide = UNIT * drawn.view()[2] if size is None else required_size(size)
    return _page(drawn, "pdf", wide, theme)


def _page(drawn: Drawn, form: str, wide: float, theme: str) -> bytes:
    _, _, width, height = drawn.view()
    # Paper knows no screen: what is light or dark as a screen is, is light there.
    svg = to_svg(drawn, theme="light" if theme == "auto" else theme, fonts=PRINT_FONTS)
    whole = round(wide)
    inputs = {
        "picture": svg,
        "width": str(whole),
        "height": str(max(1, round(whole * height / width))),
        "title": clean(drawn.title),
        "alt": clean(drawn.description),
    }
    return compiled(PAGE, form, inputs)
