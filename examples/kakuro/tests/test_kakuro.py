"""The contract of a family, and what is special about Kakuro."""

from __future__ import annotations

import pytest
from quincunx_kakuro import Kakuro

from quincunx import PuzzleError, check, explain, generate, parse, solve
from quincunx.testing import FamilyContract

LARGER = "kakuro:#,4\\,6\\,#/\\3,_,_,#/\\7,_,_,#"


class TestContract(FamilyContract):
    """All tests that every family passes."""

    family = "kakuro"
    more = (LARGER,)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("#,#/#,#", "kakuro: board has no open cell, expected at least one"),
        ("#,3\\/_,_", "kakuro: row 2, column 1 is in no run, expected a clue before it"),
        ("#,3\\4/\\5,_", "kakuro: across from r1c2 has 0 cells, expected 1 to 9"),
        ("#,0\\/\\3,_", "kakuro: row 1, column 2 is '0\\\\', expected #, a clue such as 16\\4"),
        ("#,3\\,4\\/\\3,_", "kakuro: row 2 has 2 cells, expected 3"),
    ],
)
def test_wrong_boards_are_refused(board: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        parse(f"kakuro:{board}")
    assert str(error.value).startswith(message)


def test_answers_have_no_blocked_cells() -> None:
    assert solve(LARGER).solution == [[1, 2], [3, 4]]
    assert parse(LARGER).layout.row_name(1) == "row 2"


def test_checks_name_the_run() -> None:
    broken = check(LARGER, [[2, 1], [3, 4]])
    assert [violation.entry for violation in broken] == ["down from r1c2", "down from r1c3"]
    assert broken[0].sentence == "The run down from r1c2 sums to 5, expected 4."


def test_explanations_name_the_digits_of_a_run() -> None:
    (first, *_) = explain(LARGER).steps
    assert "sums to 4 with 1 and 3" in first.sentence


@pytest.mark.parametrize("size", [2, 4])
def test_generated_boards_are_as_large_as_asked_for(size: int) -> None:
    for made in generate("kakuro", size=size, seed=5, number=2):
        assert isinstance(made.puzzle, Kakuro)
        assert len(made.puzzle.board) == len(made.puzzle.board[0]) == size + 1
        assert made.difficulty is not None
