"""Drawings for families that have none of their own: boxes where the layout says the cells are.

A family declares what its board has beside the cells in a `Decoration`: blocked cells, cages, clues
at the edge. Without one, blocked cells are those of a `Grid` that hold no answer, and the parts of
the puzzle that are not laid out in cells stand below the board.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

from quincunx.families.base import scene
from quincunx.families.base.capabilities import decoration_of
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.families.base.puzzle import AnyPuzzle, Cell, Field, shorten
from quincunx.families.base.scene import Label, Place, Point, Room
from quincunx.families.base.sketch import Role, Sketch, draw_boxes

MAX_CHARACTERS = 24
"""Longer numbers are cut."""


@dataclass(frozen=True)
class Cage:
    """Cells within one outline, and the clue that is printed in the first of them."""

    cells: Collection[Cell]
    clue: str = ""


@dataclass(frozen=True)
class Decoration:
    """What a board shows beside the cells of answers. All places are named like cells, and may lie
    outside the board: (0, 2) is above column 2.

    Attributes:
        blocked: Boxes that hold no number, with the clue that is printed in each.
        cages: Groups of cells.
        clues: Texts without a box.
        below: Lines of text below the board.
    """

    blocked: Mapping[Cell, str] = field(default_factory=dict)
    cages: Sequence[Cage] = ()
    clues: Mapping[Cell, str] = field(default_factory=dict)
    below: Sequence[str] = ()


def plain_decoration(puzzle: AnyPuzzle) -> Decoration:
    """The blocked cells of the part that is laid out in cells, with their texts as clues unless
    these are "#", and all other parts as text."""
    own = _cell_part(puzzle)
    blocked = {c: t.strip("#") for c, t in _printed(puzzle).items() if c not in puzzle.cells}
    below = [f"{f.name}: {f.shape.text(f.of(puzzle))}" for f in puzzle.fields if f is not own]
    return Decoration(blocked, below=below)


def _cell_part(puzzle: AnyPuzzle) -> Field | None:
    """The part of a puzzle that is laid out in the cells of its answers."""
    for part in puzzle.fields:
        layout = part.shape.layout(part.of(puzzle))
        if layout is not None and layout.rows == puzzle.layout.rows:
            return part
    return None


def _printed(puzzle: AnyPuzzle) -> dict[Cell, str]:
    """The texts that the puzzle prints in boxes: in cells, and in those that are blocked."""
    part = _cell_part(puzzle)
    texts = {} if part is None else part.shape.printed(part.of(puzzle))
    givens = {cell: puzzle.layout.mark.text(given) for cell, given in givens_of(puzzle).items()}
    return {**{cell: text for cell, (_, text) in texts.items()}, **givens}


def _sides(cell: Cell, at: Mapping[Cell, Point], cages: Sequence[Cage]) -> list[bool]:
    """Whether a cell has a line at its top, right, bottom and left: not within a cage."""
    (x, y), inside = at[cell], {at[c] for cage in cages if cell in cage.cells for c in cage.cells}
    return [beside not in inside for beside in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))]


def _positions(puzzle: AnyPuzzle, extra: Decoration) -> dict[Cell, Point]:
    """The position of everything that has the size of a cell."""
    named = (*puzzle.cells, *extra.blocked, *extra.clues)
    return {cell: puzzle.layout.position(cell) for cell in named}


def _clue_cell(cage: Cage, at: Mapping[Cell, Point]) -> Cell:
    """The uppermost cell of a cage; the leftmost of several."""
    return min(cage.cells, key=lambda cell: (at[cell][1], at[cell][0]))


def plain_sketch(puzzle: AnyPuzzle, solution: Any = None) -> Sketch:
    """The board with what is printed in it; in a cell, the answer follows what is printed."""
    extra, text_of = decoration_of(puzzle), puzzle.layout.mark.text
    at = _positions(puzzle, extra)
    pieces: dict[Cell, list[tuple[str, Role]]] = {cell: [] for cell in at}
    for cell, text in _printed(puzzle).items():
        if cell in pieces:
            pieces[cell] = [(shorten(text, MAX_CHARACTERS), "given")]
    for cell, text in (*extra.blocked.items(), *extra.clues.items()):
        pieces[cell] = [(text, "clue")]
    if solution is not None:
        for cell, number in zip(puzzle.cells, numbers_of(puzzle, solution), strict=True):
            text = shorten(text_of(number), MAX_CHARACTERS)
            if (text, "given") not in pieces[cell]:
                pieces[cell].append((text, "answer"))
    lengths = [len(" ".join(text for text, _ in there)) for there in pieces.values()]
    width = max(1, *lengths, *(len(cage.clue) - 1 for cage in extra.cages))
    if any(x != int(x) for x, _ in at.values()):
        width |= 1  # so that half a box has a whole number of characters
    tall = 2 if all(y == int(y) for _, y in at.values()) else 4

    def corner(x: float, y: float) -> tuple[int, int]:
        return round(tall * y), round((width + 3) * x)

    sketch = Sketch()
    boxes = [(cell, *place) for cell, place in at.items() if cell not in extra.clues]
    sides = [_sides(cell, at, extra.cages) for cell, _, _ in boxes]
    corners = [(corner(x, y), corner(x + 1, y + 1)) for _, x, y in boxes]
    draw_boxes(sketch, [(*both, drawn) for both, drawn in zip(corners, sides, strict=True)])
    for cell, there in pieces.items():
        line, column = corner(*at[cell])
        for inside in range(1, tall) if cell in extra.blocked else ():
            sketch.put(line + inside, column + 1, "█" * (width + 2), "frame")
        space = width - len(" ".join(text for text, _ in there))
        column += 2 + (ceil(space / 2) if cell in extra.clues else space)
        for text, role in there:
            sketch.put(line + tall // 2, column, text, role)
            column += len(text) + 1
    for cage in extra.cages:
        line, column = corner(*at[_clue_cell(cage, at)])
        sketch.put(line, column + 1, cage.clue, "clue")
    left = min(corner(*place)[1] for place in at.values())
    for line, text in enumerate(extra.below, max(below[0] for _, below in corners) + 1):
        sketch.put(line, left, text, "clue")
    return sketch


def given_place(
    puzzle: AnyPuzzle, cell: Cell, at: Point, width: float, given: str, choices: Sequence[int] = ()
) -> Place:
    """A box for a cell, one unit high, that is open unless a number is given in it."""
    name = puzzle.layout.name(cell)
    return scene.box_place(cell, name, at, width, given=given, open=not given, choices=choices)


def plain_scene(puzzle: AnyPuzzle) -> scene.Scene:
    """The board as boxes. Clues of cages and texts in cells with answers are small, at the top."""
    extra, printed = decoration_of(puzzle), _printed(puzzle)
    givens = {cell: printed[cell] for cell in givens_of(puzzle)}
    names = puzzle.layout.mark.names.values()
    longest = max(map(len, (*printed.values(), *extra.blocked.values(), *names)), default=1)
    width = 1 + 0.35 * min(3, max(0, longest - 1))
    at = _positions(puzzle, extra)
    small = {cell: text for cell, text in printed.items() if cell not in givens}
    small |= {_clue_cell(cage, at): cage.clue for cage in extra.cages if cage.clue}
    places: list[Place] = []
    shapes: list[scene.Shape] = []
    labels: list[Label] = []
    for cell, (x, y) in at.items():
        corner = (width * x, y)
        whole = Room(width * (x + 0.5), y + 0.5, 0.88 * width, 0.84)
        if cell in puzzle.cells:
            place = given_place(puzzle, cell, corner, width, givens.get(cell, ""))
            if cell in small:
                place = replace(place, room=replace(whole, y=y + 0.62, height=0.6))
                above = replace(whole, y=y + 0.18, height=0.26)
                labels.append(Label(small[cell], above, "clue", 0.26, "start"))
            places.append(place)
            corners = (*scene.box(*corner, width, 1), corner)
            drawn = _sides(cell, at, extra.cages) if extra.cages else ()
            lines = [scene.Polyline(corners[i : i + 2], "frame") for i in range(4)]
            shapes += [line for line, side in zip(lines, drawn, strict=False) if side]
        else:
            role: scene.TextRole = "on solid" if cell in extra.blocked else "clue"
            text = extra.blocked.get(cell) or extra.clues.get(cell, "")
            labels.append(Label(text, whole, role))
            if cell in extra.blocked:
                shapes.append(scene.Polygon(scene.box(*corner, width, 1), "solid"))
    left, _, right, bottom = scene.around([(x + i, y + i) for x, y in at.values() for i in (0, 1)])
    left, wide = width * left, max(6.0, width * (right - left))
    for row, text in enumerate(extra.below):
        room = Room(left + wide / 2, bottom + 0.6 * row + 0.4, wide, 0.5)
        labels.append(Label(text, room, "clue", 0.36, "start"))
    described = ". ".join([f"{len(places)} cells", *extra.below])
    parts = tuple(places), tuple(shapes), tuple(label for label in labels if label.text)
    return scene.Scene(puzzle.title, f"{described}.", *parts, words=puzzle.layout.mark.names)
