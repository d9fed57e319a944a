"""`docs/grades.md` says what the program says, and every grade occurs in it."""

from __future__ import annotations

import pytest

from benchmarks.grades import DOCUMENT, document, rank_correlation


@pytest.mark.slow
def test_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([1, 2, 3, 4], [10, 30, 20, 40], 0.8),
        ([1, 2, 3, 4], [5, 5, 5, 9], 0.775),  # ties share the mean of their ranks
    ],
)
def test_rank_correlation(first: list[float], second: list[float], expected: float) -> None:
    assert round(rank_correlation(first, second), 3) == expected
