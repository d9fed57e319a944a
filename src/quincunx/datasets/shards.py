"""Shards: the files that hold the rows of a dataset, built from parts in the order of the rows.

Only here a row depends on others: one whose form an earlier row has is left out. Rows are taken in
the order of their numbers, whatever the order in which they were made, so the result is the same
for any number of workers.

A range of candidates is complete when it has as many rows as a shard shall have, or the dataset as
many as were asked for. Then, in this order: its files are moved to their places; the manifest lists
them; the index of forms keeps theirs; the parts are removed. A run that is killed between any two
of these steps goes on with the next, or does the same again.
"""

from __future__ import annotations

import gzip
import json
import os
from contextlib import suppress
from typing import IO, Any

from quincunx._support.files import disk_errors, flush_folder, flush_to_disk
from quincunx.datasets.folder import DATA, Folder, Manifest, RowPlan, Shard, WrittenFile
from quincunx.datasets.form_index import FormIndex
from quincunx.datasets.parquet import ParquetFile
from quincunx.datasets.records import PART_ROWS, Line, Lost, Missing, Record, open_lines
from quincunx.errors import EngineError
from quincunx.making.series import MAX_REPEATS

MAX_LOST = 20
"""Lost rows of a stratum in a row, after which it is not the rows that are the cause."""
GZIP_LEVEL = 6


class RangeWriter:
    """Writes the rows of one range: a shard for each split, with only a few rows in memory."""

    def __init__(self, folder: Folder, manifest: Manifest) -> None:
        self.rows = 0
        self._folder = folder
        self._manifest = manifest
        self._drafts: dict[str, _Draft] = {}

    def write(self, line: Line) -> None:
        """Add a row to its split's shard."""
        if line.split not in self._drafts:
            stem = f"{line.split}-{self._manifest.ranges:05d}"
            self._drafts[line.split] = _Draft(self._folder, stem, self._manifest)
        self._drafts[line.split].write(line.text)
        self.rows += 1

    def finish(self, first: int, last: int) -> list[Shard]:
        """Move the shards to their places, and return them for the manifest."""
        shards = []
        for split, draft in sorted(self._drafts.items()):
            draft.close()
            lines, *others = [WrittenFile.of(path, f"{DATA}/{path.name}") for path in draft.paths]
            place = (lines.file, lines.bytes, lines.sha256)
            shards.append(Shard(*place, split, first, last, draft.rows, *others))
        for draft in self._drafts.values():
            for path in draft.paths:
                os.replace(path, self._folder.data / path.name)
        flush_folder(self._folder.data)
        self._drafts = {}
        return shards

    def abandon(self) -> None:
        """Remove what was written."""
        for draft in self._drafts.values():
            draft.abandon()
        self._drafts = {}


class _Draft:
    """One shard while it is written, as JSON Lines and perhaps as Parquet."""

    def __init__(self, folder: Folder, stem: str, manifest: Manifest) -> None:
        self.rows = 0
        self.paths = [folder.drafts / f"{stem}.jsonl{'.gz' if manifest.compress else ''}"]
        self._file = open(self.paths[0], "wb")  # noqa: SIM115
        self._lines: IO[bytes] | gzip.GzipFile = self._file
        if manifest.compress:
            # Neither a time nor a name is in the file: equal rows give equal files.
            self._lines = gzip.GzipFile("", "wb", GZIP_LEVEL, self._file, mtime=0)
        self._parquet: ParquetFile | None = None
        if manifest.parquet:
            self.paths.append(folder.drafts / f"{stem}.parquet")
            self._parquet = ParquetFile(self.paths[1])

    def write(self, text: bytes) -> None:
        self._lines.write(text)
        if self._parquet is not None:
            self._parquet.write(text)
        self.rows += 1

    def close(self) -> None:
        if self._lines is not self._file:
            self._lines.close()
        flush_to_disk(self._file)
        self._file.close()
        if self._parquet is not None:
            self._parquet.close()

    def abandon(self) -> None:
        if self._parquet is not None:
            self._parquet.abandon()
        for file in (self._lines, self._file):
            with suppress(OSError):  # closing writes the rest, which a full disk refuses
                file.close()
        for path in self.paths:
            with suppress(OSError):
                os.unlink(path)


