"""What remains of a flag: what it says, and whether anything non-zero was seen."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cp.constraints.residual import SETTLED, Remains, Scope, State
from quincunx.cp.model import Variable


class NonZeroFlagRemains(Remains):
    """The flag, if it is known, and whether any of the others was non-zero."""

    def __init__(self, variables: Sequence[Variable], scope: Scope) -> None:
        flag, *others = variables
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
