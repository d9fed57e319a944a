"""`lab watch`: a search told event by event, as it happens."""

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
def test_steps_are_the_counters_told_one_by_one(puzzle: str, labeling: str) -> None:
    steps: list[SearchEvent] = []
    done = watch(
        puzzle, labeling, on_event=steps.append, consistency="bounds", goal="all", nodes=300
    )
    alone = solve(puzzle, limit=None, labeling=labeling, consistency="bounds", node_limit=300)
    assert {**done.as_dict(), "seconds": 0} == {**alone.statistics.as_dict(), "seconds": 0}
    kinds = [step.kind for step in steps]
    assert kinds.count(PRUNED) + kinds.count(DECISION) == done.prunings
    assert kinds.count(DECISION) == done.nodes - 1
    assert kinds.count(CONTRADICTION) == kinds.count("failed") == done.backtracks
    assert kinds.count("solved") == done.solutions
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))


def test_steps_agree_with_the_tree() -> None:
    steps: list[SearchEvent] = []
    watch(SMALL, "ff", on_event=steps.append, consistency="bounds", goal="all")
    tree = grow(SMALL, "ff", consistency="bounds", goal="all")
    decisions = {step.node - 1: step.decision for step in steps if step.kind == DECISION}
    endings = {step.node - 1: step.kind for step in steps if step.kind in ENDINGS}
    for index, node in enumerate(tree.nodes):
        assert endings[index] == node.kind
        if index:
            assert decisions[index] == node.decision


def test_rules_that_share_a_name_are_told_apart() -> None:
    """The sums of the paper's program are all called that; ours have names of their own."""
    steps: list[SearchEvent] = []
    watch("sum-star/paper", on_event=steps.append, model="paper", nodes=1)
    assert steps[0].rule == "sum (A1; A2; A12)"
    assert len({step.rule for step in steps if step.variable in ("A2", "A9")}) == 2
    watch(SMALL, on_event=steps.append, consistency="bounds", nodes=1)
    assert steps[-2].rule.startswith(("row ", "column "))
    assert "(" not in steps[-2].rule


def test_values_are_told_as_they_are_called() -> None:
    """The paper's program for Multi-Balance counts rows, columns and cells from 0."""
    steps: list[SearchEvent] = []
    watch("multi-balance/demo", on_event=steps.append, model="paper", nodes=2)
    decision, pruned = steps[1], steps[2]
    assert decision.decision == "row of digit 1 = 1"
    assert (decision.gone, decision.left) == ("{2, 3, 4, 5, 6}", "{1}")
    assert (pruned.variable, pruned.left) == ("digit 1", "{r1c1, r1c4, r1c8}")
    assert pruned.removed == ("r2c1", "r2c8", "r6c1", "r6c4", "r6c8")
    tree = grow("multi-balance/demo", model="paper", nodes=4)
    assert tree.nodes[1].decision == "row of digit 1 = 1"
    assert tree.nodes[2].decision == "column of digit 1 = 1"
    assert "digit 2: 8 from r1c1 to r6c8 → 7 from r1c4 to r6c8" in tree.nodes[2].pruned
    steps.clear()
    watch("sum-star/paper", on_event=steps.append, model="paper", nodes=2)
    assert next(step.decision for step in steps if step.decision) == "A2 is X = no"


def test_who_has_heard_enough_ends_the_search() -> None:
    steps: list[SearchEvent] = []

    def told(step: SearchEvent) -> None:
        if len(steps) == 5:
            raise Stopped
        steps.append(step)

    done = watch(HARD, "ff", on_event=told, consistency="bounds")
    assert len(steps) == 5
    assert done.nodes == 1


def test_a_step_is_data() -> None:
    steps: list[SearchEvent] = []
    watch(SMALL, "ff", on_event=steps.append, consistency="bounds")
    data = [json.loads(json.dumps(step.as_dict())) for step in steps]
    pruned = next(one for one in data if one["kind"] == PRUNED)
    assert pruned["count"] == len(pruned["removed"])
    assert {"number", "node", "depth", "rule", "variable", "left"} <= set(pruned)
