"""Files of generated puzzles: one JSON object per line, a table, or a book.

A row is a generated puzzle as JSON data.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from quincunx._support.extras import require_package
from quincunx._support.files import write_file
from quincunx._support.input_text import place_of, read_text
from quincunx.cli.output import amount, write, write_json
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import shorten
from quincunx.families.base.puzzle_input import PuzzleLike, find_puzzles

_WORDS = "puzzle, family, grade, score, techniques, solution, seed, index, series"
COLUMNS = tuple(_WORDS.split(", "))

MAX_BYTES = 200_000_000
"""Maximum size of a file of generated puzzles."""


def to_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object per line."""
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def to_table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] = COLUMNS) -> str:
    """Comma-separated values under a header; solutions are JSON, and techniques are written as in
    `last one 3; parity 1`."""
    content = io.StringIO()
    table = csv.writer(content, lineterminator="\n")
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
    return content.getvalue()


def to_book(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """A book as PDF."""
    from quincunx.drawing import make_book

    return make_book([str(row["puzzle"]) for row in rows]).pdf()


FORMATS: Mapping[str, Callable[[Sequence[Mapping[str, Any]]], str | bytes]] = {
    ".jsonl": to_lines,
    ".csv": to_table,
    ".pdf": to_book,
}
"""The content of a file, by the end of its name."""


def require_writable(path: Path) -> None:
    """Refuse a file whose format is unknown or needs packages that are missing."""
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise OptionError(
            f"generate: {shorten(str(path))} ends in none of these, expected {', '.join(FORMATS)}"
        )
    if suffix == ".pdf":
        from quincunx.drawing.book import TITLE
        from quincunx.drawing.typst_export import require_printable

        require_printable(TITLE)
        require_package("segno")


def write_rows(path: Path, rows: Sequence[Mapping[str, Any]], as_json: bool) -> None:
    """Write rows to a file and report it."""
    write_file(path, FORMATS[path.suffix.lower()](rows))
    if as_json:
        write_json({"file": str(path), "rows": len(rows)})
    else:
        write(f"{path}: {amount(len(rows), 'puzzle')}")


def read_excluded(text: str) -> Iterator[PuzzleLike]:
    """The puzzles of a file of generated puzzles, or any that commands take as arguments."""
    if text.lower().endswith(".csv"):
        yield from _read_table(text)
    elif text.endswith((".jsonl", ".jsonl.gz")):
        from quincunx.datasets.solution_classes import answered_puzzles

        yield from (puzzle for puzzle, _ in answered_puzzles(text))
    else:
        yield from find_puzzles(text)


def _read_table(path: str) -> Iterator[str]:
    """The identifiers in the column `puzzle` of a table."""
    try:
        text = read_text(path, MAX_BYTES, empty=True)
        rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        found = [row.get("puzzle") for row in rows]
    except csv.Error:
        found = [None]
    for at, identifier in enumerate(found, 2):
        if not identifier:
            raise PuzzleError(
                f"{place_of(path)}: row {at} has no puzzle, expected a table of made puzzles with "
                "a column of that name"
            )
        yield identifier
