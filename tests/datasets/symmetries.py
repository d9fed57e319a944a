"""The class of a solution from the rules alone, by trying all symmetries of its family.

Shares nothing with the program. Run with the folder of a dataset, this counts its leaks:
`python -m tests.datasets.symmetries DIR ...`.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any, TypeAlias

Solved: TypeAlias = tuple[dict[str, Any], list[Any]]
"""The document of a puzzle, and its solution."""
ACROSS = {0: (0, -1), 2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0)}
"""Where the dodecagon across a cell lies; 0 stands for cell 12."""


def c_notes(document: Any, grid: list[list[int]]) -> Iterator[Solved]:
    """Rows and columns in any order, and either way round."""
    for turned in (grid, list(zip(*grid, strict=True))):
        for order in permutations(range(len(grid))):
            for rows in permutations(turned):
                image = [[row[at] for at in order] for row in rows]
                digits = [[number % 10 for number in row] for row in image]
                yield {"target": document["target"], "grid": digits}, image


def multi_balances(document: Any, board: list[str]) -> Iterator[Solved]:
    """The board in all eight ways, without the empty lines around it."""
    rows = [row for row in board if row.strip(".")]
    rows = board[board.index(rows[0]) : len(board) - board[::-1].index(rows[-1])]
    left = min(len(row) - len(row.lstrip(".")) for row in rows)
    right = max(len(row.rstrip(".")) for row in rows)
    cut = [row[left:right] for row in rows]
    for turned in (cut, ["".join(column) for column in zip(*cut, strict=True)]):
        for down, across in product((1, -1), repeat=2):
            image = [row[::across] for row in turned[::down]]
            empty = ["".join("#" if mark == "#" else "." for mark in row) for row in image]
            yield {"digits": document["digits"], "board": empty}, image


def aztec_maths(document: Any, rows: list[list[int]]) -> Iterator[Solved]:
    """The pyramid and its mirror image."""
    for image in (rows, [row[::-1] for row in rows]):
        yield {"rows": image}, image


def power_strikes(document: Any, ring: list[int]) -> Iterator[Solved]:
    """The ring from each of its cells on, around the same number."""
    for at in range(len(ring)):
        image = ring[at:] + ring[:at]
        yield {"multiplier": document["multiplier"], "cells": image}, image


def sum_stars(document: Any, stars: list[list[int]]) -> Iterator[Solved]:
    """The lattice turned and mirrored in all twelve ways, moved to the corner."""
    for sense, turn in product((1, -1), range(0, 12, 2)):
        image = []
        (a, b), (c, d) = (ACROSS[(sense * cell + turn) % 12] for cell in (4, 6))
        for star, numbers in zip(document["stars"], stars, strict=True):
            q, r = star["at"]
            came_from = [(sense * (cell - turn) - 1) % 12 for cell in range(1, 13)]
            cells = [*(numbers[at] for at in came_from), numbers[12]]
            image.append(([q * a + r * c, q * b + r * d], cells))
        image.sort()
        (left, top), _ = image[0]
        places = [{"at": [x - left, y - top], "sums": [None] * 6} for (x, y), _ in image]
        yield {"stars": places}, [cells for _, cells in image]


IMAGES: dict[str, Callable[[Any, Any], Iterator[Solved]]] = {
    "aztec-math": aztec_maths,
    "c-note": c_notes,
    "multi-balance": multi_balances,
    "power-strike": power_strikes,
    "sum-star": sum_stars,
}


def images(row: dict[str, Any]) -> Iterator[Solved]:
    """All symmetric images of a row's solution, each with a puzzle that it solves."""
    document, answer = json.loads(row["document"]), json.loads(row["answer"])
    for image, solution in IMAGES[row["family"]](document, answer):
        yield {"family": row["family"], **image}, solution


def solution_class(row: dict[str, Any]) -> str:
    """The smallest image of a row's solution."""
    return min(map(json.dumps, images(row)))


def leaks(rows: Iterable[dict[str, Any]]) -> tuple[int, int]:
    """The number of solutions in two splits, and of rows whose solution another row has."""
    splits: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        splits[solution_class(row)].append(row["split"])
    shared = sum(len(set(found)) > 1 for found in splits.values())
    return shared, sum(len(found) for found in splits.values()) - len(splits)


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """All rows of a dataset."""
    files = sorted((folder / "data").glob("*.jsonl*"))
    texts = [(path.read_bytes(), path.suffix == ".gz") for path in files]
    lines = b"".join(gzip.decompress(raw) if packed else raw for raw, packed in texts)
    return [json.loads(line) for line in lines.splitlines()]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        found = rows_of(Path(name))
        print(f"{name}: {len(found):,} rows, {leaks(found)} solutions in two splits and repeated")
