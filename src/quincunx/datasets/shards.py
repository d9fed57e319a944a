"""Shards: the files that hold the rows of a dataset, built in the order of the rows.

Only here does a row depend on others: one whose form or solution an earlier row has is left out.
Rows are taken in the order of their numbers, whatever the order in which they were made, so the
result is the same for any number of workers.

A range of candidates is complete when the shard or the whole dataset has all its rows. Then, in
this order: its files are moved to their places; the manifest lists them; the store keeps their
digests and removes the rows. A run that is killed between any two of these steps goes on with the
next, or does the same again.
"""

import gzip
import json
import os
from collections.abc import Callable, Container, Iterator
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from quincunx._support.files import disk_errors, flush_folder, flush_to_disk, make_folder
from quincunx.datasets.folder import Folder, Manifest, Shard, WrittenFile
from quincunx.datasets.plan import Plan
from quincunx.datasets.records import (
    FIELDS,
    NUMBER_FIELDS,
    WHOLE_FIELDS,
    LostRow,
    MissingRow,
    Record,
    WrittenRow,
    open_lines,
)
from quincunx.datasets.store import Store
from quincunx.errors import EngineError
from quincunx.making.series import MAX_REPEATS

GZIP_LEVEL = 6
GROUP_ROWS = 1_000
"""Rows that are written to Parquet together, and held in memory until then."""
MAX_LOST = 20
"""Consecutive lost rows of a stratum after which the build fails: the cause is not in the rows."""


def write_lines(path: Path, lines: Iterator[str]) -> int:
    """Write rows as lines of JSON, compressed if the name ends in .gz; return their number."""
    with open(path, "wb") as file:
        # Neither a time nor a name is in a compressed file.
        compressed = path.suffix == ".gz"
        packed: Any = gzip.GzipFile("", "wb", GZIP_LEVEL, file, mtime=0) if compressed else None
        with packed or nullcontext(file) as writer:
            rows = sum(1 for line in lines if writer.write(line.encode()))
        flush_to_disk(file)
    return rows


def write_parquet(path: Path, lines: Iterator[str]) -> None:
    """Write rows, given as lines of JSON, as Parquet."""
    from pyarrow import Table, parquet

    group = [json.loads(line) for line in islice(lines, GROUP_ROWS)]
    schema = _schema(group[0])
    with open(path, "wb") as file:
        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            while group:
                writer.write_table(Table.from_pylist(group, schema=schema))
                group = [json.loads(line) for line in islice(lines, GROUP_ROWS)]
        flush_to_disk(file)


def _schema(row: dict[str, Any]) -> Any:
    """Return the schema of rows like this one; types of trainers' columns follow from it."""
    import pyarrow as pa

    kinds = dict.fromkeys(FIELDS, pa.string())
    kinds |= dict.fromkeys(WHOLE_FIELDS, pa.int64()) | dict.fromkeys(NUMBER_FIELDS, pa.float64())
    kinds["techniques"] = pa.list_(pa.struct([("name", pa.string()), ("times", pa.int64())]))
    kinds |= {name: pa.infer_type([row[name]]) for name in row if name not in FIELDS}
    return pa.schema(list(kinds.items()))


def write_shard(
    folder: Folder, manifest: Manifest, split: str, last: int, lines: Callable[[], Iterator[str]]
) -> Shard:
    """Write the rows of one split in the next range, given as lines of JSON, and return the shard.

    `last` is the last candidate of the range.
    """
    stem = f"{split}-{manifest.ranges:05d}"
    drafts = [folder.drafts / f"{stem}.jsonl{'.gz' if manifest.compress else ''}"]
    rows = write_lines(drafts[0], lines())
    if manifest.parquet:
        drafts.append(folder.drafts / f"{stem}.parquet")
        write_parquet(drafts[1], lines())
    written, *parquet = map(WrittenFile.of, drafts)
    for file, draft in zip((written, *parquet), drafts, strict=True):
        place = folder.path / file.file
        make_folder(place.parent)
        os.replace(draft, place)
        flush_folder(place.parent)
    bounds = (manifest.next, last)
    return Shard(written.file, written.bytes, written.sha256, split, *bounds, rows, *parquet)


