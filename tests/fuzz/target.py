"""A target: a property, and the strategies that draw its cases."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True)
class Target:
    """A function that raises if the property does not hold for what the strategies draw."""

    holds: Callable[..., None]
    strategies: tuple[SearchStrategy[object], ...]


reproduction: list[str] = []
"""How to repeat the case that runs: code or a command, in lines."""


class Hang(BaseException):
    """A case took too long. No code that catches `Exception` catches it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise an `AssertionError` where the program is after this many seconds."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except Hang as hang:
        raise AssertionError(f"still running after {seconds} s") from hang
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
