"""Processes of this machine: starting them, limiting them, and the processors they may use."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

CPU_TOPOLOGY = Path("/sys/devices/system/cpu")
"""Where Linux describes the processors."""


def start_module(module: str) -> subprocess.Popen[bytes]:
    """Start a process that runs a module of this package, with pipes to its input and output."""
    source = str(Path(__file__).parents[2])
    paths = [source, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        # Ctrl-C on the terminal goes to this process alone.
        start_new_session=True,
    )


def die_with_parent() -> None:
    """Die when the parent does, however it ends; on Linux only."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError, ImportError):
        import ctypes
        import signal

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def limit_memory(most: int) -> None:
    """Limit this process's memory to a number of bytes, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def usable_processors() -> list[int]:
    """Return the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def physical_cores() -> list[int]:
    """Return one usable processor of each physical core: hardware threads share its speed."""
    by_core: dict[str, int] = {}
    for processor in usable_processors():
        by_core.setdefault(_threads_of_core(processor), processor)
    return list(by_core.values())


def _threads_of_core(processor: int) -> str:
    """Return the processors that share a core with this one, as Linux lists them."""
    place = CPU_TOPOLOGY / f"cpu{processor}/topology/thread_siblings_list"
    try:
        return place.read_text().strip()
    except OSError:
        return str(processor)
