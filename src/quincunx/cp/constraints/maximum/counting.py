"""Residual states of a maximum: the largest so far, or the number that one must still be."""

from __future__ import annotations

from math import log

from quincunx.cp.constraints.maximum import Maximum
from quincunx.cp.counting.residual import (
    SETTLED,
    ResidualStates,
    Scope,
    State,
    estimated_states,
    residual_states,
)


@residual_states.register(Maximum)
class MaximumStates(ResidualStates):
    """Before the first variable is fixed, the largest of the others so far; afterwards the number,
    and whether one of the others is it."""

    def __init__(self, constraint: Maximum, scope: Scope) -> None:
        first, *others = constraint.variables
        self._sign = -1 if constraint.smallest else 1
        self._first = [variable is first for variable in scope.variables]
        self._other = [variable in others for variable in scope.variables]
        self._last = len(scope.variables) - 1
        self.start = (None, None)

    def after(self, depth: int, state: State, value: int) -> State | None:
        assert isinstance(state, tuple)
        value *= self._sign
        wanted, largest = state
        if self._first[depth]:
            wanted = value
        if self._other[depth]:
            largest = value if largest is None else max(largest, value)
        if wanted is not None and largest is not None and largest > wanted:
            return None
        if depth == self._last:
            return SETTLED if wanted == largest else None
        if wanted is not None and largest != wanted:
            largest = None
        return (wanted, largest)


@estimated_states.register(Maximum)
def estimate(constraint: Maximum, fixed: Scope, left: Scope) -> float:
    """At most two states for each value: the maximum is fixed or not."""
    values = {value for domain in fixed.domains for value in domain}
    return min(fixed.ways, log(1 + 2 * len(values)))
