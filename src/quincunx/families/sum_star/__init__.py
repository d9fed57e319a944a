"""Sum Star: dodecagons of digits and X around black triangles that say what they sum to.

Vocabulary: that of `dodecagons`, and
  X        a cell without a digit; it counts 0, and is 0 in solutions
  number   what the cells around a black triangle sum to; not every black triangle has one

>>> puzzle = SumStar([Star((0, 0), (6, 33, 45, 11, 22, 10))])
>>> puzzle.identifier
'sum-star:0.0=6,33,45,11,22,10'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families import Document, Example, Field, Puzzle, Violation
from quincunx.families._partial import partial_cells
from quincunx.families._reading import answer_data, items, refuse_long, shown, whole, whole_text
from quincunx.families.sum_star.constraints import X, star_model
from quincunx.families.sum_star.dodecagons import (
    ACROSS,
    CELLS,
    HEXAGON,
    SQUARES,
    TRIANGLES,
    BlackTriangle,
    Cell,
    Place,
    Star,
    black_triangles,
    cell_name,
    letters,
    reached,
    ring,
    triangle_name,
)
from quincunx.families.sum_star.star_sketch import sketch_stars
from quincunx.model import Model
from quincunx.sketch import Sketch
from quincunx.wording import Phrases

if TYPE_CHECKING:
    from quincunx.families._maker import AnyMaker

MAX_STARS = 60
"""Most dodecagons: far more than can be solved, and still quick to refuse."""
MAX_COORDINATE = 1000
MAX_SUM = 999
"""No black triangle can reach more than 45; numbers beyond it are puzzles without a solution."""
MAX_TEXT = 200 * MAX_STARS
"""Most characters of a body or an answer in text, JSON's commas and spaces included."""

Partial: TypeAlias = Sequence[Sequence[int | None]]
"""The 13 values of each dodecagon, `None` where nothing is written yet."""


