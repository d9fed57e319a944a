"""`quincunx gallery`: listing and fetching what ships with the package."""

from __future__ import annotations

import json

from quincunx.families.gallery import gallery, names
from tests.cli.conftest import Run


def test_the_list_names_every_puzzle_and_its_source(run: Run) -> None:
    outcome = run("gallery")
    assert (outcome.status, outcome.err) == (0, "")
    for entry in gallery().values():
        assert f"  {entry.name} " in outcome.out
        assert f"{entry.source}\n" in outcome.out
        assert f"{entry.puzzle.identifier}\n" in outcome.out, "nothing is cut off in a pipe"
    data = json.loads(run("gallery", "--json").out)
    assert [entry["name"] for entry in data["puzzles"]] == list(names())
    listed = json.loads(run("gallery", "--family", "sum-star", "--json").out)["puzzles"]
    assert [entry["name"] for entry in listed] == ["sum-star/paper"]
    assert "power-strike" not in run("gallery", "--family", "sum-star").out


def test_one_puzzle_is_drawn_with_its_source_and_claims(run: Run) -> None:
    assert (
        run("gallery", "c-note/1").out
        == """\
c-note/1
┌─────┬─────┬─────┐
│  8  │  7  │  8  │ 100
├─────┼─────┼─────┤
│  3  │  1  │  2  │ 100
├─────┼─────┼─────┤
│  2  │  7  │  2  │ 100
└─────┴─────┴─────┘
  100   100   100

puzzle: c-note:100:878/312/272
source: Erich Friedman, Erich's Puzzle Palace
claims: one solution
answer: printed (--solution shows it)
"""
    )
    assert "│  85 │   7 │   8 │" in run("gallery", "c-note/1", "--solution").out
    assert run("gallery", "c-note/paper-labeling").out.endswith("answer: none printed\n")


def test_one_puzzle_in_json_can_be_solved(run: Run) -> None:
    fetched = run("gallery", "c-note/1", "--json").out
    assert json.loads(fetched) == {
        "name": "c-note/1",
        "source": "Erich Friedman, Erich's Puzzle Palace",
        "claims_unique": True,
        "puzzle": {"family": "c-note", "target": 100, "grid": [[8, 7, 8], [3, 1, 2], [2, 7, 2]]},
        "solution": [[85, 7, 8], [13, 15, 72], [2, 78, 20]],
    }
    assert json.loads(run("solve", "-", "--json", stdin=fetched).out)["verdict"] == "unique"
