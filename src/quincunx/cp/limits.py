"""Limits on time, nodes and solutions, and cancellation.

A search checks its limits itself. Other work, such as building a model, runs inside `watching` and
calls `poll`: a model does so for its variables and constraints, other long work on its own. Outside
`watching`, `poll` does nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

from quincunx.errors import OptionError, short_repr

MAX_SECONDS = 1e9
"""Time limits above this, `inf` included, are ignored."""
POLL_SECONDS = 0.002
"""Minimum seconds between two checks of `Limits.cancel`."""

UNITS = ((86_400, "days", 3_600, "h"), (3_600, "h", 60, "min"), (60, "min", 1, "s"))
"""Units of time in seconds, each with the next smaller one."""


class Stopped(Exception):
    """A limit or a cancellation interrupted the work."""


@dataclass(frozen=True)
class Limits:
    """When to stop early; `None` is no limit. `cancel` is called many times a second.

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
        object.__setattr__(self, "seconds", require_seconds(self.seconds))
        require_limit(self.nodes, "node limit")
        require_limit(self.solutions, "limit")
        require_function(self.cancel, "cancel")

    def after(self, seconds: float) -> Limits:
        """The limits that are left after some seconds.

        >>> Limits(seconds=2).after(1.5).seconds, Limits(seconds=2).after(3).seconds
        (0.5, 0.0)
        """
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.0, self.seconds - seconds))

    def countdown(self) -> Callable[[], Limits]:
        """A function that returns the limits that are left since this call."""
        began = time.perf_counter()
        return lambda: self.after(time.perf_counter() - began)

    def __str__(self) -> str:
        parts = [f"{self.seconds:g} s"] if self.seconds is not None else []
        parts += [f"{self.nodes:,} nodes"] if self.nodes is not None else []
        return " or ".join(parts) or "no limit"


def require_function(function: object, name: str) -> None:
    """Refuse what cannot be called.

    Raises:
        OptionError: It is neither a function nor None.
    """
    if function is not None and not callable(function):
        raise OptionError(f"{name} is {short_repr(function)}, expected a function")


def require_seconds(seconds: float | None, name: str = "time limit") -> float | None:
    """A checked time limit; None if it is longer than any search.

    >>> require_seconds(1e300), require_seconds(2)
    (None, 2)
    >>> require_seconds(float("nan"))
    Traceback (most recent call last):
    quincunx.errors.OptionError: time limit is nan, expected 0 seconds or more
    """
    if seconds is None:
        return None
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    # `seconds != seconds` is true for nan only; `math.isnan` fails on very large integers.
    if not number or seconds != seconds or seconds < 0:
        raise OptionError(f"{name} is {short_repr(seconds)}, expected 0 seconds or more")
    return None if seconds > MAX_SECONDS else seconds


def require_limit(number: int | None, name: str, least: int = 0) -> int | None:
    """A checked limit on a number of things.

    >>> require_limit(True, "limit")
    Traceback (most recent call last):
    quincunx.errors.OptionError: limit is True, expected a whole number
    """
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool):
        raise OptionError(f"{name} is {short_repr(number)}, expected a whole number")
    if number < least:
        raise OptionError(f"{name} is {short_repr(number)}, expected {least} or more")
    return number


def require_number(number: object, name: str, least: int, most: int) -> int:
    """Return a whole number in a range.

    >>> require_number("7", "jobs", 1, 1024)
    Traceback (most recent call last):
    quincunx.errors.OptionError: jobs is '7', expected 1 to 1,024
    """
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise OptionError(f"{name} is {short_repr(number)}, expected {least} to {most:,}")
    return number


class _Watcher:
    """Checks the clock, a cancellation hook, and the watcher around this one."""

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
        self._next = now + POLL_SECONDS
        if self._deadline is not None and now >= self._deadline:
            raise Stopped
        if self._cancel is not None and self._cancel():
            raise Stopped
        if self._around is not None:
            self._around.poll()


_watcher: ContextVar[_Watcher | None] = ContextVar("quincunx watcher", default=None)


@contextmanager
def watching(limits: Limits) -> Iterator[None]:
    """Within this context `poll` raises `Stopped` when time is up or `cancel` returns true.

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
    """Raise `Stopped` if a limit is reached; cheap enough for thousands of calls a second."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher.poll()


def limit_reached() -> bool:
    """Whether a limit is reached: `poll` as a hook for code that asks.

    >>> limit_reached()
    False
    """
    try:
        poll()
    except Stopped:
        return True
    return False


def never() -> bool:
    """Return False: a hook that cancels nothing.

    It is a Python function, so a call from compiled code lets Python run signal handlers (Ctrl-C).

    >>> never()
    False
    """
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
