"""Files of rows: JSON Lines and Parquet.

Equal rows give equal files, as long as pyarrow is the same.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import Any

from quincunx._support.files import flush_to_disk
from quincunx.datasets.records import FIELDS, NUMBER_FIELDS, WHOLE_FIELDS

GZIP_LEVEL = 6
GROUP_ROWS = 1_000
"""Rows that are written to Parquet together, and held in memory until then."""


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
