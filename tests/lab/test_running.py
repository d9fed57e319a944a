"""Many trials: here or in workers, interrupted or not, the rows are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.cp.limits import Limits
from quincunx.errors import OptionError, PuzzleError
from quincunx.lab.labeling.sweep import Sweep, run_sweep, sweep
from quincunx.lab.runs.pool import cores, run_all
from quincunx.lab.runs.trials import Row, Trial
from tests.lab.rows import HARD, NONE, SMALL, timeless

several_cores = pytest.mark.skipif(len(cores()) < 2, reason="there is one core only")


def asked(**options: object) -> Sweep:
    chosen = {"variables": ["ff", "min", "max"], "consistency": "both", "nodes": 300, **options}
    return sweep([HARD, NONE], **chosen)  # type: ignore[arg-type]


class Interrupting:
    """Interrupts, as Ctrl-C does, when so many rows are finished."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, index: int, row: Row) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@several_cores
def test_workers_give_the_rows_that_are_given_here() -> None:
    here = run_sweep(asked())
    there = run_sweep(asked(), jobs=2)
    assert [timeless(row) for row in there] == [timeless(row) for row in here]
    assert {row.outcome for row in here} == {"solved", "none", "limit"}


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=several_cores)])
def test_a_resumed_sweep_equals_an_uninterrupted_one(tmp_path: Path, jobs: int) -> None:
    whole = run_sweep(asked())
    kept: list[tuple[int, int]] = []
    for after in (1, 7):
        with pytest.raises(KeyboardInterrupt):
            run_sweep(asked(), jobs=jobs, folder=tmp_path, finished=Interrupting(after))
    told: list[Row] = []
    rows = run_sweep(
        asked(),
        jobs=jobs,
        folder=tmp_path,
        progress=lambda done, total: kept.append((done, total)),
        finished=lambda index, row: told.append(row),
    )
    assert [timeless(row) for row in rows] == [timeless(row) for row in whole]
    assert kept[0] == (8, len(whole)), "no finished run is lost, and none is run again"
    assert kept[-1] == (len(whole), len(whole))
    assert len(told) == len(whole) - 8


def test_a_finished_sweep_is_not_run_again(tmp_path: Path) -> None:
    first = run_sweep(asked(), folder=tmp_path)
    assert run_sweep(asked(), folder=tmp_path) == first, "even the times are the same"
    fresh = run_sweep(asked(), folder=tmp_path, fresh=True)
    assert fresh != first
    assert [timeless(row) for row in fresh] == [timeless(row) for row in first]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=several_cores)])
def test_a_puzzle_that_cannot_be_modelled_is_told(jobs: int) -> None:
    impossible = Trial("c-note:100:88/8", "ff", "step", "up")
    with pytest.raises(PuzzleError, match="c-note: row 2 has 1 digit, expected 2"):
        run_all([impossible, impossible, Trial(SMALL, "ff", "step", "up")], jobs=jobs)


@pytest.mark.parametrize("jobs", [0, -1, 100_000])
def test_jobs_never_share_a_core(jobs: int) -> None:
    with pytest.raises(OptionError, match=rf"lab: {jobs} jobs, expected 1 to {len(cores())}: "):
        run_all([Trial(SMALL, "ff", "step", "up")], jobs=jobs)


@several_cores
def test_a_slow_trial_does_not_hold_up_an_interruption() -> None:
    vast = "aztec-math:_/__/___/____/_____/______/_______/________"
    trials = [Trial(vast, "leftmost", "step", "up", goal="all")] * 2

    def interrupt(done: int, total: int) -> None:
        interrupt.calls += 1  # type: ignore[attr-defined]
        if interrupt.calls == 3:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    interrupt.calls = 0  # type: ignore[attr-defined]
    with pytest.raises(KeyboardInterrupt):
        run_all(trials, jobs=2, limits=Limits(seconds=600), progress=interrupt)


def test_threads_of_one_core_count_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda process: {0, 1, 2, 3, 5}, raising=False)
    for processor, siblings in enumerate(["0,2", "1,3", "0,2", "1,3"]):
        folder = tmp_path / f"cpu{processor}" / "topology"
        folder.mkdir(parents=True)
        (folder / "thread_siblings_list").write_text(f"{siblings}\n")
    monkeypatch.setattr("quincunx.lab.runs.pool.TOPOLOGY", tmp_path)
    assert cores() == [0, 1, 5]
