"""`quincunx catalogue`: what there is, what fits, and what is written."""

import json
from pathlib import Path
from typing import Any

import pytest

from quincunx.families.base.catalogue import Judged, encoded
from quincunx.making.catalogues import catalogues
from quincunx.making.requests import maker_of
from tests.cli.conftest import Run
from tests.families.own import OWN

PATTERN = "#/__/_#_/#__#"


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_all_catalogues_and_what_they_are_complete_for(run: Run) -> None:
    outcome = run("catalogue")
    assert (outcome.status, outcome.err) == (0, "")
    data = json.loads(run("catalogue", "--json").out)["catalogues"]
    assert [(each["family"], each["kind"]) for each in data] == [
        (name, enumeration.name)
        for name, family in OWN.items()
        for enumeration in maker_of(family).enumerations()
    ]
    for each in data:
        assert each["bounds"] in outcome.out
    (rings,) = (each for each in data if each["kind"] == "one-given")
    assert rings["puzzles"] == 924
    assert rings["measures"] == ["cells", "multiplier", "start", "givens"]


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        ([], lambda e: True),
        (["--where", "cells=11"], lambda e: e["cells"] == 11),
        (["--where", "cells=7..8", "--where", "multiplier=..3"],
         lambda e: e["cells"] in (7, 8) and e["multiplier"] <= 3),
        (["--where", "start=990.."], lambda e: e["start"] >= 990),
        (["--grade", "medium"], lambda e: e["grade"] == "medium"),
        (["--score", "7..8"], lambda e: 7 <= e["score"] <= 8),
        (["--require", "divisibility"], lambda e: "divisibility" in e["techniques"]),
        (["--forbid", "divisibility, last one"],
         lambda e: not {"divisibility", "last one"} & e["techniques"].keys()),
        (["--where", "givens=1"], lambda e: True),
    ],
)  # fmt: skip
def test_filters_select_puzzles(run: Run, options: list[str], fits: Any) -> None:
    (catalogue,) = catalogues("power-strike")
    expected = [entry.as_dict() for entry in catalogue if fits(entry.as_dict())]
    outcome = run("catalogue", "power-strike", "--json", *options)
    assert (outcome.status, outcome.err) == (0, "")
    assert objects(outcome.out) == expected
    assert len(expected) > 0


def test_puzzles_without_grades_are_left_out_where_a_grade_is_asked_for(
    run: Run, tmp_path: Path
) -> None:
    """Such a list comes of building that was stopped while grading, and ended without grades."""
    (whole,) = catalogues("aztec-math", PATTERN)
    rows = [
        (entry.packed, Judged(entry.grade, entry.score) if at < 10 else Judged())
        for at, entry in enumerate(whole)
    ]
    path = tmp_path / "pyramids.json.gz"
    path.write_bytes(encoded(whole.enumeration, rows))
    asked = ["catalogue", "aztec-math", "--from", str(path)]
    easy = sum(entry.grade == "easy" for entry in whole[:10])
    assert 0 < easy < 10
    shown = run(*asked, "--number", "1").out
    assert f"\n{easy} easy, {10 - easy} medium, 20 without a grade\n" in shown
    found = run(*asked, "--grade", "easy", "--json")
    assert (found.status, len(objects(found.out))) == (0, easy)
    assert found.err == f"left out, without a grade: {PATTERN}, 20 of 30 puzzles\n"
