"""`quincunx explain`: numbered sentences, how it ends, and steps with pictures in files."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from quincunx import explain
from tests.cli.conftest import Run, refused
from tests.extras import extra

SEVERAL = "c-note:99:88/88"


def test_the_steps_are_numbered_and_end_in_the_solution(run: Run) -> None:
    outcome = run("explain", "c-note/1")
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    steps = [line for line in lines if line[:1].isdigit()]
    assert [line.split(".")[0] for line in steps] == [str(n) for n in range(1, len(steps) + 1)]
    assert all(line.endswith("]") for line in steps), "its technique stands behind a step"
    assert lines[-1] == "That is the solution, and there is no other."
    assert "│  85 │   7 │   8 │ 100" in outcome.out


def test_cases_are_rows_of_a_table(run: Run) -> None:
    lines = run("explain", "aztec-math/1").out.splitlines()
    (step,) = [step for step in explain("aztec-math/1").steps if step.chain]
    (head,) = [
        at for at, line in enumerate(lines) if line.split()[1:] == ["suppose", "then", "but"]
    ]
    rows = lines[head + 1 : head + 1 + len(step.chain)]
    assert [tuple(re.split("  +", row.strip())) for row in rows] == [c.row for c in step.chain]
    assert lines[head + 1 + len(rows)].strip() == f"{step.conclusion}  [cases]"


def test_full_lists_rules_and_candidates_below_each_step(run: Run) -> None:
    out = run("explain", "aztec-math:9/5_", "--full").out
    assert "   rules: r1c1, row 2\n   effort: 1\n   r1c1: 9\n   r2c1: 5\n" in out
    assert "   r2c2: 1 2 3 4 5 6 7 8 9\n" in out
    assert "rules:" not in run("explain", "aztec-math:9/5_").out


def test_the_opening_precedes_the_first_step(run: Run) -> None:
    out = run("explain", "multi-balance/demo").out
    opening = explain("multi-balance/demo").opening
    assert opening
    assert out.index(opening[:20]) < out.index("1. ")


@pytest.mark.parametrize(
    ("puzzle", "ending"),
    [
        ("c-note:40:123/456/789", "So there is no solution."),
        (SEVERAL, "There is more than one solution; no other cell is the same in all of them."),
    ],
)
def test_puzzles_without_just_one_solution_end_with_that(
    run: Run, puzzle: str, ending: str
) -> None:
    outcome = run("explain", puzzle)
    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out.splitlines()[-1] == ending


def test_a_limit_stops_cleanly(run: Run) -> None:
    outcome = run("explain", "aztec-math/18", "--time-limit", "0")
    assert (outcome.status, outcome.err) == (3, "")
    assert outcome.out.endswith("A limit stopped the work here.\n")


def test_json_has_the_evidence_of_every_step(run: Run) -> None:
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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["steps.svg", "steps.pdf", "STEPS.HTML"])
def test_files_of_steps_equal_those_of_the_library(run: Run, name: str) -> None:
    if name.endswith("pdf"):
        extra("typst")
    outcome = run("explain", "c-note/1", "-o", name)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    explain("c-note/1").save(f"again-{name}")
    assert Path(name).read_bytes() == Path(f"again-{name}").read_bytes()


@pytest.mark.usefixtures("folder")
def test_a_file_says_how_far_an_explanation_goes(run: Run) -> None:
    outcome = run("explain", SEVERAL, "-o", "steps.html")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == f"explain: {explain(SEVERAL).ending}\n"
    shown = json.loads(run("explain", SEVERAL, "-o", "steps.html", "--json").out)
    assert shown["puzzle"] == SEVERAL
    assert Path("steps.html").exists()


@pytest.mark.usefixtures("folder")
def test_a_limit_or_a_missing_package_writes_no_file(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = run("explain", "c-note/1", "-o", "steps.html", "--time-limit", "0")
    assert (outcome.status, outcome.err.count("\n")) == (3, 1)
    monkeypatch.setitem(sys.modules, "typst", None)
    needed = "PNG and PDF need typst, install it with: pip install 'quincunx[print]'"
    assert refused(run, "explain", "c-note/1", "-o", "steps.pdf") == needed
    assert os.listdir() == []
    assert run("explain", "c-note/1", "-o", "steps.html").status == 0
