"""`quincunx export`: puzzles in the language of MiniZinc."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from quincunx.cp.engines.minizinc_text import to_text
from quincunx.cp.options import SearchOptions
from quincunx.families import parse
from tests.cli.conftest import Run
from tests.cp.engines.cases import needs_minizinc

PUZZLE = "c-note:100:884/625/361"


def test_the_text_goes_to_standard_output(run: Run) -> None:
    outcome = run("export", PUZZLE, "--to", "minizinc")
    assert (outcome.status, outcome.err) == (0, "")
    options = SearchOptions(parse(PUZZLE).capabilities.labeling)
    assert outcome.out == to_text(parse(PUZZLE).model(), options)
    assert outcome.out.startswith(f"% {PUZZLE}\n")


def test_the_text_goes_to_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.mzn"
    outcome = run("export", PUZZLE, "-o", str(file))
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    assert file.read_text(encoding="utf-8") == run("export", PUZZLE).out


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--labeling", "ff,bisect"], "], first_fail, indomain_split)"),
        (["--labeling", "ff", "--labeling", "down"], "], first_fail, indomain_max)"),
        (["--consistency", "bounds"], "= 100) :: bounds;"),
    ],
)
def test_options(run: Run, options: list[str], part: str) -> None:
    assert part in run("export", PUZZLE, *options).out


@needs_minizinc
def test_gecode_solves_the_exported_model(run: Run) -> None:
    outcome = run("solve", PUZZLE, "--all", "--engine", "minizinc:gecode", "--json")
    assert outcome.status == 0
    assert '"count": 31, "complete": true' in outcome.out


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("minizinc:gecode", "minizinc: the program minizinc is not installed; on Debian: "),
        ("gecode", "unknown engine 'gecode', expected one of kernel, cp-sat, both, minizinc\n"),
    ],
)
def test_a_missing_engine_is_reported(
    run: Run, engine: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    outcome = run("solve", PUZZLE, "--engine", engine)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(message)
    assert outcome.err.count("\n") == 1


BIG = "c-note:100000:" + "/".join(["1" * 30] * 30)
"""Thirty by thirty numbers up to 100,000: gigabytes of text."""


def test_a_model_that_is_too_big_is_refused_before_it_is_written(run: Run, tmp_path: Path) -> None:
    outcome = run("export", BIG, "-o", str(tmp_path / "big.mzn"))
    assert (outcome.status, outcome.out) == (3, "")
    assert re.fullmatch(
        r"export: c-note:100000:1.* would take about [\d,]+ characters, expected at most "
        r"20,000,000\n",
        outcome.err,
    )
    assert not any(tmp_path.iterdir())


def test_a_limit_stops_an_export(run: Run) -> None:
    for puzzle, limit in ((BIG, "0"), (f"power-strike:10:{'9' * 1000}" + ",_" * 39, "0.05")):
        outcome = run("export", puzzle, "--time-limit", limit)
        assert (outcome.status, outcome.out) == (3, "")
        assert outcome.err == "export: a limit stopped the work before the model was written\n"


def test_an_export_as_data(run: Run, tmp_path: Path) -> None:
    text = run("export", PUZZLE).out
    data = json.loads(run("export", PUZZLE, "--json").out)
    assert data == {"puzzle": PUZZLE, "family": "c-note", "format": "minizinc", "text": text}
    file = tmp_path / "model.mzn"
    data = json.loads(run("export", PUZZLE, "--json", "-o", str(file)).out)
    assert data["file"] == str(file)
    assert file.read_text(encoding="utf-8") == text
