"""Searches by OR-Tools CP-SAT, which shares no code with our kernel.

CP-SAT has its own search strategy: labeling options are checked and then ignored. It runs with one
worker and a fixed seed, so that its answers are reproducible.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

from quincunx.cp.capability import capability
from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.times import product_bounds
from quincunx.cp.engines.external import Assignment, ExternalRun, refuse_node_limit, run_in_thread
from quincunx.cp.engines.machine_words import InMachineWords, as_table, in_machine_words
from quincunx.cp.model import Model, Variable, domain, runs
from quincunx.cp.options import SearchOptions
from quincunx.errors import EngineError

if TYPE_CHECKING:
    from types import ModuleType

INSTALL = 'cp-sat: OR-Tools is not installed; pip install "quincunx[cpsat]"'

BITS = 62
"""CP-SAT has integers of 64 bits and needs some headroom."""


def start(model: Model, options: SearchOptions) -> ExternalRun:
    """Begin a search for the solutions of a model.

    >>> from quincunx.cp.constraints.linear import Linear
    >>> model = Model()
    >>> x, y = model.variable("x", range(1, 5)), model.variable("y", [2, 10**30])
    >>> model.add(Linear((x, y), (1, -1), ">=", 1))
    >>> sorted(start(model, SearchOptions()))
    [(3, 2), (4, 2)]
    """
    began = time.perf_counter()
    refuse_node_limit(options.limits, "cp-sat")
    searcher = _CpSatSearcher(in_machine_words(model, BITS), options.seed)
    return ExternalRun(searcher, options.limits, began)


def _cp_model() -> ModuleType:
    """OR-Tools, imported on first use: that is slow, and it may not be installed."""

    def load() -> ModuleType:
        from ortools.sat.python import cp_model

        return cp_model

    try:
        return run_in_thread(load)
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "ortools":
            raise EngineError(f"cp-sat: OR-Tools does not work here ({error})") from error
        raise EngineError(INSTALL) from None


MAX_PRODUCTS = 1000
"""A product of two variables gets its exact domain up to this many pairs of values."""


class _CpSatSearcher:
    """A search by CP-SAT; see `quincunx.cp.engines.external.Searcher`."""

    def __init__(self, narrowed: InMachineWords, seed: int) -> None:
        self.nodes = 0
        self.backtracks = 0
        self._narrowed = narrowed
        self._cp = _cp_model()
        translated = CpSatModel(narrowed.model)
        self._model, self._shown = translated.model, translated.all_unknowns[: narrowed.width]
        self._solver = self._cp.CpSolver()
        parameters = self._solver.parameters
        parameters.enumerate_all_solutions = narrowed.model.objective is None
        parameters.num_workers = 1
        parameters.random_seed = seed % 2**31
        # OR-Tools 9.15 loses solutions where it keeps large numbers in 32 bits: sums that depend
        # on literals in the first two places (its issue 5293), and tables in the third.
        parameters.presolve_inclusion_work_limit = 0
        parameters.auto_detect_greater_than_at_least_one_of = False
        if any(max(-v.domain[0], v.domain[-1]) >= 1 << 31 for v in narrowed.model.variables):
            parameters.table_compression_level = 0
        # Ctrl-C is handled by the program, not by the solver.
        parameters.catch_sigint_signal = False
        self._halted = False

    def search(self, hand_over: Callable[[Assignment], bool]) -> bool:
        searcher, cp = self, self._cp

        class Callback(cp.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
            def on_solution_callback(self) -> None:
                searcher.nodes = self.num_branches
                searcher.backtracks = self.num_conflicts
                values = [self.value(unknown) for unknown in searcher._shown]
                if not hand_over(searcher._narrowed.widen(values)):
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


class CpSatModel:
    """A `CpModel` under construction, for a model in machine words.

    An unknown is the variable of CP-SAT for a variable of the model. A literal is a Boolean of
    CP-SAT. Every literal is a function of the unknowns, so that no solution is found twice.
    """

    def __init__(self, model: Model) -> None:
        self.cp = _cp_model()
        self.model = self.cp.CpModel()
        self.all_unknowns = [self._unknown(variable) for variable in model.variables]
        self._made: dict[Hashable, Any] = {}
        for constraint in model.constraints:
            add_to_cp_sat(constraint, self)
        if model.objective is not None:
            unknowns, factors = self.unknowns([*model.objective]), [*model.objective.values()]
            self.model.minimize(self.cp.LinearExpr.weighted_sum(unknowns, factors))

    def unknowns(self, variables: Sequence[Variable]) -> list[Any]:
        """The unknowns of some variables, in their order."""
        return [self.all_unknowns[variable.index] for variable in variables]

    def literal(self, variable: Variable, value: int) -> Any:
        """Whether a variable has a value, which need not be in its domain."""
        return self.once((variable.index, value), lambda: self._literal(variable, value))

    def all_of(self, literals: Sequence[Any]) -> Any:
        """Whether all these literals are true."""
        every = self.model.new_bool_var("all of these")
        for literal in literals:
            self.model.add_implication(every, literal)
        self.model.add_bool_or(every, *(~literal for literal in literals))
        return every

    def any_of(self, literals: Sequence[Any]) -> Any:
        """Whether any of these literals is true."""
        return ~self.all_of([~literal for literal in literals])

    def truth_of(self, holds: Any, fails: Any) -> Any:
        """Whether a linear condition holds; `fails` is its negation."""
        truth = self.model.new_bool_var(str(holds))
        self.model.add(holds).only_enforce_if(truth)
        self.model.add(fails).only_enforce_if(~truth)
        return truth

    def product(self, x: Variable, y: Variable) -> Any:
        """A new unknown that is the product of two variables."""
        # CP-SAT can be very slow when the domain of a product has all numbers between its bounds.
        if x.size * y.size <= MAX_PRODUCTS:
            values = domain(a * b for a in x.domain for b in y.domain)
        else:
            low, high = product_bounds(x, y)
            values = range(low, high + 1)
        product = self._unknown(Variable(-1, f"{x.name}·{y.name}", values))
        self.model.add_multiplication_equality(product, self.unknowns((x, y)))
        return product

    def once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What `make` returns for a key, called once."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _unknown(self, variable: Variable) -> Any:
        values = variable.domain
        intervals = [(values[0], values[-1])] if isinstance(values, range) else runs(values)
        domain = self.cp.Domain.from_intervals(intervals)
        return self.model.new_int_var_from_domain(domain, variable.name)

    def _literal(self, variable: Variable, value: int) -> Any:
        if value in variable.domain:
            unknown = self.all_unknowns[variable.index]
            return self.truth_of(unknown == value, unknown != value)
        literal = self.model.new_bool_var(f"{variable.name} is {value}")
        self.model.add_bool_and(~literal)
        return literal


@capability("solvers")
def add_to_cp_sat(constraint: Constraint, target: CpSatModel) -> None:
    """Add a constraint to a model of CP-SAT. By default the literal of its truth, or its table."""
    if truth_in_cp_sat.implementation(type(constraint)) is truth_in_cp_sat.default:
        add_to_cp_sat(as_table(constraint), target)
    else:
        target.model.add_bool_or(truth_in_cp_sat(constraint, target))


@capability("solvers")
def truth_in_cp_sat(constraint: Constraint, target: CpSatModel) -> Any:
    """A literal that is true if and only if the constraint holds."""
    return truth_in_cp_sat(as_table(constraint), target)
