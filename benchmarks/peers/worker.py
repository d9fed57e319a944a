"""Solvers that live in a Python process: each cell gets a process of its own.

That keeps them apart, makes it possible to end one that takes too long, and counts neither the
start of Python nor the import of a library. In the process a task is repeated, and the fastest
time counts: whatever disturbs a run makes it slower.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import time
from typing import Protocol, cast

from benchmarks import processes
from benchmarks.peers import CannotExpress, Cell, Task
from quincunx.families import AnyPuzzle, parse

ENOUGH = 0.5
"""No repetition begins after so many seconds."""

PATIENCE = 30.0
"""Seconds that a process has to start and to import its library."""

CANNOT = 3
"""The exit status of a worker whose solver cannot express the puzzle."""


class Solver(Protocol):
    """What a module has to offer to be run by a worker."""

    def version(self) -> str: ...

    def solve(self, puzzle: AnyPuzzle, task: Task) -> int:
        """Build a model and search it; how many solutions were found."""

    def forget(self) -> None:
        """Drop whatever the last repetition left for the next."""


class InProcess:
    """The peer that is run by workers; see `benchmarks.peers.Peer`."""

    def __init__(self, column: str, module: str, environment: dict[str, str] | None = None) -> None:
        self.columns = (column,)
        self.module = module
        self.environment = {**os.environ, **(environment or {})}

    def version(self) -> str | None:
        """The version that is installed here, or nothing."""
        done = self._work(["version"], PATIENCE)
        return done.output.strip() if done.status == 0 else None

    def measure(self, puzzle: AnyPuzzle, task: Task, limit: float) -> dict[str, Cell]:
        """Solve a puzzle within `limit` seconds."""
        done = self._work([puzzle.identifier, task, str(limit)], limit + PATIENCE)
        return {self.columns[0]: _cell(done)}

    def _work(self, words: list[str], seconds: float) -> processes.Finished:
        command = [sys.executable, "-m", "benchmarks.peers.worker", self.module, *words]
        return processes.run(command, seconds, environment=self.environment)


def _cell(done: processes.Finished) -> Cell:
    if done.late or done.status == -signal.SIGALRM:
        return Cell("late")
    lines = (done.output + done.errors).strip().splitlines() or ["nothing was said"]
    if done.status == CANNOT:
        return Cell("cannot", note=lines[-1])
    if done.status:
        return Cell("failed", note=lines[-1])
    seconds, count = json.loads(lines[-1])
    return Cell("solved", seconds, count)


def repeat(solver: Solver, puzzle: AnyPuzzle, task: Task, limit: float) -> tuple[float, int]:
    """The fastest time of some repetitions and the number of solutions.

    A repetition that takes longer than the limit ends the process by an alarm.
    """
    best, spent, count = limit, 0.0, 0
    while spent < ENOUGH:
        solver.forget()
        signal.setitimer(signal.ITIMER_REAL, limit)
        began = time.perf_counter()
        count = solver.solve(puzzle, task)
        took = time.perf_counter() - began
        signal.setitimer(signal.ITIMER_REAL, 0)
        best = min(best, took)
        spent += took
    return best, count


def main(module: str, *words: str) -> None:
    """Say the version of a solver, or solve a puzzle with it and say how long it took."""
    solver = cast(Solver, importlib.import_module(f"benchmarks.peers.{module}"))
    if words == ("version",):
        print(solver.version())
        return
    identifier, task, limit = words
    try:
        print(json.dumps(repeat(solver, parse(identifier), cast(Task, task), float(limit))))
    except CannotExpress as reason:
        print(reason)
        sys.exit(CANNOT)


if __name__ == "__main__":
    main(*sys.argv[1:])
