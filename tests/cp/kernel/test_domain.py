"""Sets of positions as integers, also beyond one machine word."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.kernel.domain import (
    bits_of,
    highest,
    largest_gap,
    longest_run,
    lowest,
    mirrored,
    multiples,
    partners,
    positions,
    single,
    size,
    spread,
    sums,
)

members = st.lists(st.integers(0, 200), min_size=1, unique=True).map(sorted)


@given(members)
def test_set_has_the_positions_it_was_made_of(numbers: list[int]) -> None:
    bits = bits_of(numbers)
    assert positions(bits) == numbers
    assert (lowest(bits), highest(bits), size(bits)) == (numbers[0], numbers[-1], len(numbers))
    assert single(bits) == (len(numbers) == 1)


runs = st.builds(range, st.integers(0, 150), st.integers(1, 300)).filter(bool).map(list)
"""Neighbours without a gap, which are shifted together."""


@given(members | runs, members | runs, members | st.integers(1, 401).map(range).map(list))
def test_sums_are_all_sums_within_limits(
    left: list[int], right: list[int], within: list[int]
) -> None:
    expected = {a + b for a in left for b in right} & set(within)
    assert positions(sums(bits_of(left), bits_of(right), bits_of(within))) == sorted(expected)


@given(members, st.integers(1, 100))
def test_a_set_is_spread_by_all_smaller_numbers(numbers: list[int], length: int) -> None:
    expected = {number + more for number in numbers for more in range(length)}
    assert positions(spread(bits_of(numbers), length)) == sorted(expected)


@given(members, st.integers(0, 250))
def test_mirrored_twice_is_the_same_up_to_the_top(numbers: list[int], top: int) -> None:
    bits = bits_of(numbers)
    assert positions(mirrored(bits, top)) == sorted(top - n for n in numbers if n <= top)
    assert mirrored(mirrored(bits, top), top) == bits & ((1 << (top + 1)) - 1)


@given(members, members, st.integers(0, 400))
def test_partners_add_up_to_the_total(one: list[int], other: list[int], total: int) -> None:
    expected = [number for number in one if total - number in other]
    assert positions(partners(bits_of(one), bits_of(other), total)) == expected


@given(members | runs)
def test_the_longest_run_and_the_largest_gap(numbers: list[int]) -> None:
    bits = bits_of(numbers)
    first, length = longest_run(bits)
    present = set(numbers)
    lengths = {start: next(n for n in range(999) if start + n not in present) for start in numbers}
    assert length == max(lengths.values())
    assert first == min(start for start in numbers if lengths[start] == length)
    assert largest_gap(bits) == max([b - a for a, b in pairwise(numbers)], default=1)


@given(members | runs | st.integers(1, 99).map(range).map(list), st.integers(1, 9))
def test_multiples_are_all_multiples(numbers: list[int], factor: int) -> None:
    assert positions(multiples(bits_of(numbers), factor)) == [factor * n for n in numbers]
