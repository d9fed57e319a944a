"""Checks answers of a Sum Star against the rules.

Which cells meet is computed from where they lie in the plane, not from the neighbourhoods that
the model is built from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from quincunx.families import Violation
from quincunx.families.base.puzzle import Cell as AnyCell
from quincunx.families.base.validation import shown
from quincunx.families.sum_star.dodecagons import (
    ACROSS,
    CELLS,
    CONTENTS,
    HEXAGON,
    SQUARES,
    TRIANGLES,
    X_COUNT,
    BlackTriangle,
    Cell,
    Place,
    X,
    cell_name,
    connected_to_first,
    has_givens,
    letters,
    ring,
)

if TYPE_CHECKING:
    from quincunx.families.sum_star import SumStar

StarValues: TypeAlias = Sequence[Sequence[int | None]]
"""The 13 values of each dodecagon, `None` for an open cell."""


def find_violations(puzzle: SumStar, solution: list[list[int]]) -> list[Violation]:
    """Every rule that an answer breaks, changed givens included."""
    return [*_changed_givens(puzzle, solution), *broken_rules(puzzle, solution)]


def faults(puzzle: SumStar) -> Iterator[str]:
    """The faults of dodecagons whose parts have the right shapes."""
    for d, place in enumerate(puzzle.places, 1):
        first = puzzle.places.index(place) + 1
        if first != d:
            at = f"dodecagon {letters(d)} is at {place[0]}.{place[1]}"
            yield f"{at} like {letters(first)}, expected a place of its own"
    connected = connected_to_first(puzzle.places)
    for d in (d for d in range(1, len(puzzle.stars) + 1) if d not in connected):
        alone = f"dodecagon {letters(d)} is not connected with A"
        yield f"{alone}, expected every dodecagon to touch another"
    for black in puzzle.triangles:
        for d, square in black.squares:
            other = puzzle.stars[d - 1].sums[square // 2]
            if black.number != other:
                at = f"the {replace(black, number=None).name}"
                has = f"{at} has {shown(black.number)} at {cell_name(black.squares[0])}"
                yield f"{has} and {shown(other)} at {cell_name((d, square))}, expected the same"
    if any(map(has_givens, puzzle.stars)):
        for violation in broken_rules(puzzle, [star.cells for star in puzzle.stars]):
            yield f"the givens break a rule: {violation.sentence}"


def broken_rules(puzzle: SumStar, values: StarValues) -> Iterator[Violation]:
    """Every rule that the values break, whatever the open cells will hold."""
    for d, contents in enumerate(values, 1):
        yield from _wrong_contents(d, contents)
    for edge in edges(puzzle.places):
        if all(values[d - 1][c - 1] == X for d, c in edge):
            one, other = map(cell_name, edge)
            inside = edge[0][0] == edge[1][0]
            entry = f"X of {letters(edge[0][0])}" if inside else f"edge {one} {other}"
            sentence = f"{one} and {other} share an edge and are both X."
            yield Violation("X beside X", sentence, edge, entry)
    for squares in squares_around(puzzle.places):
        d, square = squares[0]
        yield from _wrong_triangle(values, squares, puzzle.stars[d - 1].sums[square // 2])


def edges(places: Sequence[Place]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells that share an edge.

    Facing triangles share the point halfway between the centres of their dodecagons.
    """
    halfway: dict[Place, Cell] = {}
    for d, (q, r) in enumerate(places, 1):
        yield from (((d, number), (d, ring(number + 1))) for number in range(1, 13))
        yield from (((d, square), (d, HEXAGON)) for square in SQUARES)
        for triangle in TRIANGLES:
            point = (2 * q + ACROSS[triangle][0], 2 * r + ACROSS[triangle][1])
            if point in halfway:
                yield halfway[point], (d, triangle)
            halfway[point] = (d, triangle)


def squares_around(places: Sequence[Place]) -> list[list[Cell]]:
    """For each black triangle the squares it stands outside of.

    Its centre is that of the three places around it, whether or not dodecagons lie there.
    """
    around: dict[Place, list[Cell]] = {}
    for d, (q, r) in enumerate(places, 1):
        for square in SQUARES:
            before, after = ACROSS[ring(square - 1)], ACROSS[ring(square + 1)]
            centre = (3 * q + before[0] + after[0], 3 * r + before[1] + after[1])
            around.setdefault(centre, []).append((d, square))
    return list(around.values())


def givens(puzzle: SumStar) -> dict[AnyCell, int]:
    """The cells that are given, with their contents."""
    contents = {(d, c): puzzle.stars[d - 1].cells[c - 1] for d, c in puzzle.cells}
    return {cell: given for cell, given in contents.items() if given is not None}


def _changed_givens(puzzle: SumStar, solution: list[list[int]]) -> Iterator[Violation]:
    for (d, c), given in givens(puzzle).items():
        value = solution[d - 1][c - 1]
        if given != value:
            name = cell_name((d, c))
            given_as = f"{name} is given as {CONTENTS.text(given)}"
            sentence = f"{given_as}, but the answer has {CONTENTS.text(value)}."
            yield Violation("given", sentence, ((d, c),), f"given {name}")


def _wrong_contents(d: int, contents: Sequence[int | None]) -> Iterator[Violation]:
    for value in range(10):
        expected = X_COUNT if value == X else 1
        at = tuple((d, c) for c, held in zip(CELLS, contents, strict=True) if held == value)
        if len(at) > expected or (len(at) < expected and None not in contents):
            what = "X" if value == X else f"the digit {value}"
            sentence = f"{letters(d)} holds {what} {_times(len(at))}, expected {_times(expected)}."
            yield Violation("contents", sentence, at, f"contents {letters(d)}")


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _wrong_triangle(
    values: StarValues, squares: Sequence[Cell], number: int | None
) -> Iterator[Violation]:
    black = BlackTriangle(tuple(squares), number)
    contents = {(d, c): values[d - 1][c - 1] for d, c in black.cells}
    written = {cell: value for cell, value in contents.items() if value is not None}
    total = sum(written.values())
    full = len(written) == len(contents)
    if number is not None and (total > number or (full and total != number)):
        sums = "sums" if full else "already sums"
        sentence = f"The {black.name} {sums} to {total}, expected {number}."
        yield Violation("sum", sentence, tuple(written), black.rule)
    for digit in sorted(n for n, count in Counter(written.values()).items() if n and count > 1):
        at = tuple(cell for cell, value in written.items() if value == digit)
        names = " and ".join(map(cell_name, at))
        sentence = f"The digit {digit} is at {names}, around the {black.name}, expected once."
        yield Violation("repeated digit", sentence, at, black.rule)
