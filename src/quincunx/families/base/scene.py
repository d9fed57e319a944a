"""A puzzle's board as plain data, from which all drawings are made.

Vocabulary:
  scene    the board of one puzzle, described once by its family
  unit     the unit of coordinates: a cell is about one unit high; x goes right and y down
  place    a cell of the scene: its outline, what is printed in it, what may be written there
  room     the upright box inside an outline in which a number is written
  shape    a polygon, a line or a circle that is not a cell
  label    text that stands beside the cells, as large as its room allows
  role     the purpose of a shape or a label, from which a renderer chooses its look

Places come in reading order, in which a keyboard moves through them. A scene holds the puzzle
alone; `quincunx.drawing.Picture` adds written numbers, marks and highlights.

>>> place = Place((1,), "cell 1", box(0, 0, 1, 1), Room(0.5, 0.5, 0.8, 0.8))
>>> scene = Scene("Toy", "One cell.", (place,))
>>> scene.bounds()
(0, 0, 1, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Literal, TypeAlias

from quincunx._support.arguments import checked
from quincunx.cp.words.phrases import number as signed

Cell: TypeAlias = tuple[int, ...]
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""

NEAR = 0.9
"""What lies within this distance of a part of a scene is drawn with it."""
ShapeRole: TypeAlias = Literal["frame", "solid", "guide", "emphasis"]
"""A `frame` around cells, a `solid` thing such as a black triangle, a `guide` that leads the eye,
and what a picture puts `emphasis` on. All lie above the cells."""
TextRole: TypeAlias = Literal["clue", "title", "note", "on solid"]
"""A `clue` belongs to the puzzle (a sum, a target), and so does a large `title`; a `note` is
quiet and only helps; what stands `on solid` is a clue inside a solid shape."""


@dataclass(frozen=True)
class Room:
    """An upright box for text, by its middle."""

    x: float
    y: float
    width: float
    height: float

    def corners(self) -> tuple[Point, ...]:
        """Its corners, clockwise from the top left."""
        return box(self.x - self.width / 2, self.y - self.height / 2, self.width, self.height)

    def meets(self, other: Room) -> bool:
        """Whether two boxes overlap.

        >>> Room(0, 0, 2, 2).meets(Room(1, 0, 1, 1)), Room(0, 0, 2, 2).meets(Room(3, 0, 1, 1))
        (True, False)
        """
        across = abs(self.x - other.x) < (self.width + other.width) / 2
        return across and abs(self.y - other.y) < (self.height + other.height) / 2


@dataclass(frozen=True)
class Place:
    """A cell of the puzzle as it is drawn.

    Attributes:
        cell: The cell of the puzzle.
        name: The name to read aloud: "row 1, column 2".
        outline: The corners of the cell.
        room: The box in which a number is written.
        given: What the puzzle prints in it. An open place keeps it: a number written there has it
            as a part.
        open: Whether a number may be written in it.
        choices: The numbers that may be written; any number if there are none.
    """

    cell: Cell
    name: str
    outline: tuple[Point, ...]
    room: Room
    given: str = ""
    open: bool = True
    choices: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """The cell as one word, the same in every picture of the puzzle.

        >>> Place((2, 13), "cell B13", (), Room(0, 0, 1, 1)).id
        '2-13'
        """
        return id_of(self.cell)


def id_of(cell: Sequence[int]) -> str:
    """A cell as one word.

    >>> id_of((2, 13))
    '2-13'
    """
    return "-".join(map(str, cell))


@dataclass(frozen=True)
class Polygon:
    """A closed shape."""

    points: tuple[Point, ...]
    role: ShapeRole


@dataclass(frozen=True)
class Polyline:
    """A line through points; an `arrow` has a head at its end."""

    points: tuple[Point, ...]
    role: ShapeRole = "guide"
    arrow: bool = False


@dataclass(frozen=True)
class Circle:
    """A circle."""

    centre: Point
    radius: float
    role: ShapeRole

    @property
    def points(self) -> tuple[Point, ...]:
        """The corners of the box around it."""
        (x, y), r = self.centre, self.radius
        return ((x - r, y - r), (x + r, y + r))


Shape: TypeAlias = Polygon | Polyline | Circle


@dataclass(frozen=True)
class Label:
    """A text in a room, at most `size` high and aligned to one `side` of the room."""

    text: str
    room: Room
    role: TextRole = "clue"
    size: float = 0.4
    side: Literal["middle", "start", "end"] = "middle"


@dataclass(frozen=True)
class Scene:
    """The board of one puzzle.

    Attributes:
        title: The family's name for people.
        description: The board in a sentence or two, for screen readers.
        places: The cells in reading order.
        shapes: Polygons, lines and circles that are not cells.
        labels: Texts beside the cells.
        words: Numbers that are not written as themselves: {0: "X"}.
        size: The height of a digit that has enough room.
        meanings: What symbols other than digits mean: {"X": "counts 0"}.
        notation: Sentences that say how texts name the cells, unless by row and column.
        parts: Groups of cells that can be drawn alone, with what lies around them.
    """

    title: str
    description: str
    places: tuple[Place, ...]
    shapes: tuple[Shape, ...] = ()
    labels: tuple[Label, ...] = ()
    words: Mapping[int, str] = field(default_factory=dict)
    size: float = 0.6
    meanings: Mapping[str, str] = field(default_factory=dict)
    notation: str = ""
    parts: tuple[frozenset[Cell], ...] = ()

    @cached_property
    def by_cell(self) -> Mapping[Cell, Place]:
        """The places by their cells."""
        return {place.cell: place for place in self.places}

    def text(self, number: int) -> str:
        """A number as it is written in a cell.

        >>> Scene("Toy", "", (), words={0: "X"}).text(0), Scene("Toy", "", ()).text(-7)
        ('X', '−7')
        """
        return self.words.get(number) or signed(number)

    def around_cells(self, cells: Iterable[Cell]) -> Scene:
        """The parts that hold some of these cells; the whole scene if it has no parts."""
        kept = [part for part in self.parts if not part.isdisjoint(cells)]
        if not kept:
            return self
        boxes = [around([p for cell in part for p in self.by_cell[cell].outline]) for part in kept]

        def near(points: Sequence[Point]) -> bool:
            x, y, right, bottom = around(points)
            return any(
                a - NEAR < x and b - NEAR < y and right < c + NEAR and bottom < d + NEAR
                for a, b, c, d in boxes
            )

        return replace(
            self,
            places=tuple(p for p in self.places if any(p.cell in part for part in kept)),
            shapes=tuple(shape for shape in self.shapes if near(shape.points)),
            labels=tuple(label for label in self.labels if near(label.room.corners())),
        )

    def bounds(self, besides: Iterable[Label] = ()) -> Box:
        """The box around everything that is drawn, and around these other labels."""
        outlines = [place.outline for place in self.places]
        outlines += [shape.points for shape in self.shapes]
        outlines += [label.room.corners() for label in (*self.labels, *besides)]
        return around(list(chain.from_iterable(outlines)))


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """The corners of an upright box, clockwise from its top left one."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def around(points: Sequence[Point]) -> Box:
    """The box around points."""
    if not points:
        return (0.0, 0.0, 0.0, 0.0)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


@checked
def box_place(
    cell: Cell,
    name: str,
    at: Point,
    width: float = 1.0,
    height: float = 1.0,
    *,
    given: str = "",
    open: bool = True,
    choices: Sequence[int] = (),
) -> Place:
    """A place that is an upright box with its top left corner at a point."""
    x, y = at
    room = Room(x + width / 2, y + height / 2, 0.88 * width, 0.84 * height)
    outline = box(x, y, width, height)
    return Place(cell, name, outline, room, given, open, tuple(choices))
