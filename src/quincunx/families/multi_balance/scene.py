"""The board drawn: squares, fulcrums as triangles on their feet, rows and columns numbered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from quincunx.families.base.scene import Cell, Label, Place, Polygon, Room, Scene, box, box_place
from quincunx.families.multi_balance.forms import called

if TYPE_CHECKING:
    from quincunx.families.multi_balance import MultiBalance

BESIDE = 1.7
"""How wide the room is for the torques of a row, and how high for those of a column."""


def board_scene(puzzle: MultiBalance, fulcrums: list[Cell], placed: Mapping[Cell, int]) -> Scene:
    """The board of a puzzle with these fulcrums and these digits.

    Whether a cell can hold a digit at all is for the player to find out: all look the same.
    """
    height, width = len(puzzle.board), len(puzzle.board[0])
    crossings = set(puzzle.cells)

    def place(cell: Cell) -> Place:
        row, column = cell
        name = f"row {row}, column {column}" + (", a fulcrum" if cell in fulcrums else "")
        given = str(placed.get(cell, ""))
        return box_place(
            cell,
            name,
            (column - 1, row - 1),
            given=given,
            open=cell in crossings and not given,
            choices=range(puzzle.digits + 1) if cell in crossings else (),
        )

    places = tuple(place((r, c)) for r in range(1, height + 1) for c in range(1, width + 1))
    shapes = [Polygon(box(0, 0, width, height), "frame"), *map(_fulcrum, fulcrums)]
    every = f"{called(puzzle.digits).capitalize()}s 1 to {puzzle.digits}"
    wanted = every if puzzle.digits > 1 else "The digit 1"
    labels = [
        Label(wanted, Room(width / 2, -0.95, max(width, 4), 0.5), "clue", 0.42),
        *(Label(str(c), Room(c - 0.5, -0.3, 0.8, 0.4), "note", 0.36) for c in range(1, width + 1)),
        *(Label(str(r), Room(-0.4, r - 0.5, 0.6, 0.4), "note", 0.36) for r in range(1, height + 1)),
    ]
    at = "; ".join(f"row {row}, column {column}" for row, column in fulcrums)
    said = f"A board of {height} rows and {width} columns. {wanted}. Fulcrums: {at or 'none'}."
    return Scene(puzzle.title, said, places, tuple(shapes), tuple(labels), words={0: "×"})


def _fulcrum(cell: Cell) -> Polygon:
    row, column = cell
    x, y = column - 0.5, row - 0.5
    return Polygon(((x, y - 0.3), (x + 0.36, y + 0.3), (x - 0.36, y + 0.3)), "solid")


def torques(
    puzzle: MultiBalance, fulcrums: list[Cell], digits: Mapping[Cell, int]
) -> Iterator[Label]:
    """The torques on both sides of every line that holds digits and just one fulcrum, beside
    it: `12 = 12`."""
    height, width = len(puzzle.board), len(puzzle.board[0])
    for row in range(1, height + 1):
        arms = {column: digit for (r, column), digit in digits.items() if r == row and digit}
        at = [column for r, column in fulcrums if r == row]
        if arms and len(at) == 1:
            room = Room(width + 0.2 + BESIDE / 2, row - 0.5, BESIDE, 0.5)
            yield Label(" ".join(_compared(arms, at[0])), room, "clue", 0.42, "start")
    for column in range(1, width + 1):
        arms = {row: digit for (row, c), digit in digits.items() if c == column and digit}
        at = [row for row, c in fulcrums if c == column]
        if arms and len(at) == 1:
            for line, text in enumerate(_compared(arms, at[0])):
                room = Room(column - 0.5, height + 0.4 + 0.4 * line, 0.9, 0.4)
                yield Label(text, room, "clue", 0.42)


def _compared(arms: Mapping[int, int], fulcrum: int) -> tuple[str, str, str]:
    before = sum(digit * (fulcrum - place) for place, digit in arms.items() if place < fulcrum)
    after = sum(digit * (place - fulcrum) for place, digit in arms.items() if place > fulcrum)
    return str(before), "=" if before == after else "≠", str(after)
