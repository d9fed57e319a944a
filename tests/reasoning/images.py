"""Symmetric images of puzzles, made of their identifiers: nothing but the writing changes.

A person takes the same to solve an image as to solve the puzzle itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import TypeAlias

Grid: TypeAlias = tuple[str, ...]


def images(identifier: str) -> list[str]:
    """All images of a puzzle, itself among them, each once; of C-Notes with many lines some."""
    family, body = identifier.split(":", 1)
    return [f"{family}:{image}" for image in dict.fromkeys(_IMAGES[family](body))]


def _transposed(rows: Sequence[str]) -> Grid:
    return tuple(map("".join, zip(*rows, strict=True)))


def _c_note(body: str) -> Iterator[str]:
    """Rows and columns in another order, and changed for each other."""
    target, grid = body.split(":")
    for rows in (tuple(grid.split("/")), _transposed(grid.split("/"))):
        orders = [tuple(range(len(rows))), *list(permutations(range(len(rows))))[1:6]]
        for down in orders:
            for across in orders[:: max(1, len(orders) // 3)]:
                image = ("".join(rows[row][column] for column in across) for row in down)
                yield f"{target}:{'/'.join(image)}"


def _multi_balance(body: str) -> Iterator[str]:
    """The board turned and mirrored."""
    digits, grid = body.split(":")
    rows: Grid = tuple(grid.split("/"))
    for _ in range(2):
        for image in (rows, rows[::-1], _flipped(rows), _flipped(rows[::-1])):
            yield f"{digits}:{'/'.join(image)}"
        rows = _transposed(rows)


def _flipped(rows: Sequence[str]) -> Grid:
    return tuple(row[::-1] for row in rows)


def _aztec_math(body: str) -> Iterator[str]:
    """Left and right changed for each other."""
    yield body
    yield "/".join(row[::-1] for row in body.split("/"))


def _power_strike(body: str) -> Iterator[str]:
    """The ring turned, so that another cell is the first."""
    factor, ring = body.split(":")
    cells = ring.split(",")
    for first in range(len(cells)):
        yield f"{factor}:{','.join(cells[first:] + cells[:first])}"


def _sum_star(body: str) -> Iterator[str]:
    """Everything turned by a sixth, six times, and mirrored; the dodecagons in reverse order."""
    stars = [_star(text) for text in body.split("/")]
    for _ in range(6):
        stars = [_turned(star) for star in stars]
        yield "/".join(map(_written, stars))
        yield "/".join(map(_written, map(_mirrored, reversed(stars))))


Star: TypeAlias = tuple[int, int, list[str], str]
"""Where a dodecagon lies, its six numbers, and its 13 givens."""


def _star(text: str) -> Star:
    at, _, rest = text.partition("=")
    numbers, _, givens = rest.partition("@")
    q, r = map(int, at.split("."))
    return q, r, numbers.split(","), givens or "_" * 13


def _written(star: Star) -> str:
    q, r, numbers, givens = star
    written = f"{q}.{r}={','.join(numbers)}"
    return written if set(givens) == {"_"} else f"{written}@{givens}"


def _turned(star: Star) -> Star:
    """Each thing goes where the one after it, clockwise, was."""
    q, r, numbers, givens = star
    ring = givens[:12]
    return -r, q + r, numbers[-1:] + numbers[:-1], ring[-2:] + ring[:-2] + givens[12]


def _mirrored(star: Star) -> Star:
    """What was left of the top is right of it."""
    q, r, numbers, givens = star
    ring = givens[:12]
    return -q - r, r, numbers[:1] + numbers[:0:-1], ring[0] + ring[:0:-1] + givens[12]


_IMAGES = {
    "aztec-math": _aztec_math,
    "c-note": _c_note,
    "multi-balance": _multi_balance,
    "power-strike": _power_strike,
    "sum-star": _sum_star,
}
