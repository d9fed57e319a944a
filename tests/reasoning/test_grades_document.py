"""`docs/grades.md` says what the program says, and every grade occurs in it."""

from __future__ import annotations

import pytest

from benchmarks.grades import DOCUMENT, document
from quincunx.reasoning import GRADES


@pytest.mark.slow
def test_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document()


def test_every_grade_occurs() -> None:
    rows = DOCUMENT.read_text(encoding="utf-8").splitlines()
    assert all(any(f"| {grade} | " in row for row in rows) for grade in GRADES)
