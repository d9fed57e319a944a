"""`quincunx lab tree`: a search as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli._options import (
    JsonOption,
    ModelOption,
    PuzzleArgument,
    StrengthOption,
    TimeLimitOption,
    complete_labeling,
    file_name,
    whole,
)
from quincunx.cli._output import on_terminal, write, write_json
from quincunx.cli._status import Status
from quincunx.cli.lab._common import GoalOption, SeedOption
from quincunx.models import OURS
from quincunx.writing import write_file


def tree(
    puzzle: PuzzleArgument,
    labeling: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTIONS",
            help="How to search, as in ff,bisect,down; a wrong one is told all there are.",
            autocompletion=complete_labeling,
        ),
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTIONS",
            help="Another labeling, to be drawn beside the first.",
            autocompletion=complete_labeling,
        ),
    ] = None,
    consistency: StrengthOption = None,
    model: ModelOption = OURS,
    every: GoalOption = False,
    seed: SeedOption = 0,
    node_limit: Annotated[
        int,
        typer.Option(metavar="N", parser=whole(1), help="Follow the search for N nodes at most."),
    ] = 100_000,
    time_limit: TimeLimitOption = None,
    marks: Annotated[
        int,
        typer.Option(metavar="N", parser=whole(1), help="Draw about N marks, fold what is more."),
    ] = 250,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            parser=file_name,
            help="Write the SVG here.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Draw the search tree as SVG: failed subtrees red and folded, solutions green.

    Pointing at a mark tells what was decided and pruned there. Without -o the picture goes to
    standard output, unless that is a terminal.
    """
    from quincunx.lab.trees.picture import draw_tree, facts
    from quincunx.lab.trees.tree import grow
    from quincunx.reading import find_puzzle

    board = find_puzzle(puzzle)
    trees = [
        grow(
            board,
            ",".join(options or ()),
            consistency=consistency,
            model=model,
            goal="all" if every else "first",
            seed=seed,
            nodes=node_limit,
            seconds=time_limit,
        )
        for options in ([labeling, compare] if compare else [labeling])
    ]
    picture = draw_tree(*trees, marks=marks)
    if output is None and not on_terminal() and not as_json:
        write(picture, end="")
        return Status.FOUND
    if output is not None:
        write_file(output, picture)
    if as_json:
        write_json({"puzzle": board.identifier, "trees": [tree.as_dict() for tree in trees]})
        return Status.FOUND
    for followed in trees:
        write(f"{followed.labeling} ({followed.consistency}): {facts(followed)}")
    write("(-o FILE.svg writes the picture)" if output is None else f"written to {output}")
    return Status.FOUND
