"""Which rows are given up when workers die, and that all others are made."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from quincunx._support.pool import Died, Failed, Outcome
from quincunx._support.pool_worker import run_task
from quincunx.datasets.build import Dispatcher
from quincunx.datasets.records import LostRow, Record, WrittenRow
from quincunx.errors import EngineError


def make(plan: object, row: int) -> WrittenRow:
    return WrittenRow(row, "00", "00", "train", "{}\n")


class Frail:
    """Two workers with two tasks each. A deadly row kills its worker; unless the pool is `exact`,
    both tasks of the worker are blamed, as Dask does. With an outcome, a deadly row has that."""

    def __init__(
        self, deadly: set[int], exact: bool, seed: int, outcome: Failed | None = None
    ) -> None:
        self.submitted: list[int] = []
        self._deadly = deadly
        self._exact = exact
        self._outcome = outcome
        self._random = random.Random(seed)
        self._workers: list[list[tuple[int, Outcome]]] = [[], []]
        self._accompanied: set[int] = set()

    def free_slots(self) -> int:
        return 4 - sum(map(len, self._workers))

    def submit(self, key: int, function: Callable[..., Any], /, *arguments: Any) -> None:
        self.submitted.append(key)
        others = {row for tasks in self._workers for row, _ in tasks}
        if others:
            self._accompanied |= {key, *others}
        else:
            self._accompanied.discard(key)
        min(self._workers, key=len).append((key, run_task(function, arguments)))

    def results(self, timeout: float) -> list[tuple[int, Outcome]]:
        tasks = self._random.choice(self._workers)
        if not tasks:
            return []
        row, outcome = tasks.pop(self._random.randrange(len(tasks)))
        if row not in self._deadly:
            return [(row, outcome)]
        if self._exact:
            return [(row, self._outcome or Died())]
        ended = [row, *(other for other, _ in tasks)]
        tasks.clear()
        return [(one, Died(certain=one not in self._accompanied, final=True)) for one in ended]

    def close(self) -> None: ...


def dispatched(pool: Frail, number: int) -> dict[int, Record]:
    """The first rows by their numbers."""
    kept: dict[int, Record] = {}
    dispatcher = Dispatcher(pool, make, None, lambda record: kept.update({record.row: record}))
    waiting = iter(range(number))
    while len(kept) < number:
        dispatcher.submit(waiting)
        dispatcher.collect(0)
    assert dispatcher.under_way == 0
    return kept


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_only_deadly_rows_are_lost(exact: bool, seed: int) -> None:
    deadly = {3, 12, 13, 60}
    records = dispatched(Frail(deadly, exact, seed), 80)
    assert sorted(records) == list(range(80))
    assert {row for row, record in records.items() if isinstance(record, LostRow)} == deadly


def test_a_failing_row_is_not_tried_again() -> None:
    pool = Frail({5}, exact=True, seed=1, outcome=Failed("no"))
    assert dispatched(pool, 8)[5] == LostRow(5, "no")
    assert sorted(pool.submitted) == list(range(8))


def test_an_error_of_the_engine_ends_the_run() -> None:
    no_engine = Failed("no", EngineError("no engine here"))
    with pytest.raises(EngineError, match="no engine here"):
        dispatched(Frail({5}, exact=True, seed=1, outcome=no_engine), 8)
