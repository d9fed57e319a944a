"""What remains of a number of occurrences: how many are still missing, and how many may come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quincunx.cp.constraints.residual import SETTLED, Remains, Scope, State
from quincunx.cp.model import Variable


class CardinalityRemains(Remains):
    """For each value that is counted how often it must and may still occur, where that matters."""

    def __init__(
        self,
        variables: Sequence[Variable],
        counts: Sequence[tuple[int, int, int]],
        scope: Scope,
    ) -> None:
        times = Counter(variables)
        self._times = [times[variable] for variable in scope.variables]
        self._place = {value: place for place, (value, _, _) in enumerate(counts)}
        size = len(scope.variables)
        # How often each value can occur from each depth on, and how many places there are.
        self._most = [[0] * len(counts) for _ in range(size + 1)]
        self._room = [0] * (size + 1)
        self._bound = [0] * (size + 1)
        for depth in reversed(range(size)):
            domain = set(scope.domains[depth])
            self._most[depth] = [
                most + self._times[depth] * (value in domain)
                for most, (value, _, _) in zip(self._most[depth + 1], counts, strict=True)
            ]
            self._room[depth] = self._room[depth + 1] + self._times[depth]
            bound = domain <= self._place.keys()
            self._bound[depth] = self._bound[depth + 1] + self._times[depth] * bound
        self.start = self._seen(0, [(least, most) for _, least, most in counts])

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
        return self._seen(depth + 1, pairs)

    def _seen(self, depth: int, pairs: Sequence[tuple[int, int] | None]) -> State | None:
        """The same in its shortest form: nothing of a value for which everything will do."""
        kept: list[tuple[int, int] | None] = []
        missing = room = 0
        for pair, can in zip(pairs, self._most[depth], strict=True):
            if pair is None:
                kept.append(None)
                room += can
                continue
            least, most = pair
            most = min(most, can)
            if least > most:
                return None
            missing += least
            room += most
            kept.append(None if least == 0 and most == can else (least, most))
        if missing > self._room[depth] or room < self._bound[depth]:
            return None
        return tuple(kept) if any(kept) else SETTLED
