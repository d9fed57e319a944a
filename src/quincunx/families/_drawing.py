"""A drawing for families that have none of their own: boxes, and what else a puzzle says below."""

from __future__ import annotations

from typing import Any

from quincunx.families import AnyPuzzle, Field, shorten
from quincunx.sketch import Role, Sketch, boxes

MOST = 24
"""Longer numbers are cut short."""


def plain_sketch(puzzle: AnyPuzzle, solution: Any = None) -> Sketch:
    """The cells of a puzzle as rows of boxes, with what it prints in them or with an answer."""
    layout = puzzle.layout
    laid = [field for field in puzzle.fields if _has_cells_of(puzzle, field)]
    printed: dict[Any, Any] = dict(puzzle.givens())
    for field in laid:
        marks = layout.flattened(field.of(puzzle))
        printed |= {c: m for c, m in zip(puzzle.cells, marks, strict=True) if m is not None}
    written = printed
    if solution is not None:
        written = dict(zip(puzzle.cells, puzzle.numbers(solution), strict=True))
    texts = {cell: shorten(layout.mark.text(value), MOST) for cell, value in written.items()}
    width = max(map(len, texts.values()), default=1)
    sketch = Sketch()
    boxes(sketch, list(map(len, layout.rows)), width)
    for line, row in enumerate(layout.rows):
        for at, cell in enumerate(row):
            if cell in texts:
                role: Role = "given" if printed.get(cell) == written[cell] else "answer"
                sketch.put(2 * line + 1, (width + 3) * at + 2, texts[cell].rjust(width), role)
    below = 2 * len(layout.rows) + 1
    for line, field in enumerate((f for f in puzzle.fields if f not in laid), below):
        sketch.put(line, 0, f"{field.name}: {field.shape.text(field.of(puzzle))}", "clue")
    return sketch


def _has_cells_of(puzzle: AnyPuzzle, field: Field) -> bool:
    """Whether a part of a puzzle is laid out in the cells of its answers."""
    layout = field.shape.layout(field.of(puzzle))
    return layout is not None and layout.rows == puzzle.layout.rows
