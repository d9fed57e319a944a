"""The rules of one Aztec Math: rows of different digits, and what each digit is made of."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import plain_name


def pyramid_rules(levels: int) -> Iterator[RuleEntry]:
    """The rows that hold more than one digit, and every cell above the bottom.

    >>> [rule.id for rule in pyramid_rules(3)]
    ['row 2', 'row 3', 'r1c1', 'r2c1', 'r2c2']
    """
    for row in range(2, levels + 1):
        cells = tuple((row, place) for place in range(1, row + 1))
        yield RuleEntry(f"row {row}", f"The digits of row {row} are all different.", cells)
    for row in range(1, levels):
        for place in range(1, row + 1):
            triple = ((row, place), (row + 1, place), (row + 1, place + 1))
            top, left, right = map(plain_name, triple)
            made = "the sum, difference, product or exact quotient"
            yield RuleEntry(top, f"{top} is {made} of {left} and {right}.", triple)
