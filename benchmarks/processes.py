"""Programs that the benchmarks start: limited in time, and ended with all that they started."""

from __future__ import annotations

import math
import resource
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile

from quincunx.backends.minizinc import end_session


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

    `processor` limits the seconds that the processor may spend on each of its processes.
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
            preexec_fn=None if processor is None else _limiting(processor),
        )
        late = False
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            late = True
        finally:
            took = time.perf_counter() - began
            end_session(process)
        spent = _processor() - before
        # A process is ended a moment before its time is up by this count.
        late |= processor is not None and spent >= 0.9 * processor
        output.seek(0)
        errors.seek(0)
        return Finished(output.read(), errors.read(), process.returncode, took, late, spent)


def _processor() -> float:
    """Seconds that the processor spent on all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _limiting(seconds: float) -> Callable[[], None]:
    whole = math.ceil(seconds)
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
