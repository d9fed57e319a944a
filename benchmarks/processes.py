"""Programs that the benchmarks start: limited in time, and ended with all that they started."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from quincunx.cp.engines.minizinc import end_session

BREATH = 0.25
"""Seconds between two looks at how long a program has taken."""


@dataclass(frozen=True)
class Finished:
    """What a program said before it ended, or was ended because its time was up (`late`)."""

    output: str
    errors: str
    status: int
    seconds: float
    late: bool
    processor: float
    """Seconds that the processor spent on it and on what it started."""


def run(
    command: Sequence[str],
    seconds: float,
    *,
    stdin: str = "",
    environment: dict[str, str] | None = None,
    processor: float | None = None,
) -> Finished:
    """Run a program for so many seconds at the most; nothing of it is left when this returns.

    `processor` limits the seconds that the processor may spend on it, where that can be seen. The
    system could watch over that too, but then its clocks of processor time become coarse.
    """
    # Files rather than pipes: a program that is ended cannot leave a reader waiting.
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
    """Seconds that the processor spent on all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _waiting(process: subprocess.Popen[bytes]) -> bool:
    """Wait a moment; whether a program is still at work."""
    try:
        process.wait(BREATH)
    except subprocess.TimeoutExpired:
        return True
    return False


def _spent_on(session: int) -> float:
    """Seconds that the processor spent on the programs of a session so far, as Linux tells."""
    ticks = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name comes in brackets and may hold anything.
            fields = status.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")
