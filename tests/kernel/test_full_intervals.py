"""All-different by bounds: exactly what full intervals say, looked for one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.all_different.propagators import raised_lows
from quincunx.model import Model
from tests.kernel.helpers import propagated

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


values = st.integers(-3, 7)
runs = st.builds(lambda low, more: frozenset(range(low, low + more + 1)), values, st.integers(0, 4))
scattered = st.frozensets(values, min_size=1, max_size=4)


@given(
    st.lists(runs | scattered, min_size=1, max_size=9),
    st.just(frozenset[int]()) | st.frozensets(values, max_size=3),
)
def test_bounds_are_cut_as_full_intervals_say(domains: list[Domain], excepted: Domain) -> None:
    model = Model()
    scope = [model.variable(f"x{i}", sorted(domain)) for i, domain in enumerate(domains)]
    model.add(AllDifferent(tuple(scope), excepted))
    expected = by_intervals(domains, excepted)
    left = propagated(model, "bounds")
    assert left == (expected and [sorted(domain) for domain in expected])


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 6)), min_size=1, max_size=12))
def test_lows_are_raised_out_of_full_intervals(intervals: list[tuple[int, int]]) -> None:
    lows = [low for low, _ in intervals]
    ends = [low + length for low, length in intervals]
    domains = [frozenset(range(low, low + length)) for low, length in intervals]
    expected = by_intervals(domains, frozenset())
    assert raised_lows(lows, ends) == [min(domain) for domain in expected or ()]
