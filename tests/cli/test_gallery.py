"""`quincunx gallery`: listing and fetching what ships with the package."""

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
