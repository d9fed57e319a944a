"""The generator of Multi-Balances."""

from random import Random
from typing import Any

import pytest

from quincunx import PuzzleError, generate, parse
from quincunx.families.base.documents import from_body, givens_of
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.catalogue import all_places, balancing_places
from quincunx.families.multi_balance.maker import BalanceMaker, BalanceParameters
from quincunx.making.records import questions
from tests.making.confirm import series


def test_published_puzzles_are_left_out_by_default() -> None:
    options: dict[str, Any] = {"digits": 7, "rows": 8, "columns": 8}
    none = generate("multi-balance", seed=1, **options)
    assert list(none) == []
    assert none.ended.endswith("puzzles holds 1, all of them published; --published includes them")
    assert len(list(series("multi-balance", seed=1, published=True, **options))) == 1


def test_balancing_places_agree_with_brute_force() -> None:
    """Against all places, looked at one by one."""
    for weights in ((1, 2), (3, 0, 6), (2, 5, 1), (1, 4, 2)):
        bits = balancing_places(weights, 7)
        for at, places in enumerate(all_places(len(weights), 7)):
            moments = [sum(w * (p - f) for w, p in zip(weights, places, strict=True)) == 0
                       for f in range(7) if f not in places]  # fmt: skip
            assert bool(bits >> at & 1) == any(moments), (weights, places)


def test_catalogued_puzzle_is_turned_moved_and_cropped() -> None:
    """Turned and mirrored as it fits, moved, and cut to its size if asked for."""
    maker, dice = BalanceMaker(), Random(5)
    puzzle = from_body(MultiBalance, "6:..#../#..../..#../..#../..#../....#/.#...")
    form = min(maker.forms(puzzle))
    boards = set()
    for _ in range(150):
        placed = maker.placed(BalanceParameters(6, 6, 8), puzzle, dice)
        assert (len(placed.board), len(placed.board[0])) == (6, 8)
        assert min(maker.forms(placed)) == form
        boards.add(placed.board)
    assert len(boards) == 2 * 2 * 4, "two places in each direction, mirrored in four ways"
    cropped = maker.placed(BalanceParameters(6, 6, 8, crop=True), puzzle, dice)
    assert (len(cropped.board), len(cropped.board[0])) == (5, 7)


@pytest.mark.parametrize(
    ("digits", "rows", "columns"),
    [(9, 6, 6), (7, 6, 14), (4, 6, 13), (8, 10, 4), (9, 5, 18), (4, 40, 40)],
)
def test_possible_boards_are_accepted(digits: int, rows: int, columns: int) -> None:
    generate("multi-balance", digits=digits, rows=rows, columns=columns)
    generate("multi-balance", digits=9, rows=5, columns=12, unique=False)


def test_board_too_small_without_givens_is_refused_with_givens_too() -> None:
    with pytest.raises(PuzzleError, match=r"no puzzle of 8 digits w.* 6 by 7 or 4 by 10 cells$"):
        generate("multi-balance", digits=8, rows=5, columns=6, givens=3)


def test_missing_grade_of_a_complete_catalogue_ends_at_once() -> None:
    """The only puzzle there is easy, and givens make none harder."""
    board: dict[str, Any] = {"digits": 8, "rows": 4, "columns": 10}
    asked = generate("multi-balance", **board, grade="expert", seed=1)
    assert list(asked) == []
    assert (asked.tried, asked.ended) == (
        0,
        "the catalogue of 8-digits puzzles holds none of these, and is complete",
    )


@pytest.mark.parametrize(("digits", "rows", "columns"), [(10, 6, 5), (11, 4, 7), (12, 4, 7)])
def test_only_puzzle_of_a_small_board_is_drawn(digits: int, rows: int, columns: int) -> None:
    """No luck finds it among all placements."""
    asked = generate("multi-balance", digits=digits, rows=rows, columns=columns, seed=1, number=2)
    (made,) = asked
    assert asked.ended.endswith("holds 1 such puzzle, and there are no others")
    records = {record.case: record for record in questions("multi-balance")[0].records}
    record = records[f"{digits} numbers"]
    canonical: Any = BalanceMaker().canonical
    assert canonical(made.puzzle) == canonical(parse(record.puzzle or ""))


def test_grade_is_drawn_from_the_list_of_twelve_numbers() -> None:
    """One of the 33 within 7 by 7 cells is hard; the others are expert."""
    asked = generate("multi-balance", digits=12, rows=7, columns=7, grade="hard", seed=1)
    made = next(asked)
    assert (made.grade, made.score, givens_of(made.puzzle)) == ("hard", 16.4, {})
