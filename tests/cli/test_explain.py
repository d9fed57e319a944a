"""`quincunx explain`: numbered sentences, and how it ends."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run


def test_the_steps_are_numbered_and_end_in_the_solution(run: Run) -> None:
    outcome = run("explain", "power-strike:3:2,_,_")
    assert (outcome.status, outcome.err) == (1, "")
    outcome = run("explain", "power-strike:3:2,_,_,_,_")
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    steps = [line for line in lines if line[:1].isdigit()]
    assert [line.split(".")[0] for line in steps] == ["1", "2", "3", "4", "5", "6"]
    assert steps[0] == (
        "1. Cell 2 follows from 2: 6 (times 3), for 2 cannot lose its only digit, "
        "so cell 2 is 6.  [last one]"
    )
    assert lines[-1] == "That is the solution, and there is no other."
    assert "│  24 │ ← │  8  │" in outcome.out


def test_what_a_tried_value_leads_to_stands_below_it(run: Run) -> None:
    out = run("explain", "aztec-math/1").out
    begin = out.index("13. Suppose row 4, cell 2 is 4.\n")
    end = out.index("\n", out.index("    So row 4, cell 2 is not 4.  [what if]"))
    block = out[begin:end].splitlines()
    assert len(block) == 7
    assert all(line.startswith("      ") for line in block[1:-1])
    assert block[-2].endswith(": that cannot be.")


def test_what_a_person_sees_first_comes_first(run: Run) -> None:
    out = run("explain", "multi-balance/demo").out
    assert out.index("Digits stand only where") < out.index("1. ")


@pytest.mark.parametrize(
    ("puzzle", "ending"),
    [
        ("c-note:40:123/456/789", "So there is no solution."),
        ("c-note:99:88/88", "There is more than one solution, so the rest cannot be decided."),
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
    assert set(data["steps"][0]) == {"technique", "tier", "sentence", "cells", "sets", "removes"}
    assert data["steps"][-1]["sets"] == [{"cell": [3, 2], "value": 78}]
    assert data["solution"] == [[85, 7, 8], [13, 15, 72], [2, 78, 20]]
