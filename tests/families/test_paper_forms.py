"""Puzzles and answers in the forms that the papers print."""

from __future__ import annotations

import pytest

from quincunx import check
from quincunx.errors import PuzzleError
from quincunx.families import parse


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("power-strike:6,5,2", "power-strike:2:6,_,_,_,_"),
        ("power-strike:[41, 8, 7]", "power-strike:7:41,_,_,_,_,_,_,_"),
        ("c-note:[8, 8, 4, 6, 2, 5, 3, 6, 1]", "c-note:100:884/625/361"),
        ("c-note:60:[[8,8,4],[6,2,5],[3,6,1]]", "c-note:60:884/625/361"),
        ("aztec-math:[[9], [A,_], [c,8,D]]", "aztec-math:9/__/_8_"),
        (
            "sum-star:[[6,33,45,11,22,10],[15,3,7,11,45,33],[45,11,17,13,9,11]]",
            "sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11",
        ),
    ],
)
def test_lists_of_the_programs_are_read(text: str, identifier: str) -> None:
    assert parse(text).identifier == identifier


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("power-strike:6,5", "'6,5' is no list of the paper's program, expected a form like 6,5,2"),
        ("power-strike:[6,_,2]", "expected a form like 6,5,2 .start, cells, multiplier."),
        ("c-note:[8, 8, 4]", r"expected a form like \[8, 8, 4, 6, 2, 5, 3, 6, 1\] or 100:"),
        ("c-note:[[8, 8], 4]", r"expected a form like \[8, 8, 4"),
        ("aztec-math:[9]", r"expected a form like \[\[9\], \[A, B\], \[C, 8, D\]\]"),
        ("aztec-math:[[9],[1]]", "aztec-math: row 2 has 1 cell, expected 2"),
        ("sum-star:[[6,33,45,11,22,10]]", r"expected a form like \[\[6, 33"),
        ("c-note:[[1,2],[3,4]", "c-note: "),
    ],
)
def test_error_shows_the_form(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        parse(text)


def test_cells_of_the_digits_are_an_answer() -> None:
    assert check("multi-balance/paper-1", "[0, 40, 15, 8, 47, 7]") == []
    assert check("multi-balance/paper-1", [0, 40, 15, 8, 47, 7]) == []
    assert check("multi-balance/paper-1", "[0, 40, 15, 8, 47, 6]")
    with pytest.raises(PuzzleError, match="solution has 2 numbers, expected 6 as in the paper: "):
        check("multi-balance/paper-1", "[0, 40]")
