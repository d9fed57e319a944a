"""Run-time distributions: figures worked out by hand, stopped runs that have none, and files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quincunx.errors import OptionError
from quincunx.lab.restart_experiment import (
    NEVER,
    ONCE,
    RESTARTS,
    Distribution,
    describe_figures,
    figures,
    restarts,
    strategy_name,
    write_results,
)
from quincunx.lab.trials import TrialRow
from tests.lab.rows import HARD, NONE, SMALL, row


def made(strategy: str, seed: int, outcome: str, nodes: int) -> TrialRow:
    unit = NEVER if strategy == ONCE else 100
    return row(strategy=f"restarts:{unit}", seed=seed, outcome=outcome, nodes=nodes)


def runs_of(once: list[int], restarted: list[int], stopped: int = 0) -> list[TrialRow]:
    """Runs with these numbers of nodes; the last `stopped` of the first were stopped."""
    ended = len(once) - stopped
    return [
        *(
            made(ONCE, seed, "solved" if seed < ended else "limit", nodes)
            for seed, nodes in enumerate(once)
        ),
        *(made(RESTARTS, seed, "solved", nodes) for seed, nodes in enumerate(restarted)),
    ]


def test_runs_beyond_a_stopped_one_have_no_rank() -> None:
    """The one that was stopped after 5 nodes may have taken 6 or 600, or have just begun."""
    runs = [
        *(made(ONCE, seed, "solved", 1 + seed) for seed in range(100)),
        *(made(ONCE, 100 + seed, "limit", seed) for seed in (50, 5, 60)),
    ]
    spread = Distribution.of(runs, ONCE)
    assert [spread.quantile(share) for share in (0, 0.04, 0.25, 1)] == [1, 5, None, None]
    assert spread.mean() is None
    assert figures(runs) == [["once", "103", "3", "1", *["unknown"] * 6]]
    begun = [*runs, made(ONCE, 103, "limit", 0)]
    assert Distribution.of(begun, ONCE).as_dict()["least"] is None


def test_report_says_what_the_figures_count(tmp_path: Path) -> None:
    assert describe_figures(restarts(SMALL, number=2)) == "nodes to the first solution"
    assert describe_figures(runs_of([9, 9], [9], stopped=2)) == "nodes to the first solution"
    none = restarts(NONE, number=2)
    assert describe_figures(none) == "nodes of an exhaustive search: no solution was found"
    report = write_results(tmp_path, "a puzzle", "2 runs.", none)[-1].read_text(encoding="utf-8")
    assert "2 runs. All figures are nodes of an exhaustive search: no solution was found." in report


@pytest.mark.parametrize(
    ("nodes", "stopped", "quartiles", "mean"),
    [
        ([4, 1, 3, 2], 0, (1, 2, 3), 2.5),
        ([7], 0, (7, 7, 7), 7.0),
        ([1, 2, 3, 9], 1, (1, 2, 3), None),  # the last took more than 9: no mean
        ([1, 9, 9, 9], 3, (1, None, None), None),
    ],
)
def test_quantiles_and_mean_are_unknown_beyond_stopped_runs(
    nodes: list[int], stopped: int, quartiles: tuple[int | None, ...], mean: float | None
) -> None:
    spread = Distribution.of(runs_of(nodes, [], stopped), ONCE)
    assert tuple(spread.quantile(share) for share in (0.25, 0.5, 0.75)) == quartiles
    assert spread.mean() == mean


def test_both_strategies_run_the_same_seeds() -> None:
    runs = restarts(SMALL, "ff", number=6, unit=5, consistency="bounds", seed=10)
    assert [run.seed for run in runs] == [*range(10, 16)] * 2
    assert {run.outcome for run in runs} == {"solved"}
    again = restarts(SMALL, "ff", number=6, unit=5, consistency="bounds", seed=10)
    assert [run.nodes for run in runs] == [run.nodes for run in again]
    assert len({run.nodes for run in runs if strategy_name(run) == ONCE}) > 1, "chance plays a part"


def test_outcomes_of_puzzles_without_solution_and_of_stopped_runs() -> None:
    assert {run.outcome for run in restarts(NONE, number=2)} == {"none"}
    stopped = restarts(HARD, "max", number=2, consistency="bounds", nodes=20)
    assert {(run.outcome, run.nodes) for run in stopped} == {("limit", 20)}


def test_too_many_runs_are_refused() -> None:
    with pytest.raises(OptionError, match="200000 runs, expected at most 100000"):
        restarts(SMALL, number=200_000)
    with pytest.raises(OptionError, match="lab: runs is 0, expected 1 or more"):
        restarts(SMALL, number=0)


def test_restarts_write_rows_picture_and_report(tmp_path: Path) -> None:
    runs = runs_of([*range(100, 12_100, 100)], [200] * 60 + [400] * 60)
    files = write_results(tmp_path, "a heading", "Asked.", runs)
    assert [file.name for file in files] == ["rows.csv", "restarts.svg", "report.md"]
    text = files[1].read_text(encoding="utf-8")
    for words in ("once (120 runs)", "restarts (120 runs)", "share of the runs", "nodes"):
        assert words in text
    report = files[-1].read_text(encoding="utf-8")
    assert "(restarts.svg)" in report
    assert json.dumps(Distribution.of(runs, ONCE).as_dict())
    assert [line[0] for line in figures(runs)] == [ONCE, RESTARTS]


def test_median_has_an_interval_from_five_runs_on() -> None:
    assert Distribution((1, 2, 3, 4, 5)).interval() == (1, 5)
    assert Distribution((1, 2, 3, 4)).interval() is None
    assert Distribution((1, 2, 3), (9, 9, 9)).interval() is None, "it ends among stopped runs"
