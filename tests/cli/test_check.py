"""`quincunx check`: right answers, wrong answers and answers that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PUZZLE = "c-note:100:878/312/272"
RIGHT = "85,7,8/13,15,72/2,78,20"
WRONG = "85,7,8/13,15,72/2,78,21"


def test_a_right_answer_has_no_violations(run: Run) -> None:
    outcome = run("check", PUZZLE, RIGHT)
    assert (outcome.status, outcome.out, outcome.err) == (0, "The answer is right.\n", "")
    assert run("check", PUZZLE, RIGHT, "--json").out == '{"ok": true, "violations": []}\n'


def test_a_wrong_answer_lists_its_violations(run: Run) -> None:
    outcome = run("check", PUZZLE, WRONG)
    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out == (
        "The answer is wrong: 2 violations.\n"
        "  Row 3 sums to 101, expected 100.\n"
        "  Column 3 sums to 101, expected 100.\n"
    )
    outcome = run("check", PUZZLE, WRONG, "--json")
    data = json.loads(outcome.out)
    assert (outcome.status, data["ok"]) == (1, False)
    assert list(data["violations"][0]) == ["rule", "sentence", "cells"]
    assert data["violations"][0]["sentence"] == "Row 3 sums to 101, expected 100."
    assert data["violations"][0]["cells"] == [[3, 1], [3, 2], [3, 3]]


@pytest.mark.parametrize(
    "answer",
    [
        RIGHT,
        RIGHT.replace("/", "\n") + "\n",
        "[[85, 7, 8], [13, 15, 72], [2, 78, 20]]\n",
        '{"solution": [[85, 7, 8], [13, 15, 72], [2, 78, 20]]}',
        '{"count": 1, "solutions": [[[85, 7, 8], [13, 15, 72], [2, 78, 20]]]}',
    ],
)
def test_answers_come_from_files_and_standard_input(run: Run, tmp_path: Path, answer: str) -> None:
    (tmp_path / "answer").write_text(answer)
    assert run("check", PUZZLE, str(tmp_path / "answer")).status == 0
    assert run("check", PUZZLE, "-", stdin=answer).status == 0
