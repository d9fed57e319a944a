"""Processes that tests start: their children, their states, their signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds after which what a test waits for will not come."""


def heed_signals() -> None:
    """Restore the usual handling of SIGINT and SIGHUP where they are ignored.

    A process that was started in the background, or by `nohup`, ignores these signals, and so do
    the commands that it starts.
    """
    for name, handler in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


def python(*arguments: str, **variables: str) -> str:
    """What a Python process of its own prints, which ends well and reports nothing."""
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", **variables}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def made_once(place: Path, make: Callable[[Path], object], seconds: float = PATIENCE) -> bool:
    """Have the first process of the tests that comes here make a folder; whether it is there.

    Others wait for it. The folder has its name when it is complete.
    """
    ended = place.with_suffix(".ended")
    with suppress(FileExistsError):
        place.with_suffix(".begun").mkdir()
        try:
            make(place.with_suffix(".draft"))
            place.with_suffix(".draft").rename(place)
        finally:
            ended.touch()
    wait_until(ended.exists, seconds)
    return place.exists()


def children(pid: int) -> list[int]:
    """The processes that a process started."""
    found: list[int] = []
    with suppress(OSError):
        for file in Path(f"/proc/{pid}/task").glob("*/children"):
            found += map(int, file.read_text().split())
    return found


def state(pid: int) -> str:
    """The state of a process as Linux abbreviates it: R for running, Z for a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return ""


def alive(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    return state(pid) not in ("", "Z")


def wait_until(happened: Callable[[], T], seconds: float = PATIENCE) -> T:
    """Wait for something, for as long as it takes but not for ever; return what happened."""
    until = time.monotonic() + seconds
    while not (found := happened()):
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)
    return found
