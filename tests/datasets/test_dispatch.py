"""Which rows are given up when workers die, and that all others are made."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from quincunx._support.pool import Died, Failed, Outcome
from quincunx._support.pool_worker import run_task
from quincunx.datasets.build import Block, Dispatcher
from quincunx.datasets.records import PART_ROWS, Line, Lost, Missing, Record
from quincunx.errors import EngineError


def make(plan: object, first: int, size: int) -> list[Line | Missing]:
    return [Line(row, "00", "00", "train", "{}\n") for row in range(first, first + size)]


class Frail:
    """Two workers with two tasks each. A deadly row kills its worker; unless the pool is `exact`,
    both tasks of the worker are blamed, as Dask does."""

    def __init__(self, deadly: set[int], exact: bool, seed: int) -> None:
        self.submitted: list[Block] = []
        self._deadly = deadly
        self._exact = exact
        self._random = random.Random(seed)
        self._workers: list[list[tuple[Block, Outcome]]] = [[], []]
        self._accompanied: set[Block] = set()

    def free_slots(self) -> int:
        return 4 - sum(map(len, self._workers))

    def submit(self, key: Block, function: Callable[..., Any], /, *arguments: Any) -> None:
        self.submitted.append(key)
        others = {block for tasks in self._workers for block, _ in tasks}
        if others:
            self._accompanied |= {key, *others}
        else:
            self._accompanied.discard(key)
        min(self._workers, key=len).append((key, run_task(function, arguments)))

    def results(self, timeout: float) -> list[tuple[Block, Outcome]]:
        tasks = self._random.choice(self._workers)
        if not tasks:
            return []
        block, outcome = tasks.pop(self._random.randrange(len(tasks)))
        if self._deadly.isdisjoint(range(block.first, block.first + block.size)):
            return [(block, outcome)]
        if self._exact:
            return [(block, Died())]
        ended = [block, *(other for other, _ in tasks)]
        tasks.clear()
        return [(one, Died(certain=one not in self._accompanied, final=True)) for one in ended]

    def close(self) -> None: ...


def dispatched(pool: Frail, parts: int) -> list[Record]:
    """All rows of the first parts."""
    kept: dict[int, list[Record]] = {}
    dispatcher = Dispatcher(pool, make, None, kept.__setitem__)
    waiting = iter(range(parts))
    while len(kept) < parts:
        dispatcher.submit(waiting)
        dispatcher.collect(0)
    assert dispatcher.under_way == 0
    return [record for _, part in sorted(kept.items()) for record in part]


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_only_deadly_rows_are_lost(exact: bool, seed: int) -> None:
    deadly = {3, 12, 13, 60}
    records = dispatched(Frail(deadly, exact, seed), 10)
    assert [record.row for record in records] == list(range(10 * PART_ROWS))
    assert {record.row for record in records if isinstance(record, Lost)} == deadly


class Failing(Frail):
    """A pool whose deadly rows raise an error instead."""

    error: EngineError | None = None

    def results(self, timeout: float) -> list[tuple[Block, Outcome]]:
        failed = Failed("no", self.error)
        return [
            (block, failed if isinstance(outcome, Died) else outcome)
            for block, outcome in super().results(timeout)
        ]


def test_a_failing_row_is_tried_twice_at_most() -> None:
    pool = Failing({5}, exact=True, seed=1)
    assert dispatched(pool, 1)[5] == Lost(5, "no")
    assert pool.submitted == [Block(0, PART_ROWS), *(Block(row, 1) for row in range(PART_ROWS))]


def test_an_error_of_the_engine_ends_the_run() -> None:
    pool = Failing({5}, exact=True, seed=1)
    pool.error = EngineError("no engine here")
    with pytest.raises(EngineError, match="no engine here"):
        dispatched(pool, 1)
