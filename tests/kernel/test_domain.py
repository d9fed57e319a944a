"""Sets of positions as integers, also beyond one machine word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quincunx.kernel.domain import bits_of, highest, lowest, positions, single, size, sums

members = st.lists(st.integers(0, 200), min_size=1, unique=True).map(sorted)


@given(members)
def test_a_set_is_its_members(numbers: list[int]) -> None:
    bits = bits_of(numbers)
    assert positions(bits) == numbers
    assert (lowest(bits), highest(bits), size(bits)) == (numbers[0], numbers[-1], len(numbers))
    assert single(bits) == (len(numbers) == 1)


@given(members, members, st.integers(0, 400))
def test_sums_are_all_sums(left: list[int], right: list[int], limit: int) -> None:
    expected = {a + b for a in left for b in right if a + b <= limit}
    assert positions(sums(bits_of(left), bits_of(right), limit)) == sorted(expected)
