"""Shards: the kept rows of a range, a file for each split.

Rows are written as they come, to drafts elsewhere; nothing but a few of them is in memory. When the
range is complete the drafts are flushed to the disk and moved to their places.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

from quincunx._support.files import flush_folder, flush_to_disk
from quincunx.datasets.manifest import Kept, Shard
from quincunx.datasets.parquet import ParquetFile
from quincunx.datasets.records import Line, open_lines

DATA = "data"
BLOCK = 1 << 20
LEVEL = 6
"""How hard gzip tries."""


class Range:
    """The shards of one range while they are written."""

    def __init__(self, folder: Path, drafts: Path, at: int, parquet: bool, compress: bool) -> None:
        self.rows = 0
        self._folder = folder
        self._drafts = drafts
        self._at = at
        self._parquet = parquet
        self._compress = compress
        self._open: dict[str, _Draft] = {}

    def write(self, line: Line) -> None:
        """Add a row to its split's shard."""
        if line.split not in self._open:
            stem = f"{line.split}-{self._at:05d}"
            self._open[line.split] = _Draft(self._drafts, stem, self._parquet, self._compress)
        self._open[line.split].write(line.text)
        self.rows += 1

    def finish(self, first: int, last: int) -> list[Shard]:
        """Put the shards in their places; what is to be listed."""
        shards = []
        for split, draft in sorted(self._open.items()):
            draft.close()
            files = [_kept(path, f"{DATA}/{path.name}") for path in draft.paths]
            parquet = files[1] if self._parquet else None
            kept = files[0]
            shards.append(
                Shard(kept.file, kept.bytes, kept.sha256, split, first, last, draft.rows, parquet)
            )
        for draft in self._open.values():
            for path in draft.paths:
                os.replace(path, self._folder / DATA / path.name)
        flush_folder(self._folder / DATA)
        self._open = {}
        return shards

    def abandon(self) -> None:
        """Leave nothing of it."""
        for draft in self._open.values():
            draft.abandon()
        self._open = {}


class _Draft:
    """One shard while it is written, in one format or in two."""

    def __init__(self, folder: Path, stem: str, parquet: bool, compress: bool) -> None:
        self.rows = 0
        self.paths = [folder / (f"{stem}.jsonl.gz" if compress else f"{stem}.jsonl")]
        self._file = open(self.paths[0], "wb")  # noqa: SIM115
        # Neither a time nor a name stands in it: equal rows give equal files.
        self._packed = (
            gzip.GzipFile(filename="", mode="wb", fileobj=self._file, mtime=0, compresslevel=LEVEL)
            if compress
            else None
        )
        self._parquet: ParquetFile | None = None
        if parquet:
            self.paths.append(folder / f"{stem}.parquet")
            self._parquet = ParquetFile(self.paths[1])

    def write(self, text: bytes) -> None:
        (self._packed or self._file).write(text)
        if self._parquet is not None:
            self._parquet.write(text)
        self.rows += 1

    def close(self) -> None:
        if self._packed is not None:
            self._packed.close()
        flush_to_disk(self._file)
        self._file.close()
        if self._parquet is not None:
            self._parquet.close()

    def abandon(self) -> None:
        with ExitStack() as closing:
            # Closing writes what is left, which a full disk refuses: files are closed all the same.
            for path in self.paths:
                closing.callback(_removed, path)
            closing.callback(_closed, self._file)
            if self._packed is not None:
                closing.callback(_closed, self._packed)
            if self._parquet is not None:
                self._parquet.abandon()


def _closed(file: IO[bytes] | gzip.GzipFile) -> None:
    with suppress(OSError):
        file.close()


def _removed(path: Path) -> None:
    with suppress(OSError):
        os.unlink(path)


def _kept(path: Path, name: str) -> Kept:
    return Kept(name, path.stat().st_size, hashed(path))


def hashed(path: Path) -> str:
    """The SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()


def forms_of(path: Path) -> Iterator[tuple[bytes, int]]:
    """The forms and numbers of all rows in a shard of JSON Lines."""
    with open_lines(path) as lines:
        for line in lines:
            row = json.loads(line)
            yield bytes.fromhex(row["form"]), row["row"]
