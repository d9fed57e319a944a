"""One trial and many: counters and outcomes, here or in workers, interrupted or repeated."""

import time
from pathlib import Path
from typing import Any

import pytest

from quincunx._support.processes import physical_cores
from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.cp.options import Consistency
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, parse
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.labeling_sweep import Sweep, sweep
from quincunx.lab.runner import QUICK_RUNS, Runner
from quincunx.lab.trials import COUNTERS, Trial, TrialRow, run
from quincunx.solving import solve
from tests.lab.rows import HARD, NONE, SMALL, timeless


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


def test_stopped_run_has_no_counters_but_its_constraints() -> None:
    row = run(Trial(SMALL, "leftmost", "step", "up", goal="all"), Limits(nodes=5)).as_dict()
    assert {row[counter] for counter in COUNTERS if counter != "constraints"} == {None}
    assert row["constraints"] == 6, "all were posted before the search began"


QUICK_ONE = Trial(SMALL, "ff", "step", "up")
STOPPED = Trial(SMALL, "max", "step", "up", "bounds")

several_cores = pytest.mark.skipif(len(physical_cores()) < 2, reason="there is one core only")


def asked() -> Sweep:
    return sweep(
        [HARD, NONE], variables=["ff", "max"], values=["step", "bisect"], consistency="both",
        nodes=300,
    )  # fmt: skip


@pytest.fixture(scope="module")
def whole() -> list[TrialRow]:
    """The rows of an uninterrupted sweep in this process."""
    return asked().run()


def run_trials(
    *trials: Trial, runner: Runner | None = None, **options: Any
) -> list[list[TrialRow]]:
    keyed = {f"run {at}": trial for at, trial in enumerate(trials)}
    return (runner or Runner()).run(keyed, **options)


class Interrupting:
    """Interrupts like Ctrl-C once this many runs are finished."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, done: int, total: int) -> None:
        if done >= self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=several_cores)])
def test_a_resumed_sweep_equals_an_uninterrupted_one(
    whole: list[TrialRow], tmp_path: Path, jobs: int
) -> None:
    kept: list[tuple[int, int]] = []
    for after in (1, 8):
        with pytest.raises(KeyboardInterrupt):
            asked().run(Runner(jobs, folder=tmp_path, progress=Interrupting(after)))
    shown = Runner(jobs, folder=tmp_path, progress=lambda done, total: kept.append((done, total)))
    rows = asked().run(shown)
    assert [timeless(row) for row in rows] == [timeless(row) for row in whole]
    assert kept[0] == (8, len(whole)), "no finished run is lost, and none is run again"
    assert kept[-1] == (len(whole), len(whole))


def test_a_finished_sweep_is_not_run_again(tmp_path: Path) -> None:
    first = asked().run(Runner(folder=tmp_path))
    assert asked().run(Runner(folder=tmp_path)) == first, "even the times are the same"
    fresh = asked().run(Runner(folder=tmp_path, fresh=True))
    assert fresh != first
    assert [timeless(row) for row in fresh] == [timeless(row) for row in first]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=several_cores)])
def test_errors_of_workers_are_raised(jobs: int) -> None:
    impossible = Trial("c-note:100:88/8", "ff", "step", "up")
    with pytest.raises(PuzzleError, match="c-note: row 2 has 1 digit, expected 2"):
        run_trials(impossible, impossible, Trial(SMALL, "ff", "step", "up"), runner=Runner(jobs))


@several_cores
def test_a_slow_trial_does_not_hold_up_an_interruption() -> None:
    vast = "aztec-math:_/__/___/____/_____/______/_______/________"
    slow = [Trial(vast, "leftmost", "step", "up", goal="all")] * 2

    def interrupt(done: int, total: int) -> None:
        interrupt.calls += 1  # type: ignore[attr-defined]
        if interrupt.calls == 3:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    interrupt.calls = 0  # type: ignore[attr-defined]
    with pytest.raises(KeyboardInterrupt):
        run_trials(*slow, runner=Runner(2, progress=interrupt), limits=Limits(seconds=600))


def test_checking_solutions_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(parse(SMALL))

    def thorough(puzzle: AnyPuzzle, solution: object) -> list[object]:
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        return []

    monkeypatch.setattr(kind, "violations", thorough)
    row = run(Trial(SMALL, "ff", "step", "up", goal="all"))
    assert row.solutions == 31
    assert row.seconds < 31 * 0.02, "all 31 were looked at for so long"


@pytest.mark.parametrize(
    ("repeat", "limits", "times", "why"),
    [
        (None, Limits(), QUICK_RUNS, "quick: repeated by default"),
        (None, Limits(nodes=2), 1, "stopped: it would only be stopped again"),
        (1, Limits(), 1, "as often as asked"),
        (3, Limits(nodes=2), 3, "as often as asked, stopped or not"),
    ],
)
def test_quick_trials_are_repeated_unless_a_number_is_given(
    repeat: int | None, limits: Limits, times: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((*rows,),) = run_trials(STOPPED, repeat=repeat, limits=limits)
    assert [row.repeat for row in rows] == list(range(1, times + 1)), why
    if repeat is None:
        monkeypatch.setattr("quincunx.lab.runner.QUICK_SECONDS", 0.0)
        assert len(run_trials(STOPPED, repeat=None, limits=limits)[0]) == 1


def test_passes_follow_one_another_and_progress_counts_on(tmp_path: Path) -> None:
    shown: list[tuple[int, int]] = []
    runner = Runner(folder=tmp_path, progress=lambda done, total: shown.append((done, total)))
    with runner.journal({"kind": "test"}) as journal:
        rows = run_trials(QUICK_ONE, STOPPED, runner=runner, repeat=3, journal=journal)
        assert list(journal.entries) == [
            f"run {at}{ending}" for ending in ("", ", run 2", ", run 3") for at in (0, 1)
        ]
    assert sorted(set(shown)) == [(done, 6) for done in range(7)]
    with runner.journal({"kind": "test"}) as again:
        assert run_trials(QUICK_ONE, STOPPED, repeat=3, journal=again) == rows, "not run again"
