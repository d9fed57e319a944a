"""Dispatching rows to the workers of a pool, and again when a worker dies.

A block whose worker died is submitted again. After three such deaths the rows of a part are tried
one by one, and a row that has killed three workers is given up as lost; the rest goes on. A row
that raises an exception is lost at once, for it would only raise again. If another task may have
killed the worker, a row is not given up before it was tried while nothing else was under way.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from quincunx._support.pool import Died, Done, Failed, Pool
from quincunx.datasets.records import PART_ROWS, Line, Lost, Missing, Record
from quincunx.errors import EngineError, OptionError

MAX_DEATHS = 3
"""Workers that may die over a block before it is given up."""

MakeRows: TypeAlias = Callable[..., list[Line | Missing]]
"""Makes rows of a plan: `make(plan, first, size)`."""


class Block(NamedTuple):
    """Consecutive rows that one worker makes: a part, or a single row."""

    first: int
    size: int

    @property
    def part(self) -> int:
        """The part that the rows belong to."""
        return self.first // PART_ROWS


class Dispatcher:
    """Has parts made by a pool; `keep` is called with each, in any order."""

    def __init__(
        self,
        pool: Pool[Block],
        make: MakeRows,
        plan: Any,
        keep: Callable[[int, list[Record]], None],
    ) -> None:
        self.under_way = 0
        self._pool = pool
        self._task = (make, plan)
        self._keep = keep
        self._again: deque[Block] = deque()
        self._suspects: deque[Block] = deque()
        self._deaths: Counter[Block] = Counter()
        self._single: dict[int, list[Record]] = {}

    def submit(self, parts: Iterator[int]) -> None:
        """Fill the free slots of the pool: first with blocks to be tried again."""
        for _ in range(self._pool.free_slots()):
            if self._suspects:
                if not self.under_way:
                    self._submit(self._suspects[0])
                return
            if self._again:
                self._submit(self._again.popleft())
            elif (part := next(parts, None)) is not None:
                self._submit(Block(part * PART_ROWS, PART_ROWS))
            else:
                return

    def collect(self, timeout: float) -> None:
        """Keep the rows that were made, after waiting at most `timeout` seconds for some."""
        for block, outcome in self._pool.results(timeout):
            self.under_way -= 1
            if self._suspects and self._suspects[0] == block:
                self._suspects.popleft()
            match outcome:
                case Done(records):
                    self._deaths.pop(block, None)
                    self._made(block, records)
                case Failed(reason, error):
                    if isinstance(error, EngineError | OptionError):
                        raise error  # no row can be made here
                    self._give_up(block, reason)
                case Died():
                    self._died(block, outcome)

    def _submit(self, block: Block) -> None:
        self._pool.submit(block, *self._task, *block)
        self.under_way += 1

    def _died(self, block: Block, death: Died) -> None:
        self._deaths[block] += 1
        if self._deaths[block] < MAX_DEATHS and not death.final:
            self._again.append(block)
        elif block.size == 1 and not death.certain:
            self._deaths[block] = 0
            self._suspects.append(block)
        else:
            self._give_up(block, f"its worker was killed, {self._deaths.pop(block)} times")

    def _give_up(self, block: Block, reason: str) -> None:
        """Try the rows of a part one by one; a single row is lost."""
        if block.size == 1:
            self._made(block, [Lost(block.first, reason)])
        else:
            self._single[block.part] = []
            rows = range(block.first, block.first + block.size)
            self._again.extend(Block(row, 1) for row in rows)

    def _made(self, block: Block, records: list[Record]) -> None:
        if block.size == 1:
            together = self._single[block.part]
            together += records
            if len(together) < PART_ROWS:
                return
            records = sorted(self._single.pop(block.part), key=lambda record: record.row)
        self._keep(block.part, records)
