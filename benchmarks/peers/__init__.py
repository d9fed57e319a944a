"""The same puzzles solved by us and by others, in one run on one machine.

Vocabulary:
  instance  a puzzle to solve
  task      `first`: one solution; `all`: every solution, or the proof that there is no second
  peer      a solver; each is one module of this package
  column    a time of a peer; most have one, Gecode has several times
  cell      the result of one task of one instance by one peer
  cold      of a time: in a process that has solved nothing before
  warm      of a time: in a process that has solved the same before
  sample    the times of one fresh process: one cold, and one warm if possible

Run it with `make peers`. It writes `docs/peers.md`, `docs/peers.json` and `docs/peers.svg`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol, TypeAlias

from quincunx.families import AnyPuzzle
from quincunx.lab.statistics import MedianInterval, interval_of

Task: TypeAlias = Literal["first", "all"]
Status: TypeAlias = Literal["solved", "late", "missing", "cannot", "failed"]

TASKS: tuple[Task, ...] = ("first", "all")


class CannotExpress(Exception):
    """A peer cannot express the puzzle, or not at its size."""


@dataclass(frozen=True)
class PeerResult:
    """The result of a task: its times and the number of solutions, or why there are none."""

    status: Status
    cold: MedianInterval | None = None
    warm: MedianInterval | None = None
    count: int | None = None
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The cell as JSON data, without what does not apply."""
        return {key: value for key, value in asdict(self).items() if value not in (None, "")}


@dataclass(frozen=True)
class Sample:
    """The result of one fresh process; `spent` is all its processor time."""

    status: Status
    spent: float
    cold: float = 0.0
    warm: float | None = None
    count: int | None = None
    note: str = ""


MIN_PROCESSES, MAX_PROCESSES = 5, 31
"""Minimum and maximum number of fresh processes, unless that takes too long."""
MAX_INTERVAL_RATIO = 1.2
"""No more are started when the upper end of an interval is at most this many times the lower."""
RESULT_SECONDS = 5.0
"""No more are started after this many seconds of processor time for a cell, ..."""
QUICK_SECONDS = 1.0
"""... but what takes less than this is always measured `MIN_PROCESSES` times."""


def repeated(once: Callable[[], dict[str, Sample]]) -> dict[str, PeerResult]:
    """The cells of some columns: fresh processes until the intervals are narrow."""
    samples: list[dict[str, Sample]] = []
    spent = 0.0
    while True:
        samples.append(once())
        first = next(iter(samples[-1].values()))
        spent += first.spent
        if first.status != "solved" or len(samples) == MAX_PROCESSES:
            break
        if spent > RESULT_SECONDS and (
            len(samples) >= MIN_PROCESSES or first.cold >= QUICK_SECONDS
        ):
            break
        if len(samples) >= MIN_PROCESSES and all(
            _is_narrow([sample[column] for sample in samples]) for column in samples[0]
        ):
            break
    return {column: _result([sample[column] for sample in samples]) for column in samples[0]}


def _is_narrow(samples: list[Sample]) -> bool:
    cell = _result(samples)
    return all(
        interval is None or interval.high <= MAX_INTERVAL_RATIO * interval.low
        for interval in (cell.cold, cell.warm)
    )


def _result(samples: list[Sample]) -> PeerResult:
    """One failure makes the cell a failure."""
    last = samples[-1]
    if last.status != "solved":
        return PeerResult(last.status, note=last.note)
    warm = [sample.warm for sample in samples if sample.warm is not None]
    return PeerResult(
        "solved",
        interval_of(sample.cold for sample in samples),
        interval_of(warm) if warm else None,
        last.count,
    )


class Peer(Protocol):
    """A solver that takes part."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of what it measures."""

    def version(self) -> str | None:
        """Return the installed version, or `None`."""

    def measure(self, puzzle: AnyPuzzle, task: Task, limit: float) -> dict[str, PeerResult]:
        """Solve a puzzle within `limit` seconds; return the result by column."""
