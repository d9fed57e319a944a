"""A value of a list, by its index."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.constraints.element import Element
from quincunx.cp.engines import cp_sat
from quincunx.cp.model import Model
from quincunx.cp.options import CONSISTENCIES, Consistency, SearchOptions
from quincunx.errors import ModelError
from tests.cp.constraints.helpers import B, D, Domains, R, assert_left, model_of
from tests.cp.kernel.helpers import propagated
from tests.cp.models import HUGE, SMALL, domains, solutions, supported

ROWS: list[tuple[str, Domains, Domains | None, str]] = [
    (D, [R(0, 9), R(0, 9), [5], [7]], [[1, 2], [5, 7], [5], [7]], "counted from 1"),
    (D, [R(1, 4), [5, 6], [5, 9], [7], [6]], [[1, 3], [5, 6], [5, 9], [7], [6]], "7 is not 5 or 6"),
    (D, [[1, 3], [6], [5], [7], [6]], [[3], [6], [5], [7], [6]], "only the third is 6"),
    (
        D,
        [[2], [4, 5, 6], [1], [5, 6, 7]],
        [[2], [5, 6], [1], [5, 6]],
        "value and item are the same",
    ),
    (B, [[2], [4, 5, 7], [1], [4, 6, 7]], [[2], [4, 5, 7], [1], [4, 6, 7]], "B keeps the holes"),
    (D, [[2], [4, 5, 7], [1], [4, 6, 7]], [[2], [4, 7], [1], [4, 7]], "D does not"),
    (B, [[1, 2], [3, 9], [4, 5], [2, 10]], [[1, 2], [3, 9], [4, 5], [2, 10]], "within 3 to 9"),
    (D, [[1, 2], [3, 9], [4, 5], [2, 10]], None, "nothing in common"),
    (D, [[1, 2], R(0, 9), [4, 5], [1, 2]], [[1, 2], [1, 2, 4, 5], [4, 5], [1, 2]], "any of those"),
    (B, [[1, 2], R(0, 9), [4, 5], [1, 2]], [[1, 2], R(1, 6), [4, 5], [1, 2]], "from 1 to 5"),
    (D, [[0, 3], [1], [1], [1]], None, "there is no 0 and no 3"),
    (D, [[1, 2], [1, 10**30], [2], [10**30]], [[2], [10**30], [2], [10**30]], "any size"),
]


@pytest.mark.parametrize(("consistency", "before", "after", "why"), ROWS)
def test_domains_in_domains_out(
    consistency: Consistency, before: Domains, after: Domains | None, why: str
) -> None:
    assert_left(Element, consistency, before, after, why)


NUMBERS: list[tuple[int, Domains, Domains | None, str]] = [
    (1, [R(0, 9), R(0, 9)], [[1, 2, 3, 4], [1, 3, 4]], "counted from 1"),
    (0, [R(0, 9), R(0, 9)], [[0, 1, 2, 3], [1, 3, 4]], "counted from 0, as Python does"),
    (-1, [R(-5, 9), R(0, 9)], [[-1, 0, 1, 2], [1, 3, 4]], "-1 is no way to count backward"),
    (1, [R(0, 9), [1]], [[2, 4], [1]], "1 is there twice"),
    (1, [[2, 3], R(0, 9)], [[2, 3], [1, 4]], "the values of some indices"),
    (1, [[3], [1]], None, "the third is 4"),
    (10**30, [[5, 10**30 + 1], R(9)], [[10**30 + 1], [1]], "counted from anywhere"),
]


@pytest.mark.parametrize("consistency", CONSISTENCIES)
@pytest.mark.parametrize(("first", "before", "after", "why"), NUMBERS)
def test_a_list_of_numbers(
    first: int, before: Domains, after: Domains | None, why: str, consistency: Consistency
) -> None:
    assert_left(lambda scope: Element(scope, (3, 1, 4, 1), first), consistency, before, after, why)


@given(
    st.lists(st.integers(-1, 5), min_size=1, max_size=5, unique=True),
    st.lists(domains(SMALL) | domains(HUGE), min_size=2, max_size=4),
)
def test_every_value_without_support_is_removed(index: list[int], others: Domains) -> None:
    model = model_of(lambda scope: Element(scope, first=0), [index, *others])
    assert propagated(model) == supported(model)


@pytest.mark.another_solver
@pytest.mark.parametrize("first", [1, 10**30])
@pytest.mark.parametrize("indices", [[0, 1, 2, 3], [10**30, 10**30 + 1, 10**31], [10**30]])
def test_lists_with_large_indices_in_machine_words(first: int, indices: list[int]) -> None:
    model = Model()
    i, v = model.variable("i", indices), model.variable("v", [1, 5, 10**25])
    one, other = model.variable("one", R(4, 6)), model.variable("other", [1, 10**25])
    model.add(Element((i, v, one, other), first=first))
    assert sorted(cp_sat.start(model, SearchOptions())) == solutions(model)


def test_wrong_lists_are_refused() -> None:
    model = Model()
    x = model.variable("x", R(3))
    with pytest.raises(ModelError, match="1 variables, expected an index, a value and a list"):
        Element((x,))
    with pytest.raises(ModelError, match="no list, expected variables after the index"):
        Element((x, x))
    with pytest.raises(ModelError, match="no list, expected variables after the index"):
        Element((x, x), ())
    with pytest.raises(ModelError, match="variables and numbers, expected variables after"):
        Element((x, x, x), (1, 2))
    with pytest.raises(ModelError, match="a number of the list is 'a', expected an integer"):
        Element((x, x), ("a",))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="the first index is None, expected an integer"):
        Element((x, x, x), first=None)  # type: ignore[arg-type]