@dataclass
class ShardBuilder:
    """Builds the shards of a dataset from the rows in its store, without solutions of `excluded`
    classes."""

    plan: Plan
    folder: Folder
    store: Store
    manifest: Manifest
    number: int
    shard_size: int
    excluded: Container[str] = ()

    def __post_init__(self) -> None:
        self.made = 0
        """The number of rows that this run has made."""
        self._dispatched = 0
        self._consecutive_losses: dict[str, int] = {}
        with disk_errors(self.folder.path):
            self._catch_up()
        self._kept = self.store.rows()
        self._begin_range()

    @property
    def rows(self) -> int:
        """The number of rows that are built or kept, of those that were asked for."""
        return min(self.number, self.pending.rows + len(self._kept))

    def keep(self, record: Record) -> None:
        """Keep a row until it is built into shards."""
        self.store.keep(record)
        self._kept.add(record.row)
        self.made += 1

    def missing(self) -> Iterator[int]:
        """Yield the rows that are certainly needed and not under way: each missing row needs one
        candidate at least."""
        # Rows that an earlier run kept, and that are built by now, are not made again.
        self._dispatched = max(self._dispatched, self.pending.next)
        while self._dispatched < self.pending.next + self.number - self.pending.rows:
            row = self._dispatched
            self._dispatched += 1
            if row not in self._kept and not self._is_used_up(row):
                yield row

    def build(self) -> bool:
        """Build shards from the rows that follow the last one that was used, but for those of
        settings that are used up; return whether there are no more to add."""
        while not self.manifest.is_finished(self.number):
            if not self._is_used_up(row := self.pending.next):
                if row not in self._kept:
                    return False
                self._add(self.store.record(row))
            self._kept.discard(row)
            self.pending.next += 1
            full = len(self._range) == self.shard_size or self.pending.rows == self.number
            if full or self.pending.ended:
                self._finish_range()
        return True

    def _is_used_up(self, row: int) -> bool:
        """Whether a row is of a setting that has no more puzzles."""
        return self.plan.setting_of(row) in self.pending.used_up

    def _begin_range(self) -> None:
        self._range: dict[int, str] = {}
        """The split of each row in the range."""
        self.pending = replace(deepcopy(self.manifest), number=self.number, ended="")
        """The manifest when the range is complete."""

    def _add(self, record: Record) -> None:
        stratum = self.plan.describe(self.plan.place(record.row)[0])
        pending = self.pending
        if isinstance(record, LostRow):
            self._add_lost(stratum, record)
            return
        self._consecutive_losses[stratum] = 0
        match record:
            case MissingRow():
                pending.not_found.append(record._asdict())
            case WrittenRow() if record.solution_class in self.excluded:
                pending.excluded += 1
            case WrittenRow(row, form, solution_class) if self._is_new(row, form, solution_class):
                pending.dry[stratum] = 0
                self._range[row] = record.split
                pending.rows += 1
                fields = json.loads(record.text)
                for key, counts in pending.counts.items():
                    counts[fields[key]] = counts.get(fields[key], 0) + 1
                return
            case WrittenRow():
                pending.repeats += 1
        self._add_nothing_new(record.row, stratum)

    def _is_new(self, row: int, form: str, solution_class: str) -> bool:
        """Add a row to the index unless an earlier one has the same puzzle or solution."""
        others = () if self.plan.repeat_solutions else (solution_class,)
        return self.store.add(row, form, *others)

    def _add_nothing_new(self, row: int, stratum: str) -> None:
        dry, used_up = self.pending.dry, self.pending.used_up
        dry[stratum] = dry.get(stratum, 0) + 1
        if dry[stratum] >= MAX_REPEATS:
            used_up.append(self.plan.setting_of(row))
            if len(used_up) == len(self.plan.settings):
                self.pending.ended = (
                    f"the last {MAX_REPEATS:,} candidates of {stratum} gave no new row: there are "
                    "probably no more"
                )

    def _add_lost(self, stratum: str, record: LostRow) -> None:
        self.pending.lost.append(record._asdict())
        self._consecutive_losses[stratum] = self._consecutive_losses.get(stratum, 0) + 1
        if self._consecutive_losses[stratum] == MAX_LOST:
            raise EngineError(
                f"dataset: {MAX_LOST} rows of {stratum} could not be made, one after the other; "
                f"the last is row {record.row}: {record.reason}"
            )

    def _finish_range(self) -> None:
        finished = self.pending
        with disk_errors(self.folder.path):
            last = finished.next - 1
            finished.shards += [
                write_shard(self.folder, self.manifest, split, last, partial(self._lines, split))
                for split in sorted({*self._range.values()})
            ]
        finished.ranges += 1
        finished.dry = dict(sorted(finished.dry.items()))
        finished.counts = {key: dict(sorted(held.items())) for key, held in finished.counts.items()}
        self.manifest = finished
        self.folder.keep_manifest(finished)
        self.store.commit(finished.next)
        self._begin_range()

    def _lines(self, split: str) -> Iterator[str]:
        """Yield the rows of a split in the range as lines of JSON."""
        for row in [row for row, own in self._range.items() if own == split]:
            record = self.store.record(row)
            assert isinstance(record, WrittenRow)
            yield record.text

    def _catch_up(self) -> None:
        """Add the digests of rows that the manifest lists and the store lacks."""
        known = self.store.next
        for shard in self.manifest.shards:
            if shard.first >= known:
                with open_lines(self.folder.path / shard.file) as lines:
                    for row in map(json.loads, lines):
                        self._is_new(row["row"], row["form"], row["solution_class"])
        self.store.commit(self.manifest.next)
