"""What remains of alternatives: what remains of each, and what the flags said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from quincunx.cp.constraints.residual import SETTLED, Remains, Scope, State, Together
from quincunx.cp.model import Variable

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint

BROKEN: Final = -1
"""The state of an alternative that does not hold."""


class EitherRemains(Remains):
    """For each alternative what remains of it and what its flag says, if it has one."""

    def __init__(
        self,
        alternatives: Sequence[Sequence[Constraint]],
        flags: Sequence[Variable],
        least: int,
        scope: Scope,
    ) -> None:
        self._held = [Together(held, scope) for held in alternatives]
        self._flags = [[flag is v for v in scope.variables] for flag in flags]
        self._least = least
        self._last = len(scope.variables) - 1
        starts = [BROKEN if held.start is None else held.start for held in self._held]
        self.start = self._seen(-1, tuple((start, None) for start in starts))

    def after(self, depth: int, state: State, value: int) -> State | None:
        if state == SETTLED:
            return SETTLED
        assert isinstance(state, tuple)
        pairs: list[tuple[State, int | None]] = []
        for place, (own, told) in enumerate(state):
            new = own if own == BROKEN else self._held[place].after(depth, own, value)
            says = value if self._flags and self._flags[place][depth] else told
            pairs.append((BROKEN if new is None else new, says))
        return self._seen(depth, tuple(pairs))

    def _seen(self, depth: int, pairs: tuple[tuple[State, int | None], ...]) -> State | None:
        """Nothing where a flag is wrong or too few can hold; settled where all is known."""
        holding = open_ones = 0
        for state, told in pairs:
            if told not in (None, 0, 1):
                return None
            if state == SETTLED:
                holding += 1
                if told == 0:
                    return None
            elif state == BROKEN:
                if told == 1:
                    return None
            else:
                open_ones += told != 0
        if holding + open_ones < self._least:
            return None
        if depth == self._last or (not self._flags and holding >= self._least):
            return SETTLED
        return pairs
