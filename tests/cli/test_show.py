"""`quincunx show`: boards as text, with or without an answer, in colours where there are any."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run

PUZZLE = "aztec-math:8/__/_9_/8__2"
EMPTY = """\
      ┌───┐
      │ 8 │
    ┌─┴─┬─┴─┐
    │   │   │
  ┌─┴─┬─┴─┬─┴─┐
  │   │ 9 │   │
┌─┴─┬─┴─┬─┴─┬─┴─┐
│ 8 │   │   │ 2 │
└───┴───┴───┴───┘
"""
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


@pytest.mark.parametrize(
    ("options", "drawn"),
    [([], EMPTY), (["--solution", "8/53/493/8452"], FILLED), (["--solve"], FILLED)],
)
def test_board_is_drawn_empty_or_filled(run: Run, options: list[str], drawn: str) -> None:
    outcome = run("show", PUZZLE, *options)
    assert (outcome.status, outcome.out, outcome.err) == (0, drawn, "")


def test_json_has_document_solution_and_drawing(run: Run) -> None:
    data = json.loads(run("show", PUZZLE, "--solve", "--json").out)
    assert data == {
        "puzzle": PUZZLE,
        "family": "aztec-math",
        "document": {
            "family": "aztec-math",
            "rows": [[8], [None, None], [None, 9, None], [8, None, None, 2]],
        },
        "solution": [[8], [5, 3], [4, 9, 3], [8, 4, 5, 2]],
        "drawing": FILLED.rstrip("\n"),
    }
    assert json.loads(run("show", PUZZLE, "--json").out)["solution"] is None


def test_a_puzzle_without_solution_is_shown_as_such(run: Run) -> None:
    outcome = run("show", "c-note:7:88/88", "--solve")
    assert outcome.status == 1
    assert outcome.out.startswith("┌")
    assert outcome.out.endswith("There is no solution.\n")


def test_colours_on_terminals_and_on_request(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("show", PUZZLE, "--solve").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("show", PUZZLE, "--solve").out
    assert "\x1b[1m8\x1b[0m" in coloured, "a given is bold"
    assert "\x1b[1;32m5\x1b[0m" in coloured, "an answer is green"
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("show", PUZZLE, "--solve").out == FILLED
