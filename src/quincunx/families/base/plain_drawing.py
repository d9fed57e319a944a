"""Drawings for families that have none of their own: rows of boxes, and the other parts below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.families.base.puzzle import AnyPuzzle, Cell, Field, shorten
from quincunx.families.base.scene import Label, Place, Point, Room, Scene, box_place
from quincunx.families.base.sketch import Role, Sketch, boxes

MAX_CHARACTERS = 24
"""Longer numbers are cut."""


def plain_sketch(puzzle: AnyPuzzle, solution: Any = None) -> Sketch:
    """The cells of a puzzle as rows of boxes, with its givens or with an answer."""
    layout = puzzle.layout
    printed = _printed(puzzle)
    written = printed
    if solution is not None:
        written = dict(zip(puzzle.cells, numbers_of(puzzle, solution), strict=True))
    texts = {
        cell: shorten(layout.mark.text(value), MAX_CHARACTERS) for cell, value in written.items()
    }
    width = max(map(len, texts.values()), default=1)
    sketch = Sketch()
    boxes(sketch, list(map(len, layout.rows)), width)
    for line, row in enumerate(layout.rows):
        for at, cell in enumerate(row):
            if cell in texts:
                role: Role = "given" if printed.get(cell) == written[cell] else "answer"
                sketch.put(2 * line + 1, (width + 3) * at + 2, texts[cell].rjust(width), role)
    for line, text in enumerate(_other_parts(puzzle), 2 * len(layout.rows) + 1):
        sketch.put(line, 0, text, "clue")
    return sketch


def given_place(
    puzzle: AnyPuzzle, cell: Cell, at: Point, width: float, given: str, choices: Sequence[int] = ()
) -> Place:
    """A box for a cell, one unit high, that is open unless a number is given in it."""
    name = puzzle.layout.name(cell)
    return box_place(cell, name, at, width, given=given, open=not given, choices=choices)


def plain_scene(puzzle: AnyPuzzle) -> Scene:
    """The cells of a puzzle as rows of boxes, and below them its other parts."""
    layout = puzzle.layout
    texts = {cell: layout.mark.text(value) for cell, value in _printed(puzzle).items()}
    width = 1 + 0.35 * min(3, max(map(len, texts.values()), default=1) - 1)
    open_cells = set(puzzle.cells) - set(givens_of(puzzle))

    def place(cell: Cell, row: int, column: int) -> Place:
        corner = (width * column, float(row))
        given = texts.get(cell, "")
        is_open = cell in open_cells
        return box_place(cell, layout.name(cell), corner, width, given=given, open=is_open)

    places = tuple(
        place(cell, row, column)
        for row, cells in enumerate(layout.rows)
        for column, cell in enumerate(cells)
    )
    wide = max(6.0, width * max(map(len, layout.rows), default=0))
    labels = tuple(
        Label(text, Room(wide / 2, row + 0.4, wide, 0.5), "clue", 0.36, "start")
        for row, text in enumerate(_other_parts(puzzle), len(layout.rows))
    )
    described = ". ".join([f"{len(places)} cells", *_other_parts(puzzle)])
    return Scene(puzzle.title, f"{described}.", places, (), labels)


def _printed(puzzle: AnyPuzzle) -> dict[Cell, Any]:
    """What the puzzle prints in its cells, by cell."""
    printed: dict[Cell, Any] = dict(givens_of(puzzle))
    for field in puzzle.fields:
        if _has_cells_of(puzzle, field):
            marks = puzzle.layout.flattened(field.of(puzzle))
            found = zip(puzzle.cells, marks, strict=True)
            printed |= {cell: mark for cell, mark in found if mark is not None}
    return printed


def _other_parts(puzzle: AnyPuzzle) -> list[str]:
    """The parts of a puzzle that are not laid out in its cells, as text."""
    return [
        f"{field.name}: {field.shape.text(field.of(puzzle))}"
        for field in puzzle.fields
        if not _has_cells_of(puzzle, field)
    ]


def _has_cells_of(puzzle: AnyPuzzle, field: Field) -> bool:
    """Whether a part of a puzzle is laid out in the cells of its answers."""
    layout = field.shape.layout(field.of(puzzle))
    return layout is not None and layout.rows == puzzle.layout.rows
