"""Searching while a person watches: progress on the terminal, and Ctrl-C that stops the search.

A compiled kernel neither lets other threads run nor notices a signal by itself. But it asks many
times a second whether to go on, as whoever builds a model does, and that is the moment for both.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FrameType, TracebackType
from typing import Protocol, TypeAlias, TypeVar

from quincunx.solving import PuzzleSearch, Result, Show

PATIENCE = 0.7
"""Seconds a person waits gladly without a sign of life."""
INTERVAL = 0.1
"""Seconds between two signs of life."""

Cancel: TypeAlias = Callable[[], bool]
Answer = TypeVar("Answer")


class Watch:
    """Looks after one piece of work: hand `cancel` to it, and tell the watch with `follow` how it
    says how far it came.

    Ctrl-C asks the work to stop, and a second one ends it the hard way.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._report: Callable[[], str] | None = None
        self._shows = sys.stderr is not None and sys.stderr.isatty() and _can_rewrite()
        self._shown = False
        self._began = time.perf_counter()
        self._next = self._began + PATIENCE

    def __enter__(self) -> Watch:
        self._on_interrupt = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.signal(signal.SIGINT, self._on_interrupt)
        self.clear()

    def follow(self, report: Callable[[], str]) -> None:
        """From now on `report` says how far the work came."""
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
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True


def _can_rewrite() -> bool:
    return os.environ.get("TERM", "") not in ("", "dumb")


class Begin(Protocol):
    """A search to be begun, with everything said but who may cancel it."""

    def __call__(self, *, cancel: Cancel) -> PuzzleSearch: ...


def search(begin: Begin, show: Show | None = None) -> tuple[Result, bool]:
    """What a watched search found, and whether Ctrl-C stopped it.

    With `show`, each solution is shown when it is found and not kept.
    """
    with Watch() as watch:

        def uncover(solution: object) -> None:
            watch.clear()
            if show is not None:
                show(solution)

        solving = begin(cancel=watch.cancel)
        watch.follow(partial(_report, solving))
        return solving.find(None if show is None else uncover), watch.interrupted


def tally(begin: Begin, *, listing: bool = False) -> tuple[Result, bool]:
    """How many solutions there are, watched like `search`; `listing` as in `solving.tally`."""
    with Watch() as watch:
        solving = begin(cancel=watch.cancel)
        watch.follow(partial(_report, solving))
        return solving.tally(listing=listing), watch.interrupted


def chanced(work: Callable[[Cancel], Answer]) -> tuple[Answer, bool]:
    """The answer of work that ends early where Ctrl-C asks it to, and whether it did."""
    with Watch() as watch:
        return work(watch.cancel), watch.interrupted


def attended(work: Callable[[Cancel], Answer]) -> Answer:
    """The result of work that can be cancelled; Ctrl-C ends it with nothing to show."""
    with Watch() as watch:
        answer = work(watch.cancel)
    if watch.interrupted:
        raise KeyboardInterrupt
    return answer


def _report(solving: PuzzleSearch) -> str:
    done = solving.statistics
    return f"{amount(done.solutions, 'solution')}, {amount(done.nodes, 'node')}"


def amount(number: int, thing: str) -> str:
    """A number of things in words.

    >>> amount(1, "solution"), amount(19440, "node")
    ('1 solution', '19,440 nodes')
    """
    return f"{number:,} {thing}" + ("" if number == 1 else "s")
