"""`quincunx lab labeling`: every combination of labeling options on the same puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli.lab._common import (
    LIMIT_SECONDS,
    ConsistencyOption,
    FolderOption,
    FreshOption,
    GoalOption,
    JobsOption,
    NodeLimitOption,
    RepeatOption,
    ResumeOption,
    RunTimeOption,
    SeedOption,
    progress_bar,
    resumable,
    words,
    write_tables,
)
from quincunx.cli.options import (
    JsonOption,
    ModelOption,
    complete_labeling,
    complete_puzzle,
)
from quincunx.cli.output import write, write_json
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.solving.models import OURS

if TYPE_CHECKING:
    from quincunx.lab.runs.trials import Row


def labeling(
    context: typer.Context,
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PUZZLE...",
            help="Identifiers, files, gallery names, or - for standard input.",
            autocompletion=complete_puzzle,
            show_default=False,
        ),
    ] = None,
    variable: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORDERS",
            help="Only these variable orders, as in ff,min; a wrong one is told all there are.",
            autocompletion=complete_labeling,
        ),
    ] = None,
    value: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CHOICES",
            help="Only these value choices, as in step,bisect.",
            autocompletion=complete_labeling,
        ),
    ] = None,
    direction: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAYS", help="Only up, or only down.", autocompletion=complete_labeling
        ),
    ] = None,
    consistency: ConsistencyOption = None,
    model: ModelOption = OURS,
    every: GoalOption = False,
    repeat: RepeatOption = None,
    seed: SeedOption = 0,
    time_limit: RunTimeOption = LIMIT_SECONDS,
    node_limit: NodeLimitOption = None,
    jobs: JobsOption = 1,
    counter: Annotated[
        str, typer.Option(metavar="NAME", help="The counter of the heat map shown here.")
    ] = "backtracks",
    output: FolderOption = None,
    resume: ResumeOption = False,
    fresh: FreshOption = False,
    as_json: JsonOption = False,
) -> int:
    """Compare every variable order × value choice × direction on the same puzzles.

    Limits are for a single run. A run that reaches one is shown as such, never as a number. Times
    are those of the processor; options that led to the same search share one.
    """
    from quincunx.lab.figures.pictures import require_matplotlib
    from quincunx.lab.labeling.sweep import Sweep, run_sweep, sweep

    name = _counter(counter)
    if output is not None:
        require_matplotlib()
    if resume:
        asked = Sweep.resumed(resumable(output, context))
    else:
        asked = sweep(
            puzzles or [],
            variables=words(variable),
            values=words(value),
            directions=words(direction),
            consistency=consistency,
            model=model,
            goal="all" if every else "first",
            repeat=repeat,
            seed=seed,
            seconds=time_limit,
            nodes=node_limit,
        )
    with progress_bar("labeling") as progress:
        try:
            rows = run_sweep(asked, jobs=jobs, folder=output, fresh=fresh, progress=progress)
        except KeyboardInterrupt:
            progress.interrupted(output)
            return Status.INTERRUPTED
    if as_json:
        write_json({"sweep": asked.identity(), "rows": [row.as_dict() for row in rows]})
    else:
        _show(rows, name)
    if output is not None:
        from quincunx.lab.labeling.results import write_results

        written = write_results(output, asked, rows)
        if not as_json:
            write(f"{len(written)} files in {output}, the report in {written[-1]}")
    return Status.FOUND


def _counter(name: str) -> str:
    """A counter by its name, or by what it is called where people read."""
    from quincunx.lab.runs.trials import COUNTERS

    wanted = {"time": "seconds"}.get(name, name)
    if wanted not in COUNTERS:
        raise OptionError(f"lab: unknown counter {name!r}, expected one of {', '.join(COUNTERS)}")
    return wanted


def _show(rows: list[Row], counter: str) -> None:
    from quincunx.lab.labeling.heat import terminal_tables
    from quincunx.lab.labeling.ranking import summary

    write_tables(terminal_tables(rows, counter))
    for line in summary(rows, counter):
        write(line)
