"""Residual states of numbers of occurrences: how often values must and may still occur."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb, log
from typing import Any

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, State, residual_states


@residual_states.register(Cardinality)
class CardinalityStates(ResidualStates):
    """For each counted value how often it must and may still occur; None if unconstrained."""

    def __init__(self, constraint: Cardinality, scope: Scope) -> None:
        bounds = constraint.bounds
        times = Counter(constraint.variables)
        self._times = [times[variable] for variable in scope.variables]
        self._place = {value: place for place, value in enumerate(bounds)}
        self._most = [[0] * len(bounds)]
        """How often each value can occur from each depth on."""
        pairs = list(zip(self._times, map(set, scope.domains), strict=True))
        for count, domain in reversed(pairs):
            later = zip(self._most[0], bounds, strict=True)
            self._most.insert(0, [most + count * (value in domain) for most, value in later])
        self.start = self._reduced(0, [*bounds.values()])

    def after(self, depth: int, state: State, value: int) -> State | None:
        if state == SETTLED:
            return SETTLED
        assert isinstance(state, tuple)
        pairs = list(state)
        place = self._place.get(value)
        if place is not None and pairs[place] is not None:
            least, most = pairs[place]
            times = self._times[depth]
            pairs[place] = (max(0, least - times), most - times)
        return self._reduced(depth + 1, pairs)

    def _reduced(self, depth: int, pairs: Sequence[tuple[int, int] | None]) -> State | None:
        """The state in its shortest form; None if a value cannot occur often enough."""
        kept: list[tuple[int, int] | None] = []
        for pair, can in zip(pairs, self._most[depth], strict=True):
            if pair is None:
                kept.append(None)
                continue
            least, most = pair
            most = min(most, can)
            if least > most:
                return None
            kept.append(None if least == 0 and most == can else (least, most))
        return tuple(kept) if any(kept) else SETTLED

    def mark(self, state: Any, value: int) -> Any:
        return (state != SETTLED and value in self._place and state[self._place[value]]) or (0, 0)

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        if state == SETTLED:
            return SETTLED
        place, pairs = self._place, list(state)
        for old, new in names.items():
            if (old in place) != (new in place):
                return None
            if old in place:
                pairs[place[new]] = state[place[old]]
        return tuple(pairs)

    @staticmethod
    def estimate(constraint: Cardinality, fixed: Scope, left: Scope) -> float:
        """An estimate: as many states as there are ways to choose which occurrences are fixed."""
        places = len(fixed.domains) + len(left.domains)
        return log(comb(places, len(fixed.domains)))
