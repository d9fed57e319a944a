"""Drawings of a C-Note: the given digits in squares, and the target beside every row and column."""

from itertools import starmap

from quincunx.families.base.scene import Cell, Label, Place, Polygon, Room, Scene, box, box_place
from quincunx.families.base.sketch import Sketch, draw_boxes
from quincunx.families.c_note import CNote

WIDTH = 1.15
"""Width of a cell; it is one unit high."""


def grid_scene(puzzle: CNote) -> Scene:
    """The grid of a puzzle. Its cells are open, and keep the digit that is given."""
    size, target = puzzle.size, str(puzzle.target)

    def place(cell: Cell, digit: int) -> Place:
        corner = (WIDTH * (cell[1] - 1), cell[0] - 1)
        return box_place(cell, puzzle.layout.name(cell), corner, WIDTH, given=str(digit))

    places = tuple(starmap(place, puzzle.digits()))
    frame = Polygon(box(0, 0, WIDTH * size, size), "frame")
    labels = [
        *(Label(target, Room(WIDTH * size + 0.6, i + 0.5, 0.9, 0.6)) for i in range(size)),
        *(Label(target, Room(WIDTH * (i + 0.5), size + 0.4, 0.9, 0.6)) for i in range(size)),
    ]
    described = f"A grid of {size} rows and columns, each of which sums to {target}."
    return Scene(puzzle.title, described, places, (frame,), tuple(labels), size=0.56)


def grid_sketch(puzzle: CNote, solution: list[list[int]] | None = None) -> Sketch:
    """The grid drawn with characters. In an answer the given digits keep their role."""
    size, target = puzzle.size, str(puzzle.target)
    written = [] if solution is None else [str(number) for row in solution for number in row]
    width = max(3, len(target), *map(len, written))
    if solution is None:
        width |= 1  # odd, so that a digit alone stands in the middle
    sketch = Sketch()
    corners = [(2 * i, (width + 3) * j) for i in range(size) for j in range(size)]
    draw_boxes(sketch, [((i, j), (i + 2, j + width + 3), [True] * 4) for i, j in corners])
    for (row, column), digit in puzzle.digits():
        line, start = 2 * row - 1, (column - 1) * (width + 3) + 2
        if solution is None:
            sketch.put(line, start + width // 2, str(digit), "given")
        else:
            number = str(solution[row - 1][column - 1])
            first = start + width - len(number)
            sketch.put(line, first, number, "answer")
            at = number.find(str(digit))
            if at >= 0:
                sketch.put(line, first + at, str(digit), "given")
    for i in range(size):
        sketch.put(2 * i + 1, size * (width + 3) + 2, target, "clue")
        middle = i * (width + 3) + 2 + width // 2
        sketch.put_centred(2 * size + 1, middle, target, "clue")
    return sketch
