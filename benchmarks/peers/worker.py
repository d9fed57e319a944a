"""Solvers that live in a Python process: every sample gets a process of its own.

That keeps them apart, makes it possible to end one that takes too long, and counts neither the
start of Python nor the import of a library. In the process a task is done once, cold, and then
some more times, warm. Times are those of the processor.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from statistics import median
from typing import Protocol, cast

from benchmarks import processes
from benchmarks.peers import CannotExpress, PeerResult, Sample, Task, repeated
from quincunx.families import AnyPuzzle, parse

WARM, ENOUGH = 5, 0.3
"""Maximum number of repetitions, and the time in seconds after which none is started."""

PATIENCE = 3.0
"""Seconds of the processor that a process has to start and to import its library."""
BUSY = 20
"""Wall-clock seconds per second of processor time, at most, on a busy machine."""

CANNOT = 3
"""The exit status of a worker whose solver cannot express the puzzle."""


class Solver(Protocol):
    """What a module has to offer to be run by a worker."""

    def version(self) -> str: ...

    def solve(self, puzzle: AnyPuzzle, task: Task) -> int:
        """Build a model and search it; how many solutions were found."""


class InProcess:
    """The peer that is run by workers; see `benchmarks.peers.Peer`."""

    def __init__(self, column: str, module: str, environment: dict[str, str] | None = None) -> None:
        self.columns = (column,)
        self.module = module
        self.environment = {**os.environ, **(environment or {})}

    def version(self) -> str | None:
        """The version that is installed here, or nothing."""
        done = self._work(["version"], 0.0)
        return done.output.strip() if done.status == 0 else None

    def measure(self, puzzle: AnyPuzzle, task: Task, limit: float) -> dict[str, PeerResult]:
        """Solve a puzzle within `limit` seconds."""
        words = [puzzle.identifier, task, str(limit)]
        return repeated(lambda: {self.columns[0]: _sample(self._work(words, limit), limit)})

    def _work(self, words: list[str], limit: float) -> processes.Finished:
        command = [sys.executable, "-m", "benchmarks.peers.worker", self.module, *words]
        # What was quick is done again, and importing takes a moment too.
        spent = 1.5 * limit + PATIENCE
        return processes.run(command, BUSY * spent, environment=self.environment, processor=spent)


def _sample(done: processes.Finished, limit: float) -> Sample:
    spent = done.processor
    if done.late:
        return Sample("late", spent)
    lines = (done.output + done.errors).strip().splitlines() or ["nothing was said"]
    if done.status == CANNOT:
        return Sample("cannot", spent, note=lines[-1])
    if done.status:
        return Sample("failed", spent, note=lines[-1])
    cold, warm, count = json.loads(lines[-1])
    if cold > limit:
        return Sample("late", spent)
    return Sample("solved", spent, cold, warm, count)


def timed(
    solver: Solver, puzzle: AnyPuzzle, task: Task, limit: float
) -> tuple[float, float | None, int]:
    """The cold time, the median of some warm ones, and the number of solutions.

    What takes nearly as long as the limit is not done again.
    """
    cold, count = _once(solver, puzzle, task)
    warm: list[float] = []
    while len(warm) < WARM and sum(warm) < ENOUGH and cold < limit / 2:
        warm.append(_once(solver, puzzle, task)[0])
    return cold, median(warm) if warm else None, count


def _once(solver: Solver, puzzle: AnyPuzzle, task: Task) -> tuple[float, int]:
    began = time.process_time()
    count = solver.solve(puzzle, task)
    return time.process_time() - began, count


def main(module: str, *words: str) -> None:
    """Print the version of a solver, or the times of solving a puzzle with it."""
    solver = cast(Solver, importlib.import_module(f"benchmarks.peers.{module}"))
    if words == ("version",):
        print(solver.version())
        return
    identifier, task, limit = words
    try:
        print(json.dumps(timed(solver, parse(identifier), cast(Task, task), float(limit))))
    except CannotExpress as reason:
        print(reason)
        sys.exit(CANNOT)


if __name__ == "__main__":
    main(*sys.argv[1:])
