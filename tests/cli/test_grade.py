"""`quincunx grade`: the grade and the evidence."""

from __future__ import annotations

import json
import re

import pytest

from quincunx import grade
from tests.cli.conftest import Run


def test_a_grade_with_its_evidence(run: Run) -> None:
    outcome = run("grade", "aztec-math/1")
    found = grade("aztec-math/1")
    assert (outcome.status, outcome.err) == (0, "")
    assert found.grade is not None
    lines = outcome.out.splitlines()
    assert lines[0] == f"{found.grade.capitalize()}: {found.reason}."
    assert lines[1].startswith("To be ")
    assert lines[2] == f"The hardest step: {found.decisive}"
    for name, times in found.techniques.items():
        assert any(re.fullmatch(rf"{name} +{times}", line) for line in lines)
    both = f"hardness {found.hardness:g}, length {found.length}"
    assert lines[-1] == f"{found.steps} steps, {both}, score {found.score:g}"


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ("aztec-math:3/12", 0, "Easy: it is full already."),
        ("power-strike/16", 1, "No grade: it has more than one solution."),
        ("aztec-math/18 --time-limit 0", 3, "No grade: a limit stopped the work before it was "
         "known."),
    ],
)  # fmt: skip
def test_a_grade_may_be_trivial_missing_or_unknown(
    run: Run, arguments: str, status: int, said: str
) -> None:
    outcome = run("grade", *arguments.split())
    assert (outcome.status, outcome.err) == (status, "")
    assert outcome.out.splitlines()[0] == said


def test_a_puzzle_without_solution_has_no_grade(run: Run) -> None:
    outcome = run("grade", "c-note:1:11/11", "--json")
    assert (outcome.status, json.loads(outcome.out)["grade"]) == (1, None)


def test_json_is_the_grade_of_the_library(run: Run) -> None:
    data = json.loads(run("grade", "c-note/1", "--json").out)
    assert data == grade("c-note/1").as_dict()
    assert data["puzzle"] == "c-note:100:878/312/272"
    assert data["steps"] == sum(data["techniques"].values())


@pytest.mark.parametrize("command", ["grade", "explain", "hint"])
def test_grading_stops_at_the_time_limit(run: Run, command: str) -> None:
    ring = ",".join(["4123456", *["_"] * 25])
    outcome = run(command, f"power-strike:7:{ring}", "--time-limit", "0.05", "--json")
    assert (outcome.status, outcome.err) == (3, "")
    assert json.loads(outcome.out)["family"] == "power-strike"
