"""Signs of all kinds, as the few that are read.

A sign is replaced where it stands, so that the places in a text remain what they are.
"""

from __future__ import annotations

_ASCII = {
    **{0xFF01 + at: chr(0x21 + at) for at in range(94)},
    **dict.fromkeys(map(ord, "│┃║￨"), "|"),
    **dict.fromkeys(map(ord, "“”„«»"), '"'),
    **dict.fromkeys(map(ord, "‘’‚"), "'"),
    **dict.fromkeys(map(ord, "、،"), ","),
    **dict.fromkeys(map(ord, "【〔⟨"), "["),
    **dict.fromkeys(map(ord, "】〕⟩"), "]"),
    **dict.fromkeys((0xA0, 0x2007, 0x2009, 0x202F, 0x3000, 0x200B, 0xFEFF), " "),
    **dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), " "),
}
"""Full-width signs, quotation marks, bars and spaces of all kinds, as ASCII has them."""


def in_plain_signs(text: str) -> str:
    """The text with the signs that ASCII has another form of, each at the place where it was. A
    matrix in TeX has its rows on lines of their own, and arrows are one sign."""
    text = text.replace("\\\\", " \n").replace("->", " →")
    return text if text.isascii() else text.translate(_ASCII)
