"""All-different by bounds: exactly what full intervals say, looked for one by one."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.model import Model
from tests.cp.kernel.helpers import propagated

Domain = frozenset[int]


def by_intervals(domains: list[Domain], excepted: Domain) -> list[Domain] | None:
    """The definition, interval by interval, until nothing changes; `None` on contradiction.

    Nobody has the value of a fixed variable. An interval is full when as many variables lie
    within it as it has values; a variable that cannot have an excepted value, and does not lie
    within, has neither its smallest nor its largest value there.
    """
    while True:
        before = list(domains)
        for place, domain in enumerate(domains):
            if len(domain) == 1 and not domain & excepted:
                domains = [
                    other if place == there else other - domain
                    for there, other in enumerate(domains)
                ]
        forced = [domain for domain in domains if domain and not domain & excepted]
        for low in {min(domain) for domain in forced}:
            for high in {max(domain) for domain in forced}:
                inside = [domain for domain in forced if low <= min(domain) and max(domain) <= high]
                room = len(set(range(low, high + 1)) - excepted)
                if len(inside) > room:
                    return None
                if len(inside) == room:
                    domains = [cut(domain, low, high, excepted) for domain in domains]
        if not all(domains):
            return None
        if domains == before:
            return domains


def cut(domain: Domain, low: int, high: int, excepted: Domain) -> Domain:
    """A domain without bounds in a full interval, unless it lies within or has an exception."""
    if not domain or domain & excepted or (low <= min(domain) and max(domain) <= high):
        return domain
    while domain and low <= min(domain) <= high:
        domain -= {min(domain)}
    while domain and low <= max(domain) <= high:
        domain -= {max(domain)}
    return domain


@st.composite
def crowded(draw: st.DrawFn) -> tuple[list[Domain], Domain]:
    """Variables that most often have room, but not much, and excepted values that few can have."""
    places = draw(st.permutations(range(14)))
    excepted = draw(st.just(frozenset[int]()) | st.frozensets(st.integers(0, 14), max_size=4))
    near = st.frozensets(st.integers(-1, 2), min_size=1)
    domains = []
    for place in places[: draw(st.integers(4, 14))]:
        domain = {place + more for more in draw(near)}
        forced = domain - excepted
        domains.append(frozenset(draw(st.sampled_from([forced, forced, domain])) or domain))
    return domains, excepted


@pytest.mark.slow
@settings(max_examples=300)
@given(crowded())
def test_bounds_are_cut_as_full_intervals_say(puzzle: tuple[list[Domain], Domain]) -> None:
    domains, excepted = puzzle
    model = Model()
    scope = [model.variable(f"x{i}", sorted(domain)) for i, domain in enumerate(domains)]
    model.add(AllDifferent(tuple(scope), excepted))
    expected = by_intervals(domains, excepted)
    left = propagated(model, "bounds")
    assert left == (None if expected is None else [sorted(domain) for domain in expected])


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
