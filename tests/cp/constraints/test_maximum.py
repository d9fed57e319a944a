"""The largest, or the smallest, of some numbers."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.constraints.maximum import Maximum
from quincunx.cp.model import Model
from quincunx.cp.options import Consistency
from quincunx.errors import ModelError
from tests.cp.constraints.helpers import B, D, Domains, R, assert_left, model_of
from tests.cp.kernel.helpers import propagated
from tests.cp.models import HUGE, domains, supported

ROWS: list[tuple[str, Domains, Domains | None, str]] = [
    (D, [R(0, 9), [2, 5], [3]], [[3, 5], [2, 5], [3]], "5, or else 3"),
    (B, [R(0, 9), [2, 5], [3]], [[3, 4, 5], [2, 5], [3]], "B does not see that 4 is missing"),
    (D, [[4], R(0, 9), R(0, 9)], [[4], R(0, 5), R(0, 5)], "none is larger"),
    (D, [[4], R(0, 4), R(0, 9)], [[4], R(0, 4), [4]], "the only one that can be 4"),
    (B, [[4], R(0, 4), R(0, 9)], [[4], R(0, 4), [4]], "by B too"),
    (D, [[4], R(0, 4), [5, 6]], None, "one is larger"),
    (D, [[9], R(0, 4), [5, 6]], None, "none is 9"),
    (D, [[2, 6], [1, 3, 6], [2, 4]], [[2, 6], [1, 6], [2, 4]], "3 would have to be the largest"),
    (B, [[2, 6], [1, 3, 6], [2, 4]], [[2, 6], [1, 3, 6], [2, 4]], "B keeps it"),
    (D, [[2, 6], [1, 3], [2, 4]], [[2], [1], [2]], "6 is not there, so 2 is the largest"),
    (B, [[2, 6], [1, 3], [2, 4]], [[2], [1], [2]], "6 is too large, so 2 is the largest"),
    (D, [R(0, 9), [3, 4]], [[3, 4], [3, 4]], "the largest of one is that one"),
    (D, [[0, 10**30], [5, 10**30], [-9]], [[10**30], [10**30], [-9]], "any size"),
]


@pytest.mark.parametrize(("consistency", "before", "after", "why"), ROWS)
@pytest.mark.parametrize("smallest", [False, True])
def test_domains_in_domains_out(
    consistency: Consistency, before: Domains, after: Domains | None, why: str, smallest: bool
) -> None:
    """The smallest is the largest of the negatives."""
    if smallest:
        before = negatives(before)
        after = None if after is None else negatives(after)
    assert_left(partial(Maximum, smallest=smallest), consistency, before, after, why)


def negatives(domains: Domains) -> Domains:
    return [sorted(-value for value in values) for values in domains]


@given(st.lists(domains() | domains(HUGE), min_size=2, max_size=5), st.booleans())
def test_every_value_without_support_is_removed(before: Domains, smallest: bool) -> None:
    model = model_of(partial(Maximum, smallest=smallest), before)
    assert propagated(model) == supported(model)


def test_maximum_of_nothing_is_refused() -> None:
    model = Model()
    x = model.variable("x", R(3))
    with pytest.raises(ModelError, match="1 variables, expected a number and those of which it is"):
        Maximum((x,))
