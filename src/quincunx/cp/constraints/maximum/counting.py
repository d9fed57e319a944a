"""What remains of a largest number: the largest so far, or what none may exceed and one must be."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cp.constraints.residual import SETTLED, Remains, Scope, State
from quincunx.cp.model import Variable


class MaximumRemains(Remains):
    """Before the first variable is fixed, the largest of the others so far; afterwards the number,
    and whether one of the others is it."""

    def __init__(self, variables: Sequence[Variable], smallest: bool, scope: Scope) -> None:
        first, *others = variables
        self._sign = -1 if smallest else 1
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
