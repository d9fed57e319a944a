"""`quincunx hint`: where to look, why, what, and what is wrong with the state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PUZZLE = "c-note:100:878/312/272"
STATE = "85,7,_/_,_,_/_,_,_"


@pytest.mark.parametrize(
    ("options", "out"),
    [
        ([], "Look at row 1.\n"),
        (["--level", "1"], "Look at row 1.\n"),
        (["--level", "2"], "Look at row 1.\nRow 1: 85 + 7 + ? = 100.\n"),
        (["--level", "3"], "Row 1: 85 + 7 + ? = 100, so r1c3 is 8.\n"),
    ],
)
def test_levels_say_more_and_more(run: Run, options: list[str], out: str) -> None:
    outcome = run("hint", PUZZLE, "--state", STATE, *options)
    assert (outcome.status, outcome.out, outcome.err) == (0, out, "")


@pytest.mark.parametrize(
    ("level", "line"),
    [
        ("1", "Something is wrong."),
        ("2", "Something is wrong at r1c3."),
        ("3", "Row 1, column 3 is 9, expected a number with the given digit 8."),
    ],
)
def test_levels_of_a_hint_about_a_mistake(run: Run, level: str, line: str) -> None:
    outcome = run("hint", PUZZLE, "--state", "85,7,9/_,_,_/_,_,_", "--level", level)
    assert (outcome.status, outcome.out, outcome.err) == (1, line + "\n", "")


def test_a_finished_state(run: Run) -> None:
    outcome = run("hint", PUZZLE, "--state", "85,7,8/13,15,72/2,78,20")
    assert (outcome.status, outcome.out) == (0, "All is there, and all is right.\n")


def test_candidates_in_the_state_are_used(run: Run) -> None:
    outcome = run("hint", PUZZLE, "--state", "{85},_,8/_,_,_/_,_,_", "--level", "3")
    assert outcome.out == "Row 1: 85 + ? + 8 = 100, so r1c2 is 7.\n"


@pytest.mark.parametrize(
    ("puzzle", "state", "lines"),
    [
        (
            "c-note:99:88/88",
            "{18,81},{18,81}/{18,81},{18,81}",
            ["Nothing more follows.", "The puzzle has several solutions that fit what is there."],
        ),
        ("c-note:1:11/11", "_,_/_,_", ["The puzzle has no solution."]),
    ],
)
def test_no_hint_without_exactly_one_solution(
    run: Run, puzzle: str, state: str, lines: list[str]
) -> None:
    outcome = run("hint", puzzle, "--state", state)
    assert (outcome.status, outcome.out.splitlines(), outcome.err) == (1, lines, "")


def test_a_state_from_a_file_and_from_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "state").write_text(STATE.replace("/", "\n") + "\n")
    assert run("hint", PUZZLE, "--state", str(tmp_path / "state")).out == "Look at row 1.\n"
    typed = json.dumps([[85, 7, None], [None] * 3, [None] * 3])
    assert run("hint", PUZZLE, "--state", "-", stdin=typed).out == "Look at row 1.\n"


def test_a_limit_stops_cleanly(run: Run) -> None:
    outcome = run("hint", PUZZLE, "--time-limit", "0")
    assert (outcome.status, outcome.err) == (3, "")
    assert outcome.out == "A limit stopped the work before a hint was found.\n"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_json_contains_no_more_than_the_level(run: Run, level: int) -> None:
    answer = run("hint", PUZZLE, "--state", STATE, "--json", "--level", str(level))
    data = json.loads(answer.out)
    assert data["level"] == level
    assert data["sets"] == ([{"cell": [1, 3], "value": 8}] if level == 3 else [])
    assert (data["technique"] is None) is (level == 1)
