"""What becomes of a row.

line     a row as it stands in a file
missing  a row that nobody found a puzzle for
lost     a row that could not be made: whoever tried was killed by it, or failed
"""

from __future__ import annotations

import gzip
import os
from typing import IO, NamedTuple, TypeAlias


class Line(NamedTuple):
    """A row as it stands in a file."""

    row: int
    form: bytes
    split: str
    text: bytes


class Missing(NamedTuple):
    """A row for which there is no puzzle, and why."""

    row: int
    reason: str


class Lost(NamedTuple):
    """A row that could not be made, and why."""

    row: int
    reason: str


Record: TypeAlias = Line | Missing | Lost
Readable: TypeAlias = IO[bytes] | gzip.GzipFile


def open_lines(path: str | os.PathLike[str]) -> Readable:
    """A file of rows, opened to be read: packed if its name ends in .gz, and plain otherwise."""
    return gzip.open(path) if os.fspath(path).endswith(".gz") else open(path, "rb")
