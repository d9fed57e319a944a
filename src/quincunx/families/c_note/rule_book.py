"""The rules of one C-Note: a sum for each line, a digit for each number."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import plain_name


def sum_rules(target: int, grid: Sequence[Sequence[int]]) -> tuple[RuleEntry, ...]:
    """Rows, columns, and then the digits row by row.

    >>> [rule.id for rule in sum_rules(10, [[1, 2], [3, 4]])][:5]
    ['row 1', 'row 2', 'column 1', 'column 2', 'digit r1c1']
    """
    lines = range(1, len(grid) + 1)
    book: list[RuleEntry] = []
    for kind in ("row", "column"):
        for line in lines:
            cells = tuple((line, at) if kind == "row" else (at, line) for at in lines)
            sentence = f"The numbers of {kind} {line} sum to {target}."
            book.append(RuleEntry(f"{kind} {line}", sentence, cells))
    for row, digits in enumerate(grid, 1):
        for column, digit in enumerate(digits, 1):
            name = plain_name((row, column))
            sentence = f"{name} is a positive number with the digit {digit}."
            book.append(RuleEntry(f"digit {name}", sentence, ((row, column),)))
    return tuple(book)
