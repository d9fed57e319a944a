"""Files of made puzzles as `quincunx generate` reads them: parts to be merged, lists to exclude."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx._support.files import write_file
from quincunx.cli._options import JsonOption, output_option
from quincunx.cli._output import write, write_json
from quincunx.cli._search import amount
from quincunx.cli._status import Status
from quincunx.errors import OptionError

if TYPE_CHECKING:
    from quincunx.families.base.reading import PuzzleLike

MERGE = "merge"


@cache
def merge_command() -> Any:
    program = typer.Typer(rich_markup_mode=None, add_completion=False)
    program.command(name=MERGE)(merge)
    return typer.main.get_command(program)


def merge(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Parts of series, one JSON object a line; - for standard input.",
        ),
    ],
    output: Annotated[
        Path | None,
        output_option("Write them to a file instead: .jsonl, .csv, or .pdf for a book."),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Put parts of series together that were made apart: in the order of their rows, without
    those that were there before, turned or mirrored. What is printed is JSON in any case."""
    from quincunx.cli.puzzle_files import read_rows, require_writable, written
    from quincunx.making.merge import merged_parts

    if output is not None:
        require_writable(output)
    if files.count(Path("-")) > 1:
        raise OptionError("merge: several files are -, expected at most one")
    rows = merged_parts(part for path in files for part in read_rows(path))
    if output is not None:
        write_file(output, written(output, rows))
        tell_file(output, len(rows), as_json)
    else:
        for row in rows:
            write_json(row)
    return Status.FOUND


def tell_file(path: Path, rows: int, as_json: bool) -> None:
    """Say what was written."""
    if as_json:
        write_json({"file": str(path), "rows": rows})
    else:
        write(f"{path}: {amount(rows, 'puzzle')}")


def excluded(text: str) -> Iterator[PuzzleLike]:
    """The puzzles that nobody wants again: of a file of made puzzles, or what any command takes."""
    from quincunx.cli.puzzle_files import read_rows, read_table
    from quincunx.families.base.reading import find_puzzles

    if text.lower().endswith(".csv"):
        yield from read_table(text)
    elif text.endswith(".jsonl"):
        yield from (row["puzzle"] for _, row in read_rows(text))
    else:
        yield from find_puzzles(text)
