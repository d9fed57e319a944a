"""Our kernel, compiled or not, whichever is running: model building, posting and search."""

from __future__ import annotations

from benchmarks.peers import Task
from quincunx.cp import kernel
from quincunx.cp.engines import kernel as backend
from quincunx.cp.limits import Limits
from quincunx.cp.options import SearchOptions
from quincunx.families import AnyPuzzle


def version() -> str:
    """Which kernel is running."""
    from importlib.metadata import version as installed

    return f"{installed('quincunx')}, {'compiled' if kernel.COMPILED else 'plain Python'}"


def solve(puzzle: AnyPuzzle, task: Task) -> int:
    """The family's model with its own labeling, domain consistent."""
    limits = Limits(solutions=1 if task == "first" else None)
    options = SearchOptions(puzzle.capabilities.labeling, limits=limits)
    return backend.start(puzzle.model(), options).count()
