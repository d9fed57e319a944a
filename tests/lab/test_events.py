"""`lab.watch`: the events of a search as they happen."""

from __future__ import annotations

import json

import pytest

from quincunx.cp.limits import Stopped
from quincunx.lab.trees.events import CONTRADICTION, DECISION, ENDINGS, PRUNED, SearchEvent, watch
from quincunx.lab.trees.tree import grow
from quincunx.solving import solve
from tests.lab.rows import HARD, NONE, SMALL


@pytest.mark.parametrize("labeling", ["ff", "max,bisect", "enum,down"])
@pytest.mark.parametrize("puzzle", [SMALL, "aztec-math/18", "sum-star/paper", NONE])
def test_events_add_up_to_the_counters(puzzle: str, labeling: str) -> None:
    events: list[SearchEvent] = []
    done = watch(
        puzzle, labeling, on_event=events.append, consistency="bounds", goal="all", nodes=300
    )
    alone = solve(puzzle, limit=None, labeling=labeling, consistency="bounds", node_limit=300)
    assert {**done.as_dict(), "seconds": 0} == {**alone.statistics.as_dict(), "seconds": 0}
    kinds = [event.kind for event in events]
    assert kinds.count(PRUNED) + kinds.count(DECISION) == done.prunings
    assert kinds.count(DECISION) == done.nodes - 1
    assert kinds.count(CONTRADICTION) == kinds.count("failed") == done.backtracks
    assert kinds.count("solved") == done.solutions
    assert [event.number for event in events] == list(range(1, len(events) + 1))


def test_events_agree_with_the_tree() -> None:
    events: list[SearchEvent] = []
    watch(SMALL, "ff", on_event=events.append, consistency="bounds", goal="all")
    tree = grow(SMALL, "ff", consistency="bounds", goal="all")
    decisions = {event.node - 1: event.decision for event in events if event.kind == DECISION}
    endings = {event.node - 1: event.kind for event in events if event.kind in ENDINGS}
    for index, node in enumerate(tree.nodes):
        assert endings[index] == node.kind
        if index:
            assert decisions[index] == node.decision


def test_rules_with_the_same_label_are_distinguished() -> None:
    """The sums of the paper's program are all called that; ours have names of their own."""
    events: list[SearchEvent] = []
    watch("sum-star/paper", on_event=events.append, model="paper", nodes=1)
    assert events[0].rule == "sum (A1; A2; A12)"
    assert len({event.rule for event in events if event.variable in ("A2", "A9")}) == 2
    watch(SMALL, on_event=events.append, consistency="bounds", nodes=1)
    assert events[-2].rule.startswith(("row ", "column "))
    assert "(" not in events[-2].rule


def test_events_use_the_names_of_values() -> None:
    """The paper's program for Multi-Balance counts rows, columns and cells from 0."""
    events: list[SearchEvent] = []
    watch("multi-balance/demo", on_event=events.append, model="paper", nodes=2)
    decision, pruned = events[1], events[2]
    assert decision.decision == "row of digit 1 = 1"
    assert (decision.gone, decision.left) == ("{2, 3, 4, 5, 6}", "{1}")
    assert (pruned.variable, pruned.left) == ("digit 1", "{r1c1, r1c4, r1c8}")
    assert pruned.removed == ("r2c1", "r2c8", "r6c1", "r6c4", "r6c8")
    tree = grow("multi-balance/demo", model="paper", nodes=4)
    assert tree.nodes[1].decision == "row of digit 1 = 1"
    assert tree.nodes[2].decision == "column of digit 1 = 1"
    assert "digit 2: 8 from r1c1 to r6c8 → 7 from r1c4 to r6c8" in tree.nodes[2].pruned
    events.clear()
    watch("sum-star/paper", on_event=events.append, model="paper", nodes=2)
    assert next(event.decision for event in events if event.decision) == "A2 is X = no"


def test_stopped_in_the_callback_ends_the_search() -> None:
    events: list[SearchEvent] = []

    def stop_after_five(event: SearchEvent) -> None:
        if len(events) == 5:
            raise Stopped
        events.append(event)

    done = watch(HARD, "ff", on_event=stop_after_five, consistency="bounds")
    assert len(events) == 5
    assert done.nodes == 1


def test_event_is_json_data_without_empty_fields() -> None:
    events: list[SearchEvent] = []
    watch(SMALL, "ff", on_event=events.append, consistency="bounds")
    data = [json.loads(json.dumps(event.as_dict())) for event in events]
    pruned = next(one for one in data if one["kind"] == PRUNED)
    assert pruned["count"] == len(pruned["removed"])
    assert {"number", "node", "depth", "rule", "variable", "left"} <= set(pruned)
