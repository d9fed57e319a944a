"""QR codes: an address or an identifier that a telephone reads from paper."""

import io
from typing import Any
from urllib.parse import quote

from quincunx._support.extras import require_package
from quincunx.drawing.svg import clean

BORDER = 4
"""Modules of white around a code, which readers need."""


def qr_code(content: str) -> dict[str, Any] | None:
    """Return a QR code as templates show it, or `None` if the text is too long for one.

    >>> code = qr_code("c-note:100:878/312/272")
    >>> code["modules"] if code else None
    33
    """
    segno = require_package("segno")
    content = clean(content)
    try:
        code = segno.make(content, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    svg = io.BytesIO()
    code.save(svg, kind="svg", border=BORDER, xmldecl=False, nl=False)
    return {
        "svg": svg.getvalue().decode(),
        "modules": code.symbol_size(border=BORDER)[0],
        "alt": clean(f"QR code: {content}"),
    }


def play_address(link: str, identifier: str) -> str:
    """Return the address at which a puzzle is played: its identifier is the fragment.

    >>> play_address("https://example.org/play/", "aztec-math:8/5_")
    'https://example.org/play/#aztec-math:8/5_'
    """
    return f"{link}#{quote(clean(identifier), safe=':/,;=._-')}"
