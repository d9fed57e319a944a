"""Residual states of variables that are all different: the values used."""

from collections.abc import Mapping
from itertools import accumulate
from math import comb, log
from operator import or_
from typing import Any

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, State, residual_states
from quincunx.cp.model import Variable


@residual_states.register(AllDifferent)
class AllDifferentStates(ResidualStates):
    """The values used, as bits, as far as a variable that is left could have them."""

    def __init__(self, constraint: AllDifferent, scope: Scope) -> None:
        shifts: dict[Variable, list[int]] = {}
        for variable, shift in zip(constraint.variables, constraint.shifts, strict=True):
            shifts.setdefault(variable, []).append(shift)
        self._shifts = [shifts[variable] for variable in scope.variables]
        pairs = zip(scope.domains, self._shifts, strict=True)
        possible = [[{value + shift for value in domain} for shift in own] for domain, own in pairs]
        values = sorted({v for way in possible for term in way for v in term} - constraint.excepted)
        self._bit = {value: 1 << place for place, value in enumerate(values)}
        bits = [sum(self._bit.get(v, 0) for v in set[int]().union(*terms)) for terms in possible]
        self._values = [*accumulate(reversed(bits), or_, initial=0)][::-1]
        """The values of the terms from each depth on."""
        self.start = 0 if self._values[0] else SETTLED

    def after(self, depth: int, state: State, value: int) -> State | None:
        used = state if isinstance(state, int) else 0
        for shift in self._shifts[depth]:
            bit = self._bit.get(value + shift, 0)
            if used & bit:
                return None
            used |= bit
        left = self._values[depth + 1]
        return used & left if left else SETTLED

    def mark(self, state: Any, value: int) -> Any:
        return state != SETTLED and state & self._bit.get(value, 0) != 0

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        bit = self._bit
        if state == SETTLED:
            return SETTLED
        if any(map(any, self._shifts)) or any((v in bit) != (n in bit) for v, n in names.items()):
            return None
        return sum(
            (bit[n] - bit[v] for v, n in names.items() if v in bit and state & bit[v]), state
        )

    @staticmethod
    def estimate(constraint: AllDifferent, fixed: Scope, left: Scope) -> float:
        """At most as many states as sets of used values."""
        values = {v for domain in fixed.domains for v in domain}
        values &= {v for domain in left.domains for v in domain}
        used = min(len(fixed.domains), len(values) // 2)
        return log(comb(len(values), used))
