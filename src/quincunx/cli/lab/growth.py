"""`quincunx lab growth`: cost against a parameter of a family."""

from __future__ import annotations

from functools import partial

from quincunx.cli.lab._common import (
    ExperimentFlags,
    FolderFlags,
    WorkerFlags,
    require_for_output,
    running,
    words,
    write_files,
)
from quincunx.cli.options import Positive
from quincunx.cli.output import table, write, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.solving.models import model_note


def growth(
    flags: ExperimentFlags,
    kept: FolderFlags,
    workers: WorkerFlags,
    family: str | None = None,
    /,
    over: str | None = None,
    with_: list[str] | None = None,
    labeling: list[str] | None = None,
    number: Positive = 5,
    any_: bool = False,
    making_limit: float = 60.0,
    as_json: bool = False,
) -> int:
    """Measure how the cost of a search grows with a parameter of the puzzles.

    Puzzles are made from the seed. Limits apply to a single run. A stopped run is shown as such,
    never as a number, and counts as more than it reached when growth is fitted. Times are
    processor time.

    Options:
        family (FAMILY): The family to make puzzles of.
        over (PARAMETER=VALUES): What grows: size=3..7, or target=60,100.
        with_ (PARAMETER=VALUE): Another parameter of the family.
        labeling (OPTIONS): A line of the chart, as in ff,bisect; give it once for every line.
        number (N): Puzzles for each value.
        any_: Puzzles with any number of solutions: much faster to make.
        making_limit (SECONDS): For making the puzzles of one value.
    """
    from quincunx.lab import growth_experiment as experiment
    from quincunx.lab.tables import counter_name

    output = kept.output
    require_for_output(output)
    if family is None or over is None:
        raise OptionError("lab: no family or no --over, expected as in c-note --over size=3..7")
    asked = experiment.growth(
        family,
        over,
        fixed=words(with_) or (),
        labelings=labeling,
        number=number,
        unique=not any_,
        **flags.keywords(),
    )
    with running("growth", workers, output, kept.fresh) as (runner, bar):
        rows = experiment.run_growth(asked, runner, making_seconds=making_limit, making=bar.making)
    if as_json:
        write_json({"sweep": asked.identity(), "rows": [row.as_dict() for row in rows]})
    else:
        for counter in experiment.CURVE_COUNTERS:
            named = filter(None, (counter_name(counter), model_note(asked.model)))
            headers, *lines = experiment.medians(asked, rows, counter)
            write_lines([[(", ".join(named), "title")]])
            write(table(lines, headers))
            write("\n".join([*experiment.growth_lines(asked, rows, counter), ""]))
        for sentence in experiment.unsolved(rows):
            write(sentence)
    if output is not None:
        write_files(partial(experiment.write_results, output, asked, rows), output, as_json)
    return Status.FOUND
