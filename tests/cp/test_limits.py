"""Limits: work that is stopped from outside, wherever it is, and says so."""

import time
from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from quincunx import lab, solve, tally
from quincunx.cp.limits import Limits, poll, watching
from quincunx.cp.model import Model
from quincunx.lab.trials import Trial, run
from tests.cp.engines.cases import Cancelled
from tests.families.toy import CountingToy, Toy

RING = f"power-strike:10:{'9' * 1000}" + ",_" * 39
"""Well formed, and to build a model of it takes far too long."""


def stopped_count(puzzle: str, **limits: Any) -> int | None:
    """What a count that is stopped has found before."""
    with pytest.raises(quincunx.Unfinished) as stopped:
        quincunx.count(puzzle, **limits)
    return stopped.value.at_least


STOPPED: list[tuple[str, Callable[..., Any], Callable[[Any], Any], Any]] = [
    ("solve", quincunx.solve, lambda result: result.verdict, "unknown"),
    ("tally", quincunx.tally, lambda result: (result.count, result.complete), (0, False)),
    ("count", stopped_count, lambda bound: bound, 0),
    ("verdict", quincunx.verdict, lambda verdict: verdict, "unknown"),
    ("solutions", quincunx.solutions, list, []),
    ("explain", quincunx.explain, lambda explanation: explanation.verdict, "unknown"),
    ("hint", quincunx.hint, lambda hint: hint.kind, "unknown"),
    ("grade", quincunx.grade, lambda grade: grade.complete, False),
]


@pytest.mark.parametrize(
    ("function", "look", "expected"), [row[1:] for row in STOPPED], ids=[row[0] for row in STOPPED]
)
def test_building_a_model_can_be_stopped(
    function: Callable[..., Any], look: Callable[[Any], Any], expected: Any
) -> None:
    assert look(function(RING, time_limit=0.05)) == expected
    cancel = Cancelled(3)
    assert look(function(RING, cancel=cancel)) == expected
    assert cancel.left == -1, "it was asked until it said stop, and not again"


def test_experiments_stop_building_models_too() -> None:
    row = run(Trial(RING, "ff", "step", "up"), Limits(seconds=0.05))
    assert row.outcome == "limit"
    assert row.seconds >= 0.05
    options: dict[str, Any] = {"variables": ["ff"], "values": ["step"], "directions": ["up"]}
    (row,) = lab.labeling([RING], seconds=0.05, **options)
    assert (row.outcome, row.nodes) == ("limit", 0)
    (row,) = lab.labeling(["c-note/1"], nodes=0, **options)
    assert (row.outcome, row.nodes) == ("limit", 0)
    tree = lab.grow(RING, seconds=0.05)
    assert (tree.limited, tree.complete, len(tree.nodes)) == (True, False, 1)
    assert tree.statistics.seconds > 0  # of the processor; limits are of the clock


@pytest.mark.parametrize(
    ("puzzle", "limit", "count", "complete"),
    [
        ("c-note/demo", 7, 7, False),
        ("c-note/demo", 31, 31, False),
        ("c-note/demo", 32, 31, True),
        (CountingToy(5), 1004, 1004, False),
        (CountingToy(5), 1005, 1005, True),
    ],
)
def test_count_stops_at_its_limit(puzzle: Any, limit: int, count: int, complete: bool) -> None:
    result = tally(puzzle, limit=limit)
    assert (result.count, result.complete) == (count, complete)
    assert quincunx.count(puzzle, limit=limit) == count


def test_limits_hold_for_families_that_do_not_poll() -> None:
    class Endless(Toy):
        def model(self) -> Model:
            model = Model()
            while True:
                model.variable("another", range(1, 10))

    assert solve(Endless(5), time_limit=0.01).verdict == "unknown"
    assert solve(Endless(5), cancel=Cancelled(3)).verdict == "unknown"


def test_frequent_polling_rarely_calls_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    cancel = Cancelled(1_000_000)
    with watching(Limits(cancel=cancel)):
        for _ in range(1000):
            poll()
    assert cancel.left == 999_999
