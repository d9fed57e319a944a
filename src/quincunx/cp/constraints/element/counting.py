"""Residual states of a value of a list: the items so far, until the index is fixed."""

from __future__ import annotations

from quincunx.cp.constraints.element import Element
from quincunx.cp.counting.residual import (
    SETTLED,
    ResidualStates,
    Scope,
    State,
    estimated_states,
    residual_states,
)

Ways = frozenset[tuple[int, int | None, int | None]]


class ElementStates(ResidualStates):
    """The positions that the index may still select, each with what is fixed there: (position, the
    item or None, the value or None)."""

    def __init__(self, constraint: Element, scope: Scope) -> None:
        first = constraint.first
        index, value, *items = constraint.variables
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


@residual_states.register(Element)
def states(constraint: Element, scope: Scope) -> ResidualStates:
    if constraint.numbers is not None:
        return residual_states.default(constraint, scope)
    return ElementStates(constraint, scope)


@estimated_states.register(Element)
def estimate(constraint: Element, fixed: Scope, left: Scope) -> float:
    """When the index is fixed, only the value and one item matter."""
    index, value = constraint.variables[:2]
    if index not in fixed.variables:
        return fixed.ways
    return min(fixed.ways, fixed.part((index, value)).ways)
