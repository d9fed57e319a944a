"""What becomes of a row.

line     a row as it stands in a file
missing  a row that nobody found a puzzle for
lost     a row that could not be made: whoever tried was killed by it, or failed
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


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
