"""Model → our own kernel.

Every constraint of the model becomes one propagator (a `DistinctSum` may become two); the table
at the end says which.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

from quincunx.backends import Look
from quincunx.constraints import Constraint
from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.all_different.propagators import AllDifferentPropagator
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.cardinality.propagators import CardinalityPropagator
from quincunx.constraints.distinct_sum import DistinctSum
from quincunx.constraints.distinct_sum.propagators import MAX_DIGIT, DistinctSumPropagator
from quincunx.constraints.linear import Linear
from quincunx.constraints.linear.propagators import (
    LinearAtMost,
    LinearEqual,
    LinearEqualDomain,
    LinearUnequal,
)
from quincunx.constraints.non_zero_flag import NonZeroFlag
from quincunx.constraints.non_zero_flag.propagators import NonZeroFlagPropagator
from quincunx.constraints.table import Rows, Table
from quincunx.constraints.table.propagators import (
    PairsPropagator,
    Supports,
    TablePropagator,
    numbered_rows,
)
from quincunx.counters import Statistics
from quincunx.errors import TooBig
from quincunx.kernel.domain import bits_of
from quincunx.kernel.engine import ON_BOUNDS, Engine, Propagator, Variable
from quincunx.kernel.search import Listener, Search
from quincunx.labeling import Order
from quincunx.limits import Limits, poll
from quincunx.model import Model
from quincunx.model import Variable as Unknown

MAX_VALUES = 1 << 24
"""A domain with more values than this is refused: its set would not fit a sensible memory."""

SPARSE_SPAN = 1 << 12
SPARSE_RATIO = 32
"""A domain that spans more than this, with fewer than one in so many values, is kept as a list."""

MAX_PAIRS = 1 << 11
"""A table of two columns with more rows than this is kept as lists of partners."""

SMALL = 64
"""Domains within 0..SMALL-1 all number their values from 0: equal bits mean equal values, and
tables over them are prepared once."""


class KernelRun:
    """A search of the kernel under way; see `quincunx.backends.Run`."""

    def __init__(
        self, model: Model, order: Order, limits: Limits, listener: Listener | None = None
    ) -> None:
        self._began = time.perf_counter()
        labeling = order.chosen
        self.engine = Engine()
        posting = Posting(self.engine, order.consistency == "domain")
        for variable in model.variables:
            posting.variable(variable)
        for constraint in model.constraints:
            poll()
            posting.constraint(constraint)
        decisions = [self.engine.variables[variable.index] for variable in model.decisions]
        chosen = {variable.index for variable in model.decisions}
        others = [v for v in self.engine.variables if v.index not in chosen]
        dice = None
        if labeling.variable == "random":
            from random import Random

            dice = Random(order.seed)
        self.search = Search(
            self.engine, decisions + others, len(decisions), labeling, dice, listener
        )
        self._building = time.perf_counter() - self._began
        seconds = None if limits.seconds is None else limits.seconds - self._building
        self.search.limit(seconds, limits.nodes, limits.cancel)
        self._most = limits.solutions

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        while not self._enough() and self.search.advance():
            yield tuple(self.search.values())

    def count(self, look: Look | None = None) -> int:
        """Search on without listing; how many further solutions there were."""
        looked = 0
        if look is not None:
            for values in self:
                looked += 1
                if not look(values):
                    break
        most = 1 << 62 if self._most is None else self._most - self.search.solutions
        return looked + self.search.count(most)

    def _enough(self) -> bool:
        return self._most is not None and self.search.solutions >= self._most

    @property
    def complete(self) -> bool:
        """Whether everything was searched."""
        return self.search.complete

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        search, engine = self.search, self.engine
        return Statistics(
            seconds=self._building + search.seconds,
            nodes=search.nodes,
            backtracks=search.backtracks,
            resumptions=engine.resumptions,
            entailments=engine.entailments,
            prunings=engine.prunings,
            constraints=len(engine.propagators),
            solutions=search.solutions,
        )


def start(model: Model, order: Order, limits: Limits) -> KernelRun:
    """Begin a search for the solutions of a model.

    >>> model = Model()
    >>> digits = [model.variable(name, range(1, 10)) for name in "abc"]
    >>> _ = model.add(AllDifferent(digits))
    >>> _ = model.add(Linear(digits, (1, 1, 1), "==", 24))
    >>> _ = model.add(Linear(digits[:2], (1, -1), "<=", -1))
    >>> list(start(model, Order(labeling=["max", "down"]), Limits()))
    [(8, 9, 7), (7, 9, 8), (7, 8, 9)]
    """
    return KernelRun(model, order, limits)


class Posting:
    """Turns variables and constraints of a model into variables and propagators of an engine."""

    def __init__(self, engine: Engine, domain_consistent: bool) -> None:
        self.engine = engine
        self.domain_consistent = domain_consistent

    def variable(self, variable: Unknown) -> None:
        values = variable.domain
        low, high = values[0], values[-1]
        span = high - low + 1
        # Python cannot tell the length of a range beyond a machine word.
        count = span if isinstance(values, range) else len(values)
        if count > MAX_VALUES:
            raise TooBig(
                f"kernel: {variable.name} has {count} values, expected at most {MAX_VALUES}"
            )
        if span > SPARSE_SPAN and span > SPARSE_RATIO * count:
            self.engine.add_variable((1 << count) - 1, count, 0, list(values))
            return
        offset, width = (0, SMALL) if low >= 0 and high < SMALL else (low, span)
        if isinstance(values, range):
            bits = ((1 << span) - 1) << (low - offset)
        else:
            bits = bits_of([value - offset for value in values])
        self.engine.add_variable(bits, width, offset, [])

    def constraint(self, constraint: Constraint) -> list[Propagator]:
        """Post a constraint; what was posted."""
        propagators = self.propagators(constraint)
        for propagator in propagators:
            self.engine.post(propagator)
        return propagators

    def propagators(self, constraint: Constraint) -> list[Propagator]:
        """The propagators of a constraint, which nothing wakes as long as they are not posted."""
        scope = [self.engine.variables[variable.index] for variable in constraint.variables]
        if isinstance(constraint, DistinctSum) and not self.can_deal(scope):
            return [made for part in constraint.parts() for made in self.propagators(part)]
        return [PROPAGATORS[type(constraint)](self, constraint, scope)]

    def can_deal(self, scope: list[Variable]) -> bool:
        """Whether a `DistinctSum` over these variables can be looked at as one."""
        small = all(v.offset == 0 and not v.values and v.most() <= MAX_DIGIT for v in scope)
        return self.domain_consistent and small

    def distinct_sum(self, constraint: DistinctSum, scope: list[Variable]) -> Propagator:
        largest = max((variable.most() for variable in scope), default=0)
        return DistinctSumPropagator(scope, constraint.total, largest)

    def linear(self, constraint: Linear, scope: list[Variable]) -> Propagator:
        sign = -1 if constraint.relation == ">=" else 1
        constant = sign * constraint.constant
        variables, coefficients = [], []
        for variable, coefficient in zip(scope, constraint.coefficients, strict=True):
            if coefficient:
                variables.append(variable)
                coefficients.append(sign * coefficient)
        if constraint.relation == "!=":
            return LinearUnequal(variables, coefficients, constant)
        if constraint.relation != "==":
            return LinearAtMost(variables, coefficients, constant)
        if self.domain_consistent:
            return LinearEqualDomain(variables, coefficients, constant)
        return LinearEqual(variables, coefficients, constant, ON_BOUNDS)

    def all_different(self, constraint: AllDifferent, scope: list[Variable]) -> Propagator:
        return AllDifferentPropagator(scope, sorted(constraint.excepted), self.domain_consistent)

    def cardinality(self, constraint: Cardinality, scope: list[Variable]) -> Propagator:
        return CardinalityPropagator(scope, list(constraint.counts), self.domain_consistent)

    def table(self, constraint: Table, scope: list[Variable]) -> Propagator:
        if len(scope) == 2 and len(constraint.rows.rows) > MAX_PAIRS:
            return PairsPropagator(scope, numbered_rows(constraint.rows.rows, scope))
        return TablePropagator(scope, prepared(constraint.rows, scope))

    def non_zero_flag(self, constraint: NonZeroFlag, scope: list[Variable]) -> Propagator:
        return NonZeroFlagPropagator(scope)


PROPAGATORS: dict[type[Constraint], Callable[[Posting, Any, list[Variable]], Propagator]] = {
    Linear: Posting.linear,
    AllDifferent: Posting.all_different,
    Cardinality: Posting.cardinality,
    Table: Posting.table,
    DistinctSum: Posting.distinct_sum,
    NonZeroFlag: Posting.non_zero_flag,
}

_prepared: WeakKeyDictionary[Rows, dict[tuple[object, ...], Supports]] = WeakKeyDictionary()


def prepared(rows: Rows, scope: list[Variable]) -> Supports:
    """The supports of a table for variables that number their values in this way, made once."""
    forms = _prepared.setdefault(rows, {})
    form = tuple(tuple(v.values) or (v.offset, v.width) for v in scope)
    if form not in forms:
        forms[form] = Supports(numbered_rows(rows.rows, scope), len(scope))
    return forms[form]
