"""`quincunx explain`: numbered sentences, how it ends, and steps with pictures in files."""

import json
import os
import sys
from pathlib import Path

import pytest

from quincunx import explain
from tests.cli.conftest import Run, refused
from tests.extras import extra

SEVERAL = "c-note:99:88/88"


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


@pytest.mark.parametrize("command", ["grade", "explain", "hint"])
def test_reasoning_stops_at_the_time_limit(run: Run, command: str) -> None:
    ring = ",".join(["4123456", *["_"] * 25])
    outcome = run(command, f"power-strike:7:{ring}", "--time-limit", "0.05", "--json")
    assert (outcome.status, outcome.err) == (3, "")
    assert json.loads(outcome.out)["family"] == "power-strike"
