"""`quincunx dataset`: many puzzles as rows, for training and testing reasoning models."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quincunx._support.text import amount
from quincunx.cli.output import Response, write_error
from quincunx.cli.progress import ProgressDisplay
from quincunx.cli.status import Status
from quincunx.datasets.api import make_dataset, verify_dataset
from quincunx.datasets.build import Progress, Summary
from quincunx.errors import OptionError

NUMBER = 1_000
"""Number of rows if none is given."""
REPORT_SECONDS = 30.0
"""Seconds between two lines of progress where there is no terminal."""
MAX_NAMED_ROWS = 10
"""Number of rows named in a message."""


@dataclass(frozen=True)
class DatasetFlags:
    """The rows of a dataset, and how they are made and written.

    Options:
        family (FAMILY[:NAME=VALUE,...]): A family with its parameters, as in
            c-note:size=3,target=125; may be repeated.
        number: How many rows; 1,000 if not given.
        grades (GRADE:WEIGHT,...): How hard they are, as in easy:5,medium:3,hard:2; any grade if
            not given.
        splits (SPLIT:SHARE,...): train:8,validation:1,test:1 if not given.
        exclude (FILE|gallery|benchmark): Leave out the solutions of these puzzles, turned or
            mirrored ones included; may be repeated.
        allow_benchmark: Allow puzzles with the solutions of the benchmark.
        repeat_solutions: Allow several rows with the same solution.
        format (NAME): Add the columns of a trainer: chat, vision, trl or verl.
        seed: The same seed gives the same set; 1 if not given.
        jobs: How many processes; one per processor if not given.
        shard_size: Rows in a group of files, one for each split; 10,000 if not given.
        parquet: Write Parquet beside JSON Lines.
        compress: Compress JSON Lines with gzip.
        scheduler (ADDRESS): A Dask scheduler, as in tcp://10.0.0.1:8786: its workers make the rows.
        verify: Compare all files with their SHA-256, and check that no solution is repeated, in
            two splits or excluded. Without --family, do nothing else.
    """

    family: list[str] | None = None
    number: int | None = None
    grades: str | None = None
    splits: str | None = None
    exclude: list[str] | None = None
    allow_benchmark: bool = False
    repeat_solutions: bool = False
    format: str | None = None
    seed: int | None = None
    jobs: int | None = None
    shard_size: int | None = None
    parquet: bool = False
    compress: bool = False
    scheduler: str | None = None
    verify: bool = False


def dataset(output: Path, flags: DatasetFlags) -> Response:
    """Write a dataset of graded puzzles for reasoning models.

    Rows have a question, an answer and an explanation, and are divided into splits. The same
    command again continues where the last run stopped; with a larger number the set grows, and
    existing rows stay as they are. With --verify and no family, the files of a set are
    compared with its manifest, and nothing is written.

    Exit status: 0 it is complete, 2 the input is wrong, 3 it was stopped (by Ctrl-C, a full disk or
    a scheduler that is gone), there are no more such puzzles, or rows were lost.

    Options:
        output (DIR): A new folder, or one with a dataset to continue.
    """
    given = {
        name: value
        for name, value in vars(flags).items()
        if value not in (None, []) and value is not False
    }
    if flags.verify and not flags.family:
        for name in [name for name in given if name not in ("verify", "exclude")]:
            raise OptionError(
                f"dataset: --verify with --{name.replace('_', '-')} and no family; give --verify "
                "alone, or all that the set was made with"
            )
        return _verify(output, flags.exclude or [])
    number = given.pop("number", NUMBER)
    with ProgressDisplay() as watch:
        summary = make_dataset(
            output,
            given.pop("family", []),
            number,
            progress=_reporter(watch),
            cancel=watch.cancel,
            warn=lambda warning: write_error(f"warning: {warning}"),
            **given,
        )
    if summary.complete and (used_up := summary.manifest.used_up):
        write_error(f"dataset: no more puzzles of {', '.join(used_up)}; the others continued")
    if summary.ended:
        write_error(f"dataset: {summary.ended} ({number:,} were requested)")
    if summary.lost:
        write_error(f"dataset: {_lost(summary)}")
    status = Status.STOPPED if summary.ended or summary.lost else Status.FOUND
    return Response(_as_dict(summary), _sentence(summary), status)


def _reporter(watch: ProgressDisplay) -> Callable[[Progress], None]:
    """Return what reports progress: in one line on a terminal, and every so often in a line
    elsewhere."""
    latest = ""
    next_line = time.monotonic() + REPORT_SECONDS

    def report(progress: Progress) -> None:
        nonlocal latest, next_line
        latest = progress.text
        if time.monotonic() >= next_line and not sys.stderr.isatty():
            write_error(latest)
            next_line = time.monotonic() + REPORT_SECONDS

    watch.follow(lambda: latest)
    return report


def _verify(output: Path, exclude: list[str]) -> Response:
    """Compare the files with their manifest, and the rows with each other."""
    summary = verify_dataset(output, exclude)
    files = sum(len(shard.files) for shard in summary.manifest.shards)
    asked = "" if summary.complete else f"; {summary.number:,} rows were requested"
    words = f"{_sentence(summary)}; {amount(files, 'file')}, nothing changed, no leaks{asked}"
    return Response({**_as_dict(summary), "files": files}, words)


def _as_dict(summary: Summary) -> dict[str, Any]:
    """The summary as JSON data."""
    manifest = summary.manifest
    return {
        "folder": str(summary.folder),
        **{name: getattr(summary, name) for name in ("complete", "rows", "number", "ended")},
        **{name: getattr(manifest, name) for name in ("counts", "repeats", "excluded")},
        "not_found": len(manifest.not_found),
        **{name: getattr(summary, name) for name in ("lost", "warnings")},
        "shards": len(manifest.shards),
        **{name: getattr(summary, name) for name in ("made", "kept")},
        "seconds": round(summary.seconds, 3),
    }


def _sentence(summary: Summary) -> str:
    """The contents of the folder in a line."""
    manifest = summary.manifest
    splits = ", ".join(f"{name} {count:,}" for name, count in manifest.counts["split"].items())
    left_out = [
        f"{amount(manifest.repeats, 'repeat')} left out" if manifest.repeats else "",
        f"{manifest.excluded:,} excluded" if manifest.excluded else "",
        f"{len(manifest.not_found):,} not found" if manifest.not_found else "",
        f"{summary.kept:,} more made and kept" if summary.kept else "",
    ]
    details = "; ".join(filter(None, [splits, *left_out]))
    return f"{summary.folder}: {amount(summary.rows, 'row')}" + (f" ({details})" if details else "")


def _lost(summary: Summary) -> str:
    """Which rows could not be made, and why the first of them could not."""
    rows = "row" if len(summary.lost) == 1 else "rows"
    named = ", ".join(map(str, summary.lost[:MAX_NAMED_ROWS]))
    named += ", ..." if len(summary.lost) > MAX_NAMED_ROWS else ""
    return f"{rows} {named} could not be made: {summary.manifest.lost[0]['reason']}"
