"""Residual states of alternatives: the states of each, and the values of the flags."""

from __future__ import annotations

from typing import Final

from quincunx.cp.constraints.either import Either
from quincunx.cp.counting.residual import (
    SETTLED,
    ConjunctionStates,
    ResidualStates,
    Scope,
    State,
    residual_states,
)

BROKEN: Final = -1
"""The state of an alternative that does not hold."""


@residual_states.register(Either)
class EitherStates(ResidualStates):
    """For each alternative its residual state and the value of its flag, if that is fixed."""

    def __init__(self, constraint: Either, scope: Scope) -> None:
        self._held = [ConjunctionStates(held, scope) for held in constraint.alternatives]
        self._flags = [[flag is v for v in scope.variables] for flag in constraint.flags]
        self._least = constraint.least
        self._last = len(scope.variables) - 1
        starts = [BROKEN if held.start is None else held.start for held in self._held]
        self.start = self._reduced(-1, tuple((start, None) for start in starts))

    def after(self, depth: int, state: State, value: int) -> State | None:
        if state == SETTLED:
            return SETTLED
        assert isinstance(state, tuple)
        pairs: list[tuple[State, int | None]] = []
        for place, (own, flag) in enumerate(state):
            new = own if own == BROKEN else self._held[place].after(depth, own, value)
            fixed = value if self._flags and self._flags[place][depth] else flag
            pairs.append((BROKEN if new is None else new, fixed))
        return self._reduced(depth, tuple(pairs))

    def _reduced(self, depth: int, pairs: tuple[tuple[State, int | None], ...]) -> State | None:
        """The state in its shortest form; None if a flag is wrong or too few can hold."""
        holding = open_ones = 0
        for state, flag in pairs:
            if flag not in (None, 0, 1):
                return None
            if state == SETTLED:
                holding += 1
                if flag == 0:
                    return None
            elif state == BROKEN:
                if flag == 1:
                    return None
            else:
                open_ones += flag != 0
        if holding + open_ones < self._least:
            return None
        if depth == self._last or (not self._flags and holding >= self._least):
            return SETTLED
        return pairs
