"""Made puzzles as files: one JSON object a line, a table, or a book.

Vocabulary:
  row  a made puzzle as JSON data, see `GeneratedPuzzle.as_dict`
"""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from quincunx.errors import OptionError, PuzzleError
from quincunx.families import shorten
from quincunx.families.base.reading import place_of

COLUMNS = (
    "puzzle",
    "family",
    "grade",
    "score",
    "techniques",
    "solution",
    "seed",
    "index",
    "series",
)


def to_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object a line."""
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def to_table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] = COLUMNS) -> str:
    """Values with commas between them, under the names of the columns; a solution is JSON, and
    techniques are written as in `last one 3; parity 1`."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    for row in rows:
        techniques = (row.get("techniques") or {}).items()
        cells = {
            **row,
            "family": str(row["puzzle"]).partition(":")[0],
            "techniques": "; ".join(f"{name} {count}" for name, count in techniques),
            "solution": json.dumps(row.get("solution")),
        }
        table.writerow([cells.get(name) for name in columns])
    return text.getvalue()


def to_book(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """A book as PDF."""
    from quincunx.drawing import make_book

    return make_book([str(row["puzzle"]) for row in rows]).pdf()


FORMS: Mapping[str, Callable[[Sequence[Mapping[str, Any]]], str | bytes]] = {
    ".jsonl": to_lines,
    ".csv": to_table,
    ".pdf": to_book,
}
"""How a file is written, by the end of its name."""


def require_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a file whose name does not say how to write it, or that nothing here can write."""
    suffix = Path(path).suffix.lower()
    if suffix not in FORMS:
        raise OptionError(
            f"generate: {shorten(str(path))} ends in none of these, expected {', '.join(FORMS)}"
        )
    if suffix == ".pdf":
        from quincunx.drawing.book import TITLE
        from quincunx.drawing.qr import require_segno
        from quincunx.drawing.typst_export import require_printable

        require_printable(TITLE)
        require_segno()


def written(path: str | os.PathLike[str], rows: Sequence[Mapping[str, Any]]) -> str | bytes:
    """What a file of this name holds."""
    return FORMS[Path(path).suffix.lower()](rows)


def _text(path: str | os.PathLike[str]) -> str:
    """What a file holds, or standard input where the name is -."""
    name = os.fspath(path)
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8")
    except (OSError, ValueError, AttributeError) as error:
        closed = isinstance(error, AttributeError)
        reason = getattr(error, "strerror", None) or ("closed" if closed else "no text in UTF-8")
        raise PuzzleError(f"{place_of(name)}: {reason}, expected a file of made puzzles") from None


def read_table(path: str | os.PathLike[str]) -> Iterator[str]:
    """The identifiers in a table of made puzzles: its column `puzzle`."""
    try:
        rows = csv.DictReader(io.StringIO(_text(path), newline=""), strict=True)
        found = [row.get("puzzle") for row in rows]
    except csv.Error:
        found = [None]
    for at, identifier in enumerate(found, 2):
        if not identifier:
            raise PuzzleError(
                f"{place_of(os.fspath(path))}: row {at} has no puzzle, expected a table of made "
                "puzzles with a column of that name"
            )
        yield identifier


def read_rows(path: str | os.PathLike[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a file with one JSON object a line, or of standard input where the name is -;
    each with the place where it stands."""
    shown = place_of(os.fspath(path))
    for at, line in enumerate(_text(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict) or not isinstance(row.get("puzzle"), str):
            raise PuzzleError(
                f"{shown}: line {at} is {shorten(line, 40)!r}, expected a made puzzle as JSON"
            )
        yield f"{shown}: line {at}", row
