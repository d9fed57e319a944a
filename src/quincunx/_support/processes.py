"""Processes that work for this one, and end with it."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path


def started(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    """A new process that runs a module of this package, with pipes to its input and output."""
    here = str(Path(__file__).parents[1])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        # Ctrl-C on the terminal is for us; we end the workers.
        start_new_session=True,
    )


def die_with_parent() -> None:
    """On Linux, end when the process that started this one ends, however that ends."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError, ImportError):
        import ctypes
        import signal

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
