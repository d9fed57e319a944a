"""All-different by bounds: exactly what full intervals say, looked for one by one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp import AllDifferent, Model
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
