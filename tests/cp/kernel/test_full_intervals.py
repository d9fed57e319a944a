"""All-different by bounds: each bound that is left has a solution within the intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.model import Model
from tests.cp.kernel.helpers import propagated
from tests.cp.models import solutions

domain = st.sets(st.integers(0, 9), min_size=1, max_size=4).map(sorted)


@given(st.lists(domain, min_size=1, max_size=5), st.frozensets(st.integers(0, 9), max_size=2))
def test_bounds_have_support_and_no_solution_is_lost(
    domains: list[list[int]], excepted: frozenset[int]
) -> None:
    model = Model()
    scope = tuple(model.variable(f"x{i}", values) for i, values in enumerate(domains))
    constraint = AllDifferent(scope, excepted)
    model.add(constraint)
    left = propagated(model, "bounds")
    found = solutions(model)
    assert left is not None or not found
    hulls = [range(values[0], values[-1] + 1) for values in left or ()]
    for at, values in enumerate(left or ()):
        assert set(values) >= {solution[at] for solution in found}
        for end in (values[0], values[-1]):
            near = product(*hulls[:at], [end], *hulls[at + 1 :])
            assert any(map(constraint.check, near)), (left, at, end)


R = range
N = 300
EXCEPTED = frozenset({1012})

CASES: list[tuple[Sequence[Sequence[int]], Sequence[Sequence[int]], str]] = [
    (
        [[1, 2], [1, 2], [2, 5, 6], [5, 6], [5, 8, 9]],
        [[1, 2], [1, 2], [5, 6], [5, 6], [8, 9]],
        "what is cut to 5, across a gap, makes another interval full",
    ),
    (
        [[8, 9], [8, 9], [4, 5, 8], [4, 5], [1, 2, 5]],
        [[8, 9], [8, 9], [4, 5], [4, 5], [1, 2]],
        "the other way round",
    ),
    ([[1, 3], [1, 3], [3, 4, 5], [2]], [[1, 3], [1, 3], [4, 5], [2]], "2 is taken: no room"),
    ([[1, 3], [1, 3], [3, 4, 5]], [[1, 3], [1, 3], [3, 4, 5]], "2 is free: room for three"),
    ([[1, 3], [1, 3], [3, 4, 5], [2, 0]], [[1, 3], [1, 3], [3, 4, 5], [0, 2]], "2 may be free"),
    (
        [[1011, 1013]] * 2 + [R(1013, 1016)],
        [[1011, 1013]] * 2 + [R(1014, 1016)],
        "1012 is excepted",
    ),
    (
        [R(1011, 1013)] * 2 + [R(1011, 1014, 2)],
        [R(1011, 1013)] * 2 + [R(1011, 1014, 2)],
        "only one is forced",
    ),
    ([R(i + 1) for i in R(N)], [[i] for i in R(N)], "a triangle"),
    ([R(i, N) for i in R(N)], [[i] for i in R(N)], "a triangle the other way round"),
    ([R(i * 7 % N, N) for i in R(N)], [[i * 7 % N] for i in R(N)], "a triangle in another order"),
    (
        [[0], *([i, i + 1] for i in R(N))],
        [[0], *([i + 1] for i in R(N))],
        "a long chain, each link fixed by the one before",
    ),
    (
        [*([i, i + 1] for i in reversed(R(N))), [0], [N, N + 2]],
        [*([i + 1] for i in reversed(R(N))), [0], [N + 2]],
        "the chain last link first",
    ),
    ([R(i, i + 3) for i in R(N)], [R(i, i + 3) for i in R(N)], "room for all"),
    (
        [R(100, 200)] * 100 + [R(150, 250)] * 50 + [R(60, 180)] * 40,
        [R(100, 200)] * 100 + [R(200, 250)] * 50 + [R(60, 100)] * 40,
        "a full interval cuts those that reach into it, which then fill others",
    ),
]


@pytest.mark.parametrize(("before", "after", "why"), CASES)
def test_before_and_after(
    before: Sequence[Sequence[int]], after: Sequence[Sequence[int]], why: str
) -> None:
    model = Model()
    scope = [model.variable(f"x{i}", values) for i, values in enumerate(before)]
    model.add(AllDifferent(tuple(scope), EXCEPTED))
    assert propagated(model, "bounds") == [list(values) for values in after], why
