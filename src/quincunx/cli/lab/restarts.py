"""`quincunx lab restarts`: how long a search takes by chance, and what restarts make of that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx._support.files import make_folder, write_file
from quincunx.cli.lab._common import (
    FolderOption,
    FreshOption,
    RunTimeOption,
    SeedOption,
    progress_bar,
)
from quincunx.cli.options import (
    JsonOption,
    LabelingOption,
    ModelOption,
    PuzzleArgument,
    StrengthOption,
    whole,
)
from quincunx.cli.output import table, write, write_error, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.solving.models import OURS

if TYPE_CHECKING:
    from quincunx.lab.restarts.runs import Run


def restarts(
    puzzle: PuzzleArgument,
    labeling: LabelingOption = None,
    number: Annotated[
        int,
        typer.Option("--runs", metavar="N", parser=whole(1), help="So many runs of each kind."),
    ] = 100,
    unit: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole(1), help="Restart after N nodes times Luby's numbers."
        ),
    ] = 100,
    consistency: StrengthOption = None,
    model: ModelOption = OURS,
    seed: SeedOption = 0,
    node_limit: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="Stop a run after N nodes.")
    ] = 100_000,
    time_limit: RunTimeOption = None,
    output: FolderOption = None,
    fresh: FreshOption = False,
    as_json: JsonOption = False,
) -> int:
    """Search many times with the variables in an order drawn by chance: once, and with restarts.

    Told are the quartiles of the nodes that it takes to the first solution, and whether the
    longest runs are a heavy tail. A run that a limit stops has no figure. With -o an interrupted
    command goes on where it stopped, and one that asks for more runs makes those alone.
    """
    from quincunx.cp.limits import Limits
    from quincunx.families.base.reading import find_puzzle
    from quincunx.lab.figures.numbers import called
    from quincunx.lab.figures.pictures import require_matplotlib
    from quincunx.lab.restarts.report import (
        HEADERS,
        figures,
        histogram,
        measured,
        sentences,
    )
    from quincunx.lab.restarts.runs import ONCE, RESTARTS, Spread, chances
    from quincunx.lab.runs.trials import strength
    from quincunx.solving.models import search_options

    if output is not None:
        require_matplotlib()
    board = find_puzzle(puzzle)
    order = search_options(
        board, model, labeling=",".join(labeling or ()), consistency=consistency, seed=seed
    )
    options = order.parsed_labeling.options
    how = f"{options} ({strength(order.consistency, model)})"
    heading = f"{called(puzzle, board.identifier)}: {how}"
    asked = (
        f"{number} runs of each kind, seeds {seed} to {seed + number - 1}, stopped after "
        f"{Limits(time_limit, node_limit)}; restarts after {unit} nodes times "
        "1, 1, 2, 1, 1, 2, 4, ..."
    )
    runs: list[Run] = []
    with progress_bar("restarts") as progress:
        try:
            chances(
                board,
                order.labeling,
                number=number,
                unit=unit,
                consistency=order.consistency,
                model=model,
                seed=seed,
                nodes=node_limit,
                seconds=time_limit,
                progress=progress,
                finished=runs.append,
                folder=output,
                fresh=fresh,
            )
        except KeyboardInterrupt:
            if output is None:
                progress.interrupted(None)
            elif not runs:
                write_error("stopped before the first run was over: there is nothing to report")
            else:
                done = f"{len(runs)} of {2 * number} runs"
                _write_folder(output, heading, f"{asked} Somebody stopped it after {done}.", runs)
                write_error(
                    f"stopped: the report of {done} is in {output / 'report.md'}; "
                    "the same command goes on"
                )
            return Status.INTERRUPTED
    if as_json:
        write_json(
            {
                "puzzle": board.identifier,
                "labeling": options,
                "consistency": order.consistency,
                "model": model,
                "unit": unit,
                "spreads": {
                    strategy: Spread.of(runs, strategy).as_dict() for strategy in (ONCE, RESTARTS)
                },
                "rows": [run.as_dict() for run in runs],
            }
        )
    else:
        write_lines([[(f"{heading}, {measured(runs)}", "title")]])
        write(table(figures(runs), HEADERS))
        write()
        write("\n".join([*histogram(runs), "", *sentences(runs)]))
    if output is not None:
        _write_folder(output, heading, asked, runs)
        if not as_json:
            write(f"4 files in {output}, the report in {output / 'report.md'}")
    return Status.FOUND


def _write_folder(folder: Path, heading: str, asked: str, runs: Sequence[Run]) -> None:
    """The runs, the picture twice and the report."""
    from quincunx.lab.figures.numbers import write_rows
    from quincunx.lab.restarts.report import draw_chances, write_chances_report

    make_folder(folder)
    write_rows(folder / "rows.csv", [run.as_dict() for run in runs])
    picture = draw_chances(heading, runs, folder / "restarts")
    write_file(folder / "report.md", write_chances_report(heading, asked, runs, picture.name))
