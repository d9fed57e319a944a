"""The runner: here or in workers, interrupted or repeated, the rows are the same."""

import time
from pathlib import Path
from typing import Any

import pytest

from quincunx._support.processes import physical_cores
from quincunx.cp.limits import Limits
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, parse
from quincunx.lab import trials
from quincunx.lab.labeling_sweep import sweep
from quincunx.lab.runner import TIMES, Runner, Sweep
from quincunx.lab.trials import Trial, TrialRow
from tests.lab.rows import HARD, NONE, SMALL, timeless

QUICK_ONE = Trial(SMALL, "ff", "step", "up")
STOPPED = Trial(SMALL, "max", "step", "up", "bounds")

several_cores = pytest.mark.skipif(len(physical_cores()) < 2, reason="there is one core only")


def asked(**options: object) -> Sweep:
    chosen = {"variables": ["ff", "min", "max"], "consistency": "both", "nodes": 300, **options}
    return sweep([HARD, NONE], **chosen)  # type: ignore[arg-type]


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


@several_cores
def test_workers_give_the_same_rows() -> None:
    here = asked().run()
    there = asked().run(Runner(jobs=2))
    assert [timeless(row) for row in there] == [timeless(row) for row in here]
    assert {row.outcome for row in here} == {"solved", "none", "limit"}


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=several_cores)])
def test_a_resumed_sweep_equals_an_uninterrupted_one(tmp_path: Path, jobs: int) -> None:
    whole = asked().run()
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


@pytest.mark.parametrize("jobs", [0, -1, 100_000])
def test_jobs_never_share_a_core(jobs: int) -> None:
    with pytest.raises(
        OptionError, match=rf"lab: jobs is {jobs}, expected 1 to {len(physical_cores())}$"
    ):
        run_trials(Trial(SMALL, "ff", "step", "up"), runner=Runner(jobs))


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
    row = trials.run(Trial(SMALL, "ff", "step", "up", goal="all"))
    assert row.solutions == 31
    assert row.seconds < 31 * 0.02, "all 31 were looked at for so long"


@pytest.mark.parametrize(
    ("repeat", "limits", "times", "why"),
    [
        (None, Limits(), TIMES, "quick: repeated by default"),
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
