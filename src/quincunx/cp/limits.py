"""Limits on time, nodes and solutions, and cancellation.

A search checks its limits by itself. Work before it, such as building a model, runs inside
`watching`: adding a variable or a constraint to a model calls `poll`, and a family that works long
between them calls it too. Outside `watching`, `poll` does nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

from quincunx.errors import OptionError

MAX_SECONDS = 1e9
"""Longer time limits, `inf` included, count as no limit."""
GLANCE = 0.002
"""Minimum seconds between two checks of the clock and of `Limits.cancel`."""

UNITS = ((86_400, "days", 3_600, "h"), (3_600, "h", 60, "min"), (60, "min", 1, "s"))
"""Units of time in seconds, each with the next smaller one."""


class Stopped(Exception):
    """A limit or a cancellation stopped the work."""


@dataclass(frozen=True)
class Limits:
    """When to stop early; `None` is no limit, and with 0 nothing is done.

    `cancel` is called many times a second; the work stops when it returns true.

    >>> Limits(seconds=float("inf"))
    Limits(seconds=None, nodes=None, solutions=None, cancel=None)
    >>> Limits(nodes=-1)
    Traceback (most recent call last):
    quincunx.errors.OptionError: node limit is -1, expected 0 or more
    """

    seconds: float | None = None
    nodes: int | None = None
    solutions: int | None = None
    cancel: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", checked_seconds(self.seconds))
        checked_number(self.nodes, "node limit")
        checked_number(self.solutions, "limit")

    def after(self, seconds: float) -> Limits:
        """The limits that remain after some seconds.

        >>> Limits(seconds=2).after(1.5).seconds, Limits(seconds=2).after(3).seconds
        (0.5, 0.0)
        """
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.0, self.seconds - seconds))

    def __str__(self) -> str:
        parts = [f"{self.seconds:g} s"] if self.seconds is not None else []
        parts += [f"{self.nodes:,} nodes"] if self.nodes is not None else []
        return " or ".join(parts) or "no limit"


def checked_seconds(seconds: float | None, name: str = "time limit") -> float | None:
    """Return a valid time limit, or None for one beyond `MAX_SECONDS`.

    >>> checked_seconds(1e300), checked_seconds(2)
    (None, 2)
    >>> checked_seconds(float("nan"))
    Traceback (most recent call last):
    quincunx.errors.OptionError: time limit is nan, expected a number of seconds, 0 or more
    """
    if seconds is None:
        return None
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    # Only nan differs from itself; math.isnan would fail for integers that no float holds.
    if not number or seconds != seconds or seconds < 0:
        raise OptionError(f"{name} is {seconds!r}, expected a number of seconds, 0 or more")
    return None if seconds > MAX_SECONDS else seconds


def checked_number(number: int | None, name: str, least: int = 0) -> int | None:
    """Return a valid limit on a number; otherwise raise `OptionError`.

    >>> checked_number(True, "limit")
    Traceback (most recent call last):
    quincunx.errors.OptionError: limit is True, expected a whole number
    """
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool):
        raise OptionError(f"{name} is {number!r}, expected a whole number")
    if number < least:
        raise OptionError(f"{name} is {number}, expected {least} or more")
    return number


class _Watcher:
    """Checks the clock and a cancellation hook, and then the surrounding watcher."""

    def __init__(self, limits: Limits, around: _Watcher | None) -> None:
        now = time.perf_counter()
        self._deadline = None if limits.seconds is None else now + limits.seconds
        self._cancel = limits.cancel
        self._around = around
        self._next = now

    def poll(self) -> None:
        now = time.perf_counter()
        if now < self._next:
            return
        self._next = now + GLANCE
        if self._deadline is not None and now >= self._deadline:
            raise Stopped
        if self._cancel is not None and self._cancel():
            raise Stopped
        if self._around is not None:
            self._around.poll()


_watcher: ContextVar[_Watcher | None] = ContextVar("quincunx watcher", default=None)


@contextmanager
def watching(limits: Limits) -> Iterator[None]:
    """A context in which `poll` raises `Stopped` when the time is up or `cancel` returns true.

    >>> with watching(Limits(seconds=0)):
    ...     poll()
    Traceback (most recent call last):
    quincunx.cp.limits.Stopped
    """
    before = _watcher.get()
    token = _watcher.set(_Watcher(limits, before))
    try:
        yield
    finally:
        _watcher.reset(token)


def poll() -> None:
    """Raise `Stopped` if a surrounding `watching` says so; cheap enough for inner loops."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher.poll()


def called_off() -> bool:
    """Whether `poll` would raise `Stopped`; a `cancel` hook for work that takes one.

    >>> called_off()
    False
    """
    try:
        poll()
    except Stopped:
        return True
    return False


def duration(seconds: float) -> str:
    """A duration in its two largest units.

    >>> [duration(seconds) for seconds in (4.2, 150, 9_000, 200_000)]
    ['4 s', '2 min 30 s', '2 h 30 min', '2 days 7 h']
    """
    whole = round(seconds)
    for size, unit, part, smaller in UNITS:
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // part} {smaller}"
    return f"{whole} s"
