"""What remains of a value in a list: the items so far, until the index says which one matters."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cp.constraints.residual import SETTLED, Remains, Scope, State
from quincunx.cp.model import Variable

Ways = frozenset[tuple[int, int | None, int | None]]


class ElementRemains(Remains):
    """The places of the list that the index may still mean, each with the value that the other
    side must have: (place, the item or None, the value or None)."""

    def __init__(self, variables: Sequence[Variable], first: int, scope: Scope) -> None:
        index, value, *items = variables
        self._scope = scope.variables
        self._index, self._value, self._items = index, value, items
        self._first = first
        self._last = len(scope.variables) - 1
        at = scope.variables.index(index)
        places = [v - first for v in scope.domains[at] if 0 <= v - first < len(items)]
        self.start = frozenset((place, None, None) for place in places)

    def after(self, depth: int, state: State, value: int) -> State | None:
        assert isinstance(state, frozenset)
        variable = self._scope[depth]
        ways = set()
        for place, item, wanted in state:
            if variable is self._index and place != value - self._first:
                continue
            held = value if self._items[place] is variable else item
            asked = value if self._value is variable else wanted
            if held is None or asked is None or held == asked:
                ways.add((place, held, asked))
        if depth == self._last:
            return SETTLED if ways else None
        return frozenset(ways) or None
