"""The manifest: what a folder holds, as JSON.

Vocabulary: that of `quincunx.datasets`, and
  range  consecutive candidates whose kept rows are written together, a shard for each split
  next   the first candidate that is in no range yet
  dry    of a stratum: how many of its last candidates, one after the other, were nothing new

A shard is finished when the manifest lists it, and never touched again. There is nothing in a
manifest that depends on when, where or by how many processes the set was made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Protocol

from quincunx._support.json_text import decode_json
from quincunx._support.version import VERSION
from quincunx.errors import OptionError, PuzzleError

NAME = "manifest.json"
FORMAT = 1
COUNTED = ("split", "family", "grade")
"""The fields whose values are counted."""


class Planned(Protocol):
    """What has to be known of a plan here."""

    @property
    def name(self) -> str:
        """One name for the same rows."""

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON data."""

    def place(self, k: int, /) -> tuple[Any, int]:
        """The stratum of row k, and how many rows of it come before."""

    def told(self, stratum: Any, /) -> str:
        """A stratum in a few words."""


@dataclass(frozen=True)
class Kept:
    """A file as it was written."""

    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Shard(Kept):
    """The kept rows of a range that are in one split, as JSON Lines and perhaps as Parquet; the
    range begins with candidate `first` and ends with `last`."""

    split: str
    first: int
    last: int
    rows: int
    parquet: Kept | None = None

    @property
    def files(self) -> tuple[Kept, ...]:
        """The files it consists of."""
        return (self,) if self.parquet is None else (self, self.parquet)


@dataclass
class Manifest:
    """What a folder holds, and what was asked for."""

    name: str
    plan: dict[str, Any]
    number: int
    parquet: bool = False
    compress: bool = False
    versions: dict[str, str] = field(default_factory=dict)
    rows: int = 0
    next: int = 0
    ranges: int = 0
    repeats: int = 0
    not_found: list[dict[str, Any]] = field(default_factory=list)
    """The rows that nobody found, and why."""
    lost: list[dict[str, Any]] = field(default_factory=list)
    """The rows that could not be made, and why."""
    ended: str = ""
    """Why there is no more to come, where that is so."""
    dry: dict[str, int] = field(default_factory=dict)
    counts: dict[str, dict[str, int]] = field(default_factory=lambda: {key: {} for key in COUNTED})
    """How many rows there are of each split, family and grade."""
    shards: list[Shard] = field(default_factory=list)

    def finished(self, number: int) -> bool:
        """Whether there are so many rows, or will never be."""
        return self.rows >= number or bool(self.ended)

    def encoded(self) -> bytes:
        """The manifest as the content of a file."""
        data = {"format": FORMAT, **asdict(self)}
        return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def versions(parquet: bool) -> dict[str, str]:
    """What rows and files may depend on beside the plan."""
    found = {"quincunx": VERSION, "python": "{}.{}".format(*sys.version_info)}
    if parquet:
        import pyarrow

        found["pyarrow"] = pyarrow.__version__
    return found


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file; one that cannot be used is refused in a line."""
    try:
        data = decode_json(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f'not a manifest of format {FORMAT}, expected "format": {FORMAT}')
        return _manifest(data)
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}, expected a manifest") from None
    except (ValueError, PuzzleError) as error:
        raise OptionError(f"{path}: {error}; expected the manifest of a dataset") from None


def _manifest(data: Mapping[str, Any]) -> Manifest:
    if set(data) != {"format", *(part.name for part in fields(Manifest))}:
        raise ValueError("other fields than a manifest has")
    blank = Manifest("", {}, 0)
    for part in fields(Manifest):
        if type(data[part.name]) is not type(getattr(blank, part.name)):
            raise ValueError(f'"{part.name}" is not what it should be')
    given = {name: value for name, value in data.items() if name not in ("format", "shards")}
    manifest = Manifest(**given, shards=[_shard(shard) for shard in data["shards"]])
    _require_sums(manifest)
    return manifest


def _require_sums(manifest: Manifest) -> None:
    """Refuse a manifest whose numbers do not fit each other: it is not one that was written."""
    candidates = manifest.rows + manifest.repeats + len(manifest.not_found) + len(manifest.lost)
    ranges = len({shard.first for shard in manifest.shards})
    last = max((shard.last for shard in manifest.shards), default=-1)
    # Only the last range of a set that has ended may have no rows.
    possible = (ranges, ranges + 1) if manifest.ended else (ranges,)
    for name, right in (
        ("number", manifest.number >= 0),
        ("rows", manifest.rows == sum(shard.rows for shard in manifest.shards)),
        ("repeats", manifest.repeats >= 0),
        ("next", manifest.next >= max(candidates, last + 1)),
        ("next", manifest.next == last + 1 or bool(manifest.ended)),
        ("ranges", manifest.ranges in possible),
        ("counts", all(_sum(counts) == manifest.rows for counts in manifest.counts.values())),
        ("dry", _sum(manifest.dry) is not None),
    ):
        if not right:
            raise ValueError(f'"{name}" does not fit the rest')


def _sum(counts: Any) -> int | None:
    """The sum of what was counted; nothing where that is no number from 0 on."""
    if not isinstance(counts, dict):
        return None
    if not all(type(count) is int and count >= 0 for count in counts.values()):
        return None
    return sum(counts.values())


def _shard(data: Any) -> Shard:
    try:
        parquet = None if data["parquet"] is None else Kept(**data["parquet"])
        shard = Shard(**{**data, "parquet": parquet})
        sizes = [file.bytes for file in shard.files]
        numbers = (shard.first, shard.last, shard.rows, *sizes)
        if not all(type(n) is int and n >= 0 for n in numbers):
            raise TypeError
        if any(Path(file.file).parts[:-1] != ("data",) for file in shard.files):
            raise TypeError
    except (TypeError, LookupError):
        raise ValueError("a shard is not described as it should be") from None
    return shard
