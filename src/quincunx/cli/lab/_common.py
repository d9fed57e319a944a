"""Options that experiments share, the progress bar, and how an interruption is reported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from quincunx.cli.options import Natural, Positive, whole
from quincunx.cli.output import coloured, width, write, write_error, write_lines
from quincunx.cli.progress import certain_interrupt
from quincunx.cli.status import Status
from quincunx.solving.models import OURS

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.table import Table

    from quincunx.lab.runner import ExperimentKeywords, Runner

JobsOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", metavar="N", parser=whole(), help="Runs at a time, each on its own core."
    ),
]


@dataclass(frozen=True)
class WorkerFlags:
    """Where trials are run.

    Options:
        scheduler (ADDRESS): A Dask scheduler, as in tcp://10.0.0.1:8786: its workers make the runs;
            start them with one thread each.
    """

    jobs: JobsOption = None
    scheduler: str | None = None


@dataclass(frozen=True)
class ExperimentFlags:
    """What is measured, in labeling sweeps and growth experiments.

    Options:
        consistency (LEVEL): Strength of propagation: bounds, domain or both; domain by default, or
            bounds with --model paper.
        all_: Search for all solutions, not only the first.
        repeat (N): Run everything N times, random orders with N seeds; by default only quick runs
            are repeated.
        seed (N): For random orders and for made puzzles.
        time_limit (SECONDS): Stop a run after this time.
        node_limit (N): Stop a run after N nodes.
    """

    consistency: str | None = None
    model: str = OURS
    all_: bool = False
    repeat: Positive | None = None
    seed: int = 0
    time_limit: float | None = 10.0
    node_limit: Natural | None = None

    def keywords(self) -> ExperimentKeywords:
        """Return the options as keywords of experiments."""
        return {
            "consistency": self.consistency,
            "model": self.model,
            "goal": "all" if self.all_ else "first",
            "repeat": self.repeat,
            "seed": self.seed,
            "seconds": self.time_limit,
            "nodes": self.node_limit,
        }


@dataclass(frozen=True)
class FolderFlags:
    """Where results are kept.

    Options:
        output (DIR): Write rows, pictures and a report into this folder; finished runs are kept
            there.
        fresh: Measure again what the folder holds already.
    """

    output: Path | None = None
    fresh: bool = False


def words(texts: Sequence[str] | None) -> list[str] | None:
    """Return the words of options that may be repeated or contain commas; `None` if not given.

    >>> words(["ff,min", " max"])
    ['ff', 'min', 'max']
    """
    if not texts:
        return None
    return [word for text in texts for part in text.split(",") if (word := part.strip())]


def require_for_output(output: Path | None, *, scipy: bool = True) -> None:
    """Refuse to begin if packages are missing that the files in the folder need."""
    from quincunx.lab.plots import require_matplotlib
    from quincunx.lab.statistics import require_scipy

    if output is not None:
        require_matplotlib()
        if scipy:
            require_scipy()


class ProgressBar:
    """Shows how many runs are finished."""

    def __init__(self, label: str, bar: Progress) -> None:
        self.label = label
        self.done = self.total = 0
        self._bar = bar
        self._task = bar.add_task(label, total=None)

    def __call__(self, done: int, total: int) -> None:
        """Show the number of finished runs."""
        self.done, self.total = done, total
        self._show(self.label, done, total)

    def making(self, done: int, total: int) -> None:
        """Show for how many values puzzles are made."""
        self._show("making puzzles", done, total)

    def _show(self, label: str, done: int, total: int) -> None:
        self._bar.update(self._task, description=label, completed=done, total=total)
        self._bar.refresh()


@contextmanager
def running(
    label: str, workers: WorkerFlags, folder: Path | None, fresh: bool = False
) -> Iterator[tuple[Runner, ProgressBar]]:
    """Show a bar if standard error is a terminal; report what is kept after Ctrl-C."""
    from rich import progress
    from rich.console import Console

    from quincunx.lab.runner import Runner

    bar = progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("left"),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
        # Refreshed when a run is finished: a thread would slow down the searches being timed.
        auto_refresh=False,
        transient=True,
        disable=sys.stderr is None or not sys.stderr.isatty(),
    )
    shown = ProgressBar(label, bar)
    try:
        with bar:
            yield Runner(workers.jobs, workers.scheduler, folder, fresh, shown), shown
    except KeyboardInterrupt:
        runs = f"{shown.done} of {shown.total} runs"
        if not shown.total:
            write_error("stopped before the first run")
        elif folder is None:
            write_error(f"stopped after {runs} (-o DIR would keep them)")
        else:
            write_error(f"stopped: {runs} are kept in {folder}; the same command goes on")
        raise typer.Exit(Status.INTERRUPTED) from None


def write_tables(tables: Sequence[tuple[str, Table]]) -> None:
    """Write rich tables under their headings, in colours if the output has any."""
    import io

    from rich.console import Console

    for heading, table in tables:
        write_lines([[(heading, "title")]])
        text = io.StringIO()
        Console(
            file=text,
            force_terminal=coloured(),
            no_color=not coloured(),
            width=min(width(), 400),
            legacy_windows=False,
        ).print(table)
        write("\n".join(line.rstrip() for line in text.getvalue().splitlines()))
        write()


def write_files(write_results: Callable[[], Sequence[Path]], folder: Path, quiet: bool) -> None:
    """Write the files of an experiment into a folder, and report them unless `quiet`."""
    with certain_interrupt():
        files = write_results()
    if not quiet:
        write(f"{len(files)} files in {folder}, the report in {files[-1]}")
