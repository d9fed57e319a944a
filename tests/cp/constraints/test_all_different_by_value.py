"""All different by value: what is fixed goes from the others, and nothing else follows."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.model import Model
from quincunx.cp.options import Consistency
from tests.cp.kernel.helpers import propagated, run


def group(domains: Sequence[Sequence[int]], excepted: Sequence[int] = ()) -> Model:
    model = Model()
    for place, values in enumerate(domains):
        model.variable(f"v{place}", values)
    constraint = AllDifferent(tuple(model.variables), frozenset(excepted), by_value=True)
    model.add(constraint)
    return model


@pytest.mark.parametrize("consistency", ["domain", "bounds"])
@pytest.mark.parametrize(
    ("domains", "left", "why"),
    [
        ([[1, 2], [1, 2], [1, 2]], [[1, 2], [1, 2], [1, 2]], "three for two values: not seen"),
        ([[1, 2], [1, 2], [1, 2, 3]], [[1, 2], [1, 2], [1, 2, 3]], "a pair: not seen"),
        ([[1], [1, 2], [2, 3], [3, 4]], [[1], [2], [3], [4]], "one follows from another"),
        ([[1], [1]], None, "the same twice"),
        ([[n] if n == 1 else [n - 1, n] for n in range(1, 20)], [[n] for n in range(1, 20)], ""),
    ],
)
def test_by_value_removes_only_fixed_values(
    domains: list[list[int]], left: list[list[int]] | None, why: str, consistency: Consistency
) -> None:
    assert propagated(group(domains), consistency) == left, why


@given(
    st.lists(st.sets(st.integers(-2, 4), min_size=1), max_size=4),
    st.sets(st.integers(-2, 4), max_size=2),
)
def test_searches_find_all_solutions(domains: list[set[int]], excepted: set[int]) -> None:
    weak = group([sorted(values) for values in domains], sorted(excepted))
    strong = group([sorted(values) for values in domains])
    strong.constraints = [AllDifferent(tuple(strong.variables), frozenset(excepted))]
    assert sorted(run(weak)) == sorted(run(strong))
