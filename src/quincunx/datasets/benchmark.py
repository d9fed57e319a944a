"""The benchmark: a small dataset that never changes, with a quota for each family and grade.

`benchmark.json` lists the settings and how many puzzles of each grade are wanted. The rows are
those of an ordinary plan: of each stratum the first ones that are in the test split. Datasets with
the usual shares have none of them in their training split.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from quincunx._support.files import keep_file
from quincunx._support.pool import Died, Done, Failed, Pool
from quincunx.datasets import DEFAULT_SEED
from quincunx.datasets.build import POLL_SECONDS, Progress, Show, Summary, pool_starter
from quincunx.datasets.card import card
from quincunx.datasets.dispatch import Block
from quincunx.datasets.folder import COUNTED_FIELDS, Folder, Manifest, versions
from quincunx.datasets.plan import Plan, Setting
from quincunx.datasets.records import Line, Missing, Record, decode_records, encode_records
from quincunx.datasets.row_files import require_pyarrow
from quincunx.datasets.rows import Candidate, make_candidate, make_line
from quincunx.datasets.shards import RangeWriter
from quincunx.errors import EngineError, OptionError

CHUNK_CANDIDATES = 10
"""Candidates of one stratum that a worker makes as one task."""
ENDED = "this is the benchmark, which does not grow"
"""Stands in the manifest, so that no rows are added."""


@dataclass(frozen=True)
class Quotas:
    """A plan, and how many rows of each of its strata are wanted in one split."""

    plan: Plan
    split: str
    wanted: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number of rows."""
        return sum(self.wanted)


@cache
def quotas(seed: int = DEFAULT_SEED) -> Quotas:
    """Return the quotas of the benchmark; another seed stands for other puzzles."""
    data = json.loads(files("quincunx.datasets").joinpath("benchmark.json").read_text())
    settings = [
        Setting.of(one["family"], one["parameters"], dict.fromkeys(one["numbers"], 1))
        for one in data["settings"]
    ]
    plan = Plan.of(settings, splits=data["splits"], seed=seed)
    numbers = [one["numbers"] for one in data["settings"]]
    wanted = tuple(numbers[stratum.setting][stratum.grade] for stratum in plan.strata)
    return Quotas(plan, data["split"], wanted)


def make_chunk(asked: Quotas, chunk: int, count: int) -> list[Line | Missing]:
    """Make the candidates of a chunk, and lines of those in the right split; strata take turns.
    The others are not graded and explained, which saves most of the time."""
    strata = asked.plan.strata
    turn, at = divmod(chunk, len(strata))
    made: list[Line | Missing] = []
    for m in range(turn * CHUNK_CANDIDATES, (turn + count) * CHUNK_CANDIDATES):
        found = make_candidate(asked.plan, asked.plan.row(strata[at], m))
        if not isinstance(found, Candidate):
            made.append(found)
        elif found.split == asked.split:
            made.append(make_line(asked.plan, found))
    return made


