"""Residual states of a flag for numbers other than zero."""

from collections.abc import Mapping
from math import log
from typing import Any

from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, State, residual_states


@residual_states.register(NonZeroFlag)
class NonZeroFlagStates(ResidualStates):
    """The flag, if it is fixed, and whether any of the others is non-zero."""

    def __init__(self, constraint: NonZeroFlag, scope: Scope) -> None:
        flag, *others = constraint.variables
        self._flag = [variable is flag for variable in scope.variables]
        self._other = [variable in others for variable in scope.variables]
        self._last = len(scope.variables) - 1
        self.start = (None, False)

    def after(self, depth: int, state: State, value: int) -> State | None:
        if state == SETTLED:
            return SETTLED if not self._flag[depth] or value == 1 else None
        assert isinstance(state, tuple)
        flag, seen = state
        if self._flag[depth]:
            if value not in (0, 1):
                return None
            flag = value
        if self._other[depth]:
            seen = seen or value != 0
        if flag == 0 and seen:
            return None
        if depth == self._last:
            return SETTLED if flag == seen else None
        return SETTLED if flag == 1 and seen else (flag, seen)

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        return None if 0 in names else state

    @staticmethod
    def estimate(constraint: NonZeroFlag, fixed: Scope, left: Scope) -> float:
        return log(3)