@dataclass(frozen=True)
class SumStar(Puzzle[list[list[int]]]):
    """Dodecagons on a triangular lattice, in the order in which they are called A, B, C, ..."""

    stars: tuple[Star, ...]

    family: ClassVar[str] = "sum-star"
    title: ClassVar[str] = "Sum Star"
    rules: ClassVar[str] = (
        "Fill every cell with a digit 1-9 or X. Each dodecagon holds every digit once and X four "
        "times. The cells around a black triangle sum to its number, X counting 0, and no digit "
        "repeats among them. Two X never share an edge: not two neighbours in a ring, not a "
        "hexagon and a square around it, not two facing triangles."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            "stars",
            'the dodecagons: {"at": [q, r], "sums": six numbers or nulls outside cells 1, 3, 5, '
            '7, 9, 11, "cells": 13 givens or nulls, if any}',
        ),
    )
    example: ClassVar[Example] = Example(
        "sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11",
        [
            [0, 4, 0, 7, 6, 3, 0, 5, 9, 8, 0, 2, 1],
            [6, 0, 3, 0, 7, 0, 1, 2, 4, 8, 5, 9, 0],
            [9, 5, 0, 3, 8, 6, 0, 7, 0, 2, 0, 1, 4],
        ],
    )
    labeling: ClassVar[tuple[str, ...]] = ("dom_wdeg", "median", "down")

    def __post_init__(self) -> None:
        stars = items(self.stars, "sum-star: stars", "dodecagons", 1, MAX_STARS)
        checked = tuple(_checked(star, letters(d)) for d, star in enumerate(stars, 1))
        object.__setattr__(self, "stars", checked)
        _require_connected(self.places)
        for black in black_triangles(self.places):
            _require_agreement(black, checked)
        for violation in self._broken([star.cells for star in checked]):
            raise PuzzleError(f"sum-star: the givens break a rule: {violation.sentence}")

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> SumStar:
        stars = items(document.get("stars"), "sum-star: stars", "dodecagons", 1, MAX_STARS)
        return cls(tuple(_star_of_object(star, letters(d)) for d, star in enumerate(stars, 1)))

    @classmethod
    def from_body(cls, body: str) -> SumStar:
        refuse_long(body, "sum-star: puzzle", MAX_TEXT)
        return cls(tuple(_star_of_text(t, letters(d)) for d, t in enumerate(body.split("/"), 1)))

    def document(self) -> Document:
        stars: list[Document] = []
        for star in self.stars:
            stars.append({"at": list(star.at), "sums": list(star.sums)})
            if any(given is not None for given in star.cells):
                stars[-1]["cells"] = list(star.cells)
        return {"family": self.family, "stars": stars}

    def body(self) -> str:
        return "/".join(_text_of_star(star) for star in self.stars)

    @property
    def places(self) -> list[Place]:
        """Where the dodecagons lie."""
        return [star.at for star in self.stars]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple((d, c) for d in range(1, len(self.stars) + 1) for c in CELLS)

    def model(self) -> Model:
        return star_model(self.identifier, self.stars)

    def givens(self) -> Mapping[tuple[int, ...], int]:
        return {
            (d, c): given
            for d, star in enumerate(self.stars, 1)
            for c, given in zip(CELLS, star.cells, strict=True)
            if given is not None
        }

    def reasoning_model(self) -> Model:
        return star_model(self.identifier, [Star(star.at, star.sums) for star in self.stars])

    def phrases(self) -> Phrases:
        from quincunx.families.sum_star.phrases import StarPhrases

        return StarPhrases()

    def solution(self, numbers: Sequence[int]) -> list[list[int]]:
        size = len(CELLS)
        return [list(numbers[size * d : size * (d + 1)]) for d in range(len(self.stars))]

    def read_solution(self, data: object) -> list[list[int]]:
        """Lists of 13 values, or text: 13 characters a dodecagon, or the lines of the sketch.

        >>> SumStar([Star((0, 0), (None,) * 6)]).read_solution("A: X 4 X 7 6 3 X 5 9 8 X 2 1")
        [[0, 4, 0, 7, 6, 3, 0, 5, 9, 8, 0, 2, 1]]
        """
        place = "sum-star: solution"
        data = answer_data(data, place, MAX_TEXT)
        if isinstance(data, str):
            data = re.split("[/\n]", data)
        rows = items(data, place, "dodecagons", len(self.stars), len(self.stars))
        return [_values_of(row, letters(d), place) for d, row in enumerate(rows, 1)]

    def read_partial(self, data: object) -> dict[tuple[int, ...], int]:
        """The values as in a solution, 13 characters a dodecagon: `X4X76________/...`."""
        if isinstance(data, str) and not data.lstrip().startswith("["):
            lines = re.split("[/\n]", data.strip())
            data = "/".join(re.sub("^ *[A-Z]+:", "", line) for line in lines)
        if len(self.stars) == 1 and isinstance(data, list) and len(data) == 1:
            data = data[0]
        return partial_cells(
            data,
            "sum-star: state",
            [[(d, c) for c in CELLS] for d in range(1, len(self.stars) + 1)],
            most=MAX_TEXT,
            comma=False,
            name=lambda cell: f"cell {cell_name((cell[0], cell[1]))}",
            row_name=lambda number: f"dodecagon {letters(number)}",
            read=_written,
        )

    def violations(self, solution: list[list[int]]) -> list[Violation]:
        return [*self._changed_givens(solution), *self._broken(solution)]

    @classmethod
    def maker(cls) -> AnyMaker:
        from quincunx.families.sum_star.making import StarMaker

        return StarMaker()

    def sketch(self, solution: list[list[int]] | None = None) -> Sketch:
        return sketch_stars(self.stars, solution)

    def _changed_givens(self, solution: list[list[int]]) -> Iterator[Violation]:
        for d, c in self.cells:
            given, value = self.stars[d - 1].cells[c - 1], solution[d - 1][c - 1]
            if given is not None and given != value:
                given_as = f"{cell_name((d, c))} is given as {_mark(given)}"
                sentence = f"{given_as}, but the answer has {_mark(value)}."
                yield Violation("given", sentence, ((d, c),))

    def _broken(self, values: Partial) -> Iterator[Violation]:
        """Every rule that the values break, whatever is written where they have none."""
        for d, contents in enumerate(values, 1):
            yield from _wrong_contents(d, contents)
        for edge in _edges(self.places):
            if all(_value(values, cell) == X for cell in edge):
                names = " and ".join(map(cell_name, edge))
                yield Violation("X beside X", f"{names} share an edge and are both X.", edge)
        for squares in _squares_around(self.places):
            yield from self._wrong_triangle(values, squares)

    def _wrong_triangle(self, values: Partial, squares: Sequence[Cell]) -> Iterator[Violation]:
        number = self.stars[squares[0][0] - 1].sums[squares[0][1] // 2]
        name = triangle_name(squares, number)
        cells = tuple((d, ring(square + step)) for d, square in squares for step in (-1, 0, 1))
        written = {cell: value for cell in cells if (value := _value(values, cell)) is not None}
        total = sum(written.values())
        full = len(written) == len(cells)
        if number is not None and (total > number or (full and total != number)):
            sums = "sums" if full else "already sums"
            sentence = f"The {name} {sums} to {total}, expected {number}."
            yield Violation("sum", sentence, tuple(written))
        for digit in range(1, 10):
            at = tuple(cell for cell, value in written.items() if value == digit)
            if len(at) > 1:
                names = " and ".join(map(cell_name, at))
                sentence = f"The digit {digit} is at {names}, around the {name}, expected once."
                yield Violation("repeated digit", sentence, at)


# The checker works out which cells meet from where they lie in the plane, not from the
# neighbourhoods that the model is built from.


def _edges(places: Sequence[Place]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells that share an edge. Facing triangles share the point halfway between
    the middles of their dodecagons."""
    halfway: dict[Place, Cell] = {}
    for d, (q, r) in enumerate(places, 1):
        for number in range(1, 13):
            yield (d, number), (d, ring(number + 1))
        for square in SQUARES:
            yield (d, square), (d, HEXAGON)
        for triangle in TRIANGLES:
            point = (2 * q + ACROSS[triangle][0], 2 * r + ACROSS[triangle][1])
            if point in halfway:
                yield halfway[point], (d, triangle)
            halfway[point] = (d, triangle)


def _squares_around(places: Sequence[Place]) -> list[list[Cell]]:
    """For each black triangle the squares it stands outside of. Its middle is that of the three
    places around it, whether or not dodecagons lie there."""
    around: dict[Place, list[Cell]] = {}
    for d, (q, r) in enumerate(places, 1):
        for square in SQUARES:
            before, after = ACROSS[ring(square - 1)], ACROSS[ring(square + 1)]
            middle = (3 * q + before[0] + after[0], 3 * r + before[1] + after[1])
            around.setdefault(middle, []).append((d, square))
    return list(around.values())


def _value(values: Partial, cell: Cell) -> int | None:
    return values[cell[0] - 1][cell[1] - 1]


def _wrong_contents(d: int, contents: Sequence[int | None]) -> Iterator[Violation]:
    """A dodecagon that holds a digit not once or X not four times."""
    for value in range(10):
        expected = 4 if value == X else 1
        at = tuple((d, c) for c, held in zip(CELLS, contents, strict=True) if held == value)
        if len(at) > expected or (len(at) < expected and None not in contents):
            what = "X" if value == X else f"the digit {value}"
            sentence = f"{letters(d)} holds {what} {_times(len(at))}, expected {_times(expected)}."
            yield Violation("contents", sentence, at)


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _mark(value: int) -> str:
    return "X" if value == X else str(value)


def _checked(star: object, name: str) -> Star:
    """The dodecagon, with everything in it of the right kind, number and size."""
    place = f"sum-star: dodecagon {name}"
    if not isinstance(star, Star):
        raise PuzzleError(f"{place} is {shown(star)}, expected a Star")
    at = items(star.at, f"{place}: at", "coordinates", 2, 2)
    q, r = (whole(x, f"{place}: coordinate", -MAX_COORDINATE, MAX_COORDINATE) for x in at)
    sums = items(star.sums, f"{place}: sums", "numbers", len(SQUARES), len(SQUARES))
    cells = items(star.cells, f"{place}: cells", "givens", len(CELLS), len(CELLS))
    return Star(
        (q, r),
        tuple(
            None
            if number is None
            else whole(number, f"{place}: the sum at {name}{c}", 0, MAX_SUM, also="null")
            for c, number in zip(SQUARES, sums, strict=True)
        ),
        tuple(
            None if given is None else _cell_value(given, f"{place}: cell {name}{c}")
            for c, given in zip(CELLS, cells, strict=True)
        ),
    )


def _cell_value(value: object, place: str) -> int:
    return X if value == "X" else whole(value, place, 0, 9, also="X")


def _written(value: object, place: str, typed: bool) -> int:
    if typed and isinstance(value, str):
        if re.fullmatch("[X1-9]", value) is None:
            raise PuzzleError(f"{place} is {shown(value)}, expected X or a digit from 1 to 9")
        return _GIVENS[value] or X
    return _cell_value(value, place)


def _star_of_object(data: object, name: str) -> Star:
    place = f"sum-star: dodecagon {name}"
    if not isinstance(data, dict):
        raise PuzzleError(f"{place} is {shown(data)}, expected an object with at and sums")
    for key in data:
        if key not in ("at", "sums", "cells"):
            raise PuzzleError(f"{place}: unknown key {shown(key)}, expected at, sums, cells")
    cells = data.get("cells")
    return Star(data.get("at"), data.get("sums"), (None,) * len(CELLS) if cells is None else cells)  # type: ignore[arg-type]


def _star_of_text(text: str, name: str) -> Star:
    place = f"sum-star: dodecagon {name}"
    shape = re.fullmatch(r"([^.=@]*)\.([^.=@]*)=([^.=@]*)(?:@([^.=@]*))?", text)
    if shape is None:
        raise PuzzleError(
            f"{place} is {shown(text)}, expected q.r=six sums, as in 0.0=6,33,_,_,_,_"
        )
    q, r, sums, givens = shape.groups()
    at = (
        whole_text(q, f"{place}: coordinate", -MAX_COORDINATE, MAX_COORDINATE),
        whole_text(r, f"{place}: coordinate", -MAX_COORDINATE, MAX_COORDINATE),
    )
    numbers = tuple(
        None if number == "_" else whole_text(number, f"{place}: sum {i}", 0, MAX_SUM, also="_")
        for i, number in enumerate(sums.split(","), 1)
    )
    if givens is None:
        return Star(at, numbers)
    if re.fullmatch("(?=.*[^_])[X1-9_]{13}", givens) is None:
        raise PuzzleError(
            f"{place}: givens are {shown(givens)}, expected 13 of X, 1-9 and _, not all of them _"
        )
    return Star(at, numbers, tuple(_GIVENS[given] for given in givens))


_GIVENS: dict[str, int | None] = {
    "_": None,
    "X": X,
    **{str(digit): digit for digit in range(1, 10)},
}


def _values_of(row: object, name: str, place: str) -> list[int]:
    """The 13 values of one dodecagon of an answer."""
    if not isinstance(row, str):
        values = items(row, f"{place}: dodecagon {name}", "cells", len(CELLS), len(CELLS))
        return [
            _cell_value(v, f"{place}: cell {name}{c}") for c, v in zip(CELLS, values, strict=True)
        ]
    text = "".join(row.strip().removeprefix(f"{name}:").split())
    if re.fullmatch("[X1-9]{13}", text) is None:
        raise PuzzleError(f"{place}: dodecagon {name} is {shown(row)}, expected 13 of X and 1-9")
    return [X if mark == "X" else int(mark) for mark in text]


def _text_of_star(star: Star) -> str:
    sums = ",".join("_" if number is None else str(number) for number in star.sums)
    text = f"{star.at[0]}.{star.at[1]}={sums}"
    if all(given is None for given in star.cells):
        return text
    return f"{text}@{''.join('_' if given is None else _mark(given) for given in star.cells)}"


def _require_connected(places: Sequence[Place]) -> None:
    for d, place in enumerate(places, 1):
        first = places.index(place) + 1
        if first != d:
            raise PuzzleError(
                f"sum-star: dodecagon {letters(d)} is at {place[0]}.{place[1]} "
                f"like {letters(first)}, expected a place of its own"
            )
    together = reached(places)
    for d in range(1, len(places) + 1):
        if d not in together:
            raise PuzzleError(
                f"sum-star: dodecagon {letters(d)} is not connected with A, "
                "expected every dodecagon to touch another"
            )


def _require_agreement(black: BlackTriangle, stars: Sequence[Star]) -> None:
    numbers = [stars[d - 1].sums[square // 2] for d, square in black.squares]
    for square, number in zip(black.squares, numbers, strict=True):
        if number != numbers[0]:
            name = triangle_name(black.squares, None)
            raise PuzzleError(
                f"sum-star: the {name} has {shown(numbers[0])} at {cell_name(black.squares[0])} "
                f"and {shown(number)} at {cell_name(square)}, expected the same"
            )
