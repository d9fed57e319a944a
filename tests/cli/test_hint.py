"""`quincunx hint`: a nudge, a reason, an answer, and what is wrong with the state."""

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
        (["--more"], "Look at row 1.\nRow 1: 85 + 7 + ? = 100.\n"),
        (["--answer"], "Look at row 1.\nRow 1: 85 + 7 + ? = 100.\nRow 1, column 3 is 8.\n"),
    ],
)
def test_a_little_a_little_more_and_all(run: Run, options: list[str], out: str) -> None:
    outcome = run("hint", PUZZLE, "--state", STATE, *options)
    assert (outcome.status, outcome.out, outcome.err) == (0, out, "")


def test_several_steps_are_numbered(run: Run) -> None:
    out = run("hint", PUZZLE, "--more").out.splitlines()
    assert out[0].startswith("Look at row 1. ")
    assert [line.split(".")[0] for line in out[1:]] == [str(i) for i in range(1, len(out))]


@pytest.mark.parametrize(
    ("state", "status", "line"),
    [
        ("85,7,9/_,_,_/_,_,_", 1, "Something is wrong: row 1, column 3 is not 9."),
        ("85,7,8/13,15,72/2,78,20", 0, "All is there, and all is right."),
    ],
)
def test_wrong_and_finished_states(run: Run, state: str, status: int, line: str) -> None:
    outcome = run("hint", PUZZLE, "--state", state, "--answer")
    assert (outcome.status, outcome.out, outcome.err) == (status, line + "\n", "")


@pytest.mark.parametrize(
    ("puzzle", "line"),
    [
        (
            "power-strike/16",
            "The puzzle has more than one solution, so not every number can be found.",
        ),
        ("c-note:1:11/11", "The puzzle has no solution."),
    ],
)
def test_puzzles_without_just_one_solution(run: Run, puzzle: str, line: str) -> None:
    outcome = run("hint", puzzle)
    assert (outcome.status, outcome.out, outcome.err) == (1, line + "\n", "")


def test_a_state_from_a_file_and_from_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "state").write_text(STATE.replace("/", "\n") + "\n")
    assert run("hint", PUZZLE, "--state", str(tmp_path / "state")).out == "Look at row 1.\n"
    typed = json.dumps([[85, 7, None], [None] * 3, [None] * 3])
    assert run("hint", PUZZLE, "--state", "-", stdin=typed).out == "Look at row 1.\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([PUZZLE, "--state", "85,7"], "c-note: state has 1 row, expected 3"),
        (
            [PUZZLE, "--state", "85,7,x/_,_,_/_,_,_"],
            "c-note: state, row 1, column 3 is 'x', expected a whole number of at most 19 "
            "digits or _",
        ),
        (
            ["aztec-math:9/5_", "--state", "8/5_"],
            "aztec-math: state, row 1, cell 1 is 8, but 9 is given",
        ),
        (["-", "--state", "-"], "hint: puzzle and state are both -, expected at most one"),
        (
            [PUZZLE, "--more", "--answer"],
            "hint: both --more and --answer, expected at most one",
        ),
    ],
)
def test_one_line_and_nothing_else(run: Run, arguments: list[str], line: str) -> None:
    outcome = run("hint", *arguments)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", line + "\n")


def test_a_bad_state_on_standard_input(run: Run) -> None:
    outcome = run("hint", PUZZLE, "--state", "-", stdin="85,7\n")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "standard input: c-note: state has 1 row, expected 3\n"


def test_a_limit_stops_cleanly(run: Run) -> None:
    outcome = run("hint", PUZZLE, "--time-limit", "0")
    assert (outcome.status, outcome.err) == (3, "")
    assert outcome.out == "A limit stopped the work before a hint was found.\n"


def test_a_hint_as_data(run: Run) -> None:
    data = json.loads(run("hint", PUZZLE, "--state", STATE, "--json").out)
    assert data["nudge"] == "Look at row 1."
    assert data["sets"] == [{"cell": [1, 3], "value": 8}]
