"""What the experiments share: options, the progress bar, and how an interruption is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from quincunx.cli.options import complete_consistency, file_name, seconds, whole
from quincunx.cli.output import coloured, width, write, write_error, write_lines
from quincunx.errors import OptionError

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.table import Table

FolderOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="DIR",
        parser=file_name,
        help="Write rows, pictures and a report into this folder; it also keeps what is finished.",
        show_default=False,
    ),
]
JobsOption: TypeAlias = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", metavar="N", parser=whole(), help="So many runs at a time, each on a core."
    ),
]
ConsistencyOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="LEVEL",
        help="How hard to propagate: bounds, domain or both; domain, or bounds with --model paper.",
        autocompletion=complete_consistency,
        show_default=False,
    ),
]
SeedOption: TypeAlias = Annotated[
    int,
    typer.Option(
        metavar="N", parser=whole(), help="For everything random: orders, and puzzles made."
    ),
]
NodeLimitOption: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", parser=whole(0), help="Stop a run after N nodes.")
]
RunTimeOption: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--time-limit", metavar="SECONDS", help="Stop a run after so many seconds.", parser=seconds
    ),
]
RepeatOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole(1),
        help="Run everything N times, random orders with N seeds; unless given, only what is quick "
        "is repeated.",
        show_default=False,
    ),
]
FreshOption: TypeAlias = Annotated[
    bool, typer.Option("--fresh", help="Measure again what the folder holds already.")
]
ResumeOption: TypeAlias = Annotated[
    bool, typer.Option("--resume", help="Go on with the sweep that the folder holds.")
]
GoalOption: TypeAlias = Annotated[
    bool, typer.Option("--all", help="Search for all solutions, not only the first.")
]
BESIDE_RESUME = {"resume", "output", "fresh", "jobs", "counter", "making_limit", "as_json"}
"""Parameters that say how a sweep is run and shown, and not what it is."""
LIMIT_SECONDS = 10.0
"""What stops a run unless somebody says otherwise."""


def words(texts: Sequence[str] | None) -> list[str] | None:
    """The words of options that may be repeated or hold commas; `None` where none was given.

    >>> words(["ff,min", " max"])
    ['ff', 'min', 'max']
    """
    if not texts:
        return None
    return [word for text in texts for part in text.split(",") if (word := part.strip())]


class Watched:
    """How far an experiment came, shown as a bar where there is one."""

    def __init__(self, what: str, bar: Progress | None) -> None:
        self.what = what
        self._bar = bar
        self._task = None if bar is None else bar.add_task(what, total=None)
        self._reached = (0, 0)

    def __call__(self, done: int, total: int) -> None:
        """So many runs are finished, of so many."""
        self._reached = (done, total)
        self._show(self.what, done, total)

    def making(self, done: int, total: int) -> None:
        """The puzzles for so many values are made, of so many."""
        self._show("making puzzles", done, total)

    def interrupted(self, folder: Path | None) -> None:
        """Say what an interruption left."""
        done, total = self._reached
        if self._bar is not None:
            self._bar.stop()
        if not total:
            write_error("stopped before the first run")
        elif folder is None:
            write_error(f"stopped after {done} of {total} runs (-o DIR would keep them)")
        else:
            write_error(
                f"stopped: {done} of {total} runs are kept in {folder}; the same command goes on"
            )

    def _show(self, what: str, done: int, total: int) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=what, completed=done, total=total)
            self._bar.refresh()


@contextmanager
def progress_bar(what: str) -> Iterator[Watched]:
    """A bar on a terminal's standard error; nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield Watched(what, None)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    # Drawn when something is finished and not by a thread of its own, which would cost the
    # searches that are being timed.
    bar = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
    with bar:
        yield Watched(what, bar)


def write_tables(tables: Sequence[tuple[str, Table]]) -> None:
    """Write tables of rich under their headings, in colours where there are any."""
    import io

    from rich.console import Console

    for heading, table in tables:
        write_lines([[(heading, "title")]])
        console = Console(
            file=io.StringIO(),
            force_terminal=coloured(),
            no_color=not coloured(),
            width=min(width(), 400),
            legacy_windows=False,
        )
        console.print(table)
        file = console.file
        assert isinstance(file, io.StringIO)
        write("\n".join(line.rstrip() for line in file.getvalue().splitlines()))
        write()


def resumable(output: Path | None, context: typer.Context) -> Path:
    """The folder to go on in; whatever else says beside --resume what to measure contradicts what
    it holds."""
    if output is None:
        raise OptionError("lab: --resume without -o, expected the folder to go on in")
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE" and name not in BESIDE_RESUME:
            option = parameter.param_type_name == "option"
            other = parameter.opts[0] if option else "another sweep"
            raise OptionError(f"lab: --resume and {other}, expected one of them")
    return output
