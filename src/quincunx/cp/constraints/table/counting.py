"""What remains of a table: the rows alive, without what is fixed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quincunx.cp.constraints.residual import SETTLED, Remains, Scope, State
from quincunx.cp.limits import poll

Row = tuple[int, ...]


class TableRemains(Remains):
    """Rows that go on in the same way are one state, which has a number; each is taken apart when
    it is first met."""

    exact = True

    def __init__(self, rows: Iterable[Row], scope: Scope) -> None:
        domains = [frozenset(domain) for domain in scope.domains]
        alive = frozenset(row for row in rows if all(map(frozenset.__contains__, domains, row)))
        self._numbers: dict[frozenset[Row], int] = {}
        self._rows: list[frozenset[Row] | None] = []
        self._next: list[dict[int, State]] = []
        self.start = self._state(alive) if alive else None

    def after(self, depth: int, state: State, value: int) -> State | None:
        return self._branches(state).get(value)

    def candidates(self, depth: int, state: State) -> Sequence[int] | None:
        return list(self._branches(state))

    def _branches(self, state: State) -> dict[int, State]:
        if not isinstance(state, int):
            return {}
        rows = self._rows[state]
        if rows is not None:
            poll()
            tails: dict[int, set[Row]] = {}
            for row in sorted(rows):
                tails.setdefault(row[0], set()).add(row[1:])
            self._next[state] = {
                value: self._state(frozenset(found)) for value, found in tails.items()
            }
            self._rows[state] = None
        return self._next[state]

    def _state(self, rows: frozenset[Row]) -> State:
        if rows == {()}:
            return SETTLED
        number = self._numbers.setdefault(rows, len(self._rows))
        if number == len(self._rows):
            self._rows.append(rows)
            self._next.append({})
        return number
