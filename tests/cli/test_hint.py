"""`quincunx hint`: where to look, why, what, and what is wrong with the state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PUZZLE = "c-note:100:878/312/272"
STATE = "85,7,_/_,_,_/_,_,_"


WRONG = "85,7,9/_,_,_/_,_,_"
SEVERAL = "Nothing more follows.\nThe puzzle has several solutions that fit what is there."


@pytest.mark.parametrize(
    ("puzzle", "options", "status", "said"),
    [
        # Levels say more and more, of a step and of a mistake.
        (PUZZLE, ["--state", STATE], 0, "Look at row 1."),
        (PUZZLE, ["--state", STATE, "--level", "1"], 0, "Look at row 1."),
        (PUZZLE, ["--state", STATE, "--level", "2"], 0, "Look at row 1.\nRow 1: 85 + 7 + ? = 100."),
        (PUZZLE, ["--state", STATE, "--level", "3"], 0, "Row 1: 85 + 7 + ? = 100, so r1c3 is 8."),
        (PUZZLE, ["--state", WRONG, "--level", "1"], 1, "Something is wrong."),
        (PUZZLE, ["--state", WRONG, "--level", "2"], 1, "Something is wrong at r1c3."),
        (PUZZLE, ["--state", WRONG, "--level", "3"], 1,
         "r1c3 is 9, expected a number with the given digit 8."),
        # Candidates are used.
        (PUZZLE, ["--state", "{85},_,8/_,_,_/_,_,_", "--level", "3"], 0,
         "Row 1: 85 + ? + 8 = 100, so r1c2 is 7."),
        # There is no step.
        (PUZZLE, ["--state", "85,7,8/13,15,72/2,78,20"], 0, "All is there, and all is right."),
        ("c-note:99:88/88", ["--state", "{18,81},{18,81}/{18,81},{18,81}"], 1, SEVERAL),
        ("c-note:1:11/11", ["--state", "_,_/_,_"], 1, "The puzzle has no solution."),
        (PUZZLE, ["--time-limit", "0"], 3, "A limit stopped the work before a hint was found."),
    ],
)  # fmt: skip
def test_hint_says_what_its_level_allows(
    run: Run, puzzle: str, options: list[str], status: int, said: str
) -> None:
    outcome = run("hint", puzzle, *options)
    assert (outcome.status, outcome.out, outcome.err) == (status, said + "\n", "")


def test_a_state_from_a_file_and_from_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "state").write_text(STATE.replace("/", "\n") + "\n")
    assert run("hint", PUZZLE, "--state", str(tmp_path / "state")).out == "Look at row 1.\n"
    typed = json.dumps([[85, 7, None], [None] * 3, [None] * 3])
    assert run("hint", PUZZLE, "--state", "-", stdin=typed).out == "Look at row 1.\n"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_json_contains_no_more_than_the_level(run: Run, level: int) -> None:
    answer = run("hint", PUZZLE, "--state", STATE, "--json", "--level", str(level))
    data = json.loads(answer.out)
    assert data["level"] == level
    assert data["sets"] == ([{"cell": [1, 3], "value": 8}] if level == 3 else [])
    assert (data["technique"] is None) is (level == 1)
