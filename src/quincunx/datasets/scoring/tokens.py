"""The tokens of a row: what is written in each of its cells, whatever stands between them."""

from __future__ import annotations

import re

_SEPARATORS = str.maketrans(dict.fromkeys(";|&\t→", ","))
_OUTSIDE = " \t\r\n*`$[](){}<>|,;&✓✔✅☑\N{VARIATION SELECTOR-16}"
"""What may stand around a row and means nothing."""
AROUND = f"{_OUTSIDE}\"'"
"""The same for a token."""
_BETWEEN_QUOTES = r"\"([^\"]*)\"|'([^']*)'"
_QUOTED = re.compile(_BETWEEN_QUOTES)
_TOKEN = re.compile(rf"{_BETWEEN_QUOTES}|([^\s,\"']+)")
_COMMENT = re.compile(r"(?:#|//)[^\n]*")
_BOLD = re.compile(r"\*\*(-?[\w#.]+)\*\*")


def without_bold(text: str) -> str:
    """A text without the signs that make single words, or some digits of a number, bold.

    >>> without_bold("**4**5, 2**7** and 2**7")
    '45, 27 and 2**7'
    """
    return _BOLD.sub(r"\1", text) if "**" in text else text


def tokens_of(text: str, most: int) -> list[str] | None:
    """The tokens of a row, divided by commas or the like, or by spaces; None if there are more
    than so many.

    >>> tokens_of("18, 8, '74',", 9), tokens_of("X 4 X", 9), tokens_of("1;2;;3", 9)
    (['18', '8', '74'], ['X', '4', 'X'], ['1', '2', '', '3'])
    >>> tokens_of("1 2", 1) is None
    True
    """
    text = text.strip(_OUTSIDE)
    if '"' in text or "'" in text:
        return _texts(_TOKEN, text, most)
    return divided(text, most)


def quoted_texts(text: str, most: int) -> list[str] | None:
    """What stands between quotation marks; None if there are more than so many such texts.

    >>> quoted_texts("{'A': '1 2', 'B': '3 4'}", 4)
    ['A', '1 2', 'B', '3 4']
    """
    return _texts(_QUOTED, text, most)


def listed_texts(text: str) -> list[str]:
    """What stands between quotation marks, if what is outside of them only divides it.

    >>> listed_texts("'1 2',\\n'3 4',"), listed_texts("'A': '1 2'")
    (['1 2', '3 4'], [])
    """
    if not divides_only(_QUOTED.sub("", text)):
        return []
    return _texts(_QUOTED, text, len(text)) or []


def divides_only(text: str) -> bool:
    """Whether there are only commas, spaces and comments in a text.

    >>> divides_only(", # row 1\\n, // 2"), divides_only(", A:")
    (True, False)
    """
    return not _COMMENT.sub("", text).strip(", \t\r\n")


def _texts(pattern: re.Pattern[str], text: str, most: int) -> list[str] | None:
    """What a pattern finds, without the quotation marks."""
    found: list[str] = []
    for match in pattern.finditer(text):
        found.append(match[match.lastindex or 0].strip())
        if len(found) > most:
            return None
    return found


def divided(text: str, most: int) -> list[str] | None:
    """The tokens of a row that has no quotation marks around them, in the same way."""
    text = text.translate(_SEPARATORS)
    if "," in text:
        if text.count(",") > most:
            return None
        return [token.strip(AROUND) for token in text.strip(", ").split(",")]
    found = text.split(None, most)
    return None if len(found) > most else found


def plain(label: str) -> str:
    """The letters and digits at the end of a label.

    >>> plain("- **Row 1**: ")
    'row1'
    """
    return "".join(filter(str.isalnum, label[-40:].lower()))
