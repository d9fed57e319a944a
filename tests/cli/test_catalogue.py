"""`quincunx catalogue`: what there is, what fits, and what is written."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quincunx.families.base.catalogue import Judged, encoded
from quincunx.making.catalogues import catalogues
from quincunx.making.requests import maker_of
from tests.cli.conftest import Run, refused
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


def test_a_catalogue_says_what_it_is_complete_for_and_lists_some(run: Run) -> None:
    outcome = run("catalogue", "power-strike", "--number", "2")
    assert (outcome.status, outcome.err) == (0, "")
    title, bounds, symmetry, graded, _, head, *rows = outcome.out.splitlines()
    assert title == "one-given: 924 puzzles"
    assert bounds.startswith("It holds every ring of 5 to 11 cells with multiplier 2 to 9")
    assert symmetry == "Puzzles count as one that differ by where the ring begins."
    assert " easy" in graded
    assert head.split() == ["grade", "score", "puzzle"]
    assert [row.split()[2][:15] for row in rows[:2]] == ["power-strike:2:"] * 2
    assert len(rows) == 3
    assert rows[-1] == "... and 922 more: --number N lists N, --json all"


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


def test_no_fitting_puzzle_exits_with_status_1(run: Run) -> None:
    outcome = run("catalogue", "power-strike", "--where", "givens=2")
    assert (outcome.status, outcome.err) == (1, "")
    assert "Of these 0 fit." in outcome.out
    assert run("catalogue", "power-strike", "--where", "givens=2", "--json").out == ""


def test_one_of_several_catalogues_is_chosen_by_kind_or_measure(run: Run) -> None:
    outcome = run("catalogue", "aztec-math", "--kind", PATTERN, "--json")
    assert len(objects(outcome.out)) == 30
    some = run("catalogue", "aztec-math", "--where", "levels=4", "--json")
    assert some.out == outcome.out
    shown = run("catalogue", "aztec-math", "--where", "levels=4")
    assert f"{PATTERN}: 30 puzzles\n" in shown.out
    assert "6,440" not in shown.out, "where nothing fits, nothing is said"


def test_a_catalogue_is_built_and_read(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "pyramids.json.gz")
    built = run("catalogue", "aztec-math", "--kind", "_/##", "--build", path, "--jobs", "2")
    assert (built.status, built.err) == (0, "")
    assert built.out == f"{path}: 9 of 9 parts, 16 puzzles found, 16 graded\n"
    read = run("catalogue", "aztec-math", "--from", path, "--json")
    assert len(objects(read.out)) == 16
    plain = str(tmp_path / "plain.json.gz")
    run("catalogue", "aztec-math", "--kind", "_/##", "--build", plain, "--no-grades")
    listed = run("catalogue", "aztec-math", "--from", plain)
    assert (listed.status, listed.err) == (0, "")
    assert listed.out.splitlines()[-1].split()[:2] == ["-", "-"]
    assert refused(run, "catalogue", "aztec-math", "--from", plain, "--grade", "easy") == (
        "aztec-math: the puzzles of this catalogue are not graded, so none can be selected by "
        "grade, score or technique"
    )
    told = f"{plain}: a catalogue of aztec-math, '_/##', expected one of power-strike"
    assert refused(run, "catalogue", "power-strike", "--from", plain) == told


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


def test_all_puzzles_that_come_with_the_program_have_grades(run: Run) -> None:
    outcome = run(
        "catalogue", "multi-balance", "--grade", "hard", "--where", "digits=10..", "--json"
    )
    assert (outcome.status, outcome.err) == (0, "")
    assert Counter(each["digits"] for each in objects(outcome.out)) == {10: 34, 11: 8, 12: 1}


def test_boards_are_found_lying_and_standing(run: Run) -> None:
    """Each is listed no higher than wide."""
    asked = ["catalogue", "multi-balance", "--kind", "6-digits", "--json", "--where"]
    lying = run(*asked, "rows=5", "--where", "columns=7")
    standing = run(*asked, "rows=7", "--where", "columns=5")
    assert lying.out == standing.out != ""
    seven = objects(run(*asked, "rows=7").out)
    assert seven
    assert all(7 in (entry["rows"], entry["columns"]) for entry in seven)
