"""Series Multi-Balances."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.making import BalanceMaker, _balancing, centre
from quincunx.making import generate
from tests.making.confirm import confirm, series


@pytest.mark.parametrize(
    ("digits", "rows", "columns"),
    [(6, 5, 7), (6, 7, 5), (6, 12, 12), (7, 9, 9), (8, 10, 10), (9, 12, 12)],
)
def test_boards(digits: int, rows: int, columns: int) -> None:
    made = next(series("multi-balance", digits=digits, rows=rows, columns=columns, seed=2))
    confirm(made)
    board = made.puzzle.board
    assert (made.puzzle.digits, len(board), len(board[0])) == (digits, rows, columns)
    assert not set("".join(board)) & set("123456789"), "nothing is given"


def test_where_lines_balance() -> None:
    """Against all places, looked at one by one."""
    for weights in ((1, 2), (3, 0, 6), (2, 5, 1), (1, 4, 2)):
        every = [p for p in permutations(range(7), len(weights)) if 0 in p]
        bits = _balancing(weights, 7)
        for at, places in enumerate(every):
            moments = [sum(w * (p - f) for w, p in zip(weights, places, strict=True)) == 0
                       for f in range(7) if f not in places]  # fmt: skip
            assert bool(bits >> at & 1) == any(moments), (weights, places)
    assert centre((1, 0, 3), (1, 4, 5)) == 4


@pytest.mark.parametrize(
    ("digits", "rows", "columns", "identifier"),
    [
        (
            6,
            8,
            8,
            "multi-balance:6:..#...../......../.#....../......../....#.../#......./..#...../........",
        ),
        (
            8,
            12,
            12,
            "multi-balance:8:............/.........#../............/............/...#......../..#........#/.......#..../............/............/........#.../............/............",
        ),
        (
            9,
            12,
            12,
            "multi-balance:9:...#......../.#........../#.........../...#......../.....#....../..........#./............/......#...../............/............/............/............",
        ),
    ],
)
def test_the_same_puzzle_on_every_machine(
    digits: int, rows: int, columns: int, identifier: str
) -> None:
    made = next(series("multi-balance", digits=digits, rows=rows, columns=columns, seed=1))
    assert made.puzzle.identifier == identifier


def test_turned_mirrored_and_with_more_room_it_is_the_same_puzzle() -> None:
    maker = BalanceMaker()
    board = ("......#.", "...#....", "#......#", "........", "........", ".....#..")
    turned = tuple("".join(column) for column in zip(*board[::-1], strict=True))
    moved = ("." * 10, *("." + row + "." for row in board))
    forms = {
        min(maker.forms(MultiBalance(6, same))) for same in (board, turned, board[::-1], moved)
    }
    assert len(forms) == 1


def test_there_are_at_least_seventeen_for_six_digits_within_twelve() -> None:
    making = generate("multi-balance", digits=6, rows=12, columns=12, seed=1, number=17)
    assert len(list(making)) == 17


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"digits": 5}, "multi-balance: digits is 5, expected a whole number from 6 to 9"),
        ({"digits": 10}, "multi-balance: digits is 10, expected a whole number from 6 to 9"),
        ({"rows": 3}, "multi-balance: rows is 3, expected a whole number from 4 to 15"),
        ({"columns": 16}, "multi-balance: columns is 16, expected a whole number from 4 to 15"),
        (
            {"digits": 8, "rows": 5, "columns": 9},
            "multi-balance: in hundreds of thousands of layouts 8 digits were found on no board of "
            "5 rows and 9 columns, expected 4 by 10 or 6 by 7 or larger",
        ),
    ],
)
def test_what_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        generate("multi-balance", **options)
    assert str(refused.value) == message
