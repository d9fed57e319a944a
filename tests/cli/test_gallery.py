"""`quincunx gallery` and `audit`: what is published, and which claims are true."""

import json

import pytest

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.model import Model
from quincunx.families.gallery import GalleryEntry, gallery, names
from tests.cli.conftest import Run
from tests.families.toy import Toy

UNIQUE = "c-note:100:878/312/272"
MANY = "c-note:100:884/625/361"


FALSE_CLAIMS = {
    "power-strike/8": 24,
    "power-strike/11": 2,
    "power-strike/12": 2,
    "power-strike/14": 18,
    "power-strike/15": 19,
    "power-strike/16": 58,
}
"""How many solutions puzzles have that are published as having one."""


def test_the_list_names_every_puzzle_and_its_source(run: Run) -> None:
    outcome = run("gallery")
    assert (outcome.status, outcome.err) == (0, "")
    for entry in gallery().values():
        assert f"  {entry.name} " in outcome.out
        assert f"{entry.source}\n" in outcome.out
        assert f"{entry.puzzle.identifier}\n" in outcome.out, "nothing is cut off in a pipe"
    for chosen in ([], ["sum-star"], ["aztec-math"]):
        options = [word for family in chosen for word in ("--family", family)]
        listed = json.loads(run("gallery", *options, "--json").out)["puzzles"]
        assert [entry["name"] for entry in listed] == list(names(*chosen))


def test_the_shipped_gallery_has_six_false_claims(run: Run) -> None:
    outcome = run("audit", "--json")
    data = json.loads(outcome.out)
    assert (outcome.status, data["ok"], data["complete"]) == (1, False, True)
    assert [puzzle["name"] for puzzle in data["puzzles"]] == list(names())
    false = {p["name"]: p["false_claims"] for p in data["puzzles"] if p["false_claims"]}
    assert false == {
        name: [f"claims one solution, has {count}"] for name, count in FALSE_CLAIMS.items()
    }
    counts = {p["name"]: p["count"] for p in data["puzzles"] if p["count"] != 1}
    assert counts == {
        **FALSE_CLAIMS,
        "power-strike/paper-big": 58,
        "c-note/demo": 31,
        "c-note/paper-example": 31,
    }
    assert all(puzzle["answer"] in ("right", None) for puzzle in data["puzzles"])


def test_counting_stops_at_the_maximum(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.cli.gallery.MAX_COUNTED", 20)
    outcome = run("audit", "-", stdin=json.dumps({"puzzle": MANY, "claims_unique": True}))
    assert outcome.out.splitlines()[1].endswith("one solution  20 or more")
    assert "claims one solution, has 20 or more" in outcome.out


def test_a_search_that_misses_a_right_answer_is_reported_as_a_bug(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Blind(Toy):
        def model(self) -> Model:
            model = super().model()
            model.add(Linear(tuple(model.variables), (1, -1), "==", 9, label="too much"))
            return model

    entry = GalleryEntry("toy", "", False, Blind(18), [9, 9])
    monkeypatch.setattr("quincunx.cli.gallery.shipped", lambda: {"toy": entry})
    outcome = run("audit")
    assert (outcome.status, outcome.out) == (70, "")
    assert outcome.err.endswith("toy: the printed answer is right, but the search misses it\n")


def test_a_puzzle_that_is_too_big_is_left_open(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.families.power_strike.number_graph.MAX_LAYER_DIGITS", 1_000)
    big = {"name": "big", "puzzle": "power-strike:7:41" + ",_" * 50, "claims_unique": True}
    outcome = run("audit", "-", stdin=json.dumps([big, {"name": "small", "puzzle": UNIQUE}]))
    assert outcome.status == 3
    assert "OPEN   big: " in outcome.out
    assert outcome.out.endswith("2 puzzles audited, 0 with false claims.\n")
