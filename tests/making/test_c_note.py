"""Series C-Notes."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.c_note import CNote
from quincunx.families.c_note.making import LARGEST_TARGET, CNoteMaker
from quincunx.making import generate
from tests.making.confirm import confirm, series


@pytest.mark.parametrize(
    ("size", "target", "why"),
    [
        (2, 2, "nothing but ones"),
        (2, 998, "the largest for two rows"),
        (3, 6, "hardly any grid has a solution"),
        (3, 20, "single digits mostly"),
        (3, 100, "the original"),
        (3, 200, "three digits"),
        (4, 4, "nothing but ones"),
        (4, 100, ""),
        (5, 60, ""),
    ],
)
def test_sizes_and_targets(size: int, target: int, why: str) -> None:
    made = next(series("c-note", size=size, target=target, seed=6))
    confirm(made)
    assert isinstance(made.puzzle, CNote)
    assert (made.puzzle.size, made.puzzle.target) == (size, target), why


@pytest.mark.parametrize(
    ("size", "target", "identifier"),
    [
        (2, 100, "c-note:100:32/63"),
        (3, 100, "c-note:100:293/626/727"),
        (4, 100, "c-note:100:1988/9443/7254/4289"),
        (3, 20, "c-note:20:884/136/191"),
    ],
)
def test_the_same_puzzle_on_every_machine(size: int, target: int, identifier: str) -> None:
    made = next(series("c-note", size=size, target=target, seed=1))
    assert made.puzzle.identifier == identifier


def test_all_digits_occur_everywhere() -> None:
    grids = [made.puzzle.grid for made in series("c-note", seed=2, number=100)]
    for i in range(3):
        for j in range(3):
            assert {grid[i][j] for grid in grids} == set(range(10))


def test_rows_and_columns_may_change_places() -> None:
    maker = CNoteMaker()
    forms = {
        min(maker.forms(CNote.from_body(f"100:{body}")))
        for body in ("878/312/272", "312/878/272", "887/321/227", "832/717/822")
    }
    assert len(forms) == 1
    assert len({min(maker.forms(CNote.from_body(f"100:{b}"))) for b in ("12/34", "13/42")}) == 2


def test_every_grid_of_two_rows_with_a_larger_target_has_several_solutions_or_none() -> None:
    """The target is the sum of x and y; a puzzle gives two digits of x and two of y."""
    for target, expected in ((998, True), (999, False), (1000, False)):
        solutions: dict[tuple[str, ...], int] = {}
        for x in range(1, target):
            for puzzle in {
                (*sorted((a, d)), *sorted((b, c)))
                for a in str(x) for d in str(x) for b in str(target - x) for c in str(target - x)
            }:  # fmt: skip
                solutions[puzzle] = solutions.get(puzzle, 0) + 1
        assert (1 in solutions.values()) == expected
    assert LARGEST_TARGET[2] == 998


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 1}, "c-note: size is 1, expected a whole number from 2 to 7"),
        ({"size": 8}, "c-note: size is 8, expected a whole number from 2 to 7"),
        ({"target": 0}, "c-note: target is 0, expected a whole number from 2 to 100000"),
        (
            {"size": 4, "target": 3},
            "c-note: target is 3, but the 4 numbers of a row are at least 1 each, "
            "expected 4 or more",
        ),
        (
            {"size": 4, "target": 151},
            "c-note: target is 151, but grids of size 4 then mostly have many "
            "solutions, expected at most 150 unless any number will do",
        ),
    ],
)
def test_what_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        generate("c-note", **options)
    assert str(refused.value) == message


def test_large_targets_where_any_number_of_solutions_will_do() -> None:
    made = next(series("c-note", size=4, target=2000, unique=False, seed=1))
    assert made.puzzle.violations(made.solution) == []
