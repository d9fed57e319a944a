"""Making a set in a folder: with processes of this machine or with a cluster, from wherever the
last run stopped.

Vocabulary: that of `quincunx.datasets`.

Parts are made in any order and kept as files; `gathering` makes shards of them. At any moment the
run may be killed: what is finished stays, and the same command goes on. What comes out depends on
the plan, the number and the size of shards alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from quincunx._support.pool import LocalPool, Pool
from quincunx._support.processes import usable_processors
from quincunx.cp.limits import duration
from quincunx.datasets import SHARD
from quincunx.datasets.dispatch import Block, Dispatcher, MakeRows
from quincunx.datasets.folder import Folder, require_same
from quincunx.datasets.manifest import FORMAT, Manifest, Planned, versions
from quincunx.datasets.parquet import require_pyarrow
from quincunx.datasets.records import PART_ROWS, Record
from quincunx.datasets.shard_builder import Card, Gathering
from quincunx.errors import OptionError

MAX_NUMBER = 1_000_000_000
MAX_SHARD = 1_000_000
MAX_JOBS = 1_024
BREATH = 0.1
"""Seconds between two looks at Ctrl-C and the clock."""


@dataclass(frozen=True)
class Progress:
    """How far a run came: so many rows of so many, of which some were made by this run in so many
    seconds."""

    rows: int
    number: int
    made: int
    seconds: float
    lost: int

    @property
    def rate(self) -> float:
        """Rows a second."""
        return self.made / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the end, if it goes on like this."""
        return (self.number - self.rows) / self.rate if self.rate else None

    @property
    def text(self) -> str:
        """The progress in a line.

        >>> Progress(2500, 10_000, 500, 10.0, 0).text
        '2,500 of 10,000 rows, 50.0 a second, 2 min 30 s left'
        """
        told = f"{self.rows:,} of {self.number:,} rows"
        if self.left is not None:
            told += f", {self.rate:.1f} a second, {duration(self.left)} left"
        return f"{told}, {self.lost:,} lost" if self.lost else told


@dataclass(frozen=True)
class Summary:
    """What came of a run: what the folder holds now."""

    folder: Path
    manifest: Manifest
    number: int
    """What was asked for."""
    made: int
    """How many candidates were made by this run."""
    seconds: float
    kept: int = 0
    """How many rows beyond those in files are made: the next run need not make them."""
    warnings: tuple[str, ...] = ()
    """What is known to be rare about what was asked for."""

    @property
    def rows(self) -> int:
        """The rows that are finished."""
        return self.manifest.rows

    @property
    def complete(self) -> bool:
        """Whether there are as many rows as were asked for."""
        return self.rows >= self.number

    @property
    def lost(self) -> list[int]:
        """The rows that could not be made."""
        return [one["row"] for one in self.manifest.lost]

    @property
    def ended(self) -> str:
        """Why there are fewer rows than were asked for; nothing where there are as many."""
        if self.complete:
            return ""
        if self.manifest.ended:
            return self.manifest.ended
        return (
            f"stopped: {self.rows:,} {'row' if self.rows == 1 else 'rows'} in files, "
            f"{self.kept:,} more made and kept; run the same command again to go on"
        )


Show = Callable[[Progress], None]


