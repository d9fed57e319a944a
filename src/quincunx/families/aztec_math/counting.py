"""Counts the solutions of an Aztec Math row by row, without listing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

from quincunx.cp.limits import poll
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.model import possible_triples

Row: TypeAlias = tuple[int, ...]


def count_solutions(puzzle: AztecMath) -> int:
    """The number of solutions, from the number of pyramids that end in each possible row so far.

    At most 9! rows are remembered, however many pyramids there are: all 3,211,665,350 pyramids of
    nine levels are counted in seconds.
    """
    choices = [
        [range(1, 10) if given is None else (given,) for given in row] for row in puzzle.rows
    ]
    pyramids: dict[Row, int] = {(digit,): 1 for digit in choices[0][0]}
    for below in choices[1:]:
        pyramids = _with_row_below(pyramids, below)
    return sum(pyramids.values())


@cache
def _rights() -> Mapping[tuple[int, int], tuple[int, ...]]:
    """The digits that can stand to the right, by top and left."""
    rights: dict[tuple[int, int], tuple[int, ...]] = {}
    for top, left, right in possible_triples().rows:
        rights[top, left] = (*rights.get((top, left), ()), right)
    return rights


def _with_row_below(pyramids: Mapping[Row, int], below: Sequence[Sequence[int]]) -> dict[Row, int]:
    """The number of pyramids that end in each row, from those that end in each row above.

    Rows are taken in order: what can stand below the first digits of one row is kept for the next
    row that begins with the same digits.
    """
    rights = _rights()
    counts: dict[Row, int] = {}
    # beginnings[j]: the beginnings of rows that fit below the first j digits of the row above.
    beginnings: list[list[Row]] = [[(digit,) for digit in below[0]]]
    previous: Row = ()
    for row, count in sorted(pyramids.items()):
        poll()
        same = 0
        while same < len(previous) and previous[same] == row[same]:
            same += 1
        del beginnings[same + 1 :]
        for j in range(same, len(row)):
            top, allowed = row[j], below[j + 1]
            beginnings.append(
                [
                    (*start, digit)
                    for start in beginnings[j]
                    for digit in rights.get((top, start[-1]), ())
                    if digit in allowed and digit not in start
                ]
            )
        previous = row
        for lower in beginnings[-1]:
            counts[lower] = counts.get(lower, 0) + count
    return counts
