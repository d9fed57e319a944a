"""Residual states of variables that are all different: the values used."""

from __future__ import annotations

from collections import Counter
from math import comb, log

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, State, residual_states


@residual_states.register(AllDifferent)
class AllDifferentStates(ResidualStates):
    """The values used, as bits, as far as a variable that is left could have them."""

    def __init__(self, constraint: AllDifferent, scope: Scope) -> None:
        excepted = constraint.excepted
        times = Counter(constraint.variables)
        self._repeated = [times[variable] > 1 for variable in scope.variables]
        values = sorted({v for domain in scope.domains for v in domain} - excepted)
        self._bit = {value: 1 << place for place, value in enumerate(values)}
        self._size = len(scope.variables)
        # The values of the variables from each depth on, and how many of these variables
        # must take one of them: those that can have no excepted value.
        self._values = [0] * (self._size + 1)
        self._needed = [0] * (self._size + 1)
        for depth in reversed(range(self._size)):
            domain = scope.domains[depth]
            bits = sum(self._bit.get(value, 0) for value in domain)
            self._values[depth] = self._values[depth + 1] | bits
            self._needed[depth] = self._needed[depth + 1] + excepted.isdisjoint(domain)
        self.start = 0 if self._values[0] else SETTLED

    def after(self, depth: int, state: State, value: int) -> State | None:
        bit = self._bit.get(value, 0)
        if bit and self._repeated[depth]:
            return None
        used = state if isinstance(state, int) else 0
        if used & bit:
            return None
        left = self._values[depth + 1]
        used = (used | bit) & left
        if (left & ~used).bit_count() < self._needed[depth + 1]:
            return None
        return used if left else SETTLED

    @staticmethod
    def estimate(constraint: AllDifferent, fixed: Scope, left: Scope) -> float:
        """At most as many states as sets of used values."""
        values = {v for domain in fixed.domains for v in domain}
        values &= {v for domain in left.domains for v in domain}
        used = min(len(fixed.domains), len(values) // 2)
        return log(comb(len(values), used))
