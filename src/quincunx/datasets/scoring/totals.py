"""Sums that stand beside the cells of an answer: a number behind each row, or a row below all.

A number is such a sum if it is called one, or if it truly is the sum of what it stands beside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from quincunx.datasets.scoring.tokens import plain

_WORD = r"(?<![a-z])(?:sums?|totals?|[Σ∑])(?![a-z])"
_SUM = re.compile(
    rf"(?P<name>{_WORD}\s*[=:]?|(?:\d+(?:\s*\+\s*\d+)+\s*)?=)?\s*(?P<number>\d{{1,12}})",
    re.I | re.A,
)
_NAME = re.compile(_WORD, re.I)
_HEADING = re.compile(rf"{_WORD}|^\W*=", re.I)
_SUM_BEHIND = re.compile(
    r"[,;→–—]\s*(?:(?:sums?|total|[Σ∑])\s*[=:]|\d+(?:\s*\+\s*\d+)+\s*=)[\s*]*\d+[\s*.✓✔✅☑\uFE0F]*$",
    re.I | re.A,
)
LONGEST_CELL = 40
"""A heading has at most so many characters for each column."""
_TOTALS = frozenset(f"{of}{name}" for of in ("", "column", "col") for name in (
    "sum", "sums", "total", "totals", "σ"
))  # fmt: skip


def is_sum(token: str, numbers: Sequence[Any]) -> bool | None:
    """Whether a token that stands behind numbers is their sum; None if it cannot be one, as there
    are none or it is no number.

    >>> is_sum("100", [85, 7, 8]), is_sum("= 100", [85, 7, 9]), is_sum("100", [85, 7, 9])
    (True, True, False)
    >>> is_sum("x", [85, 7, 8]) is is_sum("= 100", []) is None
    True
    """
    found = _SUM.fullmatch(token) if all(type(number) is int for number in numbers) else None
    if found is None or not numbers:
        return None
    return bool(found["name"]) or int(found["number"]) == sum(numbers)


def without_sum_behind(line: str) -> str:
    """A line with spaces in place of a sum that is told behind a row.

    >>> without_sum_behind("85, 7, 8, sum = 100"), without_sum_behind("2, 3 → 2+3 = 5 ✓")
    ('85, 7, 8           ', '2, 3            ')
    """
    found = _SUM_BEHIND.search(line) if "=" in line or ":" in line else None
    return line if found is None else line[: found.start()].ljust(len(line))


def is_heading_of_sums(line: str, width: int) -> bool:
    """Whether a line above rows of so many cells has a name for each column, also for that of their
    numbers if it likes, and calls the last one sums.

    >>> is_heading_of_sums("| a | b | Sum |", 2), is_heading_of_sums("  a b total", 2)
    (True, True)
    >>> is_heading_of_sums("| Sum | a | b |", 2), is_heading_of_sums("Here is the sum:", 2)
    (False, False)
    """
    if len(line) > LONGEST_CELL * (width + 2):
        return False
    framed = "|" in line
    columns = line.strip(" |\r").split("|") if framed else line.split()
    if len(columns) - width not in (1, 2):
        return False
    return bool(_HEADING.search(columns[-1]) if framed else _NAME.fullmatch(columns[-1]))


def is_heading_of_checks(line: str, width: int) -> bool:
    """Whether a line above a table of so many columns says that some of them are sums: the table
    goes through sums then, and has no cells.

    >>> is_heading_of_checks("| Row | Sum | Goal |", 3), is_heading_of_checks("| a | b | Sum |", 2)
    (True, False)
    """
    if len(line) > LONGEST_CELL * width or "|" not in line:
        return False
    columns = line.strip(" |\r").split("|")
    return len(columns) == width and any(_NAME.search(column) for column in columns)


def are_called_totals(label: str) -> bool:
    """Whether numbers are called the sums of what is above them.

    >>> are_called_totals("- **Column sums**"), are_called_totals("Row 1 (sum 100)")
    (True, False)
    """
    return plain(label) in _TOTALS


def are_totals(numbers: Sequence[Any], rows: Any) -> bool:
    """Whether numbers are the sums of the columns above them.

    >>> are_totals([4, 6], [[1, 2], [3, 4]]), are_totals([4, 7], [[1, 2], [3, 4]])
    (True, False)
    """
    if not all(type(number) is int for row in (numbers, *rows) for number in row):
        return False
    return list(numbers) == [sum(column) for column in zip(*rows, strict=True)]
