"""`quincunx grade`: the grade and the evidence."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run


def test_a_grade_with_its_evidence(run: Run) -> None:
    outcome = run("grade", "aztec-math/1")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == (
        "Hard: it takes 'what if' (up to 6 moves).\n"
        "To be expert it would have to take 'combinations' (over 4000 values), 'what if' (over 8 "
        "moves) or 'search'.\n"
        "\n"
        "technique     times  meaning\n"
        "last one      5      a rule with one open cell decides it\n"
        "combinations  26     no way to complete one rule uses a value\n"
        "what if       2      a value is assumed, and rules looked at one by one lead to a "
        "contradiction\n"
        "\n"
        "33 steps, score 223.5, longest what if 6 moves\n"
    )


def test_no_grade_without_just_one_solution(run: Run) -> None:
    outcome = run("grade", "power-strike/16")
    assert (outcome.status, outcome.out) == (1, "No grade: it has more than one solution.\n")
    outcome = run("grade", "c-note:1:11/11", "--json")
    assert (outcome.status, json.loads(outcome.out)["grade"]) == (1, None)


def test_a_limit_stops_cleanly(run: Run) -> None:
    outcome = run("grade", "aztec-math/18", "--time-limit", "0")
    assert (outcome.status, outcome.err) == (3, "")
    assert outcome.out == "No grade: a limit stopped the work before it was known.\n"


def test_a_grade_as_data(run: Run) -> None:
    data = json.loads(run("grade", "c-note/1", "--json").out)
    assert (data["puzzle"], data["grade"]) == ("c-note:100:878/312/272", "easy")
    assert data["techniques"] == {"last one": 2, "squeeze": 13, "combinations": 6}
    assert data["steps"] == 21


def test_a_puzzle_that_is_full(run: Run) -> None:
    outcome = run("grade", "aztec-math:3/12")
    assert (outcome.status, outcome.out.splitlines()[0]) == (0, "Easy: it is full already.")


@pytest.mark.parametrize("command", ["grade", "explain", "hint"])
def test_lists_that_take_too_long_are_cut_off(run: Run, command: str) -> None:
    ring = ",".join(["4123456", *["_"] * 25])
    outcome = run(command, f"power-strike:7:{ring}", "--time-limit", "0.05", "--json")
    assert (outcome.status, outcome.err) == (3, "")
    assert json.loads(outcome.out)["family"] == "power-strike"
