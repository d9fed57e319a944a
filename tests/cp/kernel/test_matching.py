"""What is part of some matching, held against trying every one."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.kernel.domain import WORD, bits_of, positions
from quincunx.cp.kernel.matching import Matching

Domains = list[list[int]]


def matched(domains: Domains, capacities: list[int]) -> list[set[int]] | None:
    """Of each variable the values it has in some matching; `None` if there is no matching."""
    found: list[set[int]] = [set() for _ in domains]
    for values in product(*domains):
        if all(values.count(value) <= capacities[value] for value in set(values)):
            for kept, value in zip(found, values, strict=True):
                kept.add(value)
    return found if all(found) else None


def filtered(matching: Matching, domains: Domains) -> list[set[int]] | None:
    bits = [bits_of(domain) for domain in domains]
    return [set(positions(kept)) for kept in bits] if matching.filter(bits) else None


value = st.integers(0, 6)
domain = st.lists(value, min_size=1, max_size=4, unique=True)
capacity = st.sampled_from([1, 1, 1, 0, 2, 3])


@given(
    st.lists(st.lists(domain, min_size=5, max_size=5), min_size=1, max_size=4),
    st.lists(capacity, min_size=7, max_size=7),
)
def test_a_value_stays_when_some_matching_has_it(
    states: list[Domains], capacities: list[int]
) -> None:
    """Also when the last matching was one for other domains."""
    matching = Matching(5, capacities)
    for domains in states:
        assert filtered(matching, domains) == matched(domains, capacities)


def ring(count: int, step: int) -> Domains:
    return [[i, (i + step) % count] for i in range(count)]


N = 4 * WORD

STAIRS = [[i, i + 1] for i in range(N)]

LARGE: list[tuple[Domains, Domains | None, str]] = [
    (ring(N, 1), ring(N, 1), "one circle of all: nothing goes"),
    (ring(N, -1), ring(N, -1), "the other way round"),
    (ring(N, 2), ring(N, 2), "two circles"),
    ([*ring(N, 1), [0, N]], [*ring(N, 1), [N]], "a full circle has no place for another"),
    (STAIRS, STAIRS, "one value is left over"),
    ([*STAIRS, [0]], [*([i + 1] for i in range(N)), [0]], "only a shift of all makes room"),
    ([*STAIRS, [0], [0]], None, "one too many"),
    (
        [[min(i + 1, N - 1), i] for i in range(N)],
        [[i] for i in range(N)],
        "none is left over: a chain falls from its end",
    ),
    (
        [list(range(i + 1)) for i in reversed(range(N))],
        [[i] for i in reversed(range(N))],
        "so does a triangle",
    ),
]


@pytest.mark.parametrize(("before", "after", "why"), LARGE)
def test_sets_that_fit_no_machine_word(before: Domains, after: Domains | None, why: str) -> None:
    matching = Matching(len(before), [1] * (N + 1))
    expected = None if after is None else [set(kept) for kept in after]
    assert filtered(matching, before) == expected, why
