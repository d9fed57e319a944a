"""Intervals of medians: what is covered, and when a difference is one."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.lab.figures.intervals import (
    CONFIDENCE,
    ENOUGH,
    ONCE,
    Interval,
    coverage,
    interval_of,
)

TIMES = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=60)


@settings(max_examples=60)
@given(TIMES)
def test_the_median_lies_within(times: list[float]) -> None:
    found = interval_of(times)
    assert found.low <= found.middle <= found.high
    if len(times) >= ENOUGH:
        assert {found.low, found.high} <= set(times), "measured, not computed"


@pytest.mark.parametrize("number", [5, 6, 8, 20, 101])
def test_what_is_left_out_keeps_the_confidence(number: int) -> None:
    found = interval_of(range(number))
    left_out = int(found.low)
    assert found.high == number - 1 - left_out
    assert coverage(number, left_out) >= CONFIDENCE
    assert coverage(number, left_out + 1) < CONFIDENCE, "as narrow as it can be"


def test_the_true_median_is_covered_about_as_often_as_promised() -> None:
    dice = Random(7)
    covered = 0
    for _ in range(1000):
        found = interval_of(dice.expovariate(1.0) for _ in range(5))
        covered += found.low <= 0.6931 <= found.high
    assert 910 <= covered <= 965


@pytest.mark.parametrize(
    ("one", "other", "under", "why"),
    [
        ([1, 2, 2, 2, 3], [4, 5, 5, 5, 6], True, "apart"),
        ([1, 2, 2, 2, 5], [4, 5, 5, 5, 6], False, "they overlap"),
        ([1, 2, 2, 2, 4], [4, 5, 5, 5, 6], False, "they touch"),
        ([1, 2, 2, 3], [4, 5, 5, 6], False, "apart, but four hold the median in 7 of 8 cases only"),
        ([1, 2], [5, 6], True, "few, but much more"),
        ([1], [1.4], False, "measured once: within what such a time may be off"),
        ([1], [2.5], True, "measured once, but much more"),
    ],
)
def test_a_difference_is_one_only_beyond_noise(
    one: list[float], other: list[float], under: bool, why: str
) -> None:
    a, b = interval_of(one), interval_of(other)
    assert a.under(b) == under, why
    assert a.overlaps(b) == (not under), why
    assert not b.under(a), why


def test_five_are_the_fewest_that_hold_a_median_between_them() -> None:
    assert coverage(ENOUGH, 0) >= CONFIDENCE > coverage(ENOUGH - 1, 0)


def test_few_have_no_interval_in_words() -> None:
    assert interval_of([1, 2]).in_words(str) == "1.5 (of 2 runs)"
    assert interval_of([1, 2, 3, 4, 5]).in_words(str) == "3 (1–5)"


def test_once() -> None:
    assert interval_of([3.0]) == Interval(3.0, 3.0 / ONCE, 3.0 * ONCE, 1)
