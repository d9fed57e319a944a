"""`quincunx audit`: which claims are true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.model import Model
from quincunx.families.gallery import GalleryEntry, names
from tests.cli.conftest import Run
from tests.families.toy import Toy

UNIQUE = "c-note:100:878/312/272"
MANY = "c-note:100:884/625/361"
NONE = "c-note:7:88/88"
RIGHT = [[85, 7, 8], [13, 15, 72], [2, 78, 20]]


FALSE_CLAIMS = {
    "power-strike/8": 24,
    "power-strike/11": 2,
    "power-strike/12": 2,
    "power-strike/14": 18,
    "power-strike/15": 19,
    "power-strike/16": 58,
}
"""How many solutions puzzles have that are published as having one."""


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


@pytest.mark.parametrize(
    ("entry", "status", "false", "why"),
    [
        ({"puzzle": UNIQUE, "solution": RIGHT, "claims_unique": True}, 0, [], "all is true"),
        ({"puzzle": MANY}, 0, [], "nothing is claimed"),
        ({"puzzle": MANY, "claims_unique": True}, 1, ["claims one solution, has 31"], "it has 31"),
        ({"puzzle": UNIQUE, "solution": "85,7,8/13,15,72/2,78,21"}, 1,
         ["the printed answer is wrong: Row 3 sums to 101, expected 100."], "a wrong answer"),
        ({"puzzle": UNIQUE, "solution": [1]}, 1,
         ["the printed answer is wrong: c-note: solution has 1 row, expected 3"], "no answer"),
        ({"puzzle": NONE}, 1, ["there is no solution"], "a puzzle is claimed to have one"),
    ],
)  # fmt: skip
def test_false_and_open_claims_are_reported(
    run: Run, entry: dict[str, Any], status: int, false: list[str], why: str
) -> None:
    outcome = run("audit", "-", "--json", stdin=json.dumps([entry]))
    assert (outcome.status, outcome.err) == (status, ""), why
    (found,) = json.loads(outcome.out)["puzzles"]
    assert found["false_claims"] == false, why
    assert list(found) == [
        "name", "source", "puzzle", "claims_unique", "answer", "verdict", "count", "complete",
        "false_claims",
    ]  # fmt: skip


def test_false_claims_are_listed_below_the_table(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    one.write_text(json.dumps({"name": "first", "puzzle": UNIQUE, "solution": RIGHT}))
    two.write_text(
        json.dumps([{"name": "second", "source": "us", "puzzle": MANY, "claims_unique": True}])
    )
    outcome = run("audit", str(one), str(two))
    assert outcome.status == 1
    assert (
        outcome.out
        == """\
puzzle  answer  claims        solutions
first   right   -             1
second  -       one solution  31

FALSE  second (us): claims one solution, has 31
2 puzzles audited, 1 with false claims.
"""
    )


def test_a_limit_leaves_claims_open(run: Run) -> None:
    entry = json.dumps({"name": "open", "puzzle": UNIQUE, "claims_unique": True})
    outcome = run("audit", "-", "--time-limit", "0", stdin=entry)
    assert outcome.status == 3
    assert "OPEN   open: a limit stopped the search before it was decided\n" in outcome.out
    data = json.loads(run("audit", "-", "--time-limit", "0", "--json", stdin=entry).out)
    assert (data["ok"], data["complete"]) == (False, False)


def test_counting_stops_at_the_maximum(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.cli.published.MAX_COUNTED", 20)
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
    monkeypatch.setattr("quincunx.cli.published.shipped", lambda: {"toy": entry})
    outcome = run("audit")
    assert (outcome.status, outcome.out) == (70, "")
    assert outcome.err.endswith(
        "toy: the printed answer is right, but the search does not find it\n"
    )


def test_control_characters_in_names_are_escaped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"name": "\x1b[31mred\x07", "source": "\x1b]0;title\x07"}
    entry = json.dumps({**names, "puzzle": MANY, "claims_unique": True})
    plain = run("audit", "-", stdin=entry).out
    assert r"\x1b[31mred\x07 (\x1b]0;title\x07): claims one solution" in plain
    assert plain.replace("\n", "").isprintable()
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("audit", "-", stdin=entry).out
    assert r"\x1b[31mred\x07" in coloured
    assert "\x07" not in coloured


def test_a_puzzle_that_is_too_big_is_left_open(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.families.power_strike.number_graph.MAX_LAYER_DIGITS", 1_000)
    big = {"name": "big", "puzzle": "power-strike:7:41" + ",_" * 50, "claims_unique": True}
    outcome = run("audit", "-", stdin=json.dumps([big, {"name": "small", "puzzle": UNIQUE}]))
    assert outcome.status == 3
    assert "OPEN   big: " in outcome.out
    assert outcome.out.endswith("2 puzzles audited, 0 with false claims.\n")
