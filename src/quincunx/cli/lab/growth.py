"""`quincunx lab growth`: cost against a parameter of a family."""

from __future__ import annotations

from typing import Annotated

import typer

from quincunx._support.files import write_file
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
        int, typer.Option(metavar="N", parser=whole(1), help="So many puzzles for each value.")
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

    Puzzles are made from the seed. Limits are for a single run. A run that reaches one is shown
    as such, never as a number, and counts as more than it reached where growth is fitted. Times
    are those of the processor.
    """
    from quincunx.lab.figures.numbers import write_csv
    from quincunx.lab.figures.numbers import write_json as write_rows
    from quincunx.lab.figures.pictures import require_matplotlib
    from quincunx.lab.growth.curves import (
        CURVE_COUNTERS,
        curves,
        draw_growth,
        in_words,
    )
    from quincunx.lab.growth.experiment import Growth, run_growth
    from quincunx.lab.growth.experiment import growth as asked_growth
    from quincunx.lab.growth.report import how_it_grows, unsolved, write_growth_report
    from quincunx.lab.labeling.heat import counter_name

    if output is not None:
        require_matplotlib()
    if resume:
        asked = Growth.resumed(resumable(output, context))
    elif family is None or over is None:
        raise OptionError("lab: no family or no --over, expected as in c-note --over size=3..7")
    else:
        asked = asked_growth(
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
    with progress_bar("growth") as progress:
        try:
            rows = run_growth(
                asked,
                jobs=jobs,
                folder=output,
                fresh=fresh,
                making_seconds=making_limit,
                making=progress.making,
                progress=progress,
            )
        except KeyboardInterrupt:
            progress.interrupted(output)
            return Status.INTERRUPTED
    if as_json:
        write_json({"sweep": asked.identity(), "rows": [row.as_dict() for row in rows]})
    else:
        for counter in CURVE_COUNTERS:
            lines = curves(rows, counter)
            cells = [
                [point, *(in_words(curve.points[at], counter) for curve in lines)]
                for at, point in enumerate(asked.points)
            ]
            named = filter(None, (counter_name(counter), model_note(asked.model)))
            write_lines([[(", ".join(named), "title")]])
            write(table(cells, [asked.parameter, *(curve.name for curve in lines)]))
            for curve in lines:
                write(f"{curve.name}: {how_it_grows(asked, curve, counter)}")
            write()
        for sentence in unsolved(rows):
            write(sentence)
    if output is not None:
        write_csv(output / "rows.csv", rows)
        write_rows(output / "rows.json", asked.identity(), rows)
        draw_growth(asked, rows, output)
        write_file(output / "report.md", write_growth_report(asked, rows))
        if not as_json:
            write(f"5 files in {output}, the report in {output / 'report.md'}")
    return Status.FOUND
