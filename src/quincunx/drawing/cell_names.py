"""Names of cells in pictures, the same as in texts and on the page.

Rows and columns that stand in straight lines are named at the edges of the board: r2, c3. Other
cells have their names in a corner if there is room. In smaller cells only those are named that a
step is about.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from quincunx.drawing.text_size import em_width
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import short_name
from quincunx.families.base.scene import Box, Label, Place, Room, Scene, around

SIZE, EDGE_SIZE = 0.22, 0.3
"""Sizes of names in units, in cells and at edges, unless type has to be larger."""
_GRID_NAME = re.compile(r"(r\d+)(c\d+)")


@dataclass(frozen=True)
class CellNames:
    """The names of a board: labels at its edges, or texts in cells."""

    edges: tuple[Label, ...] = ()
    texts: Mapping[Cell, str] = field(default_factory=dict)
    size: float = SIZE
    in_corners: bool = True


def cell_names(
    puzzle: AnyPuzzle, scene: Scene, named: Iterable[Cell], least: float = 0.0
) -> CellNames:
    """Return the names that a picture shows; `least` is the smallest size of type in units.

    Args:
        puzzle: The puzzle, which knows the names of its cells.
        scene: Its board.
        named: The cells that are named if there is no room for the names of all.
        least: The smallest size of type in units.

    >>> from quincunx.families import parse
    >>> from quincunx.families.base.capabilities import build_scene
    >>> puzzle = parse("aztec-math:9/5_")
    >>> cell_names(puzzle, build_scene(puzzle), []).texts[2, 1]
    'r2c1'
    """
    names = {place: short_name(puzzle, place.cell) for place in scene.places}
    edges = _edges(names, replace(scene, labels=()).bounds(), max(EDGE_SIZE, least))
    if edges:
        return CellNames(edges)
    size = max(SIZE, least)
    bare = {place.cell: name.removeprefix("cell ") for place, name in names.items()}
    if all(p.room.width > 4 * size and p.room.height > 2.4 * size for p in scene.places):
        return CellNames(texts=bare, size=size)
    return CellNames((), {cell: bare[cell] for cell in named if cell in bare}, size, False)


def _edges(names: Mapping[Place, str], bounds: Box, size: float) -> tuple[Label, ...]:
    """The names of rows and columns, if all cells have such names and stand in straight lines."""
    lines: dict[str, list[Box]] = defaultdict(list)
    for place, name in names.items():
        found = _GRID_NAME.fullmatch(name)
        for line in found.groups() if found else ("",):
            lines[line].append(around(place.outline))
    labels: list[Label] = []
    for text, boxes in lines.items():
        axis = 0 if text.startswith("c") else 1
        if not text or max(b[axis] for b in boxes) - min(b[axis] for b in boxes) > 0.01:
            return ()
        low, high = boxes[0][axis], boxes[0][axis + 2]
        middle, wide = (low + high) / 2, em_width(text) * size
        room = Room(middle, bounds[1] - 0.12 - size / 2, min(wide, 0.85 * (high - low)), size)
        if axis:
            room = Room(bounds[0] - 0.12 - wide / 2, middle, wide, size)
        labels.append(Label(text, room, "note", size))
    return tuple(labels)
