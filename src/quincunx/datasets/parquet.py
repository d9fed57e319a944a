"""Rows as Parquet: the fields that JSON Lines have, each with one type in all files.

Equal rows give equal files, as long as pyarrow is the same.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from quincunx._support.files import flush_to_disk
from quincunx.errors import EngineError

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = {
    "id": "text",
    "row": "whole",
    "split": "text",
    "family": "text",
    "puzzle": "text",
    "document": "text",
    "parameters": "text",
    "grade": "text",
    "score": "number",
    "reason": "text",
    "hardest": "number",
    "techniques": "counts",
    "steps": "whole",
    "question": "text",
    "answer": "text",
    "drawing": "text",
    "explanation": "text",
    "form": "text",
    "seed": "whole",
    "index": "whole",
    "series": "text",
}
"""The fields of a row, in their order, and the kind of each."""
GROUP = 1_000
"""Rows that are written together, and held in memory until then."""


def require_pyarrow() -> None:
    """Say how to install pyarrow where it is missing."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise EngineError(
            "dataset: Parquet needs pyarrow, install it with: pip install 'quincunx[data]'"
        ) from None


class ParquetFile:
    """A Parquet file that is being written."""

    def __init__(self, path: Path) -> None:
        from pyarrow import parquet

        self._schema = _schema()
        self._file = open(path, "wb")  # noqa: SIM115
        self._writer = parquet.ParquetWriter(self._file, self._schema, compression="zstd")
        self._rows: list[Any] = []

    def write(self, text: bytes) -> None:
        """Add a row, given as a line of JSON."""
        self._rows.append(json.loads(text))
        if len(self._rows) == GROUP:
            self._flush()

    def close(self) -> None:
        """Write what is left, and wait until all is on the disk."""
        if self._rows:
            self._flush()
        self._writer.close()
        flush_to_disk(self._file)
        self._file.close()

    def abandon(self) -> None:
        """Close it as it is."""
        with suppress(OSError, ValueError):
            self._writer.close()
        with suppress(OSError):
            self._file.close()

    def _flush(self) -> None:
        from pyarrow import Table

        self._writer.write_table(Table.from_pylist(self._rows, schema=self._schema))
        self._rows = []


def _schema() -> Any:
    import pyarrow as pa

    counts = pa.list_(pa.struct([("name", pa.string()), ("times", pa.int64())]))
    kinds = {"text": pa.string(), "whole": pa.int64(), "number": pa.float64(), "counts": counts}
    return pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
