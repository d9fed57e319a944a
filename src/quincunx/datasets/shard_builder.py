"""Gathering: parts become shards, in the order of their rows.

Only here rows depend on others: one whose form an earlier row has is left out. Rows are gone
through in the order of their numbers, whatever the order in which they were made, so the outcome
is the same for any number of workers.

A range is complete when it has as many rows as a shard shall have, or the set as many as were asked
for. Then, in this order: its shards are moved to their places; the manifest lists them; the index
of forms keeps theirs; the parts are removed. A run that is killed between any two of these goes on
with the next, or does the same again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from quincunx._support.files import disk_errors
from quincunx.datasets.folder import Folder
from quincunx.datasets.form_index import Forms
from quincunx.datasets.manifest import Manifest, Planned
from quincunx.datasets.records import PART_ROWS, Line, Lost, Missing, Record
from quincunx.datasets.shards import Range, forms_of
from quincunx.errors import EngineError
from quincunx.making.series import MAX_REPEATS

MOST_LOST = 20
"""After so many lost rows of a stratum one after the other it is not the rows that are to blame."""

Card = Callable[[dict[str, Any]], str]
"""The card of a set whose manifest has this data."""


class Gathering:
    """The shards of a folder while they come into being."""

    def __init__(
        self, plan: Planned, folder: Folder, manifest: Manifest, number: int, shard_size: int
    ) -> None:
        self.manifest = manifest
        self.rows = manifest.rows
        self.next = manifest.next
        self._plan = plan
        self._folder = folder
        self._number = number
        self._shard_size = shard_size
        self._lost: dict[str, int] = {}
        with disk_errors(folder.forms):
            self._forms = Forms(folder.forms)
            try:
                self._catch_up()
            except BaseException:
                self._forms.close()
                raise
        self._begin()

    @property
    def complete(self) -> bool:
        """Whether there is nothing more to gather."""
        return self.manifest.finished(self._number)

    @property
    def lost(self) -> int:
        """How many rows could not be made."""
        return len(self._given_up)

    def add(self, records: list[Record]) -> None:
        """Go through the part that holds the next row."""
        for record in records:
            if record.row < self.next:
                continue
            with disk_errors(self._folder.path):
                self._add(record)
            self.next = record.row + 1
            full = self._range.rows == self._shard_size or self.rows == self._number
            if full or self._ended:
                self._finish()
            if self.complete:
                return

    def close(self) -> None:
        """Leave what is not complete."""
        self._range.abandon()
        self._forms.close()

    def _begin(self) -> None:
        """Begin a new range."""
        manifest = self.manifest
        self._range = Range(
            self._folder.path,
            self._folder.drafts,
            manifest.ranges,
            manifest.parquet,
            manifest.compress,
        )
        self._repeats = manifest.repeats
        self._not_found = list(manifest.not_found)
        self._given_up = list(manifest.lost)
        self._dry = dict(manifest.dry)
        self._counts = {key: dict(counts) for key, counts in manifest.counts.items()}
        self._ended = ""

    def _add(self, record: Record) -> None:
        stratum = self._plan.told(self._plan.place(record.row)[0])
        if not isinstance(record, Lost):
            self._lost[stratum] = 0
        match record:
            case Line(row, form) if self._forms.add(form, row):
                self._dry[stratum] = 0
                self._range.write(record)
                self.rows += 1
                self._count(json.loads(record.text))
            case Line():
                self._repeats += 1
                self._is_dry(stratum)
            case Missing():
                self._not_found.append(record._asdict())
                self._is_dry(stratum)
            case Lost():
                self._given_up.append(record._asdict())
                self._is_lost(stratum, record)

    def _count(self, row: dict[str, Any]) -> None:
        for key, counts in self._counts.items():
            counts[row[key]] = counts.get(row[key], 0) + 1

    def _is_dry(self, stratum: str) -> None:
        self._dry[stratum] = self._dry.get(stratum, 0) + 1
        if self._dry[stratum] >= MAX_REPEATS:
            self._ended = (
                f"the last {MAX_REPEATS:,} candidates of {stratum} were nothing new: there seem "
                "to be no more"
            )

    def _is_lost(self, stratum: str, record: Lost) -> None:
        self._lost[stratum] = self._lost.get(stratum, 0) + 1
        if self._lost[stratum] == MOST_LOST:
            raise EngineError(
                f"dataset: {MOST_LOST} rows of {stratum} could not be made, one after the other; "
                f"the last is row {record.row}: {record.reason}"
            )

    def _finish(self) -> None:
        """Finish the range that is complete."""
        with disk_errors(self._folder.path):
            shards = self._range.finish(self.manifest.next, self.next - 1)
        self.manifest.shards += shards
        self.manifest.ranges += 1
        self.manifest.number = self._number
        self.manifest.rows = self.rows
        self.manifest.next = self.next
        self.manifest.repeats = self._repeats
        self.manifest.not_found = self._not_found
        self.manifest.lost = self._given_up
        self.manifest.dry = dict(sorted(self._dry.items()))
        self.manifest.counts = {
            key: dict(sorted(counts.items())) for key, counts in self._counts.items()
        }
        self.manifest.ended = self._ended
        self._folder.keep_manifest(self.manifest)
        with disk_errors(self._folder.forms):
            self._forms.commit(self.next)
        self._folder.remove_parts(self.next // PART_ROWS)
        self._begin()

    def _catch_up(self) -> None:
        """Bring the index of forms to where the manifest is."""
        if self._forms.next > self.manifest.next:
            self._forms.clear()
        known = self._forms.next
        for shard in self.manifest.shards:
            if shard.first >= known:
                self._forms.add_all(forms_of(self._folder.path / shard.file))
        self._forms.commit(self.manifest.next)
