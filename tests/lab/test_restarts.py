"""Run-time distributions: figures worked out by hand, stopped runs that have none, and files."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from quincunx.errors import OptionError
from quincunx.families import all_families
from quincunx.lab.restarts.report import (
    draw_chances,
    figures,
    histogram,
    measured,
    sentences,
    write_chances_report,
)
from quincunx.lab.restarts.runs import ONCE, RESTARTS, Run, Spread, chances
from tests.lab.rows import HARD, NONE, SMALL


def runs_of(once: list[int], restarts: list[int], stopped: int = 0) -> list[Run]:
    """Runs of so many nodes; the last `stopped` of the first were stopped."""
    ended = len(once) - stopped
    return [
        *(
            Run(ONCE, seed, "solved" if seed < ended else "limit", nodes, 0, 0.0)
            for seed, nodes in enumerate(once)
        ),
        *(Run(RESTARTS, seed, "solved", nodes, 0, 0.0) for seed, nodes in enumerate(restarts)),
    ]


def test_runs_that_time_stopped_sooner_than_others_took_have_no_rank() -> None:
    """The one that was stopped after 5 nodes may have taken 6 or 600, or have just begun."""
    runs = [
        *(Run(ONCE, seed, "solved", 1 + seed, 0, 0.0) for seed in range(100)),
        *(Run(ONCE, 100 + seed, "limit", seed, 0, 0.0) for seed in (50, 5, 60)),
    ]
    spread = Spread.of(runs, ONCE)
    assert [spread.quantile(share) for share in (0, 0.04, 0.25, 1)] == [1, 5, None, None]
    assert (spread.mean(), spread.tail_index()) == (None, None)
    assert spread.longer()[-1] == (5, 98 / 103)
    assert sentences(runs) == [
        "The limit on time stopped some runs sooner than others took: with --node-limit instead "
        "there is more to say."
    ]
    begun = [*runs, Run(ONCE, 103, "limit", 0, 0, 0.0)]
    assert Spread.of(begun, ONCE).as_dict()["median"] is None
    assert sentences(begun) == sentences(runs)


def test_runs_that_were_all_stopped_are_named_in_the_picture(tmp_path: Path) -> None:
    restarts = [Run(RESTARTS, seed, "limit", 9, 0, 0.0) for seed in range(2)]
    picture = draw_chances("a search", [*runs_of([3, 5], []), *restarts], tmp_path / "chances")
    assert "restarts (2 runs, 2 stopped)" in picture.read_text(encoding="utf-8")


def test_a_run_may_end_at_the_very_limit() -> None:
    runs = runs_of([10, 10, 10], [10], stopped=1)
    assert "no fixed number of nodes to restart after helps" in sentences(runs)[-1]


def test_stopped_runs_have_no_figures_in_data() -> None:
    runs = runs_of([3, 9], [], stopped=1)
    assert [run.as_dict()["nodes"] for run in runs] == [3, None]
    assert runs[1].as_dict() == {
        "strategy": ONCE,
        "seed": 1,
        "outcome": "limit",
        "nodes": None,
        "backtracks": None,
        "seconds": None,
    }


def test_what_was_measured_is_said(tmp_path: Path) -> None:
    """Where there is no solution none was come to."""
    assert measured(chances(SMALL, number=2)) == "nodes to the first solution"
    assert measured(runs_of([9, 9], [9], stopped=2)) == "nodes to the first solution"
    none = chances(NONE, number=2)
    assert measured(none) == "nodes until all was searched: no solution was found"
    report = write_chances_report("a puzzle", "2 runs.", none, "picture.svg")
    assert "2 runs. All figures are nodes until all was searched: no solution was found." in report


@pytest.mark.parametrize(
    ("nodes", "stopped", "quartiles", "mean"),
    [
        ([4, 1, 3, 2], 0, (1, 2, 3), 2.5),
        ([7], 0, (7, 7, 7), 7.0),
        ([1, 2, 3, 9], 1, (1, 2, 3), None),  # the last took more than 9: no mean
        ([1, 9, 9, 9], 3, (1, None, None), None),
    ],
)
def test_quartiles(
    nodes: list[int], stopped: int, quartiles: tuple[int | None, ...], mean: float | None
) -> None:
    spread = Spread.of(runs_of(nodes, [], stopped), ONCE)
    assert tuple(spread.quantile(share) for share in (0.25, 0.5, 0.75)) == quartiles
    assert spread.mean() == mean


@pytest.mark.parametrize(("index", "heavy"), [(0.7, True), (1.4, True), (4.0, False)])
def test_a_tail_index_is_found_again(index: float, heavy: bool) -> None:
    """Numbers drawn from a Pareto law have the index they were drawn with."""
    dice = random.Random(3)
    drawn = sorted(int(1000 * dice.paretovariate(index)) for _ in range(4000))
    spread = Spread(tuple(drawn), 0)
    found = spread.tail_index()
    assert found == pytest.approx(index, rel=0.12)
    said = sentences(runs_of(drawn, drawn))[0]
    assert said.endswith(": a heavy tail.") == heavy


def test_stopped_runs_do_not_make_a_tail_lighter() -> None:
    dice = random.Random(3)
    drawn = sorted(int(1000 * dice.paretovariate(1.0)) for _ in range(4000))
    cut = tuple(min(nodes, 50_000) for nodes in drawn)
    stopped = sum(nodes > 50_000 for nodes in drawn)
    assert 40 < stopped < 200
    assert Spread(cut, stopped).tail_index() == pytest.approx(1.0, rel=0.12)


def test_the_best_bound_is_the_least_that_is_expected() -> None:
    """Half of the runs take 10 nodes, the others 1000: after 10 nodes one begins anew, and that
    happens twice on average."""
    assert Spread((10, 10, 1000, 1000), 0).best_bound() == (10, 20.0)
    assert Spread((10, 11, 12), 0).best_bound() == (12, 11.0), "where all are alike: never"
    assert Spread((50, 50), 2).best_bound() is None


def test_single_runs_and_restarts_of_the_same_seeds() -> None:
    runs = chances(SMALL, "ff", number=6, unit=5, consistency="bounds", seed=10)
    assert [run.seed for run in runs] == [*range(10, 16)] * 2
    assert {run.outcome for run in runs} == {"solved"}
    again = chances(SMALL, "ff", number=6, unit=5, consistency="bounds", seed=10)
    assert [run.nodes for run in runs] == [run.nodes for run in again]
    assert len({run.nodes for run in runs if run.strategy == ONCE}) > 1, "chance plays a part"


def test_a_puzzle_without_a_solution_and_one_that_is_stopped() -> None:
    assert {run.outcome for run in chances(NONE, number=2)} == {"none"}
    stopped = chances(HARD, "max", number=2, consistency="bounds", nodes=20)
    assert {(run.outcome, run.nodes) for run in stopped} == {("limit", 20)}
    assert sentences(stopped) == [
        "Every run was stopped: with a higher limit there is more to say."
    ]
    assert histogram(stopped) == []


def test_a_sample_is_told_as_one_and_not_as_a_law() -> None:
    assert sentences(chances("c-note/1", number=3)) == ["All 3 runs took 1 node."]
    assert sentences(chances("c-note/1", number=1)) == ["One run tells nothing of chance."]
    assert sentences(runs_of([7, 7], [5, 9])) == ["All 2 runs took 7 nodes."]


def test_what_is_finished_is_told_of_at_once() -> None:
    kept: list[Run] = []

    def stop(run: Run) -> None:
        kept.append(run)
        if len(kept) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chances(SMALL, number=2, consistency="bounds", finished=stop)
    assert [run.strategy for run in kept] == ["once", "once", "restarts"]


def test_a_strategy_without_runs_has_no_line() -> None:
    assert [line[0] for line in figures(runs_of([7, 8], []))] == ["once"]


def test_too_many_runs_are_refused() -> None:
    with pytest.raises(OptionError, match="200000 runs, expected at most 100000"):
        chances(SMALL, number=200_000)
    with pytest.raises(OptionError, match="lab: runs is 0, expected 1 or more"):
        chances(SMALL, number=0)


def test_bars_count_the_runs() -> None:
    lines = histogram(runs_of([1, 2, 3, 40, 500], [2, 2, 2, 2, 2], stopped=1))
    counted = [int(line.split()[-1]) for line in lines if line.split()[-1].isdigit()]
    assert sum(counted) == 10
    assert lines[-2].split()[0] == "stopped"


def test_a_picture_and_a_report(tmp_path: Path) -> None:
    dice = random.Random(1)
    once = [int(100 * dice.paretovariate(0.8)) for _ in range(120)]
    runs = runs_of(sorted(once), [200] * 60 + [400] * 60)
    picture = draw_chances("a heading", runs, tmp_path / "restarts")
    text = picture.read_text(encoding="utf-8")
    for words in ("once (120 runs)", "restarts (120 runs)", "tail index", "nodes"):
        assert words in text
    report = write_chances_report("a heading", "Asked.", runs, picture.name)
    assert "a heavy tail" in report
    assert "(restarts.svg)" in report
    assert json.dumps(Spread.of(runs, ONCE).as_dict())
    assert [line[0] for line in figures(runs)] == [ONCE, RESTARTS]


@pytest.mark.parametrize("family", all_families())
def test_every_familys_example_has_a_picture(family: str, tmp_path: Path) -> None:
    """In most of them all runs take equally many nodes, and no share is left to draw."""
    runs = chances(all_families()[family].example.identifier, number=3)
    text = draw_chances(family, runs, tmp_path / "restarts").read_text(encoding="utf-8")
    alike = all(len({r.nodes for r in runs if r.strategy == s}) == 1 for s in (ONCE, RESTARTS))
    assert ("no run takes longer than another" in text) == alike
    assert "once (3 runs)" in text


def test_a_picture_of_runs_that_were_all_stopped(tmp_path: Path) -> None:
    runs = runs_of([20, 20], [], stopped=2)
    text = draw_chances("a heading", runs, tmp_path / "restarts").read_text(encoding="utf-8")
    assert "every run was stopped" in text
