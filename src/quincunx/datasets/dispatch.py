"""Dealing work out to whoever does it, and out again to others when they end over it.

Vocabulary: that of `quincunx.datasets`, and
  block  consecutive rows that one worker is asked for: a part, or a single row
  pool   workers, here or elsewhere, that take blocks and answer each with its rows

A block whose worker ended is dealt out again. After three such ends the rows of a part are tried
one by one, and a row that has ended three workers is given up as lost: the rest goes on. So it does
where a row fails with an error, which is a mistake in this program and would only happen again.
Where another row may have been the cause, a row is not given up before it was tried while nothing
else was under way.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from quincunx.datasets.lines import Line, Lost, Missing, Record
from quincunx.datasets.parts import PART, decoded

MOST_DEATHS = 3
"""After so many workers have ended over it, a block is not tried again."""


class Block(NamedTuple):
    """Consecutive rows."""

    first: int
    size: int

    @property
    def part(self) -> int:
        """The part that the rows belong to."""
        return self.first // PART


@dataclass(frozen=True)
class Died:
    """So many workers ended over a block, and no answer came. It is sure that the block was the
    cause where they had nothing else to do."""

    times: int = 1
    sure: bool = True


@dataclass(frozen=True)
class Failed:
    """A row of the block raised an error."""

    reason: str


Answer: TypeAlias = bytes | Died | Failed
"""The rows of a block, encoded as a part is, or what went wrong."""


class Pool(Protocol):
    """Workers that take blocks and answer them in any order."""

    def room(self) -> int:
        """How many blocks may be given now: so many are under way at most that memory holds their
        answers, however large the set is."""

    def give(self, block: Block, /) -> None:
        """Have a block made."""

    def take(self, seconds: float, /) -> list[tuple[Block, Answer]]:
        """The answers that came; waits so long for one at most."""

    def close(self) -> None:
        """End everything that is under way."""


class Dealer:
    """Has parts made by a pool; `keep` is called with each, in any order."""

    def __init__(self, pool: Pool, keep: Callable[[int, list[Record]], None]) -> None:
        self.under_way = 0
        self._pool = pool
        self._keep = keep
        self._again: deque[Block] = deque()
        self._suspects: deque[Block] = deque()
        self._deaths: Counter[Block] = Counter()
        self._single: dict[int, list[Record]] = {}

    def deal(self, parts: Iterator[int]) -> None:
        """Give as much as there is room for: what has to be done again, then further parts."""
        for _ in range(self._pool.room()):
            if self._suspects:
                if self.under_way:
                    return
                self._give(self._suspects[0])
                return
            if self._again:
                self._give(self._again.popleft())
            elif (part := next(parts, None)) is not None:
                self._give(Block(part * PART, PART))
            else:
                return

    def collect(self, seconds: float) -> None:
        """Take the answers that came, and wait so long for one at most."""
        for block, answer in self._pool.take(seconds):
            self.under_way -= 1
            if self._suspects and self._suspects[0] == block:
                self._suspects.popleft()
            match answer:
                case bytes():
                    self._deaths.pop(block, None)
                    self._made(block, decoded(answer))
                case Failed(reason):
                    self._given_up(block, reason)
                case Died(times, sure):
                    self._deaths[block] += times
                    if self._deaths[block] < MOST_DEATHS:
                        self._again.append(block)
                    elif block.size == 1 and not sure:
                        self._deaths[block] = 0
                        self._suspects.append(block)
                    else:
                        ends = self._deaths.pop(block)
                        self._given_up(block, f"whoever made it was killed, {ends} times")

    def _give(self, block: Block) -> None:
        self._pool.give(block)
        self.under_way += 1

    def _given_up(self, block: Block, reason: str) -> None:
        if block.size == 1:
            self._made(block, [Lost(block.first, reason)])
        else:
            rows = range(block.first, block.first + block.size)
            self._single[block.part] = []
            self._again.extend(Block(row, 1) for row in rows)

    def _made(self, block: Block, records: list[Record]) -> None:
        if block.size == 1:
            together = self._single[block.part]
            together += records
            if len(together) < PART:
                return
            records = sorted(self._single.pop(block.part), key=lambda record: record.row)
        self._keep(block.part, records)


Make: TypeAlias = Callable[..., list[Line | Missing]]
"""Makes consecutive rows: of a plan, from a row on, so many."""
