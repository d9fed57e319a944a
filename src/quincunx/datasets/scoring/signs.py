"""Signs of all kinds, as the few that are read.

A sign is replaced where it stands, so that the places in a text remain what they are.
"""

from __future__ import annotations

import re

from quincunx.datasets.scoring.tags import in_lines

_ASCII = {
    **{0xFF01 + at: chr(0x21 + at) for at in range(94)},
    **dict.fromkeys(map(ord, "│┃║￨"), "|"),
    **dict.fromkeys(map(ord, "“”„«»"), '"'),
    **dict.fromkeys(map(ord, "‘’‚"), "'"),
    **dict.fromkeys(map(ord, "、،"), ","),
    **dict.fromkeys(map(ord, "【〔⟨"), "["),
    **dict.fromkeys(map(ord, "】〕⟩"), "]"),
    **dict.fromkeys(map(ord, "⇒⟶➔➜➝⟹"), "→"),
    **dict.fromkeys((0xA0, 0x2007, 0x2009, 0x202F, 0x3000, 0x200B, 0xFEFF), " "),
    **dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), " "),
}
"""Full-width signs, quotation marks, bars, arrows and spaces of all kinds, as they are read."""

_TEX = re.compile(
    r"(?P<row>\\\\(?:\[-?[\d.]{1,9} ?(?:pt|em|ex|cm|mm|in)\])?"
    r"|\\begin\{[a-zA-Z]+\}(?:\{[lcr| ]{1,99}\})?|\\end\{[a-zA-Z]+\})"
    r"|(?P<arrow>\\xrightarrow\{(?:[^{}]|\{[^{}]{0,60}\}){0,60}\}"
    r"|\\(?:to|(?:[Ll]ong)?[Rr]ightarrow|implies)(?![a-zA-Z]))"
    r"|(?P<number>\\#)|(?P<open>\\\{)|(?P<close>\\\})"
    r"|\\(?:left|right|[bB]igg?[lr]?)(?![a-zA-Z])\.?"
    r"|\\(?:(?:hline|q?quad)(?![a-zA-Z])|[,;:! ])"
)
"""What TeX has between and around the cells of a matrix, a list or a ring."""
_AS = {"row": "\n", "arrow": "→", "number": "#", "open": "{", "close": "}", None: " "}
_REMARK = re.compile(r"\([^()]{0,80}\)")


def in_plain_signs(text: str) -> str:
    r"""The text with the signs that are read, each at the place where it was. A matrix in TeX and
    a table in HTML have their rows on lines of their own, and arrows are one sign.

    >>> in_plain_signs(r"6 \to 12 => 24\;48\\９")
    '6   → 12  → 24  48 \n9'
    """
    text = in_lines(text)
    if "\\" in text:
        text = _TEX.sub(lambda found: _AS[found.lastgroup].rjust(len(found[0])), text)
    text = text.replace("-->", "  →").replace("->", " →").replace("=>", " →")
    return text if text.isascii() else text.translate(_ASCII)


def without_remarks(text: str) -> str:
    """The text with spaces in place of what stands in parentheses.

    >>> without_remarks("6 (given), 12 (x 2)")
    '6        , 12      '
    """
    return _REMARK.sub(lambda found: " " * len(found[0]), text) if "(" in text else text
