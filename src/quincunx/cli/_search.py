"""Searching while a person watches: progress on the terminal, and Ctrl-C that stops the search.

A compiled kernel neither lets other threads run nor notices a signal by itself. But it asks many
times a second whether to go on, and that is the moment for both.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FrameType, TracebackType
from typing import Any

from quincunx.counters import Statistics
from quincunx.families import AnyPuzzle
from quincunx.solving import Result, Solving, counted

PATIENCE = 0.7
"""Seconds a person waits gladly without a sign of life."""
INTERVAL = 0.1
"""Seconds between two signs of life."""

HAS_ALARM = hasattr(signal, "setitimer")
"""Not on Windows: there the building of a model is not cut short."""


class TimeUp(Exception):
    """The time limit was reached before there was a search that could watch the clock itself."""


class Watch:
    """Looks after one search: hand `cancel` to it, and tell the watch with `follow` what it is.

    Until then (while a model is built, or a family counts in its own way) Ctrl-C raises
    `KeyboardInterrupt`, and after `set_alarm` the end of the time raises `TimeUp`. From then on
    Ctrl-C asks the search to stop, and a second one ends it the hard way.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._report: Callable[[], str] | None = None
        self._alarm_set = False
        self._shows = sys.stderr is not None and sys.stderr.isatty() and _can_rewrite()
        self._shown = False
        self._began = time.perf_counter()
        self._next = self._began + PATIENCE

    def __enter__(self) -> Watch:
        self._on_interrupt = signal.signal(signal.SIGINT, self._interrupt)
        if HAS_ALARM:
            self._on_alarm = signal.signal(signal.SIGALRM, self._alarm)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._alarm_set = False
        if HAS_ALARM:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._on_alarm)
        signal.signal(signal.SIGINT, self._on_interrupt)
        self.clear()

    def set_alarm(self, seconds: float | None) -> None:
        """Raise `TimeUp` after so many seconds, unless a search is followed by then."""
        if seconds is not None and HAS_ALARM:
            self._alarm_set = True
            signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))

    def follow(self, report: Callable[[], str]) -> None:
        """From now on there is a search that can stop, and say with `report` how far it came."""
        self._alarm_set = False
        self._report = report

    def cancel(self) -> bool:
        """Whether to stop; shows progress on the way."""
        if self._shows and time.perf_counter() >= self._next:
            self._show()
        return self.interrupted

    def clear(self) -> None:
        """Take the line of progress away."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False

    def _show(self) -> None:
        now = time.perf_counter()
        if self._report is not None:
            text = f"{self._report()}, {now - self._began:.1f} s (Ctrl-C stops)"
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = True
        self._next = now + INTERVAL

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._report is None or self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def _alarm(self, number: int, frame: FrameType | None) -> None:
        if self._alarm_set:
            self._alarm_set = False
            raise TimeUp


def _can_rewrite() -> bool:
    return os.environ.get("TERM", "") not in ("", "dumb")


def search(
    puzzle: AnyPuzzle,
    *,
    limit: int | None,
    show: Callable[[Any], None] | None = None,
    time_limit: float | None = None,
    **options: Any,
) -> tuple[Result, bool]:
    """What a watched search found, and whether Ctrl-C stopped it.

    With `show`, each solution is shown when it is found and not kept.
    """
    found: list[Any] = []
    number = 0
    solving = None
    with Watch() as watch:
        try:
            watch.set_alarm(time_limit)
            solving = Solving(
                puzzle,
                solution_limit=limit,
                time_limit=time_limit,
                cancel=watch.cancel,
                **options,
            )
            watch.follow(partial(_report, solving))
            for solution in solving:
                number += 1
                if show is None:
                    found.append(solution)
                else:
                    watch.clear()
                    show(solution)
        except KeyboardInterrupt:
            watch.interrupted = True
        except TimeUp:
            pass
    return _result(puzzle, number, found, solving), watch.interrupted


def tally(
    puzzle: AnyPuzzle, *, listing: bool, time_limit: float | None = None, **options: Any
) -> tuple[Result, bool]:
    """How many solutions there are, watched like `search`; `listing` as in `solving.tally`."""
    number = 0
    solving = None
    with Watch() as watch:
        try:
            watch.set_alarm(time_limit)
            result = None if listing else counted(puzzle)
            if result is not None:
                return result, False
            solving = Solving(puzzle, time_limit=time_limit, cancel=watch.cancel, **options)
            watch.follow(partial(_report, solving))
            number = solving.count()
        except KeyboardInterrupt:
            watch.interrupted = True
        except TimeUp:
            pass
    return _result(puzzle, number, [], solving), watch.interrupted


def _result(puzzle: AnyPuzzle, number: int, found: list[Any], solving: Solving | None) -> Result:
    if solving is None:
        return Result(puzzle, 0, False, (), Statistics())
    return Result(puzzle, number, solving.complete, tuple(found), solving.statistics)


def _report(solving: Solving) -> str:
    done = solving.statistics
    return f"{amount(done.solutions, 'solution')}, {amount(done.nodes, 'node')}"


def amount(number: int, thing: str) -> str:
    """A number of things in words.

    >>> amount(1, "solution"), amount(19440, "node")
    ('1 solution', '19,440 nodes')
    """
    return f"{number:,} {thing}" + ("" if number == 1 else "s")
