"""Multi-Balance drawn: as shapes, and with characters. Rows and columns are numbered."""

from collections.abc import Mapping
from itertools import starmap

from quincunx.families.base.scene import Cell, Label, Place, Polygon, Room, Scene, box, box_place
from quincunx.families.base.sketch import Role, Sketch
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import (
    EMPTY,
    FULCRUM,
    MAX_FIGURE,
    marks_of,
    noun_for,
    number_of,
)
from quincunx.families.multi_balance.checker import torques_of

NOTE_WIDTH = 1.7
"""Width of the room for the torques of a row."""


def scene(puzzle: MultiBalance) -> Scene:
    """The board as shapes and cells.

    Cells that cannot hold a digit look like the others: finding them is up to the player.
    """
    height, width = len(puzzle.board), len(puzzle.board[0])
    given = puzzle.givens
    crossings = set(puzzle.cells)

    def place(cell: Cell, mark: str) -> Place:
        name = puzzle.layout.name(cell) + (", a fulcrum" if mark == FULCRUM else "")
        corner, digit = (cell[1] - 1, cell[0] - 1), str(given.get(cell, ""))
        choices = range(puzzle.digits + 1) if cell in crossings else ()
        is_open = cell in crossings and cell not in given
        return box_place(cell, name, corner, given=digit, open=is_open, choices=choices)

    places = tuple(starmap(place, marks_of(puzzle.board)))
    shapes = (Polygon(box(0, 0, width, height), "frame"), *map(_fulcrum, puzzle.fulcrums))
    every = f"{noun_for(puzzle.digits).capitalize()}s 1 to {puzzle.digits}"
    wanted = every if puzzle.digits > 1 else "The digit 1"
    labels = (
        Label(wanted, Room(width / 2, -0.95, max(width, 4), 0.5), "clue", 0.42),
        *(Label(str(c), Room(c - 0.5, -0.3, 0.8, 0.4), "note", 0.36) for c in range(1, width + 1)),
        *(Label(str(r), Room(-0.4, r - 0.5, 0.6, 0.4), "note", 0.36) for r in range(1, height + 1)),
    )
    at = "; ".join(f"row {row}, column {column}" for row, column in puzzle.fulcrums)
    size = f"A board of {height} rows and {width} columns"
    description = f"{size}. {wanted}. Fulcrums: {at or 'none'}."
    meanings = {FULCRUM: "a fulcrum", "×": "the cell stays empty", "A": "10", "B": "11", "C": "12"}
    words = {0: "×"}
    return Scene(puzzle.title, description, places, shapes, labels, words, meanings=meanings)


def _fulcrum(cell: Cell) -> Polygon:
    x, y = cell[1] - 0.5, cell[0] - 0.5
    return Polygon(((x, y - 0.3), (x + 0.36, y + 0.3), (x - 0.36, y + 0.3)), "solid")


def scene_notes(puzzle: MultiBalance, written: Mapping[Cell, int]) -> list[Label]:
    """The torques on both sides of every line with digits and one fulcrum: `12 = 12`."""
    sizes = len(puzzle.board), len(puzzle.board[0])
    digits = {cell: n for cell, n in {**puzzle.givens, **written}.items() if n}
    labels = []
    for at, size in enumerate(sizes):
        for line in range(1, size + 1):
            held = {cell: digit for cell, digit in digits.items() if cell[at] == line}
            if not held or sum(fulcrum[at] == line for fulcrum in puzzle.fulcrums) != 1:
                continue
            less, more = torques_of(puzzle, held, at, line)
            texts = str(less), "=" if less == more else "≠", str(more)
            if at == 0:
                room = Room(sizes[1] + 0.2 + NOTE_WIDTH / 2, line - 0.5, NOTE_WIDTH, 0.5)
                labels.append(Label(" ".join(texts), room, "clue", 0.42, "start"))
                continue
            for number, text in enumerate(texts):
                room = Room(line - 0.5, sizes[0] + 0.4 + 0.4 * number, 0.9, 0.4)
                labels.append(Label(text, room, "clue", 0.42))
    return labels


def sketch(puzzle: MultiBalance, solution: list[str] | None = None) -> Sketch:
    """The board in a frame, drawn with characters."""
    height, width = len(puzzle.board), len(puzzle.board[0])
    step = 2 if width < 10 and puzzle.digits <= MAX_FIGURE else 3
    margin = len(str(height)) + 1
    line = "─" * (step * width + 1)
    drawing = Sketch()
    for column in range(1, width + 1):
        drawing.put(0, margin + step * (column - 1) + 1, str(column).rjust(step), "note")
    drawing.put(1, margin, f"┌{line}┐", "frame")
    for row in range(1, height + 1):
        drawing.put(row + 1, 0, str(row).rjust(margin - 1), "note")
        drawing.put(row + 1, margin, "│", "frame")
        drawing.put(row + 1, margin + len(line) + 1, "│", "frame")
    drawing.put(height + 2, margin, f"└{line}┘", "frame")
    for (row, column), mark in marks_of(solution or puzzle.board):
        symbol = {FULCRUM: "▲", EMPTY: "·"}.get(mark) or str(number_of(mark))
        role: Role = "given" if puzzle.board[row - 1][column - 1] == mark else "answer"
        if mark in FULCRUM + EMPTY:
            role = "clue" if mark == FULCRUM else "note"
        drawing.put(row + 1, margin + step * column - len(symbol) + 1, symbol, role)
    return drawing
