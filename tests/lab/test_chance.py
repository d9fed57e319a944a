"""Exact tests against counting all orders one by one."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.lab.figures.ranks import correlation
from quincunx.lab.papers.exact_tests import agreement, holm, p_in_words, shift_p, sign_p

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
    assert found.p == 1 / 10_000, "never less than one in so many"
    assert "by shuffling" in found.in_words()
    assert agreement(range(40), range(40)) == found, "the same each time"


def test_an_infinite_cost_ranks_last() -> None:
    inf = float("inf")
    assert agreement([1, 2, 3, 4], [1, 2, inf, inf]).rho == pytest.approx(0.9487, abs=1e-3)


@pytest.mark.parametrize(
    ("n", "agreeing", "excluded", "why"),
    [(40, 0.1, True, "so many figures tell"), (5, 0.1, False, "five do not")],
)
def test_what_is_excluded(n: int, agreeing: float, excluded: bool, why: str) -> None:
    found = agreement(range(n), range(n))
    assert type(found)(n, agreeing, 0.4, True).excludes(0.7) is excluded, why


@settings(max_examples=40)
@given(st.lists(FIGURES, min_size=1, max_size=4), st.lists(FIGURES, min_size=1, max_size=4))
def test_shifted_groups(low: list[float], high: list[float]) -> None:
    from quincunx.lab.figures.ranks import ranks

    places = ranks([*low, *high])
    seen = sum(places[: len(low)])
    groups = [sum(group) for group in combinations(places, len(low))]
    assert shift_p(low, high) == pytest.approx(sum(g <= seen for g in groups) / len(groups))


def test_signs() -> None:
    assert sign_p(9, 1) == pytest.approx(11 / 1024)
    assert sign_p(0, 5) == 1.0


def test_words() -> None:
    assert p_in_words(0.25) == "p = 0.25"
    assert p_in_words(0.0001, exact=False) == "p = 0.0001, by shuffling"


@settings(max_examples=60)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_corrected_values_reject_what_holm_rejects(values: list[float]) -> None:
    """Step by step, as the procedure is told: the least against level ÷ m, the next against
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
