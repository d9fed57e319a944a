"""Sum Star: dodecagons of digits and X around black triangles that say what they sum to.

Vocabulary: that of `dodecagons`, and
  X        a cell without a digit; it counts 0, and is 0 in solutions
  number   what the cells around a black triangle sum to; not every black triangle has one

>>> puzzle = SumStar([Star((0, 0), (6, 33, 45, 11, 22, 10))])
>>> puzzle.identifier
'sum-star:0.0=6,33,45,11,22,10'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from quincunx.cp.model import Model
from quincunx.cp.words.phrases import Phrases
from quincunx.errors import PuzzleError
from quincunx.families import (
    Capabilities,
    Example,
    Field,
    PaperProgram,
    Puzzle,
    RuleEntry,
    Violation,
)
from quincunx.families.base.sketch import Sketch
from quincunx.families.base.validation import shown
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
from quincunx.families.sum_star.forms import CONTENTS, MAX_STARS, StarLayout, Stars
from quincunx.families.sum_star.model import X, star_model
from quincunx.families.sum_star.sketch import sketch_stars

if TYPE_CHECKING:
    from quincunx.families.base.scene import Label, Scene

MAX_TEXT = 800 * MAX_STARS
"""Most characters of a body, an answer or a state in text: JSON's commas and spaces are included,
and a note of all digits in every cell."""

Partial: TypeAlias = Sequence[Sequence[int | None]]
"""The 13 values of each dodecagon, `None` where nothing is written yet."""


def _short_name(cell: tuple[int, ...]) -> str:
    return cell_name((cell[0], cell[1]))


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
            Stars(),
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

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_connected(self.places)
        for black in black_triangles(self.places):
            _require_agreement(black, self.stars)
        for violation in self._broken([star.cells for star in self.stars]):
            raise PuzzleError(f"sum-star: the givens break a rule: {violation.sentence}")

    @property
    def places(self) -> list[Place]:
        """Where the dodecagons lie."""
        return [star.at for star in self.stars]

    @cached_property
    def layout(self) -> StarLayout:
        return StarLayout(
            tuple(tuple((d, c) for c in CELLS) for d in range(1, len(self.stars) + 1)),
            CONTENTS,
            lines="dodecagons",
            texts=True,
        )

    def model(self) -> Model:
        return star_model(self.identifier, self.stars)

    def reasoning_model(self) -> Model:
        from quincunx.families.sum_star.reasoning import reasoning_model

        return reasoning_model(self.identifier, self.stars)

    def paper_model(self) -> Model | None:
        from quincunx.families.sum_star.paper import sums

        return sums(self)

    def phrases(self) -> Phrases:
        from quincunx.families.sum_star.words import StarPhrases

        return StarPhrases()

    def briefing(self) -> str:
        from quincunx.families.sum_star.rule_book import star_briefing

        return star_briefing(self.stars)

    def rule_book(self) -> tuple[RuleEntry, ...]:
        from quincunx.families.sum_star.rule_book import star_rules

        return star_rules(self.stars)

    def violations(self, solution: list[list[int]]) -> list[Violation]:
        return [*self._changed_givens(solution), *self._broken(solution)]

    def scene(self) -> Scene:
        from quincunx.families.sum_star.scene import star_scene

        return star_scene(self.title, self.stars)

    def notes(self, written: Mapping[tuple[int, ...], int]) -> list[Label]:
        """The numbers by which the cells of a ring are called."""
        from quincunx.families.sum_star.scene import cell_numbers

        return list(cell_numbers(self.stars))

    def sketch(self, solution: list[list[int]] | None = None) -> Sketch:
        return sketch_stars(self.stars, solution)

    def _changed_givens(self, solution: list[list[int]]) -> Iterator[Violation]:
        for d, c in self.cells:
            given, value = self.stars[d - 1].cells[c - 1], solution[d - 1][c - 1]
            if given is not None and given != value:
                name = cell_name((d, c))
                given_as = f"{name} is given as {CONTENTS.text(given)}"
                sentence = f"{given_as}, but the answer has {CONTENTS.text(value)}."
                yield Violation("given", sentence, ((d, c),), f"given {name}")

    def _broken(self, values: Partial) -> Iterator[Violation]:
        """Every rule that the values break, whatever is written where they have none."""
        for d, contents in enumerate(values, 1):
            yield from _wrong_contents(d, contents)
        for edge in _edges(self.places):
            if all(_value(values, cell) == X for cell in edge):
                one, other = map(cell_name, edge)
                inside = edge[0][0] == edge[1][0]
                entry = f"X of {letters(edge[0][0])}" if inside else f"edge {one} {other}"
                sentence = f"{one} and {other} share an edge and are both X."
                yield Violation("X beside X", sentence, edge, entry)
        for squares in _squares_around(self.places):
            yield from self._wrong_triangle(values, squares)

    def _wrong_triangle(self, values: Partial, squares: Sequence[Cell]) -> Iterator[Violation]:
        number = self.stars[squares[0][0] - 1].sums[squares[0][1] // 2]
        name = triangle_name(squares, number)
        cells = tuple((d, ring(square + step)) for d, square in squares for step in (-1, 0, 1))
        written = {cell: value for cell in cells if (value := _value(values, cell)) is not None}
        total = sum(written.values())
        full = len(written) == len(cells)
        entry = f"triangle {' '.join(map(cell_name, squares))}"
        if number is not None and (total > number or (full and total != number)):
            sums = "sums" if full else "already sums"
            sentence = f"The {name} {sums} to {total}, expected {number}."
            yield Violation("sum", sentence, tuple(written), entry)
        for digit in range(1, 10):
            at = tuple(cell for cell, value in written.items() if value == digit)
            if len(at) > 1:
                names = " and ".join(map(cell_name, at))
                sentence = f"The digit {digit} is at {names}, around the {name}, expected once."
                yield Violation("repeated digit", sentence, at, entry)

    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("dom_wdeg", "median", "down"),
        max_text=MAX_TEXT,
        reasoning_model=reasoning_model,
        phrases=phrases,
        briefing=briefing,
        rule_book=rule_book,
        short_name=_short_name,
        scene=scene,
        scene_notes=notes,
        sketch=sketch,
        maker="quincunx.families.sum_star.maker:StarMaker",
        paper=PaperProgram(
            model=paper_model, labeling=("min",), takes="three dodecagons around one triangle"
        ),
    )


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
            yield Violation("contents", sentence, at, f"contents {letters(d)}")


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")


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
