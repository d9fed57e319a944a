"""Tables and lines in HTML, as tables with bars and lines.

Tags are only replaced, in one pass and where they stand; what they mean to a browser is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_SIGNS = 200_000
"""So many characters are looked at, from the end of a text."""

_TAG = re.compile(
    r"<(?P<close>/?)(?:(?P<cell>t[dh])|(?P<row>tr|table|thead|tbody|tfoot)|(?P<line>br|p|li|div)"
    r"|(?P<look>b|strong|i|em|u|span|font|code))(?:\s[^<>]{0,200})?/?>|(?P<space>&nbsp;)",
    re.I,
)


def in_lines(text: str) -> str:
    """The text with each row of a table in HTML on a line of its own and bars around its cells;
    there are no empty lines between the rows of one table.

    >>> in_lines("<tr><td>9</td>\\n<td><b>5</b></td></tr>")
    '   \\n   |9         |   5            |\\n'
    """
    if "<" not in text:
        return text
    before = max(0, len(text) - MOST_SIGNS)
    return text[:before] + "".join(_pieces(text[before:]))


def _pieces(text: str) -> Iterator[str]:
    """The text piece by piece, each as long as before."""
    end = 0
    in_row = after_row = False
    for tag in _TAG.finditer(text):
        between, end = text[end : tag.start()], tag.end()
        goes_on = after_row and bool(tag["row"]) and not between.strip()
        yield between.replace("\n", " ") if in_row or goes_on else between
        after_row = bool(tag["row"]) and (in_row or goes_on) and tag["row"].lower() != "table"
        if tag["row"]:
            sign = "|\n" if in_row else "" if after_row else "\n"
            in_row = tag["row"].lower() == "tr" and not tag["close"]
        elif tag["cell"] and not tag["close"]:
            sign = "|" if in_row else ""
        elif tag["line"]:
            sign = "" if in_row else "\n"
        elif in_row or tag["cell"] or tag["space"]:
            sign = ""
        else:
            sign = tag[0]
        yield sign.rjust(len(tag[0]))
    yield text[end:]
