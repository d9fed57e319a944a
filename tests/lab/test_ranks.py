"""Ranks with ties, and Spearman's correlation against values worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.lab.figures.ranks import correlation, in_words, ranks

numbers = st.lists(st.integers(-5, 5), min_size=2, max_size=12)


@pytest.mark.parametrize(
    ("values", "expected", "why"),
    [
        ([5.0, 1.0, 3.0], [3, 1, 2], "no ties"),
        ([7.0, 7.0, 7.0], [2, 2, 2], "all share the middle"),
        ([1.0, 2.0, 2.0, 3.0], [1, 2.5, 2.5, 4], "two share places 2 and 3"),
        ([float("inf"), 4.0, float("inf")], [2.5, 1, 2.5], "what was stopped shares the end"),
        ([], [], "nothing"),
    ],
)
def test_ranks(values: list[float], expected: list[float], why: str) -> None:
    assert ranks(values) == expected, why


@pytest.mark.parametrize(
    ("first", "second", "expected", "why"),
    [
        ([1, 2, 3, 4, 5], [1, 4, 9, 16, 25], 1.0, "the same order"),
        ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], -1.0, "reversed"),
        ([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 0.8, "1 - 6·4/120"),
        ([1, 2, 2, 3], [1, 2, 3, 4], 0.948683, "with a tie: 4.5/√(4.5·5)"),
        ([1, 1, 1], [1, 2, 3], None, "nothing is ranked"),
    ],
)
def test_correlation(first: list[float], second: list[float], expected: float, why: str) -> None:
    found = correlation(first, second)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-6)), why


@given(numbers, st.randoms())
def test_correlation_is_symmetric_bounded_and_knows_only_the_order(
    values: list[int], dice: object
) -> None:
    other = list(values)
    dice.shuffle(other)  # type: ignore[attr-defined]
    found = correlation(values, other)
    assert found == correlation(other, values)
    assert found == correlation([v**3 for v in values], other)
    if len(set(values)) == 1:
        assert found is None
    else:
        assert found is not None
        assert -1 - 1e-9 <= found <= 1 + 1e-9
        assert correlation(values, values) == pytest.approx(1)


def test_rankings_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="2 values against 3, expected as many"):
        correlation([1, 2], [1, 2, 3])


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.7, "agrees"), (0.3, "agrees in part"), (0.0, "unrelated"), (-0.3, "disagrees")],
)
def test_words(value: float, words: str) -> None:
    assert in_words(value).startswith(f"{words} (")
