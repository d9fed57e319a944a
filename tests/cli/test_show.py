"""`quincunx show`: boards as text, with or without an answer, in colours where there are any."""

import pytest

from tests.cli.conftest import Run

PUZZLE = "aztec-math:8/__/_9_/8__2"
FILLED = """\
      ┌───┐
      │ 8 │
    ┌─┴─┬─┴─┐
    │ 5 │ 3 │
  ┌─┴─┬─┴─┬─┴─┐
  │ 4 │ 9 │ 3 │
┌─┴─┬─┴─┬─┴─┬─┴─┐
│ 8 │ 4 │ 5 │ 2 │
└───┴───┴───┴───┘
"""


def test_colours_on_terminals_and_on_request(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("show", PUZZLE, "--solve").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("show", PUZZLE, "--solve").out
    assert "\x1b[1m8\x1b[0m" in coloured, "a given is bold"
    assert "\x1b[1;32m5\x1b[0m" in coloured, "an answer is green"
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("show", PUZZLE, "--solve").out == FILLED
