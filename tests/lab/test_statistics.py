"""Statistics: intervals of medians, rank tests against counting all orders, and fits of growth."""

from collections.abc import Callable
from itertools import permutations
from math import exp, factorial, inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.lab.statistics import (
    CONFIDENCE,
    MIN_RUNS,
    Agreement,
    agreement,
    correlation,
    coverage,
    fit,
    holm,
    interval_of,
)

QUICK_RUNS = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=60)


@settings(max_examples=60)
@given(QUICK_RUNS)
def test_interval_contains_the_median_and_ends_at_measurements(times: list[float]) -> None:
    found = interval_of(times)
    assert found.low <= found.middle <= found.high
    if len(times) >= MIN_RUNS:
        assert {found.low, found.high} <= set(times), "measured, not computed"


@pytest.mark.parametrize("number", [5, 6, 8, 20, 101])
def test_intervals_are_as_narrow_as_the_confidence_allows(number: int) -> None:
    found = interval_of(range(number))
    left_out = int(found.low)
    assert found.high == number - 1 - left_out
    assert coverage(number, left_out) >= CONFIDENCE
    assert coverage(number, left_out + 1) < CONFIDENCE, "as narrow as it can be"


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
    assert not b.under(a), why


@pytest.mark.parametrize(
    ("first", "second", "expected", "why"),
    [
        ([1, 2, 3, 4, 5], [1, 4, 9, 16, 25], 1.0, "the same order"),
        ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], -1.0, "reversed"),
        ([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 0.8, "1 - 6·4/120"),
        ([1, 2, 2, 3], [1, 2, 3, 4], 0.948683, "with a tie: 4.5/√(4.5·5)"),
        ([1, 2, 3, 4], [1, 2, inf, inf], 0.948683, "what is infinite ranks last"),
        ([1, 1, 1], [1, 2, 3], None, "nothing is ranked"),
    ],
)
def test_correlation_is_that_of_ranks(
    first: list[float], second: list[float], expected: float, why: str
) -> None:
    found = correlation(first, second)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-6)), why


def test_rankings_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="2 values against 3, expected the same number"):
        correlation([1, 2], [1, 2, 3])


FIGURES = st.integers(0, 4).map(float)
"""Few different ones, so that there are ties."""


@settings(max_examples=40)
@given(st.lists(st.tuples(FIGURES, FIGURES), min_size=2, max_size=5))
def test_p_is_the_part_of_all_orders_that_agree_as_well(pairs: list[tuple[float, float]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    found = agreement(first, second)
    seen = correlation(first, second)
    assert found.rho == seen
    if seen is None:
        assert found.p == 1.0
        return
    orders = [correlation(first, order) or 0.0 for order in permutations(second)]
    expected = sum(rho >= seen - 1e-9 for rho in orders) / len(orders)
    assert found.p == pytest.approx(expected)


def test_p_of_many_figures_is_near_that_of_all_orders() -> None:
    # All orders of eleven: only the same and ten that swap two neighbours agree as well.
    eleven = [*range(9), 10, 9]
    assert agreement(range(11), eleven).p == pytest.approx(11 / factorial(11))
    assert 0.1 < agreement(range(40), [at * 7 % 40 for at in range(40)]).p < 0.2


@pytest.mark.parametrize(
    ("n", "agreeing", "excluded", "why"),
    [(40, 0.1, True, "forty figures suffice"), (5, 0.1, False, "five do not")],
)
def test_agreement_is_excluded_only_by_enough_figures(
    n: int, agreeing: float, excluded: bool, why: str
) -> None:
    assert Agreement(n, agreeing, 0.4).excludes(0.7) is excluded, why


@settings(max_examples=60)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_corrected_values_reject_what_holm_rejects(values: list[float]) -> None:
    """Step by step, as the procedure is defined: the least against level ÷ m, the next against
    level ÷ (m − 1), until the first that is not below."""
    level = 0.05
    rejected = set()
    for left, place in zip(
        range(len(values), 0, -1), sorted(range(len(values)), key=values.__getitem__), strict=True
    ):
        if left * values[place] >= level:
            break
        rejected.add(place)
    assert {place for place, p in enumerate(holm(values)) if p < level} == rejected


Cost = Callable[[float], float]
Costs = tuple[float, float]


def sample(cost: Cost, places: range, seed: int = 1, noise: float = 0.2) -> list[Costs]:
    """Eight puzzles at each place, whose costs are spread around a curve."""
    dice = Random(seed)
    return [(x, cost(x) * exp(dice.gauss(0, noise))) for x in places for _ in range(8)]


@pytest.mark.parametrize(
    ("costs", "shape", "slope"),
    [
        (sample(lambda x: 0.001 * 3**x, range(2, 20)), "exponential", 3.0),
        (sample(lambda x: 5 * 0.5**x, range(2, 20)), "exponential", 0.5),
        (sample(lambda x: 2 * x**3, range(2, 20)), "power", 3.0),
        (sample(lambda x: x**0.5, range(2, 20)), "power", 0.5),
        ([(x, 100 + 7 * x + (-1) ** x) for x in range(1, 15)], "linear", 7.0),
    ],
)
def test_fit_finds_the_shape_of_a_sample(costs: list[Costs], shape: str, slope: float) -> None:
    found = fit(costs)
    assert found is not None
    assert (found.shape, found.others, found.grows) == (shape, (), True)
    assert found.low < slope < found.high < 1.3 * found.low


def test_fit_names_shapes_that_explain_few_points_as_well() -> None:
    found = fit(sample(lambda x: 2.0**x, range(3, 6), noise=0.5))
    assert found is not None
    assert found.others


def test_fit_sees_no_growth_in_noise() -> None:
    """Such intervals miss the truth in one of twenty cases, so not every sample may be chosen."""
    fits = [fit(sample(lambda x: 0.0001, range(3, 9), seed)) for seed in range(20)]
    assert sum(found is None or found.grows for found in fits) <= 3


@pytest.mark.parametrize(
    ("costs", "why"),
    [
        ([(3, 1), (4, 100)], "two points lie on any curve"),
        ([(3, 7), (4, 7), (5, 7)], "nothing grows"),
        ([], "nothing was measured"),
    ],
)
def test_too_few_points_have_no_fit(costs: list[Costs], why: str) -> None:
    assert fit(costs) is None, why


def test_fit_adds_one_to_counters_that_can_be_zero() -> None:
    costs = [(x, 2.0**x - 1) for x in range(8)]
    found, without = fit(costs, plus=1.0), fit(costs)
    assert found is not None
    assert without is not None
    assert found.shape == "exponential"
    assert found.slope == pytest.approx(2)
    assert without.shape == "linear", "0 has no logarithm"
