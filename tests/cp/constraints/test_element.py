"""A value of a list, by its index."""

from __future__ import annotations

import pytest

from quincunx.cp.constraints.element import Element
from quincunx.cp.model import Model
from quincunx.cp.options import CONSISTENCIES, Consistency
from quincunx.errors import ModelError
from tests.cp.constraints.helpers import Domains, R, assert_left

ROWS: list[tuple[Domains, Domains | None, str]] = [
    ([R(0, 9), R(0, 9), [5], [7]], [[0, 1], [5, 7], [5], [7]], "counted from 0"),
    ([R(0, 3), [5, 6], [5, 9], [7], [6]], [[0, 2], [5, 6], [5, 9], [7], [6]], "7 is not 5 or 6"),
    ([[0, 2], [6], [5], [7], [6]], [[2], [6], [5], [7], [6]], "only the third is 6"),
    ([[1], [4, 5, 6], [1], [5, 6, 7]], [[1], [5, 6], [1], [5, 6]], "value and item are the same"),
    ([[0, 1], [3, 9], [4, 5], [2, 10]], None, "nothing in common"),
    ([[0, 1], R(0, 9), [4, 5], [1, 2]], [[0, 1], [1, 2, 4, 5], [4, 5], [1, 2]], "any of those"),
    ([[-1, 2], [1], [1], [1]], None, "-1 is no way to count backward, and there is no 2"),
    ([[0, 1], [1, 10**30], [2], [10**30]], [[1], [10**30], [2], [10**30]], "any size"),
]


@pytest.mark.parametrize("consistency", CONSISTENCIES)
@pytest.mark.parametrize(("before", "after", "why"), ROWS)
def test_domains_in_domains_out(
    consistency: Consistency, before: Domains, after: Domains | None, why: str
) -> None:
    assert_left(Element, consistency, before, after, why)


def test_element_of_nothing_is_refused() -> None:
    x = Model().variable("x", R(3))
    with pytest.raises(ModelError, match="2 variables, expected an index, a value and a list"):
        Element((x, x))
