"""Rows of a dataset while it is made, and parts: the files that hold rows until they are in shards.

A part has `PART_ROWS` rows and begins at a multiple of that. Its size does not influence the
dataset. Small parts lose little when a run is killed, and keep all workers busy near the end; large
ones save messages and files that are flushed to the disk. A row takes milliseconds to seconds.

A part's file has a line for each row that says what became of it, followed by the row itself if it
was made; the last line is a digest. So a file that was cut short or changed is recognised, and its
rows are made again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterable
from importlib.resources import files
from typing import IO, NamedTuple, TypeAlias

PART_ROWS = 8

FIELDS: dict[str, str] = json.loads(files(__package__).joinpath("fields.json").read_bytes())
"""The fields of a row, in their order, and what they mean. All but the following hold text."""
WHOLE_FIELDS = ("row", "length", "steps", "seed", "index")
NUMBER_FIELDS = ("difficulty", "hardness")


class Line(NamedTuple):
    """A row as it is written to a file."""

    row: int
    form: bytes
    solution_class: bytes
    split: str
    text: bytes


class Missing(NamedTuple):
    """A row for which no puzzle was found, and why."""

    row: int
    reason: str


class Lost(NamedTuple):
    """A row that could not be made because its workers died or failed, and why."""

    row: int
    reason: str


Record: TypeAlias = Line | Missing | Lost
Readable: TypeAlias = IO[bytes] | gzip.GzipFile


def encode_records(records: Iterable[Record]) -> bytes:
    """Return records as the content of a file."""
    written: list[bytes] = []
    for record in records:
        match record:
            case Line(row, form, solution_class, split, text):
                digests = form.hex(), solution_class.hex()
                written += [_json_line("line", row, *digests, split), text]
            case Missing() | Lost():
                written.append(_json_line(type(record).__name__.lower(), *record))
    content = b"".join(written)
    return content + _json_line("end", hashlib.sha256(content).hexdigest())


def decode_records(raw: bytes) -> list[Record]:
    """Return the records of a file's content.

    Raises:
        ValueError: The content is not whole.

    >>> rows = [Line(0, b"1", b"2", "train", b"{}\\n"), Missing(1, "not found"), Lost(2, "killed")]
    >>> decode_records(encode_records(rows)) == rows
    True
    >>> decode_records(encode_records(rows)[:-10])
    Traceback (most recent call last):
    ValueError: not a whole part
    """
    content = raw[: raw.rfind(b"\n", 0, -1) + 1]
    if raw[len(content) :] != _json_line("end", hashlib.sha256(content).hexdigest()):
        raise ValueError("not a whole part")
    records: list[Record] = []
    lines = iter(content.splitlines(keepends=True))
    for line in lines:
        kind, row, *rest = json.loads(line)
        if kind == "line":
            form, solution_class, split = rest
            digests = bytes.fromhex(form), bytes.fromhex(solution_class)
            records.append(Line(row, *digests, split, next(lines)))
        else:
            records.append((Missing if kind == "missing" else Lost)(row, rest[0]))
    return records


def open_lines(path: str | os.PathLike[str]) -> Readable:
    """Open a file of rows; a name that ends in .gz is a compressed one."""
    return gzip.open(path) if os.fspath(path).endswith(".gz") else open(path, "rb")


def _json_line(*values: object) -> bytes:
    return json.dumps(values).encode() + b"\n"
