"""Which cells of an Aztec pyramid decide the others: the proofs of its fewest givens.

    python -m benchmarks.pyramids 5          all sets of as many cells as it takes, from one on
    python -m benchmarks.pyramids 5 apart    all sets of cells of which no two touch

All filled pyramids with this number of levels are listed. For each set of cells the program counts
the pyramids that are the only ones with their digits there: the puzzles with these givens, mirror
images included. Of a set and its mirror image, which give the same number, one is examined.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from benchmarks import progress
from quincunx.families.aztec_math.catalogue import DIGITS, Row, rows_above
from quincunx.families.base.givens import GIVEN, OPEN

Cells = tuple[int, ...]
"""Cells, by their places from the top."""


def listed(levels: int) -> list[bytes]:
    """All filled pyramids: for each cell its digits in all of them, in the same order.

    >>> len(listed(2)), len(listed(2)[0])
    (3, 134)
    """
    digits = bytearray()
    for bottom in permutations(DIGITS, levels):
        for pyramid in _completed((bottom,)):
            for row in pyramid:
                digits.extend(row)
    cells = levels * (levels + 1) // 2
    return [bytes(digits[cell::cells]) for cell in range(cells)]


def _completed(rows: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
    """All pyramids that have these as their lowest rows."""
    if len(rows[0]) == 1:
        yield rows
        return
    for upper in rows_above(rows[0]):
        yield from _completed((upper, *rows))


def decided(pyramids: Sequence[bytes], cells: Cells) -> int:
    """How many pyramids are the only ones with their digits in these cells.

    >>> decided(listed(2), (1, 2)), decided(listed(2), (0, 1))
    (32, 41)
    """
    return sum(
        times == 1 for times in Counter(zip(*(pyramids[c] for c in cells), strict=True)).values()
    )


def sets(levels: int, number: int, apart: bool) -> list[Cells]:
    """Return all sets of `number` cells up to mirror images; with `apart`, those without touching
    cells.

    >>> sets(2, 2, apart=False), sets(3, 2, apart=True)
    ([(0, 1), (1, 2)], [(0, 3), (0, 4), (1, 5), (3, 5)])
    """
    places = [(i, j) for i in range(levels) for j in range(i + 1)]
    mirrored = [places.index((i, i - j)) for i, j in places]
    return [
        cells
        for cells in combinations(range(len(places)), number)
        if cells <= tuple(sorted(mirrored[cell] for cell in cells))
        and not (apart and _touch([places[cell] for cell in cells]))
    ]


def _touch(places: Sequence[tuple[int, int]]) -> bool:
    return any({(i, j + 1), (i + 1, j), (i + 1, j + 1)} & {*places} for i, j in places)


def drawn(levels: int, cells: Cells) -> str:
    """The cells as a pattern of givens.

    >>> drawn(3, (0, 4))
    '#/__/_#_'
    """
    marks = iter(GIVEN if at in cells else OPEN for at in range(levels * (levels + 1) // 2))
    return "/".join("".join(next(marks) for _ in range(i)) for i in range(1, levels + 1))


def main() -> None:
    """Print how many sets of each size were looked at, and those that decide something."""
    levels, apart = int(sys.argv[1]), sys.argv[2:] == ["apart"]
    pyramids = listed(levels)
    print(f"{len(pyramids[0]):,} pyramids of {levels} levels")
    for number in range(1, len(pyramids) + 1):
        found = 0
        every = sets(levels, number, apart)
        if not every:
            break
        print(f"sets of {number}: {len(every):,}", flush=True)
        for cells in progress.shown(every, f"sets of {number}"):
            decides = decided(pyramids, cells)
            found += decides
            if decides:
                print(f"{decides:9,}  {drawn(levels, cells)}", flush=True)
        if found and not apart:
            break


if __name__ == "__main__":
    main()
