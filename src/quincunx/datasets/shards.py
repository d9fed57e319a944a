"""Shards: the files that hold the rows of a dataset, built from parts in the order of the rows.

Only here a row depends on others: one whose form or solution an earlier row has is left out. Rows
are taken in the order of their numbers, whatever the order in which they were made, so the result
is the same for any number of workers.

A range of candidates is complete when it has as many rows as a shard shall have, or the dataset as
many as were asked for. Then, in this order: its files are moved to their places; the manifest lists
them; the index of forms keeps theirs; the parts are removed. A run that is killed between any two
of these steps goes on with the next, or does the same again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Container
from copy import deepcopy
from dataclasses import replace
from itertools import chain
from pathlib import Path

from quincunx._support.files import disk_errors, flush_folder, make_folder
from quincunx.datasets.folder import Folder, Manifest, RowPlan, Shard, WrittenFile
from quincunx.datasets.form_index import FormIndex
from quincunx.datasets.records import PART_ROWS, Line, Lost, Missing, Record, open_lines
from quincunx.datasets.row_files import LinesFile, ParquetFile
from quincunx.errors import EngineError
from quincunx.making.series import MAX_REPEATS

MAX_LOST = 20
"""Lost rows of a stratum in a row, after which it is not the rows that are the cause."""


class RangeWriter:
    """Writes the rows of one range: a shard for each split, with only a few rows in memory."""

    def __init__(self, folder: Folder, manifest: Manifest) -> None:
        self._folder = folder
        self._manifest = manifest
        self._files: dict[str, list[LinesFile]] = {}
        self._rows: Counter[str] = Counter()

    @property
    def rows(self) -> int:
        """The number of rows in the range."""
        return self._rows.total()

    def write(self, line: Line) -> None:
        """Add a row to its split's shard."""
        if line.split not in self._files:
            stem = self._folder.drafts / f"{line.split}-{self._manifest.ranges:05d}"
            ending = "jsonl.gz" if self._manifest.compress else "jsonl"
            self._files[line.split] = [LinesFile(Path(f"{stem}.{ending}"))]
            if self._manifest.parquet:
                self._files[line.split].append(ParquetFile(Path(f"{stem}.parquet")))
        for file in self._files[line.split]:
            file.write(line.text)
        self._rows[line.split] += 1

    def finish(self, first: int, last: int) -> list[Shard]:
        """Move the shards to their places, and return them for the manifest."""
        shards = []
        for split, files in sorted(self._files.items()):
            for each in files:
                each.close()
            lines, *parquet = [WrittenFile.of(each.path) for each in files]
            written = (lines.file, lines.bytes, lines.sha256)
            shards.append(Shard(*written, split, first, last, self._rows[split], *parquet))
        for file in (each for shard in shards for each in shard.files):
            place = self._folder.path / file.file
            make_folder(place.parent)
            os.replace(self._folder.drafts / place.name, place)
            flush_folder(place.parent)
        self._files = {}
        return shards

    def abandon(self) -> None:
        """Remove what was written."""
        for file in chain.from_iterable(self._files.values()):
            file.abandon()
        self._files = {}


class ShardBuilder:
    """Builds the shards of a dataset from its parts."""

    def __init__(
        self,
        plan: RowPlan,
        folder: Folder,
        manifest: Manifest,
        number: int,
        shard_size: int,
        excluded: Container[bytes] = (),
    ) -> None:
        self.manifest = manifest
        self._plan = plan
        self._folder = folder
        self._number = number
        self._shard_size = shard_size
        self._excluded = excluded
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

    def add(self, records: list[Record]) -> None:
        """Add the rows of the part that holds the next row."""
        for record in records:
            if record.row < self.pending.next:
                continue
            with disk_errors(self._folder.path):
                self._add(record)
            self.pending.next = record.row + 1
            full = self._range.rows == self._shard_size or self.pending.rows == self._number
            if full or self.pending.ended:
                self._finish_range()
            if self.complete:
                return

    def close(self) -> None:
        """Remove the range that is not complete."""
        self._range.abandon()
        self._forms.close()

    def _begin_range(self) -> None:
        self._range = RangeWriter(self._folder, self.manifest)
        self.pending = replace(deepcopy(self.manifest), number=self._number, ended="")
        """The manifest when the range is complete."""

    def _add(self, record: Record) -> None:
        stratum = self._plan.describe(self._plan.place(record.row)[0])
        pending = self.pending
        if not isinstance(record, Lost):
            self._lost_in_a_row[stratum] = 0
        match record:
            case Line() if record.solution_class in self._excluded:
                pending.excluded += 1
                self._add_nothing_new(stratum)
            case Line(row, form, solution_class) if self._is_new(row, form, solution_class):
                pending.dry[stratum] = 0
                self._range.write(record)
                pending.rows += 1
                fields = json.loads(record.text)
                for key, counts in pending.counts.items():
                    counts[fields[key]] = counts.get(fields[key], 0) + 1
            case Line():
                pending.repeats += 1
                self._add_nothing_new(stratum)
            case Missing():
                pending.not_found.append(record._asdict())
                self._add_nothing_new(stratum)
            case Lost():
                pending.lost.append(record._asdict())
                self._add_lost(stratum, record)

    def _is_new(self, row: int, form: bytes, solution_class: bytes) -> bool:
        """Add a row to the index unless an earlier one has the same puzzle or solution."""
        others = () if self._plan.repeat_solutions else (solution_class,)
        return self._forms.add(row, form, *others)

    def _add_nothing_new(self, stratum: str) -> None:
        dry = self.pending.dry
        dry[stratum] = dry.get(stratum, 0) + 1
        if dry[stratum] >= MAX_REPEATS:
            self.pending.ended = (
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
        finished = self.pending
        with disk_errors(self._folder.path):
            finished.shards += self._range.finish(self.manifest.next, finished.next - 1)
        finished.ranges += 1
        finished.dry = dict(sorted(finished.dry.items()))
        finished.counts = {
            key: dict(sorted(counts.items())) for key, counts in finished.counts.items()
        }
        self.manifest = finished
        self._folder.keep_manifest(finished)
        self._forms.commit(finished.next)
        self._folder.remove_parts(finished.next // PART_ROWS)
        self._begin_range()

    def _catch_up(self) -> None:
        """Bring the index of forms to where the manifest is."""
        if self._forms.next > self.manifest.next:
            self._forms.clear()
        known = self._forms.next
        for shard in self.manifest.shards:
            if shard.first >= known:
                with open_lines(self._folder.path / shard.file) as lines:
                    for row in map(json.loads, lines):
                        digests = (row["form"], row["solution_class"])
                        self._is_new(row["row"], *map(bytes.fromhex, digests))
        self._forms.commit(self.manifest.next)
