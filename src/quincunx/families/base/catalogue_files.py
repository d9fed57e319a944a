"""Catalogues as files: columns of JSON, compressed, with a digest of what they hold.

Vocabulary: that of `_catalogue`, and
  column  one thing of all entries, in their order: their grades, their scores, ...

The columns are `packed` (a text an entry), `grades` (a digit an entry, 0 the easiest, and - where
nobody graded it), `scores`, and for each technique that occurs how often each entry uses it. The
heading says of which family and kind it is, within which bounds it is complete, and how many
entries there are.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from quincunx.errors import OptionError
from quincunx.families.base.catalogue import AnyEnumeration, Catalogue, Entry, Judged
from quincunx.families.base.grades import GRADES

FORMAT = 1
FOLDER = "catalogues"
UNGRADED = "-"
COLUMNS = ("packed", "grades", "scores", "techniques")


class DamagedCatalogue(OptionError):
    """A catalogue that cannot be read: the message names the file and what is wrong with it."""


def file_name(enumeration: AnyEnumeration) -> str:
    """The name of the file that holds an enumeration's catalogue, without signs that some systems
    do not allow in names."""
    kind = enumeration.name.replace("/", "-").replace("#", "x")
    return f"{enumeration.family.family}.{kind}.json.gz"


def encoded(enumeration: AnyEnumeration, rows: Iterable[tuple[str, Judged]]) -> bytes:
    """The file of a catalogue whose entries are these, packed and judged."""
    rows = list(rows)
    names = sorted({name for _, judged in rows for name in judged.techniques})
    columns = {
        "packed": [packed for packed, _ in rows],
        "grades": "".join(_mark(judged.grade) for _, judged in rows),
        "scores": [judged.score for _, judged in rows],
        "techniques": {
            name: [judged.techniques.get(name, 0) for _, judged in rows] for name in names
        },
    }
    heading = {
        "format": FORMAT,
        "family": enumeration.family.family,
        "kind": enumeration.name,
        "bounds": enumeration.bounds,
        "entries": len(rows),
        "sha256": _digest(columns),
    }
    text = json.dumps({**heading, **columns}, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def kind_in(raw: bytes, place: str) -> tuple[str, str]:
    """The family and the kind that a file says it is of."""
    data = _read(raw, place)
    return data["family"], data["kind"]


def decoded(enumeration: AnyEnumeration, raw: bytes, place: str) -> Catalogue:
    """The catalogue in a file, if it is whole and holds what the enumeration finds."""
    data = _read(raw, place)
    heading = {
        "family": enumeration.family.family,
        "kind": enumeration.name,
        "bounds": enumeration.bounds,
    }
    for key, expected in heading.items():
        if data.get(key) != expected:
            raise DamagedCatalogue(
                f"{place}: its {key} is {data.get(key)!r}, expected {expected!r}"
            )
    return Catalogue(enumeration, _entries(enumeration, data))


def _read(raw: bytes, place: str) -> dict[str, Any]:
    """What a file says, if nobody changed it."""
    try:
        data: dict[str, Any] = json.loads(gzip.decompress(raw))
        columns = {key: data[key] for key in COLUMNS}
        whole = data["sha256"] == _digest(columns) and data["entries"] == len(data["packed"])
        whole = whole and data["format"] == FORMAT
        whole = whole and all(isinstance(data[key], str) for key in ("family", "kind"))
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, RecursionError):
        whole = False
    if not whole:
        raise DamagedCatalogue(f"{place}: not a whole catalogue, expected it built anew")
    return data


def _entries(enumeration: AnyEnumeration, columns: dict[str, Any]) -> Iterable[Entry]:
    techniques = columns["techniques"]
    rows = zip(columns["packed"], columns["grades"], columns["scores"], strict=True)
    for at, (packed, mark, score) in enumerate(rows):
        used = {name: times[at] for name, times in techniques.items() if times[at]}
        yield Entry(enumeration, packed, Judged(_grade(mark), score, used))


@cache
def shipped(enumeration: AnyEnumeration) -> Catalogue | None:
    """The catalogue of this kind that comes with the program, if one does."""
    name = file_name(enumeration)
    file = files("quincunx.families.base").joinpath(FOLDER, name)
    return decoded(enumeration, file.read_bytes(), name) if file.is_file() else None


def _mark(grade: str) -> str:
    return str(GRADES.index(grade)) if grade else UNGRADED


def _grade(mark: str) -> str:
    return "" if mark == UNGRADED else GRADES[int(mark)]


def _digest(columns: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(columns).encode()).hexdigest()
