"""Parts: consecutive rows that are made in one go, and kept as a file until their shard is there.

A part has `PART` rows and begins at a multiple of that. There is nothing of parts in what a set
is, so their size is a matter of convenience. Few rows are good where a run is killed, for what is
under way is lost, and near the end, where some workers have nothing to do while others finish their
part. Many are good because each part costs a message and a file that is flushed to the disk, some
milliseconds. A row takes from some milliseconds to many seconds.

As a file, a part has for each row a line that says what became of it, followed by the row itself
where there is one; the last line is a digest of all before. A file that was cut short or changed is
thus recognised, and its rows made again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from quincunx.datasets.lines import Line, Lost, Missing, Record

PART = 8
"""Rows of a part."""


def encoded(records: Iterable[Record]) -> bytes:
    """Records as the content of a file."""
    written: list[bytes] = []
    for record in records:
        match record:
            case Line(row, form, split, text):
                written += [_entry("line", row, form.hex(), split), text]
            case Missing(row, reason):
                written.append(_entry("missing", row, reason))
            case Lost(row, reason):
                written.append(_entry("lost", row, reason))
    content = b"".join(written)
    return content + _entry("end", hashlib.sha256(content).hexdigest())


def decoded(raw: bytes) -> list[Record]:
    """The records of such a content; a `ValueError` where it is not whole.

    >>> rows = [Line(0, bytes(16), "train", b"{}\\n"), Missing(1, "not found"), Lost(2, "killed")]
    >>> decoded(encoded(rows)) == rows
    True
    >>> decoded(encoded(rows)[:-10])
    Traceback (most recent call last):
    ValueError: not a whole part
    """
    content = raw[: raw.rfind(b"\n", 0, -1) + 1]
    if raw[len(content) :] != _entry("end", hashlib.sha256(content).hexdigest()):
        raise ValueError("not a whole part")
    records: list[Record] = []
    lines = iter(content.splitlines(keepends=True))
    for line in lines:
        kind, row, *rest = json.loads(line)
        if kind == "line":
            records.append(Line(row, bytes.fromhex(rest[0]), rest[1], next(lines)))
        else:
            records.append((Missing if kind == "missing" else Lost)(row, rest[0]))
    return records


def _entry(*values: object) -> bytes:
    return json.dumps(values).encode() + b"\n"