def make_benchmark(
    folder: Path,
    *,
    seed: int = DEFAULT_SEED,
    jobs: int | None = None,
    parquet: bool = False,
    compress: bool = False,
    scheduler: str | None = None,
    progress: Show | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Summary | None:
    """Make the benchmark in an empty or new folder, or go on with what was begun there.

    The arguments are those of `make_dataset`. Returns `None` if it was cancelled.
    """
    began = time.monotonic()
    asked = quotas(seed)
    start_pool = pool_starter(jobs, scheduler)
    if parquet:
        require_pyarrow()
    place = Folder(folder)
    if place.manifest() is not None:
        raise OptionError(f"dataset: {folder} holds a dataset, expected an empty folder")
    # The pool first: a cluster that does not answer leaves no folder behind.
    with closing(start_pool()) as pool, place:
        chunks = _Chunks(asked, place)
        before = chunks.rows
        while not chunks.complete:
            if cancel is not None and cancel():
                return None
            chunks.make(pool)
            if progress is not None:
                rows, seconds = chunks.rows, time.monotonic() - began
                progress(Progress(rows, asked.number, rows - before, seconds, 0))
        manifest = _write(place, asked, chunks.lines(), parquet, compress)
        place.remove_parts()
    return Summary(folder, manifest, asked.number, chunks.made, time.monotonic() - began)


class _Chunks:
    """Chunks, made in any order and kept as files until there are enough rows of each stratum."""

    def __init__(self, asked: Quotas, place: Folder) -> None:
        self.made = 0
        self._asked = asked
        self._place = place
        self._strata = [_StratumRows(wanted) for wanted in asked.wanted]
        for path in sorted(place.parts.glob(f"{asked.plan.name}-*")):
            with suppress(ValueError):
                self._add(int(path.name.rpartition("-")[2]), decode_records(path.read_bytes()))

    @property
    def rows(self) -> int:
        """The number of rows that are certain."""
        return sum(len(stratum.lines) for stratum in self._strata)

    @property
    def complete(self) -> bool:
        """Whether every stratum has as many rows as are wanted."""
        return all(stratum.complete for stratum in self._strata)

    def lines(self) -> list[Line]:
        """Return the rows in the order of their numbers."""
        return sorted(line for stratum in self._strata for line in stratum.lines.values())

    def make(self, pool: Pool[Block]) -> None:
        """Submit chunks of strata that are not complete, and keep those that were made."""
        for _ in range(pool.free_slots()):
            lacking = [at for at, stratum in enumerate(self._strata) if not stratum.complete]
            if not lacking:
                break
            at = min(lacking, key=lambda at: self._strata[at].begun)
            block = Block(self._strata[at].begin() * len(self._strata) + at, 1)
            pool.submit(block, make_chunk, self._asked, *block)
        for block, outcome in pool.results(POLL_SECONDS):
            match outcome:
                case Died():
                    raise self._error(block.first, "its worker was killed")
                case Failed(reason, error):
                    if isinstance(error, EngineError | OptionError):
                        raise error
                    raise self._error(block.first, reason)
                case Done(records):
                    name, raw = f"{self._asked.plan.name}-{block.first}", encode_records(records)
                    keep_file(self._place.parts / name, raw, self._place.drafts / name)
                    self.made += CHUNK_CANDIDATES
                    self._add(block.first, records)

    def _add(self, chunk: int, records: list[Record]) -> None:
        turn, at = divmod(chunk, len(self._strata))
        try:
            self._strata[at].add(turn, records)
        except LookupError as error:
            raise self._error(chunk, error) from None

    def _error(self, chunk: int, reason: object) -> EngineError:
        plan = self._asked.plan
        stratum = plan.describe(plan.strata[chunk % len(self._strata)])
        return EngineError(f"dataset: {stratum}: {reason}")


@dataclass
class _StratumRows:
    """The first rows of one stratum, by form, and chunks that do not follow them yet."""

    wanted: int
    begun: int = 0
    lines: dict[bytes, Line] = field(default_factory=dict)
    _chunks: dict[int, list[Record]] = field(default_factory=dict)
    _used: int = 0

    @property
    def complete(self) -> bool:
        """Whether there are as many rows as are wanted."""
        return len(self.lines) == self.wanted

    def begin(self) -> int:
        """Return the next chunk that is neither made nor under way."""
        while self.begun in self._chunks:
            self.begun += 1
        self.begun += 1
        return self.begun - 1

    def add(self, turn: int, records: list[Record]) -> None:
        """Add a chunk.

        Raises:
            LookupError: There are no more puzzles, and too few.
        """
        self._chunks[turn] = records
        while not self.complete and self._used in self._chunks:
            found = self._chunks[self._used]
            self._used += 1
            missing = [record for record in found if isinstance(record, Missing)]
            if len(missing) == CHUNK_CANDIDATES:
                raise LookupError(f"{missing[0].reason}, expected {self.wanted} in the split")
            for record in found:
                if isinstance(record, Line) and not self.complete:
                    self.lines.setdefault(record.form, record)


def _write(
    place: Folder, asked: Quotas, lines: list[Line], parquet: bool, compress: bool
) -> Manifest:
    """Write the rows as a dataset like others."""
    plan, last = asked.plan, lines[-1].row
    manifest = Manifest(
        plan.name, plan.as_dict(), len(lines), parquet, compress, versions(parquet), ended=ENDED
    )
    writer = RangeWriter(place, manifest)
    for line in lines:
        writer.write(line)
    manifest.shards = writer.finish(0, last)
    manifest.rows, manifest.next, manifest.ranges = len(lines), last + 1, 1
    rows = [json.loads(line.text) for line in lines]
    manifest.counts = {
        key: dict(sorted(Counter(row[key] for row in rows).items())) for key in COUNTED_FIELDS
    }
    place.keep_manifest(manifest)
    command = command_of(plan.seed, compress, parquet)
    place.keep_card(card(manifest.as_dict(), lines[0].text, command))
    return manifest


def command_of(seed: int, compress: bool, parquet: bool = False) -> str:
    """Return the command that makes the benchmark."""
    formats = (" --parquet" if parquet else "") + (" --compress" if compress else "")
    return f"quincunx dataset --benchmark -o DIR --seed {seed}{formats}"
