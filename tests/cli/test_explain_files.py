"""`quincunx explain -o`: steps with pictures in files, whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from quincunx import explain
from tests.cli.conftest import Run

PUZZLE = "c-note:100:878/312/272"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["steps.html", "steps.svg", "steps.pdf", "STEPS.HTML"])
def test_files_of_steps_equal_those_of_the_library(run: Run, name: str) -> None:
    outcome = run("explain", PUZZLE, "-o", name)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    explain(PUZZLE).save(f"again-{name}")
    assert Path(name).read_bytes() == Path(f"again-{name}").read_bytes()


def test_json_is_printed_beside_the_file(run: Run) -> None:
    outcome = run("explain", PUZZLE, "-o", "steps.svg", "--json")
    assert json.loads(outcome.out)["puzzle"] == PUZZLE
    assert Path("steps.svg").exists()


def test_a_puzzle_without_just_one_solution_is_explained_as_far_as_it_goes(run: Run) -> None:
    outcome = run("explain", "c-note:99:88/88", "-o", "steps.html")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == f"explain: {explain('c-note:99:88/88').ending}\n"
    assert Path("steps.html").exists()


def test_a_limit_writes_nothing(run: Run) -> None:
    outcome = run("explain", PUZZLE, "-o", "steps.html", "--time-limit", "0")
    assert outcome.status == 3
    assert outcome.err.count("\n") == 1
    assert os.listdir() == []


def test_missing_typst_is_reported_with_the_command_to_install_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    outcome = run("explain", PUZZLE, "-o", "steps.pdf")
    assert outcome.err == "PNG and PDF need typst, install it with: pip install 'quincunx[print]'\n"
    assert run("explain", PUZZLE, "-o", "steps.html").status == 0
