"""`quincunx export`: puzzles in the language of MiniZinc."""

import re
from pathlib import Path

from tests.cli.conftest import Run

BIG = "c-note:100000:" + "/".join(["1" * 30] * 30)
"""Thirty by thirty numbers up to 100,000: gigabytes of text."""


def test_a_model_that_is_too_big_is_refused_before_it_is_written(run: Run, tmp_path: Path) -> None:
    outcome = run("export", BIG, "-o", str(tmp_path / "big.mzn"))
    assert (outcome.status, outcome.out) == (3, "")
    assert re.fullmatch(
        r"export would take [\d,]+ characters, expected at most 20,000,000\n", outcome.err
    )
    assert not any(tmp_path.iterdir())


def test_a_limit_stops_an_export(run: Run) -> None:
    for puzzle, limit in ((BIG, "0"), (f"power-strike:10:{'9' * 1000}" + ",_" * 39, "0.05")):
        outcome = run("export", puzzle, "--time-limit", limit)
        assert (outcome.status, outcome.out) == (3, "")
        assert outcome.err == "export: a limit stopped the work before the model was written\n"