def run(
    plan: Planned,
    folder: Path,
    number: int,
    *,
    jobs: int | None = None,
    shard_size: int = SHARD,
    parquet: bool = False,
    compress: bool = False,
    scheduler: str | None = None,
    verify: bool = False,
    progress: Show | None = None,
    cancel: Callable[[], bool] | None = None,
    card: Card | None = None,
    make: MakeRows | None = None,
    pool: Callable[[], Pool[Block]] | None = None,
) -> Summary:
    """Make a set in a folder, or what is missing of it, or more of it.

    With a `scheduler`, an address, the workers of that Dask cluster make the rows, and otherwise
    `jobs` processes of this machine, as many as it has processors unless somebody says otherwise.
    `verify` reads all shards that are there and compares them with the manifest. `progress` is told
    now and then how far it came, and `cancel` asked whether to stop.

    Whatever cannot be is refused in one line before any work.
    """
    began = time.monotonic()
    _require("number", number, MAX_NUMBER)
    _require("shard size", shard_size, MAX_SHARD)
    usual_pool = pool_of(jobs, scheduler)
    if parquet:
        require_pyarrow()
    make = make or _make_rows()
    place = Folder(folder)

    def found() -> Manifest | None:
        manifest = place.manifest()
        if manifest is not None:
            require_same(manifest, plan, number, parquet, compress, folder)
        return manifest

    # Looked at before anything is written, and again when nobody else can write.
    there = found()
    made = 0
    with ExitStack() as opened:
        workers: Pool[Block] | None = None
        if there is None or not there.finished(number):
            # A cluster that does not answer shall leave no folder behind.
            workers = (pool or usual_pool)()
            opened.callback(workers.close)
        opened.enter_context(place)
        manifest = found()
        if manifest is not None:
            place.require_shards(manifest)
        else:
            manifest = Manifest(
                plan.name, plan.as_dict(), number, parquet, compress, versions(parquet)
            )
            place.begin(manifest)
        if verify:
            place.verify(manifest)
        place.sweep(manifest)
        if workers is not None:
            gathering = Gathering(plan, place, manifest, number, shard_size)
            opened.callback(gathering.close)
            dispatcher = partial(Dispatcher, workers, make, plan)
            making = _Making(place, gathering, dispatcher, number)
            made = making.run(progress or (lambda progress: None), cancel)
        if manifest.finished(number):
            place.remove_parts()
        if card is not None:
            place.keep_card(card({"format": FORMAT, **asdict(manifest)}))
        kept = min(place.kept_after(manifest.next), max(0, number - manifest.rows))
    return Summary(folder, manifest, number, made, time.monotonic() - began, kept)


class _Making:
    """A run: parts are dealt out, kept, and gathered in order."""

    def __init__(
        self,
        folder: Folder,
        gathering: Gathering,
        dispatcher: Callable[[Callable[[int, list[Record]], None]], Dispatcher],
        number: int,
    ) -> None:
        self._folder = folder
        self._gathering = gathering
        self._number = number
        self._there = folder.all_parts()
        self._dealt = gathering.next // PART_ROWS
        self._damaged: list[int] = []
        self._dispatcher = dispatcher(self._keep)
        self._made = 0
        self._began = time.monotonic()

    def run(self, show: Show, cancel: Callable[[], bool] | None) -> int:
        """Go on until all is there, or somebody says to stop; how many candidates were made."""
        self._gather()
        while not self._gathering.complete:
            show(self._progress())
            if cancel is not None and cancel():
                break
            self._dispatcher.submit(self._missing())
            self._dispatcher.collect(BREATH)
            self._gather()
        return self._made

    def _keep(self, part: int, records: list[Record]) -> None:
        self._folder.keep_part(part, records)
        self._there.add(part)
        self._made += len(records)

    def _gather(self) -> None:
        """Gather the parts that follow what is gathered."""
        gathering = self._gathering
        while not gathering.complete and (part := gathering.next // PART_ROWS) in self._there:
            self._there.discard(part)
            records = self._folder.part(part)
            if records is None:
                if part < self._dealt:
                    self._damaged.append(part)
                return
            gathering.add(records)

    def _missing(self) -> Iterator[int]:
        """The parts that are certainly needed and nobody makes yet: as many rows as are missing
        come from as many candidates at least."""
        while self._damaged:
            yield self._damaged.pop()
        # What was kept by a run before and is gathered by now is not made again.
        self._dealt = max(self._dealt, self._gathering.next // PART_ROWS)
        while self._dealt * PART_ROWS < self._gathering.next + self._number - self._gathering.rows:
            part = self._dealt
            self._dealt += 1
            if part not in self._there:
                yield part

    def _progress(self) -> Progress:
        ahead = len(self._there) * PART_ROWS
        return Progress(
            min(self._number, self._gathering.rows + ahead),
            self._number,
            self._made,
            time.monotonic() - self._began,
            self._gathering.lost,
        )


def pool_of(jobs: int | None, scheduler: str | None) -> Callable[[], Pool[Block]]:
    """Return a function that starts a pool: of local processes, or of a Dask cluster's workers."""
    if jobs is not None and scheduler is not None:
        raise OptionError(
            "dataset: jobs with a scheduler, whose workers are its own; expected one of them"
        )
    if scheduler is None:
        usable = len(usable_processors()) if jobs is None else jobs
        processes = _require("jobs", usable, MAX_JOBS)
        return lambda: LocalPool(processes)
    from quincunx._support.dask_pool import DaskPool

    return lambda: DaskPool(scheduler)


def _make_rows() -> MakeRows:
    from quincunx.datasets.rows import made_part

    return made_part


def _require(name: str, value: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise OptionError(f"dataset: {name} is {value!r}, expected 1 to {most:,}")
    return value
