"""`quincunx lab papers`: the tables and figures of the five papers, measured again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli._options import JsonOption, TimeLimitOption, file_name, whole
from quincunx.cli._output import write, write_json
from quincunx.cli._status import Status
from quincunx.cli.lab._common import JobsOption, NodeLimitOption, progress_bar

SECONDS = 20.0
"""What stops a run unless somebody says otherwise; the whole then takes some minutes."""


def papers(
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            parser=file_name,
            help="Write papers.md with its pictures into this folder.",
            show_default=False,
        ),
    ] = None,
    time_limit: TimeLimitOption = SECONDS,
    node_limit: NodeLimitOption = None,
    repeat: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole(1), help="Run quick ones N times; the fastest counts."
        ),
    ] = 3,
    jobs: JobsOption = 1,
    reduced: Annotated[
        bool, typer.Option("--reduced", help="A few runs of every experiment only, as a trial.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Measure the five papers' experiments again, beside the figures they printed.

    Without -o the summary is printed. An interrupted run goes on where it stopped.
    """
    from quincunx.lab.figures.pictures import require_matplotlib
    from quincunx.lab.papers.experiments import run_papers
    from quincunx.lab.papers.report import summary, write_papers
    from quincunx.lab.runs.journal import NAME
    from quincunx.limits import Limits

    if output is not None:
        require_matplotlib()
    folder = None if output is None else output / "papers"
    with progress_bar("papers") as progress:
        try:
            results = run_papers(
                limits=Limits(time_limit, node_limit),
                repeat=repeat,
                jobs=jobs,
                folder=folder,
                reduce=reduced,
                progress=progress,
            )
        except KeyboardInterrupt:
            progress.interrupted(folder)
            return Status.INTERRUPTED
    if as_json:
        write_json(results.as_dict())
    else:
        write(summary(results))
    if output is not None:
        written = write_papers(results, output)
        # The rows are kept in a table now; what is measured next time is measured anew.
        (output / "papers" / NAME).unlink(missing_ok=True)
        if not as_json:
            write(f"{len(written)} files, the report in {written[0]}")
    return Status.FOUND
