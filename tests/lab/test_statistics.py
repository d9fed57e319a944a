"""Statistics: intervals of medians, rank tests against counting all orders, and fits of growth."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import combinations, permutations
from math import exp, inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.errors import EngineError
from quincunx.lab.statistics import (
    CONFIDENCE,
    ENOUGH,
    ONCE,
    Agreement,
    Interval,
    Observation,
    agreement,
    correlation,
    coverage,
    describe_p,
    fit,
    holm,
    interval_of,
    rank_sum_test,
    ranks,
    require_package,
    sign_test,
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
def test_intervals_are_as_narrow_as_the_confidence_allows(number: int) -> None:
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
    assert interval_of([1, 2]).describe(str) == "1.5 (of 2 runs)"
    assert interval_of([1, 2, 3, 4, 5]).describe(str) == "3 (1–5)"


def test_interval_of_one_measurement() -> None:
    assert interval_of([3.0]) == Interval(3.0, 3.0 / ONCE, 3.0 * ONCE, 1)


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
    assert found == pytest.approx(correlation(other, values))
    assert found == correlation([v**3 for v in values], other)
    if len(set(values)) == 1:
        assert found is None
    else:
        assert found is not None
        assert -1 <= found <= 1
        assert correlation(values, values) == pytest.approx(1)


def test_rankings_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="2 values against 3, expected the same number"):
        correlation([1, 2], [1, 2, 3])


FIGURES = st.integers(0, 4).map(float)
"""Few different ones, so that there are ties."""


@settings(max_examples=40)
@given(st.lists(st.tuples(FIGURES, FIGURES), min_size=2, max_size=6))
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


@pytest.mark.parametrize("n", [4, 9, 13])
def test_full_agreement_is_one_order_of_all(n: int) -> None:
    count = 1
    for k in range(2, n + 1):
        count *= k
    assert agreement(range(n), range(n)).p == pytest.approx(1 / count)


def test_many_figures_are_shuffled_and_say_so() -> None:
    found = agreement(range(40), range(40))
    assert not found.exact
    assert found.p == 1 / 10_000, "never less than one in all orders"
    assert "by shuffling" in found.describe()
    assert agreement(range(40), range(40)) == found, "the same each time"


def test_an_infinite_cost_ranks_last() -> None:
    assert agreement([1, 2, 3, 4], [1, 2, inf, inf]).rho == pytest.approx(0.9487, abs=1e-3)


@pytest.mark.parametrize(
    ("n", "agreeing", "excluded", "why"),
    [(40, 0.1, True, "forty figures suffice"), (5, 0.1, False, "five do not")],
)
def test_excluded_agreement(n: int, agreeing: float, excluded: bool, why: str) -> None:
    assert Agreement(n, agreeing, 0.4, True).excludes(0.7) is excluded, why


@settings(max_examples=40)
@given(st.lists(FIGURES, min_size=1, max_size=4), st.lists(FIGURES, min_size=1, max_size=4))
def test_rank_sum_test_counts_all_groups(low: list[float], high: list[float]) -> None:
    places = ranks([*low, *high])
    seen = sum(places[: len(low)])
    groups = [sum(group) for group in combinations(places, len(low))]
    assert rank_sum_test(low, high) == pytest.approx(sum(g <= seen for g in groups) / len(groups))


def test_sign_test() -> None:
    assert sign_test(9, 1) == pytest.approx(11 / 1024)
    assert sign_test(0, 5) == pytest.approx(1.0)


def test_p_values_in_words() -> None:
    assert describe_p(0.25) == "p = 0.25"
    assert describe_p(0.0001, exact=False) == "p = 0.0001, by shuffling"


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


def sample(cost: Cost, places: range, seed: int = 1, noise: float = 0.2) -> list[Observation]:
    """Eight puzzles at each place, whose costs are spread around a curve."""
    dice = Random(seed)
    return [
        Observation(place, cost(place) * exp(dice.gauss(0, noise)))
        for place in places
        for _ in range(8)
    ]


@pytest.mark.parametrize(
    ("cost", "shape", "slope"),
    [
        (lambda x: 0.001 * 3**x, "exponential", 3.0),
        (lambda x: 5 * 0.5**x, "exponential", 0.5),
        (lambda x: 2 * x**3, "power", 3.0),
        (lambda x: x**0.5, "power", 0.5),
    ],
)
def test_the_shape_of_a_sample_is_found(cost: Cost, shape: str, slope: float) -> None:
    found = fit(sample(cost, range(2, 20)))
    assert found is not None
    assert (found.shape, found.others) == (shape, ())
    assert found.low < slope < found.high
    assert found.high / found.low < 1.3
    assert found.grows


def test_a_line_with_an_offset_is_not_a_power() -> None:
    line = [Observation(x, 100 + 7 * x + (-1) ** x) for x in range(1, 15)]
    found = fit(line)
    assert found is not None
    assert found.shape == "linear"
    assert found.low < 7 < found.high


def test_few_points_leave_shapes_indistinguishable() -> None:
    found = fit(sample(lambda x: 2.0**x, range(3, 6), noise=0.5))
    assert found is not None
    assert len(found.others) >= 1


def test_noise_is_no_growth() -> None:
    """Such intervals miss the truth in one of twenty cases, so not every sample may be chosen."""
    wrong = 0
    for seed in range(20):
        found = fit(sample(lambda x: 0.0001, range(3, 9), seed))
        assert found is not None
        wrong += found.grows
    assert wrong <= 3


@pytest.mark.parametrize(
    ("observed", "why"),
    [
        ([Observation(3, 1), Observation(4, 100)], "two points lie on any curve"),
        ([Observation(3, 7), Observation(4, 7), Observation(5, 7)], "nothing grows"),
        ([Observation(3, 1), Observation(4, 3), Observation(5, 9, True)], "one place was stopped"),
    ],
)
def test_too_few_points_have_no_fit(observed: list[Observation], why: str) -> None:
    assert fit(observed) is None, why


def test_stopped_runs_count_as_more() -> None:
    """Whoever leaves them out sees less growth than there is."""
    true = sample(lambda x: 0.001 * 4**x, range(1, 10), noise=0.8)
    limit = 20.0
    seen = [Observation(o.place, min(o.cost, limit), stopped=o.cost > limit) for o in true]
    assert any(o.stopped for o in seen)
    censored = fit(seen)
    careless = fit([o for o in seen if not o.stopped])
    taken_for_finished = fit([Observation(o.place, o.cost) for o in seen])
    assert censored is not None
    assert careless is not None
    assert taken_for_finished is not None
    assert censored.shape == "exponential"
    assert censored.low < 4 < censored.high
    assert careless.shape != "exponential" or careless.slope < censored.slope
    assert taken_for_finished.shape != "exponential" or taken_for_finished.high < 4


def test_zeros_are_fitted_after_adding_one() -> None:
    found = fit([Observation(x, 2.0**x - 1) for x in range(8)], plus=1.0)
    assert found is not None
    assert found.shape == "exponential"
    assert found.slope == pytest.approx(2)
    without = fit([Observation(x, 2.0**x - 1) for x in range(8)])
    assert without is not None
    assert without.shape == "linear", "0 has no logarithm"


def test_a_missing_package_names_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(EngineError, match=r"^lab: statistics need scipy, install it with: "):
        require_package("scipy")
