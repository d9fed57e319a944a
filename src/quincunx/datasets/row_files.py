"""Files of rows that are being written: JSON Lines and Parquet.

Equal rows give equal files, as long as pyarrow is the same.
"""

from __future__ import annotations

import gzip
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from quincunx._support.files import flush_to_disk
from quincunx.datasets.records import FIELDS, NUMBER_FIELDS, WHOLE_FIELDS

GZIP_LEVEL = 6
GROUP_ROWS = 1_000
"""Rows that are written together, and held in memory until then."""


class LinesFile:
    """A file of JSON Lines, compressed if its name ends in .gz."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = open(path, "wb")  # noqa: SIM115
        self._writer = self._start_writing()

    def write(self, text: bytes) -> None:
        """Add a row, given as a line of JSON."""
        self._writer.write(text)

    def close(self) -> None:
        """Write the rest, and wait until all is on the disk."""
        if self._writer is not self._file:
            self._writer.close()
        flush_to_disk(self._file)
        self._file.close()

    def abandon(self) -> None:
        """Close and remove the file."""
        for stream in (self._writer, self._file):
            # Closing writes the rest, which a full disk refuses.
            with suppress(OSError, ValueError):
                stream.close()
        with suppress(OSError):
            os.unlink(self.path)

    def _start_writing(self) -> Any:
        if self.path.suffix != ".gz":
            return self._file
        # Neither a time nor a name is in the file.
        return gzip.GzipFile("", "wb", GZIP_LEVEL, self._file, mtime=0)


class ParquetFile(LinesFile):
    """A Parquet file."""

    def _start_writing(self) -> Any:
        self._rows: list[Any] = []
        return self._file  # the first rows decide the schema

    def write(self, text: bytes) -> None:
        """Add a row, given as a line of JSON."""
        self._rows.append(json.loads(text))
        if len(self._rows) == GROUP_ROWS:
            self._flush()

    def close(self) -> None:
        """Write the rest, and wait until all is on the disk."""
        if self._rows:
            self._flush()
        super().close()

    def _flush(self) -> None:
        from pyarrow import Table, parquet

        if self._writer is self._file:
            self._schema = _schema(self._rows[0])
            self._writer = parquet.ParquetWriter(self._file, self._schema, compression="zstd")
        self._writer.write_table(Table.from_pylist(self._rows, schema=self._schema))
        self._rows = []


def _schema(row: dict[str, Any]) -> Any:
    """Return the schema of rows like this one; types of trainers' columns follow from it."""
    import pyarrow as pa

    kinds = dict.fromkeys(FIELDS, pa.string())
    kinds |= dict.fromkeys(WHOLE_FIELDS, pa.int64()) | dict.fromkeys(NUMBER_FIELDS, pa.float64())
    kinds["techniques"] = pa.list_(pa.struct([("name", pa.string()), ("times", pa.int64())]))
    kinds |= {name: pa.infer_type([row[name]]) for name in row if name not in FIELDS}
    return pa.schema(list(kinds.items()))
