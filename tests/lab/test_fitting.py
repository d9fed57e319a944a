"""Fitted growth: the shape that was put in comes out, and stopped runs are not forgotten."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

import pytest

from quincunx.lab.growth.fit import Observed, fit, student

Cost = Callable[[float], float]


def sample(cost: Cost, places: range, seed: int = 1, noise: float = 0.2) -> list[Observed]:
    """Eight puzzles at each place, whose costs are spread around a curve."""
    dice = Random(seed)
    return [
        Observed(place, cost(place) * exp(dice.gauss(0, noise)))
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
def test_what_was_put_in_comes_out(cost: Cost, shape: str, slope: float) -> None:
    found = fit(sample(cost, range(2, 20)))
    assert found is not None
    assert (found.shape, found.others) == (shape, ())
    assert found.low < slope < found.high
    assert found.high / found.low < 1.3
    assert found.grows


def test_a_straight_line_is_told_from_a_power_by_what_it_starts_with() -> None:
    line = [Observed(x, 100 + 7 * x + (-1) ** x) for x in range(1, 15)]
    found = fit(line)
    assert found is not None
    assert found.shape == "linear"
    assert found.low < 7 < found.high


def test_few_points_leave_shapes_that_nobody_can_tell_apart() -> None:
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
        ([Observed(3, 1), Observed(4, 100)], "two points lie on any curve"),
        ([Observed(3, 7), Observed(4, 7), Observed(5, 7)], "nothing grows"),
        ([Observed(3, 1), Observed(4, 3), Observed(5, 9, stopped=True)], "one place was stopped"),
    ],
)
def test_too_little_to_say_anything(observed: list[Observed], why: str) -> None:
    assert fit(observed) is None, why


def test_stopped_runs_count_as_more() -> None:
    """Whoever leaves them out sees less growth than there is."""
    true = sample(lambda x: 0.001 * 4**x, range(1, 10), noise=0.8)
    limit = 20.0
    seen = [Observed(o.place, min(o.cost, limit), stopped=o.cost > limit) for o in true]
    assert any(o.stopped for o in seen)
    censored = fit(seen)
    careless = fit([o for o in seen if not o.stopped])
    taken_for_finished = fit([Observed(o.place, o.cost) for o in seen])
    assert censored is not None
    assert careless is not None
    assert taken_for_finished is not None
    assert censored.shape == "exponential"
    assert censored.low < 4 < censored.high
    assert careless.shape != "exponential" or careless.slope < censored.slope
    assert taken_for_finished.shape != "exponential" or taken_for_finished.high < 4


def test_zeros_have_a_place_where_one_is_added() -> None:
    found = fit([Observed(x, 2.0**x - 1) for x in range(8)], plus=1.0)
    assert found is not None
    assert found.shape == "exponential"
    assert found.slope == pytest.approx(2)
    without = fit([Observed(x, 2.0**x - 1) for x in range(8)])
    assert without is not None
    assert without.shape == "linear", "0 has no logarithm"


@pytest.mark.parametrize(("freedom", "value"), [(3, 3.182), (5, 2.571), (20, 2.086), (1000, 1.962)])
def test_students_t_is_that_of_the_tables(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, rel=0.015)
