"""Residual states of a table: the rows that are left, without the fixed columns."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import chain
from math import log
from typing import Any

from quincunx.cp.constraints.table import Row, Table
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, State, residual_states
from quincunx.cp.limits import poll


@residual_states.register(Table)
class TableStates(ResidualStates):
    """The rows that are left; what follows from a state is computed when it is first met."""

    def __init__(self, constraint: Table, scope: Scope) -> None:
        table = constraint.without_repeats()
        columns = [table.variables.index(variable) for variable in scope.variables]
        rows = (tuple(row[column] for column in columns) for row in table.rows.rows)
        domains = [frozenset(domain) for domain in scope.domains]
        alive = frozenset(row for row in rows if all(map(frozenset.__contains__, domains, row)))
        self.start = _state(alive) if alive else None
        self._branches, self._occurrences = cache(_branches), cache(_occurrences)

    def after(self, depth: int, state: State, value: int) -> State | None:
        return self._branches(state).get(value)

    def mark(self, state: Any, value: int) -> Any:
        return 0 if state == SETTLED else self._occurrences(state)[value]

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        if state == SETTLED or self._occurrences(state).keys().isdisjoint(names):
            return state  # type: ignore[no-any-return]
        return frozenset(tuple([names.get(v, v) for v in row]) for row in state)

    @staticmethod
    def estimate(constraint: Table, fixed: Scope, left: Scope) -> float:
        """At most as many states as rows."""
        return log(1 + len(constraint.rows.rows))


def _state(rows: frozenset[Row]) -> State:
    return SETTLED if rows == {()} else rows


def _branches(rows: Any) -> dict[int, State]:
    """The state after each value of the first column."""
    poll()
    tails: dict[int, set[Row]] = {}
    for row in rows if rows != SETTLED else ():
        tails.setdefault(row[0], set()).add(row[1:])
    return {value: _state(frozenset(rest)) for value, rest in tails.items()}


def _occurrences(rows: frozenset[Row]) -> Counter[int]:
    """In how many rows each value is."""
    return Counter(chain.from_iterable(map(set, rows)))
