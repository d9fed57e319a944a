"""Model → our own kernel: every constraint posts its propagators."""

import time
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from quincunx.cp.constraints.linear.propagators import LinearBound
from quincunx.cp.engines import SolutionCallback
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import ON_BOUNDS, Engine, Propagator
from quincunx.cp.kernel.search import Search, SearchListener, SearchPhase
from quincunx.cp.kernel.strategies import Discrepancies, Restarts
from quincunx.cp.limits import poll
from quincunx.cp.model import Model
from quincunx.cp.options import DISCREPANCY, RESTARTS, SearchOptions, parse_strategy
from quincunx.cp.statistics import Statistics

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint


class KernelRun:
    """A search by the kernel; see `quincunx.cp.engines.Run`."""

    def __init__(
        self, model: Model, options: SearchOptions, listener: SearchListener | None = None
    ) -> None:
        self._began = time.perf_counter()
        labeling = options.parsed_labeling
        self.engine = Engine()
        builder = EngineBuilder(self.engine, options.consistency == "domain")
        for variable in model.variables:
            builder.variable(variable)
        self.posted: list[tuple[Constraint, list[Propagator]]] = []
        """The propagators of each constraint, for listeners."""
        for constraint in model.constraints:
            poll()
            when = model.sleeping.get(constraint, ())
            self.posted.append((constraint, builder.post(constraint, when)))
        builder.finish(model.variables)
        self._width = len(model.variables)
        planned = model.phases
        decided = [self.engine.variables[v.index] for phase in planned for v in phase.variables]
        chosen = {variable.index for variable in decided}
        # Copies of variables that constraints made come after the model's variables.
        others = [v for v in self.engine.variables if v.index not in chosen]
        ends = accumulate(len(phase.variables) for phase in planned)
        pairs = zip(ends, planned, strict=True)
        phases = [SearchPhase(end, phase.labeling or labeling) for end, phase in pairs]
        phases.append(SearchPhase(len(decided) + len(others), labeling))
        name, unit = parse_strategy(options.strategy)
        dice = None
        if labeling.variable == "random" or name == RESTARTS:
            from random import Random

            dice = Random(options.seed)
        self.search = Search(
            self.engine, decided + others, len(decided), labeling, dice, listener, phases
        )
        if name == RESTARTS:
            self.search = Restarts(self.search, unit)
        elif name == DISCREPANCY:
            self.search = Discrepancies(self.search)
        self._objective = _bounded(self.engine, model)
        self.search.bound = self._objective
        self._building = time.perf_counter() - self._began
        limits = options.limits
        seconds = None if limits.seconds is None else limits.seconds - self._building
        self.search.limit(seconds, limits.nodes, limits.cancel)
        self._most = limits.solutions

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        bound = self._objective
        while self.search.solutions != self._most and self.search.advance():
            values = tuple(self.search.values()[: self._width])
            if bound is not None:
                terms = zip(bound.variables, bound.coefficients, strict=True)
                bound.constant = sum(c * values[v.index] for v, c in terms) - 1
            yield values

    def count(self, on_solution: SolutionCallback | None = None) -> int:
        """Count the remaining solutions without listing them."""
        listed = 0
        if on_solution is not None:
            for values in self:
                listed += 1
                if not on_solution(values):
                    break
        most = 1 << 62 if self._most is None else self._most - self.search.solutions
        return listed + self.search.count(most)

    @property
    def complete(self) -> bool:
        """Whether everything was searched."""
        return self.search.complete

    @property
    def statistics(self) -> Statistics:
        """The counters so far."""
        search, engine = self.search, self.engine
        return Statistics(
            seconds=self._building + search.seconds,
            nodes=search.nodes,
            backtracks=search.backtracks,
            resumptions=engine.resumptions,
            entailments=engine.entailments,
            prunings=engine.prunings,
            constraints=engine.created,
            solutions=search.solutions,
        )


def _bounded(engine: Engine, model: Model) -> LinearBound | None:
    """The bound on the model's objective, posted; it is tightened whenever a solution is found."""
    if model.objective is None:
        return None
    variables = [engine.variables[variable.index] for variable in model.objective]
    factors = list(model.objective.values())
    terms = zip(variables, factors, strict=True)
    most = sum(factor * (v.most() if factor > 0 else v.least()) for v, factor in terms)
    bound = LinearBound(variables, factors, most, ON_BOUNDS)
    engine.post(bound)
    return bound


def start(model: Model, options: SearchOptions) -> KernelRun:
    """Begin a search for the solutions of a model.

    >>> from quincunx.cp.constraints.all_different import AllDifferent
    >>> from quincunx.cp.constraints.linear import Linear
    >>> model = Model()
    >>> digits = [model.variable(name, range(1, 10)) for name in "abc"]
    >>> model.add(AllDifferent(digits))
    >>> model.add(Linear(digits, (1, 1, 1), "==", 24))
    >>> model.add(Linear(digits[:2], (1, -1), "<=", -1))
    >>> list(start(model, SearchOptions(labeling=["max", "down"])))
    [(8, 9, 7), (7, 9, 8), (7, 8, 9)]
    """
    return KernelRun(model, options)
