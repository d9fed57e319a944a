"""Other solvers that count the failures and nodes of a search, to compare our counters with.

Vocabulary:
  witness  a solver that shares no code with ours and can search in the same order: Gecode by way
           of MiniZinc, and OR-Tools' older CP solver for the one value choice that Gecode lacks
  order    a variable order and a value choice with its direction, as in `ff` and `step up`

Neither has all our options. Choices that exist upwards only use the mirrored model, and the value
nearest to the middle uses the doubled one (see `benchmarks.plain`), so that nothing is rounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import processes
from benchmarks.plain import scaled
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.table import Table
from quincunx.cp.engines.kernel import start
from quincunx.cp.engines.minizinc_text import MINIZINC_ORDERS, search_choices, to_text
from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions

VARIABLE_ORDERS = tuple(MINIZINC_ORDERS)
VALUE_ORDERS = tuple(
    f"{value} {direction}"
    for value in ("step", "enum", "bisect", "median", "middle")
    for direction in ("up", "down")
)
DIRECT = ("step up", "step down", "enum up", "bisect up", "bisect down", "median up")
"""The value choices that Gecode has."""
MIRRORED_VALUES = ("enum down", "median down")
"""Those that it has for the mirrored model."""
MIRRORED_ORDERS = {
    "leftmost": "leftmost",
    "min": "max",
    "max": "min",
    "ff": "ff",
    "anti_first_fail": "anti_first_fail",
    "occurrence": "occurrence",
    "ffc": "ffc",
    "dom_wdeg": "dom_wdeg",
}
"""What to ask of a mirrored model; regret there is that of the largest values."""
OR_TOOLS_ORDERS = {
    "leftmost": "CHOOSE_FIRST_UNBOUND",
    "min": "CHOOSE_LOWEST_MIN",
    "max": "CHOOSE_HIGHEST_MAX",
    "ff": "CHOOSE_MIN_SIZE",
    "anti_first_fail": "CHOOSE_MAX_SIZE",
    "max_regret": "CHOOSE_MAX_REGRET_ON_MIN",
}
PLACEHOLDER = SearchOptions(["leftmost", "step", "up"], "bounds")
PLACEHOLDER_CHOICES = search_choices(PLACEHOLDER.parsed_labeling).replace(" ", "")
"""What stands in a compiled model where the order goes that is asked for."""
TIME_LIMIT = 300.0


@dataclass(frozen=True)
class Counters:
    """What a search reports when it has found all solutions."""

    failures: int
    nodes: int
    solutions: int


def order_of(variable: str, value: str) -> SearchOptions:
    """The order of these two options, at bounds consistency."""
    return SearchOptions([variable, *value.split()], "bounds")


def ours(model: Model, order: SearchOptions) -> Counters:
    """Return the counters of our kernel."""
    counted = ours_within(model, order, None)
    assert counted is not None, "nothing stopped it"
    return counted


def ours_within(model: Model, order: SearchOptions, nodes: int | None) -> Counters | None:
    """Return the counters of our kernel; `None` if it takes more nodes."""
    run = start(model, order.within(Limits(nodes=nodes)))
    found = run.count()
    done = run.statistics
    return Counters(done.backtracks, done.nodes, found) if run.complete else None


def gecode(model: Model, order: SearchOptions, options: Sequence[str] = ()) -> Counters:
    """What Gecode reports, by way of MiniZinc: one thread, no restarts, all solutions."""
    compiled = flat(to_text(model, PLACEHOLDER))
    choices = search_choices(order.parsed_labeling).replace(" ", "")
    with TemporaryDirectory() as folder:
        text = Path(folder) / "model.fzn"
        text.write_text(compiled.replace(PLACEHOLDER_CHOICES, choices), encoding="utf-8")
        done = processes.run(["fzn-gecode", "-a", "-s", *options, str(text)], TIME_LIMIT)
    counts = dict(re.findall(r"%%%mzn-stat: (failures|nodes)=(\d+)", done.output))
    if done.late or done.status or len(counts) != 2:
        raise SystemExit(f"counters: Gecode did not finish: {done.errors.strip() or 'too slow'}")
    return Counters(
        int(counts["failures"]), int(counts["nodes"]), done.output.count("-" * 10 + "\n")
    )


@lru_cache(maxsize=64)
def flat(text: str) -> str:
    """What MiniZinc makes of a model for Gecode; all orders of a model share it."""
    with TemporaryDirectory() as folder:
        model, compiled = Path(folder) / "model.mzn", Path(folder) / "model.fzn"
        model.write_text(text, encoding="utf-8")
        command = ["minizinc", "-c", "--solver", "gecode", "--fzn", str(compiled), str(model)]
        done = processes.run(command, TIME_LIMIT)
        if done.late or done.status:
            raise SystemExit(f"counters: MiniZinc: {done.errors.strip() or 'too slow'}")
        return compiled.read_text(encoding="utf-8")


def or_tools(model: Model, variable: str) -> Counters:
    """What OR-Tools' older CP solver reports of a plain model, taking the value nearest to the
    middle, of two the smaller."""
    from ortools.constraint_solver import pywrapcp

    solver = pywrapcp.Solver("counters")
    unknowns = [solver.IntVar(list(v.domain), f"x{v.index}") for v in model.variables]
    for constraint in model.constraints:
        solver.Add(_condition(solver, unknowns, constraint))
    decided = {variable.index for variable in model.decisions}
    groups = (
        [unknowns[v.index] for v in model.decisions],
        [unknowns[v.index] for v in model.variables if v.index not in decided],
    )
    order = getattr(solver, OR_TOOLS_ORDERS[variable])
    phases = [solver.Phase(group, order, solver.ASSIGN_CENTER_VALUE) for group in groups if group]
    solver.NewSearch(solver.Compose(phases))
    found = 0
    while solver.NextSolution():
        found += 1
    # It counts branches: all nodes but the root.
    counted = Counters(solver.Failures(), solver.Branches() + 1, found)
    solver.EndSearch()
    return counted


def _condition(solver: Any, unknowns: Sequence[Any], constraint: object) -> Any:
    if isinstance(constraint, Linear):
        scope = [unknowns[variable.index] for variable in constraint.variables]
        total = solver.ScalProd(scope, list(constraint.coefficients))
        if constraint.relation == "==":
            return total == constraint.constant
        return (
            total <= constraint.constant
            if constraint.relation == "<="
            else total >= constraint.constant
        )
    assert isinstance(constraint, Table), "a plain model has no others"
    scope = [unknowns[variable.index] for variable in constraint.variables]
    return solver.AllowedAssignments(scope, [tuple(row) for row in constraint.rows.rows])


def name_of_witness(variable: str, value: str) -> str:
    """Return the solver that has this order; empty if none has."""
    if value in DIRECT or (value in MIRRORED_VALUES and variable in MIRRORED_ORDERS):
        return "Gecode"
    known = variable in OR_TOOLS_ORDERS and (value == "middle up" or variable in MIRRORED_ORDERS)
    return "OR-Tools" if value.startswith("middle") and known else ""


def witness(model: Callable[[], Model], variable: str, value: str) -> Counters | None:
    """Return the counters of another solver for a plain model; `None` if none has this order."""
    name = name_of_witness(variable, value)
    if name == "Gecode" and value in DIRECT:
        return gecode(model(), order_of(variable, value))
    if name == "Gecode":
        upwards = value.replace("down", "up")
        return gecode(scaled(model(), -1), order_of(MIRRORED_ORDERS[variable], upwards))
    if name == "OR-Tools":
        down = value == "middle down"
        asked = MIRRORED_ORDERS[variable] if down else variable
        return or_tools(scaled(model(), -2 if down else 2), asked)
    return None