class ShardBuilder:
    """Builds the shards of a dataset from its parts."""

    def __init__(
        self, plan: RowPlan, folder: Folder, manifest: Manifest, number: int, shard_size: int
    ) -> None:
        self.manifest = manifest
        self.rows = manifest.rows
        self.next = manifest.next
        self._plan = plan
        self._folder = folder
        self._number = number
        self._shard_size = shard_size
        self._lost_in_a_row: dict[str, int] = {}
        with disk_errors(folder.forms):
            self._forms = FormIndex(folder.forms)
            try:
                self._catch_up()
            except BaseException:
                self._forms.close()
                raise
        self._begin_range()

    @property
    def complete(self) -> bool:
        """Whether there are no more rows to add."""
        return self.manifest.is_finished(self._number)

    @property
    def lost(self) -> int:
        """The number of rows that could not be made."""
        return len(self._pending["lost"])

    def add(self, records: list[Record]) -> None:
        """Add the rows of the part that holds the next row."""
        for record in records:
            if record.row < self.next:
                continue
            with disk_errors(self._folder.path):
                self._add(record)
            self.next = record.row + 1
            full = self._range.rows == self._shard_size or self.rows == self._number
            if full or self._pending["ended"]:
                self._finish_range()
            if self.complete:
                return

    def close(self) -> None:
        """Remove the range that is not complete."""
        self._range.abandon()
        self._forms.close()

    def _begin_range(self) -> None:
        manifest = self.manifest
        self._range = RangeWriter(self._folder, manifest)
        self._pending: dict[str, Any] = {
            "repeats": manifest.repeats,
            "not_found": list(manifest.not_found),
            "lost": list(manifest.lost),
            "dry": dict(manifest.dry),
            "counts": {key: dict(counts) for key, counts in manifest.counts.items()},
            "ended": "",
        }
        """What the manifest will say when the range is complete."""

    def _add(self, record: Record) -> None:
        stratum = self._plan.describe(self._plan.place(record.row)[0])
        pending = self._pending
        if not isinstance(record, Lost):
            self._lost_in_a_row[stratum] = 0
        match record:
            case Line(row, form) if self._forms.add(form, row):
                pending["dry"][stratum] = 0
                self._range.write(record)
                self.rows += 1
                fields = json.loads(record.text)
                for key, counts in pending["counts"].items():
                    counts[fields[key]] = counts.get(fields[key], 0) + 1
            case Line():
                pending["repeats"] += 1
                self._add_nothing_new(stratum)
            case Missing():
                pending["not_found"].append(record._asdict())
                self._add_nothing_new(stratum)
            case Lost():
                pending["lost"].append(record._asdict())
                self._add_lost(stratum, record)

    def _add_nothing_new(self, stratum: str) -> None:
        dry = self._pending["dry"]
        dry[stratum] = dry.get(stratum, 0) + 1
        if dry[stratum] >= MAX_REPEATS:
            self._pending["ended"] = (
                f"the last {MAX_REPEATS:,} candidates of {stratum} were nothing new: there seem "
                "to be no more"
            )

    def _add_lost(self, stratum: str, record: Lost) -> None:
        self._lost_in_a_row[stratum] = self._lost_in_a_row.get(stratum, 0) + 1
        if self._lost_in_a_row[stratum] == MAX_LOST:
            raise EngineError(
                f"dataset: {MAX_LOST} rows of {stratum} could not be made, one after the other; "
                f"the last is row {record.row}: {record.reason}"
            )

    def _finish_range(self) -> None:
        manifest = self.manifest
        with disk_errors(self._folder.path):
            manifest.shards += self._range.finish(manifest.next, self.next - 1)
        manifest.ranges += 1
        manifest.number, manifest.rows, manifest.next = self._number, self.rows, self.next
        for name, value in self._pending.items():
            setattr(manifest, name, value)
        manifest.dry = dict(sorted(manifest.dry.items()))
        manifest.counts = {
            key: dict(sorted(counts.items())) for key, counts in manifest.counts.items()
        }
        self._folder.keep_manifest(manifest)
        self._forms.commit(self.next)
        self._folder.remove_parts(self.next // PART_ROWS)
        self._begin_range()

    def _catch_up(self) -> None:
        """Bring the index of forms to where the manifest is."""
        if self._forms.next > self.manifest.next:
            self._forms.clear()
        known = self._forms.next
        for shard in self.manifest.shards:
            if shard.first >= known:
                with open_lines(self._folder.path / shard.file) as lines:
                    rows = (json.loads(line) for line in lines)
                    self._forms.add_all((bytes.fromhex(row["form"]), row["row"]) for row in rows)
        self._forms.commit(self.manifest.next)
