"""Building a dataset in a folder, from wherever the last run stopped.

The workers of a pool make rows in any order; each is kept in the store, and the shards are built
from them in order. A run may be killed at any moment: what is finished stays, and the same command
goes on. The result depends on the plan, the number of rows and the size of shards alone.

A row whose worker died is submitted again. A row that has killed three workers is given up as lost;
the rest goes on. A row that raises an exception is lost at once, for it would only raise again. If
another task may have killed the worker, a row is not given up before it was tried while nothing
else was under way.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Container, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from quincunx._support.pool import Died, Done, Failed, Pool, choose_pool
from quincunx._support.text import amount
from quincunx.cp.limits import duration, require_number
from quincunx.datasets import SHARD_ROWS
from quincunx.datasets.folder import CARD, Folder, Manifest, versions
from quincunx.datasets.plan import MAX_ROWS, Plan
from quincunx.datasets.records import LostRow, MissingRow, Record, WrittenRow
from quincunx.datasets.rows import make_row
from quincunx.datasets.shards import ShardBuilder
from quincunx.datasets.store import Store
from quincunx.errors import EngineError, OptionError

MAX_SHARD_ROWS = 1_000_000
POLL_SECONDS = 0.1
"""Time between two reports of progress, and two looks for Ctrl-C."""
MAX_DEATHS = 3
"""Workers that may die over a row before it is given up."""

MakeRow: TypeAlias = Callable[..., WrittenRow | MissingRow]
"""Makes a row of a plan: `make(plan, row)`."""


@dataclass(frozen=True)
class Progress:
    """How far a run is: `rows` of `number`, of which it made `made` in `seconds`."""

    rows: int
    number: int
    made: int
    seconds: float
    lost: int

    @property
    def text(self) -> str:
        """The progress in a line.

        >>> Progress(2500, 10_000, 500, 10.0, 0).text
        '2,500 of 10,000 rows, 50.0 a second, 2 min 30 s left'
        """
        text = f"{self.rows:,} of {self.number:,} rows"
        rate = self.made / self.seconds if self.seconds else 0.0
        if rate:
            left = duration((self.number - self.rows) / rate)
            text += f", {rate:.1f} a second, {left} left"
        return f"{text}, {self.lost:,} lost" if self.lost else text


@dataclass(frozen=True)
class Summary:
    """The result of a run.

    Attributes:
        folder: Where the dataset is.
        manifest: What the folder holds now.
        number: The number of rows that were asked for.
        made: The number of candidates that this run made.
        seconds: How long it took.
        kept: Rows that are made but not in shards yet; the next run uses them.
        warnings: Sentences about strata that are known to be rare.
    """

    folder: Path
    manifest: Manifest
    number: int
    made: int
    seconds: float
    kept: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """The number of rows that are finished."""
        return self.manifest.rows

    @property
    def complete(self) -> bool:
        """Whether there are as many rows as were asked for."""
        return self.rows >= self.number

    @property
    def lost(self) -> list[int]:
        """The numbers of the rows that could not be made."""
        return [one["row"] for one in self.manifest.lost]

    @property
    def ended(self) -> str:
        """Why there are fewer rows than were asked for; empty if there are as many."""
        if self.complete or self.manifest.ended:
            return "" if self.complete else self.manifest.ended
        return (
            f"stopped: {amount(self.rows, 'row')} in files, "
            f"{self.kept:,} more made and kept; run the same command again to go on"
        )


@dataclass(frozen=True)
class RunOptions:
    """How rows are made and written; `make_dataset` says what the fields mean."""

    jobs: int | None = None
    shard_size: int = SHARD_ROWS
    parquet: bool = False
    compress: bool = False
    scheduler: str | None = None
    progress: Callable[[Progress], None] | None = None
    cancel: Callable[[], bool] | None = None


@dataclass
class Dispatcher:
    """Has rows made by a pool; `keep` is called with each, in any order."""

    pool: Pool[int]
    make: MakeRow
    plan: Any
    keep: Callable[[Record], None]
    under_way: int = 0
    _again: deque[int] = field(init=False, default_factory=deque)
    _suspects: deque[int] = field(init=False, default_factory=deque)
    _deaths: Counter[int] = field(init=False, default_factory=Counter)

    def submit(self, rows: Iterator[int]) -> None:
        """Fill the free slots of the pool: first with rows to be tried again."""
        for _ in range(self.pool.free_slots()):
            if self._suspects:
                row = None if self.under_way else self._suspects[0]
            else:
                row = self._again.popleft() if self._again else next(rows, None)
            if row is None:
                return
            self.pool.submit(row, self.make, self.plan, row)
            self.under_way += 1

    def collect(self, timeout: float) -> None:
        """Keep the rows that were made, after waiting at most `timeout` seconds for some."""
        for row, outcome in self.pool.results(timeout):
            self.under_way -= 1
            if self._suspects and self._suspects[0] == row:
                self._suspects.popleft()
            match outcome:
                case Done(record):
                    self.keep(record)
                case Failed(reason, error):
                    if isinstance(error, EngineError | OptionError):
                        raise error  # no row can be made here
                    self.keep(LostRow(row, reason))
                case Died():
                    self._died(row, outcome)

    def _died(self, row: int, death: Died) -> None:
        self._deaths[row] += 1
        if self._deaths[row] < MAX_DEATHS and not death.final:
            self._again.append(row)
        elif not death.certain:
            self._deaths[row] = 0
            self._suspects.append(row)
        else:
            self.keep(LostRow(row, f"its worker was killed, {self._deaths[row]} times"))


def build(
    plan: Plan,
    folder: Path,
    number: int,
    options: RunOptions,
    *,
    card: Callable[[dict[str, Any]], str] | None = None,
    excluded: Container[str] = (),
    make: MakeRow = make_row,
    pool: Callable[[], Pool[int]] | None = None,
) -> Summary:
    """Build the dataset of a plan in a folder, or what is missing of it, or more of it.

    `card` returns the card for a manifest as JSON data; without it no card is written. No row has a
    solution of the `excluded` classes. `make` makes rows of the plan, and `pool` starts the pool of
    workers.

    Raises:
        OptionError: The folder holds something else, or a number is out of range.
        EngineError: Workers cannot be started, or make no rows.
        Unfinished: The disk is full or the scheduler is gone; the same call goes on later.
    """
    began = time.monotonic()
    require_number(number, "dataset: number", 1, MAX_ROWS)
    require_number(options.shard_size, "dataset: shard size", 1, MAX_SHARD_ROWS)
    start_pool = pool or choose_pool("dataset", options.jobs, options.scheduler)
    formats = (options.parquet, options.compress)
    asked = Manifest(plan.name, plan.as_dict(), number, *formats, versions(options.parquet))
    place = Folder(folder)
    # Looked at before anything is written, and again when no other run can write.
    manifest = place.manifest(asked)
    made = kept = 0
    with ExitStack() as closing:
        workers: Pool[int] | None = None
        if manifest is None or not manifest.is_finished(number):
            # Started first: a cluster that does not answer leaves no folder behind.
            workers = start_pool()
            closing.callback(workers.close)
        closing.enter_context(place)
        manifest = place.manifest(asked)
        if manifest is None:
            manifest = asked
            place.keep_manifest(manifest)
        place.require_shards(manifest)
        place.sweep(manifest)
        if workers is not None:
            store = Store(place.store, manifest.name, manifest.next)
            closing.callback(store.close)
            shards = (number, options.shard_size, excluded)
            builder = ShardBuilder(plan, place, store, manifest, *shards)
            _make_rows(builder, Dispatcher(workers, make, plan, builder.keep), options)
            manifest, made = builder.manifest, builder.made
            if not manifest.is_finished(number):
                kept = builder.rows - manifest.rows
        if card is not None:
            place.keep(CARD, card(asdict(manifest)))
    return Summary(folder, manifest, number, made, time.monotonic() - began, kept)


def _make_rows(builder: ShardBuilder, dispatcher: Dispatcher, options: RunOptions) -> None:
    """Make rows until the dataset is complete or the run is cancelled."""
    began = time.monotonic()
    while not builder.build():
        if options.progress is not None:
            seconds, lost = time.monotonic() - began, len(builder.pending.lost)
            done = Progress(builder.rows, builder.number, builder.made, seconds, lost)
            options.progress(done)
        if options.cancel is not None and options.cancel():
            return
        dispatcher.submit(builder.missing())
        dispatcher.collect(POLL_SECONDS)
