"""Repeats: what is quick is run again, time is processor time, and passes follow one another."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from quincunx.cp.limits import Limits
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle, parse
from quincunx.lab.runs import trials
from quincunx.lab.runs.journal import Journal
from quincunx.lab.runs.repetitions import QUICK, TIMES, run_repeated
from quincunx.lab.runs.trials import Trial
from tests.lab.rows import SMALL

QUICK_ONE = Trial(SMALL, "ff", "step", "up")
STOPPED = Trial(SMALL, "max", "step", "up", "bounds")


def test_time_is_what_the_processor_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other things makes nothing slower."""
    kind = type(parse(SMALL))
    build = kind.model

    def sleepy(puzzle: AnyPuzzle) -> object:
        time.sleep(0.3)
        return build(puzzle)

    monkeypatch.setattr(kind, "model", sleepy)
    began = time.perf_counter()
    row = trials.run(QUICK_ONE)
    assert time.perf_counter() - began > 0.29
    assert 0 < row.seconds < 0.25


def test_checking_solutions_is_no_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
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
        (None, Limits(), TIMES, "quick: repeated unless somebody says how often"),
        (None, Limits(nodes=2), 1, "stopped: it would only be stopped again"),
        (1, Limits(), 1, "as often as asked"),
        (3, Limits(nodes=2), 3, "as often as asked, stopped or not"),
    ],
)
def test_how_often(repeat: int | None, limits: Limits, times: int, why: str) -> None:
    ((*rows,),) = run_repeated([STOPPED], repeat, limits=limits)
    assert [row.repeat for row in rows] == list(range(1, times + 1)), why


@pytest.mark.parametrize(
    ("quick", "times", "why"),
    [(QUICK, TIMES, "quick unless somebody says otherwise"), (0.0, 1, "what takes long, once")],
)
def test_what_is_quick_is_said(quick: float, times: int, why: str) -> None:
    assert [len(rows) for rows in run_repeated([QUICK_ONE], None, quick=quick)] == [times], why


def test_passes_follow_one_another_and_progress_counts_on(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    order: list[tuple[int, int]] = []
    both = [QUICK_ONE, STOPPED]
    journal = Journal(tmp_path, {"kind": "test"})
    rows = run_repeated(
        both,
        3,
        journal=journal,
        progress=lambda done, total: told.append((done, total)),
        finished=lambda at, row: order.append((row.repeat, at)),
    )
    journal.close()
    assert order == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]
    assert sorted(set(told)) == [(done, 6) for done in range(7)]
    again = Journal(tmp_path, {"kind": "test"})
    assert run_repeated(both, 3, journal=again) == rows, "nothing is run again, times are kept"
    again.close()


def test_no_repeat_is_refused() -> None:
    with pytest.raises(OptionError, match="lab: 0 repeats, expected 1 or more"):
        run_repeated([QUICK_ONE], 0)
