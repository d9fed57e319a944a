"""OR-Tools CP-SAT with one worker, on the natural models of `benchmarks/natural.py`."""

from __future__ import annotations

from importlib.metadata import version as version_of

from ortools.sat.python import cp_model

from benchmarks import natural
from benchmarks.peers import Task
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import to_document


class Count(cp_model.CpSolverSolutionCallback):
    """Counts solutions."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def on_solution_callback(self) -> None:
        """Called by CP-SAT for each solution."""
        self.count += 1


def version() -> str:
    """The version of OR-Tools."""
    return version_of("ortools")


def solve(puzzle: AnyPuzzle, task: Task) -> int:
    """Without a callback for the first solution, which lets CP-SAT do as it likes."""
    model = cp_model.CpModel()
    natural.MODELS[puzzle.family](model, to_document(puzzle))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if task == "first":
        return 1 if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE) else 0
    solver.parameters.enumerate_all_solutions = True
    found = Count()
    solver.solve(model, found)
    return found.count
