"""Generated C-Note puzzles."""

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.families.base.documents import from_body
from quincunx.families.c_note import CNote
from quincunx.families.c_note.canonical import DigitGrid, canonical
from quincunx.families.c_note.maker import CNoteMaker, CNoteParameters
from tests.making.confirm import confirm, series


@pytest.fixture(scope="module")
def made() -> list[Any]:
    """Puzzles of which nothing was asked but their size."""
    return list(series("c-note", size=3, seed=2, number=45))


def test_puzzles_with_rows_and_columns_in_another_order_have_one_form() -> None:
    images = ("878/312/272", "312/878/272", "887/321/227", "832/717/822")
    forms = {CNoteMaker().canonical(from_body(CNote, f"100:{body}")) for body in images}
    assert len(forms) == 1
    other = CNoteMaker().canonical(from_body(CNote, "100:873/812/272"))
    assert forms != {other}


def test_all_digits_occur_everywhere(made: list[Any]) -> None:
    grids = [one.puzzle.grid for one in made]
    for i in range(3):
        for j in range(3):
            assert {grid[i][j] for grid in grids} == set(range(1, 10))


def test_small_grids_have_no_zeros_and_few_repeats(made: list[Any]) -> None:
    assert not any("0" in one.puzzle.identifier.partition(":100:")[2] for one in made)
    numbers = [[number for row in one.solution for number in row] for one in made]
    assert sum(len(set(one)) < 9 for one in numbers) <= 10
    assert sum(number < 10 for one in numbers for number in one) >= 50, "as in published ones"


@pytest.mark.parametrize(
    ("size", "target", "numbers", "allowed", "why"),
    [
        (3, 100, [1, 2, 97, 3, 93, 4, 96, 5, 1], False, "1 twice"),
        (3, 20, [1, 2, 17, 2, 17, 1, 17, 1, 2], True, "there is no room for nine numbers"),
        (4, 30, [*range(1, 16), 1], True, "1 stands in other rows and columns"),
        (4, 30, [*range(1, 4), 1, *range(5, 17)], False, "1 twice in the first row"),
        (5, 100, [*range(1, 5), 1, *range(6, 26)], True, "in large grids it is hard to avoid"),
        (2, 100, [47, 53, 53, 47], True, "it cannot be otherwise"),
    ],
)
def test_repeats_are_allowed_where_needed(
    size: int, target: int, numbers: list[int], allowed: bool, why: str
) -> None:
    assert CNoteParameters(size, target).allows(tuple(numbers)) == allowed, why


def test_zeros_are_given_where_unique_grids_are_rare() -> None:
    assert "0" not in CNoteParameters(4).digits
    assert "0" in CNoteParameters(5).digits


@given(st.integers(1, 5), st.integers(1, 4), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_one_form_for_all_orders_of_rows_and_columns(size: int, digits: int, dice: Random) -> None:
    """Held against the smallest of all orders, for grids of few digits, which look alike."""
    grids = [
        tuple(tuple(dice.randrange(digits) for _ in range(size)) for _ in range(size))
        for _ in range(3)
    ]
    for one in grids:
        rows, columns = list(range(size)), list(range(size))
        dice.shuffle(rows)
        dice.shuffle(columns)
        moved = tuple(tuple(one[i][j] for j in columns) for i in rows)
        assert canonical(one) == canonical(moved) == canonical(tuple(zip(*moved, strict=True)))
        for other in grids:
            assert (canonical(one) == canonical(other)) == (smallest(one) == smallest(other))


def smallest(grid: DigitGrid) -> DigitGrid:
    return min(
        tuple(sorted(tuple(row[i] for i in order) for row in turned))
        for turned in (grid, tuple(zip(*grid, strict=True)))
        for order in permutations(range(len(grid)))
    )


@pytest.mark.parametrize(("size", "target"), [(3, 13), (3, 16), (3, 20)])
def test_small_targets_leave_something_to_write(size: int, target: int) -> None:
    """With small targets most grids with one solution have it printed already."""
    for made in series("c-note", size=size, target=target, seed=1, number=3):
        confirm(made)
        assert made.solution != [list(row) for row in made.puzzle.grid]


def test_large_targets_are_met_without_uniqueness() -> None:
    made = next(series("c-note", size=4, target=2000, unique=False, seed=1))
    assert made.puzzle.violations(made.solution) == []
