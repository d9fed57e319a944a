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
    r"(?P<row>\\\\(?:\[-?[\d.]{1,9} ?(?:pt|em|ex|cm|mm|in)\])?|\\n(?![a-z])"
    r"|\\begin\{[a-zA-Z]+\}(?:\{[lcr| ]{1,99}\})?|\\end\{[a-zA-Z]+\})"
    r"|(?P<arrow>\\xrightarrow\{(?:[^{}]|\{[^{}]{0,60}\}){0,60}\}"
    r"|\\(?:to|(?:[Ll]ong)?[Rr]ightarrow|implies)(?![a-zA-Z]))"
    r"|(?P<number>\\#)|(?P<open>\\\{)|(?P<close>\\\})|(?P<quote>\\\")"
    r"|\\(?:left|right|[bB]igg?[lr]?)(?![a-zA-Z])\.?"
    r"|\\(?:(?:hline|q?quad)(?![a-zA-Z])|[,;:! ])"
)
"""What TeX has between and around the cells of a matrix, a list or a ring; ends of lines and
quotation marks inside of a text in JSON."""
_FONT = re.compile(
    r"(?<!\w)(?P<before>\w{0,9})\\(?:(?:math|text)(?:bf|rm|it|sf|tt|)|underline|boxed)"
    r"\{ ?(?P<cell>-?(?:[\w#.]|\\#){1,40}) ?\}(?P<behind>\w{0,9})",
    re.A,
)
"""One cell, or some of its digits, in a font or a box of TeX."""
_AS = {
    "row": "\n",
    "arrow": "→",
    "number": "#",
    "open": "{",
    "close": "}",
    "quote": '"',
    None: " ",
}
_PARENTHESES = re.compile(
    r"(?P<front>(?:^|[,;|\[{])[ \t\r]*)?(?P<space>[\s→])?"
    r"(?P<remark>\((?P<inside>[^()]{0,80})\))(?P<back>(?=[ \t\r]*(?:[,;|\]}]|$)))?",
    re.M,
)
_COMPUTED = re.compile(r" \([^()=:]{0,80}[=:][^()]{0,80}\)[\s.✓✔✅☑\uFE0F]*$")
_NUMBERS = re.compile(r"[\s\d.,;*`$\"'_]*")
_AND = re.compile(r"(?<=[\d*]),? and (?=[\d*])")
_CELL = re.compile(r"\S\s*\([\s*`$\"']*\d+[\s*`$\"']*\)")


def in_plain_signs(text: str) -> str:
    r"""The text with the signs that are read, each at the place where it was. A matrix in TeX and
    a table in HTML have their rows on lines of their own, and arrows are one sign.

    >>> in_plain_signs(r"6 \to 12 => 24\;48\\９")
    '6   → 12  → 24  48 \n9'
    >>> in_plain_signs(r"1\mathbf{3}&7\n8")
    '         13&7 \n8'
    """
    text = in_lines(text)
    if "\\" in text:
        text = _FONT.sub(_in_plain_font, text)
        text = _TEX.sub(lambda found: _AS[found.lastgroup].rjust(len(found[0])), text)
    text = text.replace("-->", "  →").replace("->", " →").replace("=>", " →")
    return text if text.isascii() else text.translate(_ASCII)


def _in_plain_font(found: re.Match[str]) -> str:
    return f"{found['before']}{found['cell']}{found['behind']}".rjust(len(found[0]))


def without_remarks(text: str) -> str:
    """The text of a ring with spaces in place of remarks in parentheses. A remark stands beside a
    cell, behind a space, an arrow or, if it has letters, the cell itself; numbers are none.

    >>> without_remarks("6 (given), 12 (x 2)")
    '6        , 12      '
    >>> without_remarks("6 (7), 12, (given), 24(0)")
    '6 (7), 12, (given), 24(0)'
    """
    return _PARENTHESES.sub(_spaces_for_remark, text) if "(" in text else text


def _spaces_for_remark(found: re.Match[str]) -> str:
    whole, front, space, back, inside = found.group(0, "front", "space", "back", "inside")
    alone = front is not None and back is not None
    beside = front is not None or space is not None
    if alone or _NUMBERS.fullmatch(inside) or not (beside or any(map(str.isalpha, inside))):
        return str(whole)
    return str(whole[: -len(inside) - 2].ljust(len(whole)))


def without_remark_behind(line: str) -> str:
    """A line with spaces in place of a computation in parentheses behind it.

    >>> without_remark_behind("5 3 (9 - 4 = 5, 9 / 3 = 3) ✓"), without_remark_behind("1 (5, 3)")
    ('5 3                         ', '1 (5, 3)')
    """
    found = _COMPUTED.search(line) if ")" in line else None
    return line if found is None else line[: found.start()].ljust(len(line))


def without_and(text: str) -> str:
    """The text of a ring with a comma in place of the word between its last cells.

    >>> without_and("24, 48, and 96")
    '24, 48,     96'
    """
    return _AND.sub(lambda found: ",".ljust(len(found[0])), text) if " and " in text else text


def has_cell_in_parentheses(text: str) -> bool:
    """Whether a number stands alone in parentheses behind something else: it may be a cell.

    >>> has_cell_in_parentheses("6, 12 (24)"), has_cell_in_parentheses("(1) 6, 12")
    (True, False)
    """
    return "(" in text and _CELL.search(text) is not None
