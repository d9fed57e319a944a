"""`quincunx catalogue`: what there is, what fits, and what is written."""

import json
from pathlib import Path
from typing import Any

from quincunx.families.base.catalogue import Judged, encoded
from quincunx.making.catalogues import catalogues
from tests.cli.conftest import Run

PATTERN = "#/__/_#_/#__#"


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


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
