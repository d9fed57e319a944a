"""One trial: its counters are those of a plain solve, and its outcome says how it ended."""

import time

import pytest

from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.cp.options import VARIABLE_ORDERS, Consistency
from quincunx.families import AnyPuzzle
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.trials import COUNTERS, Trial, choose, run
from quincunx.solving import solve
from tests.lab.rows import NONE, SMALL


@pytest.mark.parametrize("consistency", ["bounds", "domain"])
@pytest.mark.parametrize(
    "labeling", [("leftmost", "step", "up"), ("ff", "bisect", "down"), ("random", "median", "up")]
)
@pytest.mark.parametrize(("goal", "limit"), [("first", 1), ("all", None)])
def test_counters_are_those_of_a_solve_with_the_same_options(
    consistency: Consistency, labeling: tuple[str, str, str], goal: str, limit: int | None
) -> None:
    row = run(Trial(SMALL, *labeling, consistency, seed=3, goal=goal))
    alone = solve(SMALL, limit=limit, labeling=labeling, consistency=consistency, seed=3)
    expected = alone.statistics.as_dict()
    assert {c: getattr(row, c) for c in COUNTERS if c != "seconds"} == {
        c: n for c, n in expected.items() if c != "seconds"
    }


@pytest.mark.parametrize(
    ("puzzle", "goal", "nodes", "outcome", "why"),
    [
        (SMALL, "first", None, "solved", "the first of 31 solutions"),
        (SMALL, "all", None, "solved", "all 31"),
        (SMALL, "all", 5, "limit", "some were found, but not all"),
        (SMALL, "first", 1, "limit", "the root alone is no solution"),
        (NONE, "first", None, "none", "everything was searched"),
        (NONE, "all", 1, "none", "the root was enough to know"),
    ],
)
def test_outcome_says_how_the_search_ended(
    puzzle: str, goal: str, nodes: int | None, outcome: str, why: str
) -> None:
    trial = Trial(puzzle, "leftmost", "step", "up", goal=goal)
    row = run(trial, Limits(nodes=nodes))
    assert row.outcome == outcome, why
    assert row.limited == (outcome == "limit")


def test_time_and_its_limit_are_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting while others are at work uses up nothing."""
    kind = type(find_puzzle(SMALL))
    build = kind.model

    def sleepy(puzzle: AnyPuzzle) -> Model:
        time.sleep(0.4)
        return build(puzzle)

    monkeypatch.setattr(kind, "model", sleepy)
    row = run(Trial(SMALL, "ff", "step", "up"), Limits(seconds=0.3))
    assert row.outcome == "solved"
    assert 0 < row.seconds < 0.3


def test_aliases_stand_for_the_same_order() -> None:
    assert choose("variable order", ["smallest", "min", "first_fail"], VARIABLE_ORDERS) == (
        "min",
        "ff",
    )


def test_stopped_run_has_no_counters_but_its_constraints() -> None:
    row = run(Trial(SMALL, "leftmost", "step", "up", goal="all"), Limits(nodes=5)).as_dict()
    assert {row[counter] for counter in COUNTERS if counter != "constraints"} == {None}
    assert row["constraints"] == 6, "all were posted before the search began"
