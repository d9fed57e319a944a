"""The folder of a set: what lies where, and what is refused.

  manifest.json  what is finished
  README.md      the card
  data/          the shards
  .quincunx/     what only the making needs: a lock, parts, drafts, the index of forms. It may be
                 removed when nothing is under way

A shard in `data/` that the manifest does not list was moved there just before the run was killed.
It is made again from its parts, and is the same.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from types import TracebackType

from quincunx._support.files import disk_errors, keep_file, make_folder
from quincunx._support.locks import lock
from quincunx._support.version import VERSION
from quincunx.datasets.manifest import NAME, Manifest, Planned, read_manifest
from quincunx.datasets.records import PART_ROWS, Lost, Record, decode_records, encode_records
from quincunx.datasets.shards import DATA, hashed
from quincunx.errors import OptionError

HIDDEN = ".quincunx"
CARD = "README.md"
WHOLE, HOLED = ".part", ".lost"
"""How names of parts end: of those with all rows, and of those in which a row was lost."""


class Folder:
    """A folder that nobody else writes to, from `with` on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.hidden = path / HIDDEN
        self.parts = self.hidden / "parts"
        self.drafts = self.hidden / "drafts"
        self.forms = self.hidden / "forms.sqlite"

    def __enter__(self) -> Folder:
        for folder in (self.path, self.path / DATA, self.parts, self.drafts):
            make_folder(folder)
        place = self.hidden / "lock"
        with disk_errors(place):
            self._lock = open(place, "ab")
        if not lock(self._lock):
            self._lock.close()
            raise OptionError(
                f"dataset: {self.path} is in use: another run is under way there, expected "
                "another folder, or the same when that one has ended"
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.close()

    def manifest(self) -> Manifest | None:
        """What the folder holds, if it holds a set; anything else in it is refused."""
        place = self.path / NAME
        if place.exists():
            return read_manifest(place)
        there = _names(self.path)
        strange = sorted(there - {HIDDEN, DATA}) or sorted(_names(self.path / DATA))
        if strange:
            raise OptionError(
                f"dataset: {self.path} holds {strange[0]} and no {NAME}, expected an empty folder "
                "or one with a dataset"
            )
        return None

    def require_shards(self, manifest: Manifest) -> None:
        """Refuse shards that are gone or have another size, and files that are none of ours."""
        listed = {file.file: file.bytes for shard in manifest.shards for file in shard.files}
        for file, size in listed.items():
            place = self.path / file
            if not place.is_file():
                raise self._changed(file, "it is gone")
            if place.stat().st_size != size:
                raise self._changed(file, f"it has {place.stat().st_size:,} bytes, not {size:,}")
        unlisted = re.compile(rf"\w+-{manifest.ranges:05d}\.(jsonl|jsonl\.gz|parquet)")
        for name in sorted(_names(self.path / DATA)):
            if f"{DATA}/{name}" not in listed and not unlisted.fullmatch(name):
                raise OptionError(
                    f"dataset: {self.path / DATA / name} is not of this dataset, expected nothing "
                    f"there but what {NAME} lists"
                )

    def verify(self, manifest: Manifest) -> None:
        """Refuse shards whose content is not what was written."""
        for shard in manifest.shards:
            for file in shard.files:
                place = self.path / file.file
                try:
                    digest = hashed(place)
                except OSError as error:
                    raise OptionError(
                        f"dataset: {place}: {error.strerror}, expected a file that can be read"
                    ) from None
                if digest != file.sha256:
                    raise self._changed(file.file, "its SHA-256 is not the one in the manifest")

    def sweep(self, manifest: Manifest) -> None:
        """Remove what a run that was killed left behind and nobody needs."""
        listed = {file.file for shard in manifest.shards for file in shard.files}
        with disk_errors(self.path):
            for name in _names(self.path / DATA):
                if f"{DATA}/{name}" not in listed:
                    os.unlink(self.path / DATA / name)
            for name in _names(self.drafts):
                os.unlink(self.drafts / name)
            for name in _names(self.parts):
                # Rows that were lost get another chance as long as no shard does without them.
                if not re.fullmatch(rf"\d{{12}}{WHOLE}", name):
                    os.unlink(self.parts / name)
        self.remove_parts(manifest.next // PART_ROWS)

    def begin(self, manifest: Manifest) -> None:
        """Begin a new set; whatever another one left to its making is removed."""
        for folder in (self.parts, self.drafts):
            for name in _names(folder):
                os.unlink(folder / name)
        for name in _names(self.hidden):
            if name.startswith(self.forms.name):
                os.unlink(self.hidden / name)
        self.keep_manifest(manifest)

    def keep_manifest(self, manifest: Manifest) -> None:
        """Write the manifest: what it lists is finished."""
        keep_file(self.path / NAME, manifest.encoded(), self.drafts / NAME)

    def keep_card(self, text: str) -> None:
        """Write the card, unless it is there."""
        place = self.path / CARD
        raw = text.encode()
        with disk_errors(place):
            there = place.is_file() and place.read_bytes() == raw
        if not there:
            keep_file(place, raw, self.drafts / CARD)

    def keep_part(self, part: int, records: list[Record]) -> None:
        """Write a part."""
        holed = any(isinstance(record, Lost) for record in records)
        name = f"{part:012d}{HOLED if holed else WHOLE}"
        keep_file(self.parts / name, encode_records(records), self.drafts / name)

    def part(self, part: int) -> list[Record] | None:
        """A part that is there; one that is damaged is removed."""
        for ending in (WHOLE, HOLED):
            place = self.parts / f"{part:012d}{ending}"
            if place.exists():
                with disk_errors(place):
                    try:
                        records = decode_records(place.read_bytes())
                        first = part * PART_ROWS
                        if [record.row for record in records] == list(
                            range(first, first + PART_ROWS)
                        ):
                            return records
                    except (ValueError, TypeError, LookupError):
                        pass
                    os.unlink(place)
        return None

    def all_parts(self) -> set[int]:
        """The parts that are there."""
        return {int(name.split(".")[0]) for name in _names(self.parts)}

    def kept_after(self, row: int) -> int:
        """How many rows from this one on are in parts that the next run uses."""
        whole = [int(name.split(".")[0]) for name in _names(self.parts) if name.endswith(WHOLE)]
        return sum(max(0, (part + 1) * PART_ROWS - max(row, part * PART_ROWS)) for part in whole)

    def remove_parts(self, before: int | None = None) -> None:
        """Remove all parts, or those before a part."""
        with disk_errors(self.parts):
            for name in _names(self.parts):
                if before is None or int(name.split(".")[0]) < before:
                    os.unlink(self.parts / name)

    def _changed(self, file: str, how: str) -> OptionError:
        return OptionError(
            f"dataset: {self.path / file} is not as it was written: {how}; expected it back, or "
            "another folder"
        )


def require_same(
    manifest: Manifest, plan: Planned, number: int, parquet: bool, compress: bool, path: Path
) -> None:
    """Refuse to go on with a set that is another one than was asked for."""
    if manifest.name != plan.name:
        raise OptionError(
            f"dataset: {path} holds another dataset ({manifest.name}, not {plan.name}): families, "
            "grades, splits or seed differ; expected the same, or another folder"
        )
    if manifest.plan != json.loads(json.dumps(plan.as_dict())):
        raise OptionError(
            f"dataset: {path / NAME}: the plan is not the one that is called {manifest.name}, "
            "expected the manifest as it was written, or another folder"
        )
    version = manifest.versions.get("quincunx")
    if version != VERSION:
        raise OptionError(
            f"dataset: {path} was made with quincunx {version} and this is {VERSION}, whose "
            "rows may differ; expected that version, or another folder"
        )
    for option, before, now in (
        ("--parquet", manifest.parquet, parquet),
        ("--compress", manifest.compress, compress),
    ):
        if before != now:
            raise OptionError(
                f"dataset: {path} was begun {'with' if before else 'without'} {option}, expected "
                "the same again, or another folder"
            )
    if number < manifest.number:
        raise OptionError(
            f"dataset: {path} is a dataset of {manifest.number:,} rows, expected as many or more, "
            "or another folder"
        )


def _names(folder: Path) -> set[str]:
    try:
        return set(os.listdir(folder)) if folder.is_dir() else set()
    except OSError as error:
        raise OptionError(f"{folder}: {error.strerror}, expected a folder") from None
