"""The catalogues of Multi-Balance: all puzzles without givens, by the number of their digits.

Boards count as one that become the same when they are turned, mirrored or moved, or when the
lines outside of all fulcrums are cut off: those stay empty. Each is kept on the smallest board,
no higher than wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from quincunx.families.base.catalogue import GIVENS, Enumeration, Measure
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.forms import EMPTY, FULCRUM
from quincunx.families.multi_balance.placements import Placement, boxes, puzzles

SIDES = {4: 40, 6: 20, 7: 20, 8: 15, 9: 15, 10: 9, 11: 8, 12: 7}
"""By the number of digits, the longest side of the boards that are listed. With 1, 2, 3 or 5
digits there is no puzzle on any board."""
SMALLEST = {
    4: [(6, 13)],
    6: [(5, 7)],
    7: [(8, 8), (6, 14)],
    8: [(6, 7), (4, 10)],
    9: [(6, 6), (5, 13)],
    10: [(5, 6)],
    11: [(6, 6), (4, 7)],
    12: [(6, 6), (4, 7)],
}
"""By the number of digits, the boards of the catalogue into which no smaller one of it fits: short
side, long side."""
PLACES = "0123456789abcdefghijklmnopqrstuvwxyzABCD"
"""Rows and columns, counted from 0, as characters."""


class BalanceEnumeration(Enumeration[MultiBalance]):
    """All puzzles of so many digits within a square board; a part is a box."""

    family = MultiBalance
    symmetry = (
        "become the same when they are turned, mirrored or moved, or when lines outside of all "
        "fulcrums are cut off"
    )
    measures = (
        Measure("digits", "how many digits are placed"),
        Measure("rows", "rows of the smallest board, no more than its columns"),
        Measure("columns", "columns of the smallest board"),
    )
    turned = MappingProxyType({"rows": "columns", "columns": "rows"})

    def __init__(self, digits: int, side: int) -> None:
        self.digits = digits
        self.side = side
        self.name = f"{digits}-digits"
        self.bounds = f"puzzle of {digits} digits without givens within {side} by {side} cells"

    def parts(self) -> Sequence[str]:
        return [f"{height} x {width}" for height, width in boxes(self.digits, self.side, self.side)]

    def found(self, part: str) -> Iterator[tuple[MultiBalance, list[str]]]:
        height, width = map(int, part.split(" x "))
        yield from map(puzzle_of, puzzles(self.digits, height, width))

    def measured(self, puzzle: MultiBalance) -> Mapping[str, int]:
        rows, columns = len(puzzle.board), len(puzzle.board[0])
        return {"digits": puzzle.digits, "rows": rows, "columns": columns}

    def glanced(self, packed: str) -> Mapping[str, int]:
        rows, columns = box_of(packed)
        return {"digits": self.digits, "rows": rows, "columns": columns, GIVENS.name: 0}

    def pack(self, puzzle: MultiBalance, solution: list[str]) -> str:
        """The row and the column of each digit, from 1 on: the fulcrums follow."""
        at = dict(zip(puzzle.cells, puzzle.numbers(solution), strict=True))
        cell_of = {digit: cell for cell, digit in at.items() if digit}
        cells = (cell_of[digit] for digit in range(1, puzzle.digits + 1))
        return "".join(PLACES[row - 1] + PLACES[column - 1] for row, column in cells)

    def unpack(self, text: str) -> tuple[MultiBalance, list[str]]:
        places = [PLACES.index(mark) for mark in text]
        return puzzle_of(Placement(tuple(zip(places[::2], places[1::2], strict=True))))


def box_of(packed: str) -> tuple[int, int]:
    """How many rows and columns the smallest board of a packed puzzle has.

    >>> box_of("00093309")
    (4, 10)
    """
    places = [PLACES.index(mark) for mark in packed]
    return max(places[::2]) + 1, max(places[1::2]) + 1


ENUMERATIONS = tuple(BalanceEnumeration(digits, side) for digits, side in SIDES.items())


def puzzle_of(placement: Placement) -> tuple[MultiBalance, list[str]]:
    """The puzzle that has a placement as a solution, on the smallest board, and the solution."""
    height, width = placement.box
    marks = [[EMPTY] * width for _ in range(height)]
    for row, column in placement.fulcrums():
        marks[row][column] = FULCRUM
    digits = len(placement.cells)
    puzzle = MultiBalance(digits, tuple("".join(row) for row in marks))
    at = {cell: digit for digit, cell in enumerate(placement.cells, 1)}
    return puzzle, puzzle.solution([at.get((row - 1, c - 1), 0) for row, c in puzzle.cells])
