"""QR codes: an address, or an identifier, that a telephone reads from paper."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from quincunx.drawing.svg import clean
from quincunx.errors import EngineError, OptionError
from quincunx.families import shorten

BORDER = 4
"""Modules of white around a code, which readers need."""


@dataclass(frozen=True)
class Code:
    """A QR code as SVG, with how many modules it has in a row, its border included."""

    content: str
    svg: str
    modules: int


def require_segno() -> Any:
    """The module `segno`, or the line that says how to install it."""
    try:
        import segno
    except ImportError:
        raise EngineError(
            "QR codes need segno, install it with: pip install 'quincunx[print]'"
        ) from None
    return segno


def qr_code(content: str) -> Code | None:
    """The code of a text, or nothing for a text that is too long for one.

    >>> code = qr_code("c-note:100:878/312/272")
    >>> code.modules if code else None
    33
    """
    segno = require_segno()
    content = clean(content)
    try:
        code = segno.make(content, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=BORDER, xmldecl=False, nl=False)
    return Code(content, drawn.getvalue().decode(), code.symbol_size(border=BORDER)[0])


def require_link(link: str) -> str:
    """The address of a page to play on; what is none is an error."""
    try:
        parts = urlsplit(link)
        right = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.fragment
    except ValueError:
        right = False
    if not right or "#" in link or not link.isprintable() or " " in link:
        raise OptionError(
            f"book: link is {shorten(repr(link), 80)}, expected an address as in "
            "https://example.org/play/, without #"
        )
    return link


def play_address(link: str, identifier: str) -> str:
    """Where a puzzle is played: the identifier stands behind the page's address, with what
    addresses cannot hold percent-encoded.

    >>> play_address("https://example.org/play/", "aztec-math:8/5_")
    'https://example.org/play/#aztec-math:8/5_'
    """
    return f"{link}#{quote(clean(identifier), safe=':/,;=._-')}"
