"""Model → OR-Tools CP-SAT: a second opinion by a solver that shares no code with ours.

Vocabulary:
  unknown  a variable of CP-SAT, in the place of a variable of the model
  literal  a Boolean of CP-SAT that says whether an unknown has a value

CP-SAT decides by itself how to search: labeling options are checked and then left aside. It runs
with one worker and a fixed seed, so that it answers the same every time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from quincunx.backends.external import ExternalRun, Solution, apart, refuse_node_limit
from quincunx.backends.machine_words import InMachineWords, narrow
from quincunx.constraints import Constraint
from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.linear import Linear
from quincunx.constraints.non_zero_flag import NonZeroFlag
from quincunx.constraints.table import Rows, Table
from quincunx.errors import EngineError
from quincunx.labeling import Order
from quincunx.limits import Limits
from quincunx.model import Model, Values, Variable

if TYPE_CHECKING:
    from types import ModuleType

INSTALL = 'cp-sat: OR-Tools is not installed; pip install "quincunx[cpsat]"'

BITS = 62
"""CP-SAT counts in words of 64 bits and wants some room in them."""


def start(model: Model, order: Order, limits: Limits) -> ExternalRun:
    """Begin a search for the solutions of a model.

    >>> model = Model()
    >>> x, y = model.variable("x", range(1, 5)), model.variable("y", [2, 10**30])
    >>> _ = model.add(Linear((x, y), (1, -1), ">=", 1))
    >>> sorted(start(model, Order(), Limits()))
    [(3, 2), (4, 2)]
    """
    began = time.perf_counter()
    refuse_node_limit(limits, "cp-sat")
    return ExternalRun(_Searcher(narrow(model, BITS), order.seed), limits, began)


def translated(model: Model) -> tuple[Any, list[Any]]:
    """A `CpModel` of a model whose numbers are narrow, and its unknowns in the model's order."""
    translation = _Translation(model)
    return translation.target, translation.unknowns


def _cp_model() -> ModuleType:
    """OR-Tools, imported when it is wanted: that takes a while, and it may not be there."""

    def bring() -> ModuleType:
        from ortools.sat.python import cp_model

        return cp_model

    try:
        return apart(bring)
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "ortools":
            raise EngineError(f"cp-sat: OR-Tools does not work here ({error})") from error
        raise EngineError(INSTALL) from None


