"""x · y = z."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.constraints.times import Times
from quincunx.cp.options import Consistency
from tests.cp.constraints.helpers import B, D, Domains, R, assert_left, model_of
from tests.cp.kernel.helpers import propagated
from tests.cp.models import domains, supported

HUGE_PRIME = 10**30 + 57

ROWS: list[tuple[str, Domains, Domains | None, str]] = [
    (B, [R(1, 10), R(1, 10), [12]], [R(2, 7), R(2, 7), [12]], "B only moves the ends"),
    (B, [R(2, 4), R(3, 5), R(0, 99)], [R(2, 4), R(3, 5), R(6, 13)], "products of the ends"),
    (B, [R(-3, 3), [5], R(-99, 99)], [R(-3, 3), [5], R(-15, 11)], "signs matter"),
    (B, [R(-9, 10), R(2, 4), R(7, 12)], [R(3, 6), R(2, 4), R(7, 12)], "7/3 to 11/2, rounded in"),
    (B, [R(-9, 10), R(-3, -1), R(7, 12)], [R(-5, -2), R(-3, -1), R(7, 12)], "the other sign"),
    (
        B,
        [R(-9, 10), R(-1, 2), R(7, 12)],
        [R(-9, 10), R(-1, 2), R(7, 10)],
        "either sign, but z < 10",
    ),
    (B, [R(0, 10), R(0, 10), R(5, 9)], [R(1, 9), R(1, 9), R(5, 9)], "no zero, as z is none"),
    (B, [R(0, 10), R(0, 10), R(0, 9)], [R(0, 10), R(0, 10), R(0, 9)], "0 times anything"),
    (B, [R(2, 4), R(2, 4), [7]], None, "3 times 3 is more than 7, 2 times 3 less"),
    (
        D,
        [[1, HUGE_PRIME], [1, 10**30], [HUGE_PRIME]],
        [[HUGE_PRIME], [1], [HUGE_PRIME]],
        "any size",
    ),
    (
        B,
        [[1, HUGE_PRIME], [1, 10**30], [HUGE_PRIME]],
        [[HUGE_PRIME], [1], [HUGE_PRIME]],
        "by B too",
    ),
    (B, [R(-5, 6), R(-5, 6), R(30, 40)], None, "25 at the most"),
]


@pytest.mark.parametrize(("consistency", "before", "after", "why"), ROWS)
def test_domains_in_domains_out(
    consistency: Consistency, before: Domains, after: Domains | None, why: str
) -> None:
    assert_left(Times, consistency, before, after, why)


@given(st.lists(domains(), min_size=2, max_size=2))
def test_every_value_without_support_is_removed_from_squares(before: Domains) -> None:
    model = model_of(lambda scope: Times((scope[0], *scope)), before)
    assert propagated(model) == supported(model)


def test_many_pairs_are_only_cut_by_bounds() -> None:
    left = propagated(model_of(Times, [R(1, 1000), R(1, 1000), R(1, 1_000_000)]))
    assert left == [list(R(1, 1000)), list(R(1, 1000)), list(R(1, 998_002))]
    # Here z has few values, so that its pairs with x are few.
    left = propagated(model_of(Times, [R(1, 1000), R(1, 1000), [9997, 9999]]))
    divisors = [11, 13, 33, 99, 101, 303, 769, 909]
    assert left == [divisors, divisors, [9997, 9999]]
