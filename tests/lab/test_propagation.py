"""The propagation log: every pruning in order, with its rule; counters do not change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.options import Consistency
from quincunx.families import all_families
from quincunx.lab.trees.propagation_log import PropagationLog, write_runs
from quincunx.lab.trees.tree import FAILED, OPEN, Tree, WatchedSearch, grow
from tests.families.own import OWN
from tests.lab.propagation_events import Event, events_of, read_runs
from tests.lab.rows import HARD, SMALL

EXAMPLES = [family.example.identifier for family in all_families().values()]


@given(st.integers(0, 1 << 300))
def test_log_sets_are_read_back(bits: int) -> None:
    data = bytearray()
    write_runs(data, bits)
    assert read_runs(iter(data)) == bits


def watched(tree: Tree) -> WatchedSearch:
    assert tree.watched is not None
    return tree.watched


def prunings(tree: Tree) -> list[Event]:
    log = watched(tree).propagation
    nodes = range(len(tree.nodes))
    return [event for node in nodes for event in events_of(log, node) if not event.failed]


@pytest.mark.parametrize("puzzle", [*EXAMPLES, HARD])
@pytest.mark.parametrize("consistency", ["bounds", "domain"])
def test_every_pruning_is_an_event_and_watching_changes_no_counter(
    puzzle: str, consistency: Consistency
) -> None:
    alone = grow(puzzle, consistency=consistency, goal="all", nodes=400)
    tree = grow(puzzle, consistency=consistency, goal="all", nodes=400, watch=True)
    without_time = {**tree.statistics.as_dict(), "seconds": 0}
    assert without_time == {**alone.statistics.as_dict(), "seconds": 0}
    assert len(prunings(tree)) == tree.statistics.prunings
    assert [node.decision for node in tree.nodes] == [node.decision for node in alone.nodes]


@pytest.mark.parametrize("puzzle", [family.example.identifier for family in OWN.values()])
def test_the_papers_programs_are_watched_too(puzzle: str) -> None:
    tree = grow(puzzle, model="paper", goal="all", nodes=150, watch=True)
    assert len(prunings(tree)) == tree.statistics.prunings
    rules = {event.rule for event in prunings(tree)}
    named = [watched(tree).naming.title(rule) for rule in rules]
    assert all(named), "also what a clause posted while the search ran has a name"


@pytest.mark.parametrize("puzzle", [*EXAMPLES, HARD])
def test_events_lead_from_a_domain_to_the_next(puzzle: str) -> None:
    tree = grow(puzzle, consistency="bounds", goal="all", nodes=300, watch=True)
    seen = watched(tree)
    domains: list[list[int]] = []
    for index, node in enumerate(tree.nodes):
        bits = list(seen.first if node.parent < 0 else domains[node.parent])
        events = events_of(seen.propagation, index)
        for event in events:
            if not event.failed:
                assert event.removed, "an event removes something"
                assert bits[event.variable] & event.removed == event.removed, "that was there"
                bits[event.variable] &= ~event.removed
                assert bits[event.variable], "and leaves something"
        domains.append(bits)
        if node.kind == FAILED:
            assert events[-1].failed, "a contradiction comes last"
            assert events[-1].rule >= 0, "and a rule found it"
        assert not any(event.failed for event in events[:-1])
        if index and node.kind != OPEN and events:
            assert events[0].rule == -1, "a node begins with its decision"
            assert events[0].variable == node.variable


def test_a_full_log_drops_whole_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = grow(SMALL, consistency="bounds", goal="all", watch=True)
    full = watched(tree).propagation
    assert full.kept == len(tree.nodes)
    monkeypatch.setattr("quincunx.lab.trees.propagation_log.MAX_BYTES", 200)
    few = PropagationLog(watched(tree).naming)
    variable = watched(tree).variables[0]
    whole = variable.bits
    for _ in range(100):
        few.begin()
        variable.bits = 0
        few.pruned(variable, 0b101, None)
    variable.bits = whole
    few.end()
    assert 0 < few.kept < 100
    assert events_of(few, few.kept - 1)
    assert events_of(few, few.kept) == [] == events_of(few, 99)
