"""The number of solutions of a model, marginals, and random solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from quincunx.cp.constraints import Constraint
from quincunx.cp.counting.completions import Completed
from quincunx.cp.counting.components import components, narrowed
from quincunx.cp.counting.grids import Grid
from quincunx.cp.counting.layers import MAX_STATES, Layers
from quincunx.cp.counting.variable_order import Ordering
from quincunx.cp.engines.conditional import unconditional
from quincunx.cp.model import Model, Variable

if TYPE_CHECKING:
    from random import Random


class Counting:
    """Counts the solutions of a model. At most `states` states are held at once.

    >>> from quincunx.cp.constraints.linear import Linear
    >>> model = Model()
    >>> dice = [model.variable(f"die {i}", range(1, 7)) for i in range(1, 4)]
    >>> _ = model.add(Linear(dice, (1, 1, 1), "==", 5))
    >>> counting = Counting(model)
    >>> counting.count()
    6
    >>> counting.marginals()[dice[0]]
    {1: 3, 2: 2, 3: 1}
    >>> from random import Random
    >>> counting.draw(Random(1))
    (1, 3, 1)
    """

    def __init__(self, model: Model, states: int = MAX_STATES) -> None:
        model = unconditional(model)
        self.model = model
        self._states = states
        self._domains: Mapping[Variable, Sequence[int]] = narrowed(model) or {}
        self.possible = bool(self._domains) or not model.variables
        # Constraints whose variables are all fixed are in no component.
        fixed = [
            constraint
            for constraint in model.constraints
            if all(len(self._domains.get(v, ())) == 1 for v in constraint.variables)
        ]
        self.possible = self.possible and all(
            constraint.check([self._domains[v][0] for v in constraint.variables])
            for constraint in fixed
        )

    @cached_property
    def _groups(self) -> list[tuple[list[Variable], list[Constraint]]]:
        return components(self.model.constraints, self._domains)

    def _layers(self, variables: Sequence[Variable], constraints: Sequence[Constraint]) -> Layers:
        order, _ = Ordering(variables, constraints, self._domains).best()
        return Layers(order, constraints, self._domains, self._states)

    def count(self) -> int:
        """The number of solutions."""
        if not self.possible:
            return 0
        if "_completed" in vars(self):
            return prod(part.total for part in self._completed)
        number = 1
        for variables, constraints in self._groups:
            grid = Grid.of(constraints, self._domains)
            if grid is not None:
                number *= grid.count(self._states)
            else:
                number *= self._layers(variables, constraints).count()
            if not number:
                break
        return number

    @cached_property
    def _completed(self) -> list[Completed]:
        return [Completed(self._layers(*group)) for group in self._groups]

    def marginals(self) -> dict[Variable, dict[int, int]]:
        """For each variable how many solutions have each value; values without any are left out."""
        total = prod(part.total for part in self._completed) if self.possible else 0
        if not total:
            return {variable: {} for variable in self.model.variables}
        found = {v: {values[0]: total} for v, values in self._domains.items() if len(values) == 1}
        for part in self._completed:
            for variable, times in part.marginals().items():
                found[variable] = {v: n * (total // part.total) for v, n in sorted(times.items())}
        return {variable: found[variable] for variable in self.model.variables}

    def draw(self, dice: Random) -> tuple[int, ...] | None:
        """A uniformly random solution, a value for each variable; None if there is none."""
        if not self.possible or not all(part.total for part in self._completed):
            return None
        values = {v: domain[0] for v, domain in self._domains.items()}
        for part in self._completed:
            values.update(part.draw(dice))
        return tuple(values[variable] for variable in self.model.variables)
