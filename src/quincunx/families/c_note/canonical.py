"""One form for all C-Notes that differ only by the order of rows and columns, and by turning.

Works like canonical labelling of graphs: a colour is a number for a row or a column that does not
depend on their order. Colours are refined by the colours and digits of the crossing lines until
nothing changes. Columns of the same colour are then distinguished by giving each of them in turn a
colour of its own and refining again; for equal columns one of them is enough. The smallest of all
grids is the form. That takes as many tries as there are symmetries left, mostly one, rather than
one for each order of columns.
"""

from collections.abc import Sequence
from typing import TypeAlias

DigitGrid: TypeAlias = tuple[tuple[int, ...], ...]
Colours: TypeAlias = tuple[int, ...]


def canonical(grid: DigitGrid) -> DigitGrid:
    """The form of a grid.

    >>> canonical(((8, 7), (3, 1))) == canonical(((1, 7), (3, 8)))
    True
    """
    turned = tuple(zip(*grid, strict=True))
    return min(_smallest(grid, (0,) * len(grid)), _smallest(turned, (0,) * len(grid)))


def _smallest(grid: DigitGrid, colours: Colours) -> DigitGrid:
    """The smallest grid over all orders of columns that agree with their colours."""
    colours = _refined(grid, colours)
    columns = tuple(zip(*grid, strict=True))
    by_colour: dict[int, list[int]] = {}
    for at, colour in enumerate(colours):
        by_colour.setdefault(colour, []).append(at)
    groups = (by_colour[colour] for colour in sorted(by_colour))
    alike = [group for group in groups if len({columns[at] for at in group}) > 1]
    if not alike:
        order = sorted(range(len(colours)), key=lambda at: colours[at])
        return tuple(sorted(tuple(row[at] for at in order) for row in grid))
    first = {columns[at]: at for at in reversed(alike[0])}
    return min(
        _smallest(grid, tuple(2 * c - (at == named) for at, c in enumerate(colours)))
        for named in first.values()
    )


def _refined(grid: DigitGrid, colours: Colours) -> Colours:
    """The colours of columns after refinement."""
    columns = tuple(zip(*grid, strict=True))
    while True:
        rows = _numbered([_crossing(colours, row) for row in grid])
        marks = zip(colours, (_crossing(rows, column) for column in columns), strict=True)
        refined = _numbered(list(marks))
        if len(set(refined)) == len(set(colours)):
            return refined
        colours = refined


def _crossing(colours: Colours, digits: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The colours of the lines that cross a line, each with the digit there, in order."""
    return tuple(sorted(zip(colours, digits, strict=True)))


def _numbered(marks: Sequence[tuple[object, ...]]) -> Colours:
    """For each mark its rank among all different marks."""
    ranks = {mark: rank for rank, mark in enumerate(sorted(set(marks)))}
    return tuple(ranks[mark] for mark in marks)
