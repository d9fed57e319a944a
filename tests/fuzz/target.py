"""A target: a property, and the strategies that draw its cases."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True)
class Target:
    """A function that raises if the property does not hold for what the strategies draw."""

    holds: Callable[..., None]
    strategies: tuple[SearchStrategy[object], ...]


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new working directory, so that no case writes into the repository."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(before)


PATIENCE = 5
reproduction: list[str] = []
"""How to repeat the case that runs: code or a command, in lines."""


class Hang(BaseException):
    """A case took too long. No code that catches `Exception` catches it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise an `AssertionError` where the program is after this many seconds of its own.

    Time in which other processes have the processor does not count. A program that does nothing
    has `PATIENCE` times as many seconds, and longer if it works slowly, as on a busy machine.
    """
    worked, began = time.process_time(), time.monotonic()

    def ring(number: int, frame: FrameType | None) -> None:
        used, waited = time.process_time() - worked, time.monotonic() - began
        if used >= seconds or waited >= PATIENCE * (seconds + 10 * used):
            raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    # Again every second: an exception in a callback of the garbage collector is lost.
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    except Hang as hang:
        raise AssertionError(f"still running after {seconds} s") from hang
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
