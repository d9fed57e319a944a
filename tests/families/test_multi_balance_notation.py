"""Multi-Balance: identifiers, documents and answers, read strictly, written back and drawn."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from quincunx import solving
from quincunx.errors import PuzzleError
from quincunx.families import from_document, parse
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import from_body, read_solution
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import MAX_SIDE, mark_of
from tests.families.fuzzing import read_or_refused

DEMO = from_body(MultiBalance, MultiBalance.example.identifier.removeprefix("multi-balance:"))
ANSWER: list[str] = MultiBalance.example.solution


@st.composite
def puzzles(draw: st.DrawFn) -> MultiBalance:
    digits, width = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    row = st.text(".....#", min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=1, max_size=12))
    puzzle = MultiBalance(digits, tuple(rows))
    # Givens, as many of them as break no rule.
    for row_number, column in draw(st.lists(st.sampled_from(puzzle.cells or [(1, 1)]))):
        text = puzzle.board[row_number - 1]
        digit = mark_of(draw(st.integers(1, digits)))
        changed = list(puzzle.board)
        changed[row_number - 1] = text[: column - 1] + digit + text[column:]
        more = tuple(changed)
        puzzle = read_or_refused(lambda: MultiBalance(digits, more), "multi-balance") or puzzle  # noqa: B023
    return puzzle


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "'' has no colon, expected DIGITS:ROW/ROW/..."),
        ("6", "'6' has no colon, expected DIGITS:ROW/ROW/..."),
        ("0:#.", "digits is '0', expected a whole number from 1 to 12"),
        ("13:#.", "digits is '13', expected a whole number from 1 to 12"),
        ("06:#.", "digits is '06', expected a whole number from 1 to 12"),
        ("+6:#.", "digits is '+6', expected a whole number from 1 to 12"),
        (" 6:#.", "digits is ' 6', expected a whole number from 1 to 12"),
        ("²:#.", "digits is '²', expected a whole number from 1 to 12"),
        ("6:", "row 1 has 0 cells, expected 1 to 40"),
        ("6:#./.", "row 2 has 1 cells, expected 2 as in row 1"),
        ("6:#./../", "row 3 has 0 cells, expected 2 as in row 1"),
        ("6:#x", "row 1, column 2 is 'x', expected . # or a digit from 1 to 6"),
        ("6:#./.0", "row 2, column 2 is '0', expected . # or a digit from 1 to 6"),
        ("6:#./7.", "row 2, column 1 is '7', expected . # or a digit from 1 to 6"),
        ("6:#٣", "row 1, column 2 is '٣', expected . # or a digit from 1 to 6"),
        (
            "6:.#./#3#/.../#3.",
            "row 2, column 2 gives 3 in a row of 2 fulcrums, expected exactly one",
        ),
        ("6:.#/3.", "row 2, column 1 gives 3 in a row of 0 fulcrums, expected exactly one"),
        ("6:.#/#3/.#", "row 2, column 2 gives 3 in a column of 2 fulcrums, expected exactly one"),
        (
            "6:3.#./#3../...#/.#..",
            "row 2, column 2 gives 3 like row 1, column 1, expected each digit once",
        ),
        (
            "6:#.1./.#../2..#/..#.",
            "givens use the fulcrum at row 1, column 1 by its row and by its column, "
            "expected one of them",
        ),
        (
            "2:1#2/#../..#",
            "all digits are given and break a rule: "
            "Row 1 has torque 1 to the left and 2 to the right of its fulcrum, expected the same.",
        ),
        ("6:" + "." * 41, "row 1 has 41 cells, expected 1 to 40"),
        ("6:" + "./" * 40 + ".", "board has 41 rows, expected 1 to 40"),
        ("6:" + "." * 1_000_000, "puzzle has 1000002 characters, expected at most 96000"),
    ],
)
def test_malformed_identifier_is_rejected(body: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        from_body(MultiBalance, body)
    assert str(refusal.value) == f"multi-balance: {message}"


@pytest.mark.parametrize(
    ("digits", "board", "message"),
    [
        (True, ["#."], "digits is true, expected a whole number from 1 to 12"),
        (6.0, ["#."], "digits is 6.0, expected a whole number from 1 to 12"),
        ("6", ["#."], "digits is '6', expected a whole number from 1 to 12"),
        (6, None, "board is null, expected a list of 1 to 40 rows"),
        (6, "#./..", "board is '#./..', expected a list of 1 to 40 rows"),
        (6, [], "board has 0 rows, expected 1 to 40"),
        (6, ["#.", 3], "board: row 2 is 3, expected a text of . # and digits"),
        (6, ["."] * 10_000, "board has 10000 rows, expected 1 to 40"),
    ],
)
def test_malformed_document_is_rejected(digits: Any, board: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        from_document({"family": "multi-balance", "digits": digits, "board": board})
    assert str(refusal.value) == f"multi-balance: {message}"


def test_the_largest_board_is_read_drawn_and_refused_by_the_solver_at_once() -> None:
    puzzle = MultiBalance(9, ("#" + "." * (MAX_SIDE - 1),) * MAX_SIDE)
    assert parse(puzzle.identifier) == puzzle
    assert str(sketch_of(puzzle)).count("▲") == MAX_SIDE
    assert solving.solve(puzzle).verdict == "none"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, " is null, expected a list of 6 rows"),
        ("........", " has 1 row, expected 6"),
        ([*ANSWER[:5], "2....#."], ", row 6 has 7 cells, expected 8"),
        ([*ANSWER[:5], 5], ", row 6 is 5, expected a text or a list of 8 cells"),
        (
            [*ANSWER[:5], "0....#.5"],
            ", row 6, column 1 is '0', expected . # or a digit from 1 to 9",
        ),
        ("." * 1_000_000, " has 1000000 characters, expected at most 96000"),
    ],
)
def test_malformed_answer_is_rejected(data: object, message: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        read_solution(DEMO, data)
    assert str(refusal.value) == f"multi-balance: solution{message}"


def test_the_drawing_of_an_answer() -> None:
    sketch = sketch_of(MultiBalance(6, ("......#6", *DEMO.board[1:])), ANSWER)
    assert str(sketch) == (
        "    1 2 3 4 5 6 7 8\n"
        "  ┌─────────────────┐\n"
        "1 │ 1 · · · · · ▲ 6 │\n"
        "2 │ 4 · · ▲ · · · 3 │\n"
        "3 │ ▲ · · · · · · ▲ │\n"
        "4 │ · · · · · · · · │\n"
        "5 │ · · · · · · · · │\n"
        "6 │ 2 · · · · ▲ · 5 │\n"
        "  └─────────────────┘"
    )
    by_role = {
        role: [text for line in sketch.runs() for text, its in line if its == role]
        for role in ("given", "answer", "clue")
    }
    assert by_role == {"given": ["6"], "answer": ["1", "4", "3", "2", "5"], "clue": ["▲"] * 5}


def test_wide_boards_leave_room_for_the_numbers_of_columns() -> None:
    assert str(sketch_of(MultiBalance(4, ("#.........", "..........")))) == (
        "     1  2  3  4  5  6  7  8  9 10\n"
        "  ┌───────────────────────────────┐\n"
        "1 │  ▲  ·  ·  ·  ·  ·  ·  ·  ·  · │\n"
        "2 │  ·  ·  ·  ·  ·  ·  ·  ·  ·  · │\n"
        "  └───────────────────────────────┘"
    )
