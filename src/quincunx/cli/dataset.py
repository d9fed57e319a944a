"""`quincunx dataset`: many puzzles as rows, for training and testing whoever reasons."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx.cli._options import JsonOption, complete_family, output_option, whole
from quincunx.cli._output import write, write_error, write_json
from quincunx.cli._search import Watch, amount
from quincunx.cli._status import Status
from quincunx.datasets import DEFAULT_SEED, SHARD_ROWS
from quincunx.errors import OptionError

if TYPE_CHECKING:
    from quincunx.datasets.build import Summary

NUMBER = 1_000
"""How many rows, unless somebody says."""
PAUSE = 30.0
"""Seconds between two lines of progress where nobody watches a terminal."""
MOST_NAMED = 10
"""So many rows are named in a message at most."""


def dataset(
    output: Annotated[
        Path, output_option("The folder: new, or with a set to go on with.", metavar="DIR")
    ],
    family: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FAMILY[:NAME=VALUE,...]",
            help="A family with its parameters, as in c-note:size=3,target=125; may be repeated.",
            autocompletion=complete_family,
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(), help=f"How many rows; {NUMBER:,} if not given."),
    ] = None,
    grades: Annotated[
        str | None,
        typer.Option(
            metavar="GRADE:WEIGHT,...",
            help="How hard they are, as in easy:5,medium:3,hard:2; as they come if not given.",
        ),
    ] = None,
    splits: Annotated[
        str | None,
        typer.Option(
            metavar="SPLIT:SHARE,...",
            help="train:8,validation:1,test:1 if not given.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(),
            help=f"The same seed gives the same set; {DEFAULT_SEED} if not given.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=whole(), help="How many processes; one a processor if not given."
        ),
    ] = None,
    shard_size: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(),
            help=f"Rows of one round of files; {SHARD_ROWS:,} if not given.",
        ),
    ] = None,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write Parquet beside JSON Lines.")
    ] = False,
    compress: Annotated[
        bool, typer.Option("--compress", help="Compress JSON Lines with gzip.")
    ] = False,
    benchmark: Annotated[
        bool,
        typer.Option(
            "--benchmark",
            help="The benchmark: a small fixed set of puzzles of all families; with another seed, "
            "other puzzles of the same kinds.",
        ),
    ] = False,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="A Dask scheduler, as in tcp://10.0.0.1:8786: its workers make the rows.",
        ),
    ] = None,
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Compare all files that are there with their SHA-256; alone, do nothing else.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Write a dataset: graded puzzles with question, answer and explanation, in splits.

    The same command again goes on where the last run stopped; with a larger number the set grows,
    and what exists stays as it is. With --verify and no family, the files of a set are only
    compared with its manifest, and nothing is written.

    Exit status: 0 it is complete, 2 the input is wrong, 3 it was stopped (by Ctrl-C, a full disk or
    a scheduler that is gone), there are no more such puzzles, or rows were lost.
    """
    from quincunx.datasets.api import make_dataset

    settings = _given(number=number, grades=grades, splits=splits, shard_size=shard_size)
    making = _given(seed=seed, jobs=jobs, parquet=parquet, compress=compress, scheduler=scheduler)
    number = NUMBER if number is None else number
    seed = DEFAULT_SEED if seed is None else seed
    if benchmark:
        for option in (*_given(family=family), *settings, *_given(verify=verify)):
            raise OptionError(f"dataset: --benchmark with {option}, expected one of them")
        return _benchmark(output, seed, jobs, parquet, compress, scheduler, as_json)
    if verify and not family:
        for option in (*settings, *making):
            raise OptionError(
                f"dataset: --verify with {option} and no family, expected --verify alone, or all "
                "that the set was made with"
            )
        return _verify(output, as_json)
    with Watch() as watch:
        reporter = _Reporter(watch)
        summary = make_dataset(
            output,
            family or [],
            number,
            grades=grades,
            splits=splits,
            seed=seed,
            jobs=jobs,
            shard_size=SHARD_ROWS if shard_size is None else shard_size,
            parquet=parquet,
            compress=compress,
            scheduler=scheduler,
            verify=verify,
            progress=lambda progress: reporter.report(progress.text),
            cancel=watch.cancel,
            warn=lambda warning: write_error(f"warning: {warning}"),
        )
    if as_json:
        write_json(_as_dict(summary))
    else:
        write(_sentence(summary))
    if summary.ended:
        write_error(f"dataset: {summary.ended} ({number:,} were asked for)")
    if summary.lost:
        write_error(f"dataset: {_lost(summary)}")
    return Status.STOPPED if summary.ended or summary.lost else Status.FOUND


