"""`quincunx lab labeling`: every combination of labeling options on the same puzzles."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from quincunx.cli.lab._common import (
    ExperimentFlags,
    FolderFlags,
    WorkerFlags,
    require_for_output,
    running,
    words,
    write_files,
    write_tables,
)
from quincunx.cli.options import complete_labeling
from quincunx.cli.output import write, write_json
from quincunx.cli.status import Status
from quincunx.errors import OptionError


def labeling(
    flags: ExperimentFlags,
    kept: FolderFlags,
    workers: WorkerFlags,
    puzzles: list[str] | None = None,
    /,
    variable: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORDERS",
            help="Only these variable orders, as in ff,min; an invalid one lists the choices.",
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
    counter: str = "backtracks",
    as_json: bool = False,
) -> int:
    """Compare every variable order × value choice × direction on the same puzzles.

    Limits apply to a single run. A stopped run is shown as such, never as a number. Times are
    processor time; options that lead to the same search share one.

    Options:
        puzzles (PUZZLE...): Identifiers, files, gallery names, or - for standard input.
        counter (NAME): The counter of the heat map shown here.
    """
    from quincunx.lab import labeling_sweep
    from quincunx.lab.plots import terminal_tables
    from quincunx.lab.trials import COUNTERS

    shown = "seconds" if counter == "time" else counter
    if shown not in COUNTERS:
        known = ", ".join(COUNTERS)
        raise OptionError(f"lab: unknown counter {counter!r}, expected one of {known}")
    output = kept.output
    require_for_output(output)
    asked = labeling_sweep.sweep(
        puzzles or [],
        variables=words(variable),
        values=words(value),
        directions=words(direction),
        **flags.keywords(),
    )
    with running("labeling", workers, output, kept.fresh) as (runner, _):
        rows = labeling_sweep.run_sweep(asked, runner)
    if as_json:
        write_json({"sweep": asked.identity(), "rows": [row.as_dict() for row in rows]})
    else:
        write_tables(terminal_tables(labeling_sweep.panels(rows, shown)))
        write("\n".join(labeling_sweep.summary(rows, shown)))
    if output is not None:
        write_files(partial(labeling_sweep.write_results, output, asked, rows), output, as_json)
    return Status.FOUND
