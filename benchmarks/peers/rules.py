"""The rules of the puzzles as plain numbers, for models that know nothing of ours.

Every function takes a puzzle's document (see the identifier and document forms of each family) and
answers what any modeller would work out first: which cells there are, what belongs together, what
it has to add up to. Cells are numbered from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.natural import NEIGHBOURS, around

Document = dict[str, Any]


def numbers_with(digit: int, target: int) -> list[int]:
    """C-Note: the numbers up to the target that hold a digit."""
    return [number for number in range(1, target + 1) if str(digit) in str(number)]


def lines(size: int) -> list[list[int]]:
    """C-Note: the cells of each row and of each column."""
    rows = [[size * r + c for c in range(size)] for r in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def largest_strike(puzzle: Document) -> int:
    """Power Strike: no number of the ring can be larger."""
    cells = puzzle["cells"]
    most = max(number for number in cells if number)
    return int(most * puzzle["multiplier"] ** (len(cells) - 1))


def places(most: int) -> list[int]:
    """Power Strike: 1, 10, 100, ..., one for each digit of the largest number."""
    return [10**place for place in range(len(str(most)))]


def follows(before: int, after: int, multiplier: int) -> bool:
    """Power Strike: whether a number may come after another."""
    digits = str(before)
    shorter = (digits[:i] + digits[i + 1 :] for i in range(len(digits)))
    return after == before * multiplier or any(
        text and int(text) == after for text in shorter if after > 0
    )


@dataclass(frozen=True)
class Balance:
    """Multi-Balance: the cells that can hold a digit, and the fulcrums.

    Each fulcrum has the cells of its row and of its column, as (cell, distance); a line that holds
    several fulcrums holds no digit, so it has no cells.
    """

    cells: list[tuple[int, int]]
    rows: list[list[tuple[int, int]]]
    columns: list[list[tuple[int, int]]]
    givens: dict[int, int]


def balance(puzzle: Document) -> Balance:
    """What a board of Multi-Balance says."""
    board = puzzle["board"]
    fulcrums = [(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign == "#"]
    rows, columns = [r for r, _ in fulcrums], [c for _, c in fulcrums]
    cells = [
        (r, c)
        for r, row in enumerate(board)
        for c, sign in enumerate(row)
        if sign != "#" and rows.count(r) == 1 and columns.count(c) == 1
    ]
    return Balance(
        cells,
        [[(i, c - fc) for i, (r, c) in enumerate(cells) if r == fr] for fr, fc in fulcrums],
        [[(i, r - fr) for i, (r, c) in enumerate(cells) if c == fc] for fr, fc in fulcrums],
        {i: int(board[r][c]) for i, (r, c) in enumerate(cells) if board[r][c].isdigit()},
    )


@dataclass(frozen=True)
class Stars:
    """Sum Star: cells 13 × dodecagon + 0..12, what shares an edge, and the black triangles."""

    size: int
    edges: list[tuple[int, int]]
    triangles: list[tuple[list[int], int | None]]
    givens: dict[int, int]


def stars(puzzle: Document) -> Stars:
    """What an arrangement of dodecagons says."""
    places = {tuple(star["at"]): 13 * number for number, star in enumerate(puzzle["stars"])}
    triangles: dict[frozenset[int], tuple[list[int], int | None]] = {}
    givens = {}
    for star in puzzle["stars"]:
        at = tuple(star["at"])
        for square, total in zip(range(1, 12, 2), star["sums"], strict=True):
            cells = [places[where] + cell - 1 for where, cell in around(places, at, square)]
            triangles[frozenset(cells)] = (cells, total)
        for cell, given in enumerate(star.get("cells") or []):
            if given is not None:
                givens[places[at] + cell] = int(given)
    edges = sorted({(min(edge), max(edge)) for edge in _edges(places)})
    return Stars(13 * len(places), edges, list(triangles.values()), givens)


def _edges(places: dict[tuple[Any, ...], int]) -> Iterator[tuple[int, int]]:
    for (q, r), first in places.items():
        for cell in range(1, 13):
            yield first + cell - 1, first + cell % 12
            if cell % 2:
                yield first + cell - 1, first + 12
            else:
                across = places.get((q + NEIGHBOURS[cell][0], r + NEIGHBOURS[cell][1]))
                if across is not None:
                    yield first + cell - 1, across + (cell + 5) % 12


def tops() -> list[tuple[int, int, int]]:
    """Aztec Math: every cell with two cells that may lie below it."""
    digits = range(1, 10)
    return [
        (top, a, b)
        for top in digits
        for a in digits
        for b in digits
        if top in (a + b, a - b, b - a, a * b) or top * b == a or top * a == b
    ]


def pyramid(levels: int) -> tuple[list[list[int]], list[tuple[int, int, int]]]:
    """Aztec Math: the cells of each row, and each cell with the two below it."""
    rows = [[i * (i + 1) // 2 + j for j in range(i + 1)] for i in range(levels)]
    triples = [
        (rows[i][j], rows[i + 1][j], rows[i + 1][j + 1])
        for i in range(levels - 1)
        for j in range(i + 1)
    ]
    return rows, triples
