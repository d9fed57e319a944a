"""Series Aztec Math."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.making import AztecMaker
from quincunx.making import generate
from quincunx.solving import verdict
from tests.making.confirm import confirm, series


def without(puzzle: AztecMath, *cells: tuple[int, int]) -> AztecMath:
    """The puzzle with some cells not given."""
    return replace(
        puzzle,
        rows=tuple(
            tuple(None if (i, j) in cells else digit for j, digit in enumerate(row, 1))
            for i, row in enumerate(puzzle.rows, 1)
        ),
    )


def givens(puzzle: AztecMath) -> list[tuple[int, int]]:
    return [(i, j) for i, j in puzzle.cells if puzzle.rows[i - 1][j - 1] is not None]


@pytest.mark.parametrize("levels", range(2, 10))
def test_no_given_can_be_spared(levels: int) -> None:
    for made in series("aztec-math", levels=levels, seed=4, number=1 if levels > 6 else 3):
        confirm(made)
        for cell in givens(made.puzzle):
            assert verdict(without(made.puzzle, cell)) == "multiple", (made.puzzle, cell)


@pytest.mark.parametrize("levels", [2, 3, 4, 5, 6])
def test_symmetric_givens_mirror_each_other_and_no_pair_can_be_spared(levels: int) -> None:
    for made in series("aztec-math", levels=levels, givens="symmetric", seed=4, number=3):
        confirm(made)
        given = givens(made.puzzle)
        mirrored = [(i, i + 1 - j) for i, j in given]
        assert sorted(mirrored) == given
        for cell, other in zip(given, mirrored, strict=True):
            assert verdict(without(made.puzzle, cell, other)) == "multiple"


def test_the_whole_range_occurs() -> None:
    made = [made.puzzle for made in series("aztec-math", levels=4, seed=9, number=60)]
    assert {len(givens(puzzle)) for puzzle in made} >= {4, 5, 6}
    assert {cell for puzzle in made for cell in givens(puzzle)} == set(made[0].cells)
    assert {d for puzzle in made for row in puzzle.rows for d in row} == {None, *range(1, 10)}


@pytest.mark.parametrize(
    ("levels", "givens", "identifier"),
    [
        (4, "fewest", "aztec-math:3/__/_73/6_8_"),
        (6, "fewest", "aztec-math:4/3_/__7/9__8/__9__/7_____"),
        (9, "fewest", "aztec-math:1/_4/_7_/_3_1/_____/__3___/______5/____2___/__16_____"),
        (5, "symmetric", "aztec-math:3/__/658/_72_/__4__"),
    ],
)
def test_the_same_puzzle_on_every_machine(levels: int, givens: str, identifier: str) -> None:
    made = next(series("aztec-math", levels=levels, givens=givens, seed=1))
    assert made.puzzle.identifier == identifier


def test_a_mirror_image_is_the_same_puzzle() -> None:
    maker = AztecMaker()
    one, other = AztecMath.from_body("8/4_/_9_/8__2"), AztecMath.from_body("8/_4/_9_/2__8")
    assert set(maker.forms(one)) == set(maker.forms(other)) == {one.body(), other.body()}


@pytest.mark.parametrize("levels", [1, 10, 0, True])
def test_wrong_levels(levels: int) -> None:
    with pytest.raises(PuzzleError, match=r"^aztec-math: levels is .*, expected .* from 2 to 9$"):
        generate("aztec-math", levels=levels)