class _Searcher:
    """CP-SAT at work; see `quincunx.backends.external.Searcher`."""

    def __init__(self, narrowed: InMachineWords, seed: int) -> None:
        self.nodes = 0
        self.backtracks = 0
        self._narrowed = narrowed
        self._cp = _cp_model()
        self._model, unknowns = translated(narrowed.model)
        self._shown = unknowns[: narrowed.width]
        self._solver = self._cp.CpSolver()
        parameters = self._solver.parameters
        parameters.enumerate_all_solutions = True
        parameters.num_workers = 1
        parameters.random_seed = seed % 2**31
        # The interrupt belongs to the program, not to the solver.
        parameters.catch_sigint_signal = False
        self._halted = False

    def search(self, hand_over: Callable[[Solution], bool]) -> bool:
        cp = self._cp
        shown = self._shown
        widen = self._narrowed.widen
        searcher = self

        class Callback(cp.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
            def on_solution_callback(self) -> None:
                searcher.nodes = self.num_branches
                searcher.backtracks = self.num_conflicts
                if not hand_over(widen([self.value(unknown) for unknown in shown])):
                    self.stop_search()

        if self._halted:
            return False
        status = self._solver.solve(self._model, Callback())
        if status == cp.MODEL_INVALID:
            raise EngineError(f"cp-sat: the model is refused ({self._model.validate()})")
        self.nodes = self._solver.num_branches
        self.backtracks = self._solver.num_conflicts
        return bool(status in (cp.OPTIMAL, cp.INFEASIBLE))

    def halt(self) -> None:
        self._halted = True
        self._solver.stop_search()


class _Translation:
    """Turns variables and constraints of a model into those of CP-SAT, one by one.

    Literals say both ways whether an unknown has a value, so that they add no solutions.
    """

    def __init__(self, model: Model) -> None:
        self._cp = _cp_model()
        self.target = self._cp.CpModel()
        self.unknowns = [self._unknown(variable) for variable in model.variables]
        self._literals: dict[tuple[int, int], Any] = {}
        self._prepared: dict[Rows, list[tuple[int, ...]]] = {}
        for constraint in model.constraints:
            TRANSLATIONS[type(constraint)](self, constraint)

    def linear(self, constraint: Linear) -> None:
        if not constraint.variables:
            self._require(constraint.check(()))
            return
        total = self._cp.LinearExpr.weighted_sum(
            self._of(constraint.variables), constraint.coefficients
        )
        match constraint.relation:
            case "==":
                self.target.add(total == constraint.constant)
            case "!=":
                self.target.add(total != constraint.constant)
            case "<=":
                self.target.add(total <= constraint.constant)
            case ">=":
                self.target.add(total >= constraint.constant)

    def all_different(self, constraint: AllDifferent) -> None:
        if not constraint.excepted:
            self.target.add_all_different(self._of(constraint.variables))
            return
        for value, literals in self._by_value(constraint.variables).items():
            if value not in constraint.excepted and len(literals) > 1:
                self.target.add_at_most_one(literals)

    def cardinality(self, constraint: Cardinality) -> None:
        for value, least, most in constraint.counts:
            holders = [v for v in constraint.variables if value in v.domain]
            if holders:
                times = sum(self._literal(v, value) for v in holders)
                self.target.add_linear_constraint(times, least, most)
            else:
                self._require(least == 0)

    def table(self, constraint: Table) -> None:
        rows = constraint.rows
        if rows not in self._prepared:
            self._prepared[rows] = list(dict.fromkeys(rows.rows))
        if rows.rows and constraint.variables:
            unknowns = self._of(constraint.variables)
            self.target.add_allowed_assignments(unknowns, self._prepared[rows])
        else:
            self._require(bool(rows.rows))

    def non_zero_flag(self, constraint: NonZeroFlag) -> None:
        flag = constraint.flag
        raised = self._literal(flag, 1)
        self.target.add_bool_or(raised, self._literal(flag, 0))
        non_zero = [~self._literal(v, 0) for v in constraint.variables[1:]]
        for literal in non_zero:
            self.target.add_implication(literal, raised)
        self.target.add_bool_or(~raised, *non_zero)

    def _unknown(self, variable: Variable) -> Any:
        domain = self._cp.Domain.from_intervals(_intervals(variable.domain))
        return self.target.new_int_var_from_domain(domain, variable.name)

    def _of(self, variables: tuple[Variable, ...]) -> list[Any]:
        return [self.unknowns[variable.index] for variable in variables]

    def _literal(self, variable: Variable, value: int) -> Any:
        """Whether an unknown has a value; always false where it cannot."""
        key = (variable.index, value)
        if key not in self._literals:
            literal = self.target.new_bool_var(f"{variable.name} is {value}")
            if value in variable.domain:
                unknown = self.unknowns[variable.index]
                self.target.add(unknown == value).only_enforce_if(literal)
                self.target.add(unknown != value).only_enforce_if(~literal)
            else:
                self.target.add_bool_and(~literal)
            self._literals[key] = literal
        return self._literals[key]

    def _by_value(self, variables: tuple[Variable, ...]) -> dict[int, list[Any]]:
        """For each value of these variables the literals that say who has it."""
        literals: dict[int, list[Any]] = {}
        for variable in variables:
            for value in variable.domain:
                literals.setdefault(value, []).append(self._literal(variable, value))
        return literals

    def _require(self, truth: bool) -> None:
        if not truth:
            self.target.add_bool_or([])


TRANSLATIONS: dict[type[Constraint], Callable[[_Translation, Any], None]] = {
    Linear: _Translation.linear,
    AllDifferent: _Translation.all_different,
    Cardinality: _Translation.cardinality,
    Table: _Translation.table,
    NonZeroFlag: _Translation.non_zero_flag,
}


def _intervals(values: Values) -> list[tuple[int, int]]:
    """The values as first and last of each run of neighbours.

    >>> _intervals((1, 2, 3, 7))
    [(1, 3), (7, 7)]
    """
    if isinstance(values, range):
        return [(values[0], values[-1])]
    intervals: list[tuple[int, int]] = []
    for value in values:
        if intervals and value == intervals[-1][1] + 1:
            intervals[-1] = (intervals[-1][0], value)
        else:
            intervals.append((value, value))
    return intervals
