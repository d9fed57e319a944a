"""`quincunx lab restarts`: how long a search takes by chance, and what restarts change."""

from __future__ import annotations

from functools import partial

from quincunx.cli.lab._common import (
    FolderFlags,
    WorkerFlags,
    require_for_output,
    running,
    write_files,
)
from quincunx.cli.options import Positive
from quincunx.cli.output import table, write, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.cp.options import Consistency
from quincunx.solving.models import OURS


def restarts(
    kept: FolderFlags,
    workers: WorkerFlags,
    puzzle: str,
    /,
    labeling: list[str] | None = None,
    runs: Positive = 100,
    unit: Positive = 100,
    consistency: Consistency | None = None,
    model: str = OURS,
    seed: int = 0,
    node_limit: Positive = 100_000,
    time_limit: float | None = None,
    as_json: bool = False,
) -> int:
    """Search many times with the variables in a random order: once, and with restarts.

    Shows the distribution of the nodes to the first solution, and whether it has a heavy tail. A
    run that a limit stops has no figure. With -o an interrupted command continues where it
    stopped, and one that asks for more runs makes those alone.

    Options:
        runs (N): Runs of each kind.
        unit (N): Restart after N nodes times Luby's numbers.
        seed (N): The seed of the first run; the others count up.
        node_limit (N): Stop a run after N nodes.
        time_limit (SECONDS): Stop a run after this time.
    """
    from quincunx.cp.limits import Limits
    from quincunx.families.base.reading import find_puzzle
    from quincunx.lab import restart_experiment as experiment
    from quincunx.lab.tables import asked_title
    from quincunx.lab.trials import describe_strength
    from quincunx.solving.models import search_options

    output = kept.output
    require_for_output(output, scipy=False)
    board = find_puzzle(puzzle)
    order = search_options(
        board, model, labeling=",".join(labeling or ()), consistency=consistency, seed=seed
    )
    options = order.parsed_labeling.options
    strength = describe_strength(order.consistency, model)
    heading = f"{asked_title(puzzle, board.identifier)}: {options} ({strength})"
    asked = (
        f"{runs} runs of each kind, seeds {seed} to {seed + runs - 1}, stopped after "
        f"{Limits(time_limit, node_limit)}; restarts after {unit} nodes times "
        "1, 1, 2, 1, 1, 2, 4, ..."
    )
    with running("restarts", workers, output, kept.fresh) as (runner, _):
        rows = experiment.restarts(
            board,
            order.labeling,
            number=runs,
            unit=unit,
            consistency=order.consistency,
            model=model,
            seed=seed,
            nodes=node_limit,
            seconds=time_limit,
            runner=runner,
        )
    if as_json:
        strategies = (experiment.ONCE, experiment.RESTARTS)
        write_json(
            {
                "puzzle": board.identifier,
                "labeling": options,
                "consistency": order.consistency,
                "model": model,
                "unit": unit,
                "spreads": {
                    name: experiment.Distribution.of(rows, name).as_dict() for name in strategies
                },
                "rows": [row.as_dict() for row in rows],
            }
        )
    else:
        write_lines([[(f"{heading}, {experiment.describe_figures(rows)}", "title")]])
        write(table(experiment.figures(rows), experiment.HEADERS))
        write("\n".join(["", *experiment.summary(rows)]))
    if output is not None:
        results = partial(experiment.write_results, output, heading, asked, rows)
        write_files(results, output, as_json)
    return Status.FOUND
