"""Model → OR-Tools CP-SAT: a second opinion by a solver that shares no code with ours.

CP-SAT decides by itself how to search: labeling options are checked and then left aside. It runs
with one worker and a fixed seed, so that it answers the same every time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from quincunx.cp.engines.external import ExternalRun, Solution, apart, refuse_node_limit
from quincunx.cp.engines.machine_words import InMachineWords, in_machine_words
from quincunx.cp.model import Model, Values, Variable, domain
from quincunx.cp.options import SearchOptions
from quincunx.errors import EngineError

if TYPE_CHECKING:
    from types import ModuleType

INSTALL = 'cp-sat: OR-Tools is not installed; pip install "quincunx[cpsat]"'

T = TypeVar("T")

BITS = 62
"""CP-SAT counts in words of 64 bits and wants some room in them."""


def start(model: Model, options: SearchOptions) -> ExternalRun:
    """Begin a search for the solutions of a model.

    >>> from quincunx.cp.constraints.linear import Linear
    >>> model = Model()
    >>> x, y = model.variable("x", range(1, 5)), model.variable("y", [2, 10**30])
    >>> _ = model.add(Linear((x, y), (1, -1), ">=", 1))
    >>> sorted(start(model, SearchOptions()))
    [(3, 2), (4, 2)]
    """
    began = time.perf_counter()
    refuse_node_limit(options.limits, "cp-sat")
    searcher = _Searcher(in_machine_words(model, BITS), options.seed)
    return ExternalRun(searcher, options.limits, began)


def translated(model: Model) -> tuple[Any, list[Any]]:
    """A `CpModel` of a model whose numbers are narrow, and its unknowns in the model's order."""
    translation = _Translation(model)
    return translation.model, translation.all_unknowns


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


MAX_PRODUCTS = 1000
"""So many products of two variables are listed."""


class _Searcher:
    """CP-SAT at work; see `quincunx.cp.engines.external.Searcher`."""

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
        # OR-Tools 9.15 loses solutions where it keeps large numbers in 32 bits: sums that depend
        # on literals in the first two places (its issue 5293), and tables in the third.
        parameters.presolve_inclusion_work_limit = 0
        parameters.auto_detect_greater_than_at_least_one_of = False
        if any(max(-v.domain[0], v.domain[-1]) >= 1 << 31 for v in narrowed.model.variables):
            parameters.table_compression_level = 0
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
    """A `CpModel` under construction; see `quincunx.cp.engines.translation.CpSat`.

    Literals say both ways whether something is so, and so add no solutions.
    """

    def __init__(self, model: Model) -> None:
        self.cp = _cp_model()
        self.model = self.cp.CpModel()
        self.all_unknowns = [self._unknown(variable) for variable in model.variables]
        self._made: dict[Hashable, Any] = {}
        for constraint in model.constraints:
            constraint.to_cp_sat(self)

    def unknowns(self, variables: Sequence[Variable]) -> list[Any]:
        return [self.all_unknowns[variable.index] for variable in variables]

    def literal(self, variable: Variable, value: int) -> Any:
        return self.once((variable.index, value), lambda: self._literal(variable, value))

    def fresh_literal(self, name: str) -> Any:
        return self.model.new_bool_var(name)

    def all_of(self, literals: Sequence[Any]) -> Any:
        every = self.fresh_literal("all of these")
        for literal in literals:
            self.model.add_implication(every, literal)
        self.model.add_bool_or(every, *(~literal for literal in literals))
        return every

    def any_of(self, literals: Sequence[Any]) -> Any:
        return ~self.all_of([~literal for literal in literals])

    def truth_of(self, holds: Any, fails: Any) -> Any:
        truth = self.fresh_literal(str(holds))
        self.model.add(holds).only_enforce_if(truth)
        self.model.add(fails).only_enforce_if(~truth)
        return truth

    def product(self, x: Variable, y: Variable) -> Any:
        # Among all numbers between the smallest and the largest CP-SAT may search for ages.
        if x.size * y.size <= MAX_PRODUCTS:
            values = domain(a * b for a in x.domain for b in y.domain)
        else:
            corners = [
                a * b for a in (x.domain[0], x.domain[-1]) for b in (y.domain[0], y.domain[-1])
            ]
            values = range(min(corners), max(corners) + 1)
        product = self._unknown(Variable(-1, f"{x.name}·{y.name}", values))
        self.model.add_multiplication_equality(product, self.unknowns((x, y)))
        return product

    def require(self, truth: bool) -> None:
        if not truth:
            self.model.add_bool_or([])

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def _unknown(self, variable: Variable) -> Any:
        domain = self.cp.Domain.from_intervals(_intervals(variable.domain))
        return self.model.new_int_var_from_domain(domain, variable.name)

    def _literal(self, variable: Variable, value: int) -> Any:
        literal = self.fresh_literal(f"{variable.name} is {value}")
        if value in variable.domain:
            unknown = self.all_unknowns[variable.index]
            self.model.add(unknown == value).only_enforce_if(literal)
            self.model.add(unknown != value).only_enforce_if(~literal)
        else:
            self.model.add_bool_and(~literal)
        return literal


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