def _given(**options: Any) -> list[str]:
    """Those of the options that somebody gave."""
    return [
        f"--{name.replace('_', '-')}"
        for name, value in options.items()
        if value not in (None, [], "") and value is not False
    ]


class _Reporter:
    """Says how far it came: in one line on a terminal, and now and then in a line elsewhere."""

    def __init__(self, watch: Watch) -> None:
        self._text = ""
        self._next = time.monotonic() + PAUSE
        self._lines = sys.stderr is not None and not sys.stderr.isatty()
        watch.follow(lambda: self._text)

    def report(self, text: str) -> None:
        """Keep how far it came."""
        self._text = text
        now = time.monotonic()
        if self._lines and now >= self._next:
            write_error(self._text)
            self._next = now + PAUSE


def _verify(output: Path, as_json: bool) -> int:
    """Compare what is there with its manifest, and return the exit status."""
    from quincunx.datasets.api import verify_dataset

    summary = verify_dataset(output)
    files = sum(len(shard.files) for shard in summary.manifest.shards)
    if as_json:
        write_json({**_as_dict(summary), "files": files})
    else:
        asked = "" if summary.complete else f"; {summary.number:,} rows were asked for"
        write(f"{_sentence(summary)}; {amount(files, 'file')}, nothing changed{asked}")
    return Status.FOUND


def _benchmark(
    output: Path,
    seed: int,
    jobs: int | None,
    parquet: bool,
    compress: bool,
    scheduler: str | None,
    as_json: bool,
) -> int:
    """Write the benchmark, and return the exit status."""
    from quincunx.datasets.benchmark import make_benchmark

    with Watch() as watch:
        reporter = _Reporter(watch)
        summary = make_benchmark(
            output,
            seed=seed,
            jobs=jobs,
            parquet=parquet,
            compress=compress,
            scheduler=scheduler,
            progress=lambda progress: reporter.report(progress.text),
            cancel=watch.cancel,
        )
    if summary is None:
        write_error("dataset: stopped: run the same command again to go on")
        return Status.STOPPED
    write_json(_as_dict(summary)) if as_json else write(_sentence(summary))
    return Status.FOUND


def _as_dict(summary: Summary) -> dict[str, Any]:
    """What came of it, as JSON data."""
    manifest = summary.manifest
    return {
        "folder": str(summary.folder),
        "complete": summary.complete,
        "rows": summary.rows,
        "number": summary.number,
        "ended": summary.ended,
        "counts": manifest.counts,
        "repeats": manifest.repeats,
        "not_found": len(manifest.not_found),
        "lost": summary.lost,
        "warnings": summary.warnings,
        "shards": len(manifest.shards),
        "made": summary.made,
        "kept": summary.kept,
        "seconds": round(summary.seconds, 3),
    }


def _sentence(summary: Summary) -> str:
    """What the folder holds, in a line."""
    manifest = summary.manifest
    splits = ", ".join(f"{name} {count:,}" for name, count in manifest.counts["split"].items())
    left_out = [
        f"{amount(manifest.repeats, 'repeat')} left out" if manifest.repeats else "",
        f"{len(manifest.not_found):,} not found" if manifest.not_found else "",
        f"{summary.kept:,} more made and kept" if summary.kept else "",
    ]
    told = "; ".join(filter(None, [splits, *left_out]))
    return f"{summary.folder}: {amount(summary.rows, 'row')}" + (f" ({told})" if told else "")


def _lost(summary: Summary) -> str:
    """Which rows could not be made, and why the first of them could not."""
    lost = summary.lost
    named = ", ".join(map(str, lost[:MOST_NAMED])) + (", ..." if len(lost) > MOST_NAMED else "")
    rows = "row" if len(lost) == 1 else "rows"
    return f"{rows} {named} could not be made: {summary.manifest.lost[0]['reason']}"
