"""Residual states of a table: the rows that are left, without the fixed columns."""

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

from quincunx.cp.constraints.table import Row, Table
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, State, residual_states
from quincunx.cp.limits import poll


@residual_states.register(Table)
class TableStates(ResidualStates):
    """States are numbered; rows with the same remaining columns are one state, whose successors
    are computed when it is first met."""

    exact = True

    def __init__(self, constraint: Table, scope: Scope) -> None:
        table = constraint.without_repeats()
        columns = [table.variables.index(variable) for variable in scope.variables]
        rows = (tuple(row[column] for column in columns) for row in table.rows.rows)
        domains = [frozenset(domain) for domain in scope.domains]
        alive = frozenset(row for row in rows if all(map(frozenset.__contains__, domains, row)))
        self._numbers: dict[frozenset[Row], int] = {}
        self._rows: list[frozenset[Row]] = []
        self._next: list[dict[int, State] | None] = []
        self.start = self._state(alive) if alive else None

    def after(self, depth: int, state: State, value: int) -> State | None:
        return self._branches(state).get(value)

    def candidates(self, depth: int, state: State) -> Sequence[int] | None:
        return list(self._branches(state))

    def _branches(self, state: State) -> dict[int, State]:
        if not isinstance(state, int):
            return {}
        found = self._next[state]
        if found is None:
            poll()
            tails: dict[int, set[Row]] = {}
            for row in sorted(self._rows[state]):
                tails.setdefault(row[0], set()).add(row[1:])
            found = {value: self._state(frozenset(rows)) for value, rows in tails.items()}
            self._next[state] = found
        return found

    def _state(self, rows: frozenset[Row]) -> State:
        if rows == {()}:
            return SETTLED
        number = self._numbers.setdefault(rows, len(self._rows))
        if number == len(self._rows):
            self._rows.append(rows)
            self._next.append(None)
        return number

    def mark(self, state: Any, value: int) -> Any:
        return 0 if state == SETTLED else sum(value in row for row in self._rows[state])

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        if state == SETTLED:
            return SETTLED
        rows = (tuple([names.get(v, v) for v in row]) for row in self._rows[state])
        return self._state(frozenset(rows))

    @staticmethod
    def estimate(constraint: Table, fixed: Scope, left: Scope) -> float:
        """At most as many states as rows."""
        return log(1 + len(constraint.rows.rows))
