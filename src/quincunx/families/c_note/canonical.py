"""One form for all C-Notes that are the same but for the order of rows and columns, and turning.

Vocabulary:
  colour   a number for a row or a column that does not depend on their order
  twins    columns that hold the same, so that nobody can tell which of them is which

Colours are refined by what rows and columns hold of each other's colours, until nothing changes.
Columns of the same colour are then told apart by naming one of them first, each in turn, and
refining again; of twins any one will do. Of all grids that come about the smallest is the form. It
takes as many tries as there are symmetries left, mostly one, and not one for each order of columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Grid: TypeAlias = tuple[tuple[int, ...], ...]
Colours: TypeAlias = tuple[int, ...]


def canonical(grid: Grid) -> Grid:
    """The form of a grid.

    >>> canonical(((8, 7), (3, 1))) == canonical(((1, 7), (3, 8)))
    True
    """
    turned = tuple(zip(*grid, strict=True))
    return min(_smallest(grid, (0,) * len(grid)), _smallest(turned, (0,) * len(grid)))


def _smallest(grid: Grid, colours: Colours) -> Grid:
    """The smallest grid over all orders of columns that agree with their colours."""
    colours = _refined(grid, colours)
    columns = tuple(zip(*grid, strict=True))
    by_colour: dict[int, list[int]] = {}
    for at, colour in enumerate(colours):
        by_colour.setdefault(colour, []).append(at)
    alike = [
        by_colour[c] for c in sorted(by_colour) if len({columns[at] for at in by_colour[c]}) > 1
    ]
    if not alike:
        order = sorted(range(len(colours)), key=lambda at: colours[at])
        return tuple(sorted(tuple(row[at] for at in order) for row in grid))
    first = {columns[at]: at for at in reversed(alike[0])}
    return min(
        _smallest(grid, tuple(2 * c - (at == named) for at, c in enumerate(colours)))
        for named in first.values()
    )


def _refined(grid: Grid, colours: Colours) -> Colours:
    """Colours of columns that tell as many of them apart as what they hold does."""
    columns = tuple(zip(*grid, strict=True))
    while True:
        rows = _numbered([sorted(zip(colours, row, strict=True)) for row in grid])
        refined = _numbered(
            [
                (colour, sorted(zip(rows, column, strict=True)))
                for colour, column in zip(colours, columns, strict=True)
            ]
        )
        if len(set(refined)) == len(set(colours)):
            return refined
        colours = refined


def _numbered(marks: Sequence[object]) -> Colours:
    """For each mark its number among all that are different, from the smallest on."""
    different: list[object] = []
    for mark in sorted(marks):  # type: ignore[type-var]
        if not different or different[-1] != mark:
            different.append(mark)
    return tuple(different.index(mark) for mark in marks)
