"""Programs that the benchmarks start, with limits, and what Linux reports about processes."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from quincunx.cp.engines.minizinc import end_session

POLL_SECONDS = 0.25
"""Time between two looks at the time that a program has taken."""


@dataclass(frozen=True)
class Finished:
    """The output of a program that ended, or was stopped by its time limit (`late`)."""

    output: str
    errors: str
    status: int
    seconds: float
    late: bool
    processor: float
    """Processor time of the program and its children, in seconds."""


def run(
    command: Sequence[str],
    seconds: float,
    *,
    stdin: str = "",
    environment: dict[str, str] | None = None,
    processor: float | None = None,
) -> Finished:
    """Run a program with a time limit in seconds; none of its processes is left afterwards.

    `processor` limits its processor time, on Linux. A limit set with the operating system would
    make its clocks of processor time coarse.
    """
    # Files instead of pipes: a stopped program cannot leave a reader waiting.
    with TemporaryFile("w+") as given, TemporaryFile("w+") as output, TemporaryFile("w+") as errors:
        given.write(stdin)
        given.seek(0)
        began = time.perf_counter()
        before = _processor()
        process = subprocess.Popen(
            command,
            stdin=given,
            stdout=output,
            stderr=errors,
            env=environment,
            start_new_session=True,
        )
        late = False
        try:
            while not late and _waiting(process):
                late = time.perf_counter() - began >= seconds
                late |= processor is not None and _spent_on(process.pid) >= processor
        finally:
            took = time.perf_counter() - began
            end_session(process)
        spent = _processor() - before
        output.seek(0)
        errors.seek(0)
        return Finished(output.read(), errors.read(), process.returncode, took, late, spent)


def _processor() -> float:
    """Return the processor time of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _waiting(process: subprocess.Popen[bytes]) -> bool:
    """Wait a moment; return whether the program is still running."""
    try:
        process.wait(POLL_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return False


def _spent_on(session: int) -> float:
    """Return the processor time of the processes of a session so far."""
    ticks = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name is in brackets and may contain anything.
            fields = status.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def seconds_of(process: int | None) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> int:
    """Return the memory of a process in bytes; 0 if it has ended."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE")


def processor_name() -> str:
    """Return the name of the processor."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
