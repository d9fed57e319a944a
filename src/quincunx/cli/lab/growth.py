"""`quincunx lab growth`: cost against a parameter of a family."""

from __future__ import annotations

from typing import Annotated

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
    require_for_output,
    resumable,
    words,
    write_files,
)
from quincunx.cli.options import (
    JsonOption,
    ModelOption,
    complete_family,
    complete_labeling,
    seconds,
    whole,
)
from quincunx.cli.output import table, write, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.solving.models import OURS, model_note


def growth(
    context: typer.Context,
    family: Annotated[
        str | None,
        typer.Argument(
            metavar="FAMILY",
            autocompletion=complete_family,
            help="The family to make puzzles of.",
            show_default=False,
        ),
    ] = None,
    over: Annotated[
        str | None,
        typer.Option(
            metavar="PARAMETER=VALUES",
            help="What grows: size=3..7, or target=60,100.",
            show_default=False,
        ),
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="PARAMETER=VALUE", help="Another parameter of the family."),
    ] = None,
    labeling: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTIONS",
            help="A line of the chart, as in ff,bisect; give it once for every line.",
            autocompletion=complete_labeling,
        ),
    ] = None,
    consistency: ConsistencyOption = None,
    model: ModelOption = OURS,
    number: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="Puzzles for each value.")
    ] = 5,
    any_number: Annotated[
        bool,
        typer.Option("--any", help="Puzzles with any number of solutions: much faster to make."),
    ] = False,
    every: GoalOption = False,
    repeat: RepeatOption = None,
    seed: SeedOption = 0,
    time_limit: RunTimeOption = LIMIT_SECONDS,
    node_limit: NodeLimitOption = None,
    making_limit: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", parser=seconds, help="For making the puzzles of one value."
        ),
    ] = 60.0,
    jobs: JobsOption = 1,
    output: FolderOption = None,
    resume: ResumeOption = False,
    fresh: FreshOption = False,
    as_json: JsonOption = False,
) -> int:
    """Measure how the cost of a search grows with a parameter of the puzzles.

    Puzzles are made from the seed. Limits apply to a single run. A stopped run is shown as such,
    never as a number, and counts as more than it reached when growth is fitted. Times are
    processor time.
    """
    from quincunx.lab import growth_experiment as experiment
    from quincunx.lab.tables import counter_name

    require_for_output(output)
    if resume:
        asked = experiment.Growth.resumed(resumable(output, context))
    elif family is None or over is None:
        raise OptionError("lab: no family or no --over, expected as in c-note --over size=3..7")
    else:
        asked = experiment.growth(
            family,
            over,
            fixed=words(parameters) or (),
            labelings=labeling,
            consistency=consistency,
            model=model,
            number=number,
            unique=not any_number,
            goal="all" if every else "first",
            repeat=repeat,
            seed=seed,
            seconds=time_limit,
            nodes=node_limit,
        )
    with progress_bar("growth", output) as progress:
        rows = experiment.run_growth(
            asked,
            jobs=jobs,
            folder=output,
            fresh=fresh,
            making_seconds=making_limit,
            making=progress.making,
            progress=progress,
        )
    if as_json:
        write_json({"sweep": asked.identity(), "rows": [row.as_dict() for row in rows]})
    else:
        for counter in experiment.CURVE_COUNTERS:
            named = filter(None, (counter_name(counter), model_note(asked.model)))
            headers, *lines = experiment.tables(asked, rows, counter)
            write_lines([[(", ".join(named), "title")]])
            write(table(lines, headers))
            write("\n".join([*experiment.growth_lines(asked, rows, counter), ""]))
        for sentence in experiment.unsolved(rows):
            write(sentence)
    if output is not None:
        written = experiment.write_results(output, asked, rows)
        if not as_json:
            write_files(written, output)
    return Status.FOUND
