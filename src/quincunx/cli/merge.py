"""`quincunx generate merge`: parts of series put together."""

from __future__ import annotations

from pathlib import Path

from quincunx.cli.output import write_json
from quincunx.cli.puzzle_files import read_rows, require_writable, write_rows
from quincunx.cli.status import Status
from quincunx.errors import OptionError


def merge(files: list[Path], /, output: Path | None = None, as_json: bool = False) -> int:
    """Merge parts of series that were made separately, in the order of their rows.

    Of puzzles that are the same when turned or mirrored, the first is kept. Standard output is
    always one JSON object a line.

    Options:
        files (FILE...): Parts of series, one JSON object a line, of at most 200 MB each; - for
            standard input.
        output: Write them to a file instead: .jsonl, .csv, or .pdf for a book.
    """
    from quincunx.making.merge import merged_parts

    if output is not None:
        require_writable(output)
    if files.count(Path("-")) > 1:
        raise OptionError("merge: several files are -, expected at most one")
    rows = merged_parts(part for path in files for part in read_rows(path))
    if output is not None:
        write_rows(output, rows, as_json)
    else:
        for row in rows:
            write_json(row)
    return Status.FOUND
