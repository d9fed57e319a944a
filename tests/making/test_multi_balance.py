"""The generator of Multi-Balances."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.base.documents import from_body, givens_of
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.catalogue import all_places, balancing_places
from quincunx.families.multi_balance.maker import BalanceMaker, BalanceParameters
from quincunx.making import generate
from quincunx.making.records import questions
from tests.making.confirm import confirm, series


@pytest.mark.parametrize(
    ("digits", "rows", "columns"),
    [
        (4, 13, 6),
        (6, 7, 5),
        (6, 12, 12),
        (7, 12, 12),
        (8, 10, 10),
        (9, 12, 12),
        (9, 16, 30),
        (10, 12, 12),
    ],
)
def test_boards(digits: int, rows: int, columns: int) -> None:
    made = next(series("multi-balance", digits=digits, rows=rows, columns=columns, seed=2))
    confirm(made)
    board = made.puzzle.board
    assert (made.puzzle.digits, len(board), len(board[0])) == (digits, rows, columns)
    assert not set("".join(board)) & set("123456789"), "nothing is given"


@pytest.mark.parametrize(
    "options",
    [
        {"givens": 2},
        {"digits": 6, "givens": 1, "crop": True},
        {"digits": 9, "rows": 16, "columns": 30, "givens": 3},
    ],
    ids=["listed", "cropped", "searched"],
)
def test_number_of_givens_is_as_asked(options: dict[str, Any]) -> None:
    made = next(series("multi-balance", seed=1, **options))
    confirm(made)
    assert len(givens_of(made.puzzle)) == options["givens"]


def test_puzzles_that_are_all_published() -> None:
    options: dict[str, Any] = {"digits": 7, "rows": 8, "columns": 8}
    none = generate("multi-balance", seed=1, **options)
    assert list(none) == []
    assert none.ended.endswith("puzzles holds 1, published; --published includes them")
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


def test_turned_mirrored_and_with_more_room_it_is_the_same_puzzle() -> None:
    maker = BalanceMaker()
    board = ("......#.", "...#....", "#......#", "........", "........", ".....#..")
    turned = tuple("".join(column) for column in zip(*board[::-1], strict=True))
    moved = ("." * 10, *("." + row + "." for row in board))
    forms = {
        min(maker.forms(MultiBalance(6, same))) for same in (board, turned, board[::-1], moved)
    }
    assert len(forms) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"digits": 5},
            "5 digits fit on no board: with two or more in each line they have at "
            "most 2 rows and 2 columns, which cross in 4 cells; expected 4, 6, 7, 8, 9, "
            "10, 11, 12 digits",
        ),
        ({"givens": 8}, "givens is 8 of 8 digits, expected fewer"),
        ({"digits": 3}, "digits is 3, expected a whole number from 4 to 12"),
        ({"rows": 3}, "rows is 3, expected a whole number from 4 to 40"),
        ({"columns": 41}, "columns is 41, expected a whole number from 4 to 40"),
        (
            {"digits": 9, "rows": 5, "columns": 12},
            "there is no puzzle of 9 digits without givens on a board of 5 rows and "
            "12 columns, for all placements up to 15 by 15 cells were listed; expected a board "
            "with room for 6 by 6 or 5 by 13 cells, or givens",
        ),
    ],
)
def test_impossible_parameters_are_rejected(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        generate("multi-balance", **options)
    assert str(refused.value) == f"multi-balance: {message}"


@pytest.mark.parametrize(
    ("digits", "rows", "columns"),
    [(9, 6, 6), (7, 6, 14), (4, 6, 13), (8, 10, 4), (9, 5, 18), (4, 40, 40)],
)
def test_possible_boards_are_accepted(digits: int, rows: int, columns: int) -> None:
    generate("multi-balance", digits=digits, rows=rows, columns=columns)
    generate("multi-balance", digits=9, rows=5, columns=12, unique=False)


@pytest.mark.parametrize(
    ("digits", "rows", "columns", "givens"), [(9, 5, 12, 3), (12, 5, 5, 4), (11, 6, 5, 2)]
)
def test_boards_that_are_too_small_without_givens(
    digits: int, rows: int, columns: int, givens: int
) -> None:
    """What was listed are puzzles without givens; with some, other boards will do."""
    asked: dict[str, Any] = {"digits": digits, "rows": rows, "columns": columns}
    made = next(series("multi-balance", **asked, givens=givens, seed=1))
    confirm(made)
    assert len(givens_of(made.puzzle)) == givens
    with pytest.raises(PuzzleError, match=r"without givens .*, or givens$"):
        generate("multi-balance", **asked)


def test_boards_that_are_too_small_whatever_is_given() -> None:
    with pytest.raises(PuzzleError, match=r"no puzzle of 8 digits on .* 6 by 7 or 4 by 10 cells$"):
        generate("multi-balance", digits=8, rows=5, columns=6, givens=3)


def test_missing_grade_of_a_complete_catalogue_ends_at_once() -> None:
    """The only puzzle there is easy, and givens make none harder."""
    board: dict[str, Any] = {"digits": 8, "rows": 4, "columns": 10}
    asked = generate("multi-balance", **board, grade="expert", seed=1)
    assert asked.warning == (
        "multi-balance: the list of all puzzles with such parameters holds 1 easy, and none that "
        "is expert"
    )
    assert list(asked) == []
    assert (asked.tried, asked.ended) == (
        0,
        "the catalogue of 8-digits puzzles holds none of these, and is complete",
    )
    assert generate("multi-balance", **board, grade="easy").warning == ""
    harder = generate("multi-balance", digits=9, rows=6, columns=6, grade="easy")
    assert harder.warning.endswith("; harder ones are tried with more given")


@pytest.mark.parametrize(("digits", "rows", "columns"), [(10, 6, 5), (11, 4, 7), (12, 4, 7)])
def test_the_only_puzzle_of_a_small_board_is_drawn(digits: int, rows: int, columns: int) -> None:
    """No luck finds it among all placements."""
    asked = generate("multi-balance", digits=digits, rows=rows, columns=columns, seed=1, number=2)
    (made,) = asked
    assert asked.ended.endswith("holds 1 such puzzle, and this was the last")
    record = next(
        record
        for record in questions("multi-balance")[0].records
        if record.case == f"{digits} numbers"
    )
    assert isinstance(record.puzzle, MultiBalance)
    assert isinstance(made.puzzle, MultiBalance)
    maker = BalanceMaker()
    assert maker.canonical(made.puzzle) == maker.canonical(record.puzzle)


def test_a_grade_is_drawn_from_the_list_of_twelve_numbers() -> None:
    """One of the 33 within 7 by 7 cells is hard; the others are expert."""
    asked = generate("multi-balance", digits=12, rows=7, columns=7, grade="hard", seed=1)
    assert asked.warning == ""
    made = next(asked)
    assert (made.grade, made.score, givens_of(made.puzzle)) == ("hard", 16.4, {})
