"""`quincunx explain`: numbered sentences, and how it ends."""

from __future__ import annotations

import json

import pytest

from quincunx import explain
from tests.cli.conftest import Run


def test_the_steps_are_numbered_and_end_in_the_solution(run: Run) -> None:
    outcome = run("explain", "c-note/1")
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    steps = [line for line in lines if line[:1].isdigit()]
    assert [line.split(".")[0] for line in steps] == [str(n) for n in range(1, len(steps) + 1)]
    assert all(line.endswith("]") for line in steps), "its technique stands behind a step"
    assert lines[-1] == "That is the solution, and there is no other."
    assert "│  85 │   7 │   8 │ 100" in outcome.out


def test_each_case_is_on_its_own_line(run: Run) -> None:
    lines = run("explain", "aztec-math/1").out.splitlines()
    cases = [line.split(". ", 1)[-1].strip() for line in lines if "With " in line]
    assert len(cases) > 1
    assert all(case.startswith("With ") for case in cases)
    (conclusion, *_) = [line for line in lines if line.endswith("[cases]")]
    assert conclusion.strip().startswith("So ")


def test_full_lists_rules_and_candidates_below_each_step(run: Run) -> None:
    out = run("explain", "aztec-math:9/5_", "--full").out
    assert "   rules: r1c1, row 2\n   effort: 1\n   r1c1: 9\n   r2c1: 5\n" in out
    assert "   r2c2: 1 2 3 4 5 6 7 8 9\n" in out
    assert "rules:" not in run("explain", "aztec-math:9/5_").out


def test_the_first_step_comes_first(run: Run) -> None:
    out = run("explain", "multi-balance/demo").out
    opening = explain("multi-balance/demo").opening
    assert opening
    assert out.index(opening[:20]) < out.index("1. ")


@pytest.mark.parametrize(
    ("puzzle", "ending"),
    [
        ("c-note:40:123/456/789", "So there is no solution."),
        (
            "c-note:99:88/88",
            "There is more than one solution; no other cell is the same in all of them.",
        ),
    ],
)
def test_puzzles_without_just_one_solution(run: Run, puzzle: str, ending: str) -> None:
    outcome = run("explain", puzzle)
    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out.splitlines()[-1] == ending


def test_a_limit_stops_cleanly(run: Run) -> None:
    outcome = run("explain", "aztec-math/18", "--time-limit", "0")
    assert (outcome.status, outcome.err) == (3, "")
    assert outcome.out.endswith("A limit stopped the work here.\n")


def test_steps_as_data(run: Run) -> None:
    outcome = run("explain", "c-note/1", "--json")
    data = json.loads(outcome.out)
    assert outcome.status == 0
    assert (data["puzzle"], data["solved"]) == ("c-note:100:878/312/272", True)
    evidence = {"technique", "tier", "effort", "sentence", "rules", "because", "chain"}
    said = {"cells", "sets", "removes", "leaves"}
    assert all(set(step) == evidence | said for step in data["steps"])
    sets = [found for step in data["steps"] for found in step["sets"]]
    assert {"cell": [3, 2], "value": 78} in sets
    assert data["solution"] == [[85, 7, 8], [13, 15, 72], [2, 78, 20]]
