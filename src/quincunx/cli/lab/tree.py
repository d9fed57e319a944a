"""`quincunx lab tree`: a search as a picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from quincunx._support.files import write_file
from quincunx.cli.lab._common import GoalOption, SeedOption, output_option
from quincunx.cli.options import (
    JsonOption,
    LabelingOption,
    ModelOption,
    PuzzleArgument,
    StrengthOption,
    TimeLimitOption,
    complete_labeling,
    whole,
)
from quincunx.cli.output import on_terminal, write, write_error, write_json
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.solving.models import OURS

PAGES = (".html", ".htm")
SVG = ".svg"


def tree(
    puzzle: PuzzleArgument,
    labeling: LabelingOption = None,
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
        typer.Option(metavar="N", parser=whole(1), help="Draw about N marks, fold the rest."),
    ] = 250,
    output: Annotated[
        Path | None,
        output_option("Write an SVG here, or with a name in .html a page that unfolds."),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Draw the search tree: as SVG, or with -o FILE.html as a page to walk through.

    In the SVG, pointing at a mark shows what was decided and pruned there. The page unfolds the
    tree and shows what each rule pruned, event by event, on the puzzle's board; it needs no
    network. Without -o the SVG goes to standard output, unless that is a terminal.
    """
    from quincunx.families.base.reading import find_puzzle
    from quincunx.lab.tables import asked_title
    from quincunx.lab.trees.html import to_html
    from quincunx.lab.trees.svg import describe_setting, describe_tree, draw_tree
    from quincunx.lab.trees.tree import grow

    board = find_puzzle(puzzle)
    name = asked_title(puzzle, board.identifier)
    suffix = SVG if output is None else output.suffix.lower()
    if suffix not in (SVG, *PAGES):
        raise OptionError(f"lab: {output}, expected a name that ends in {SVG} or {PAGES[0]}")
    paged = suffix in PAGES
    trees = []
    for options in [labeling, compare] if compare else [labeling]:
        try:
            grown = grow(
                board,
                ",".join(options or ()),
                consistency=consistency,
                model=model,
                goal="all" if every else "first",
                seed=seed,
                nodes=node_limit,
                seconds=time_limit,
                watch=paged,
            )
        except KeyboardInterrupt:
            write_error("stopped: no tree is drawn (--time-limit S draws what S seconds reach)")
            return Status.INTERRUPTED
        if paged and grown.watched is None:
            write_error("lab: a limit stopped the work before there was anything to watch")
            return Status.STOPPED
        trees.append(replace(grown, name=name))
    picture = to_html(*trees) if paged else draw_tree(*trees, marks=marks)
    if output is not None:
        write_file(output, picture)
    elif not on_terminal() and not as_json:
        write(picture, end="")
        return Status.FOUND
    if as_json:
        write_json({"puzzle": board.identifier, "trees": [tree.as_dict() for tree in trees]})
        return Status.FOUND
    for shown in trees:
        write(f"{shown.labeling} ({describe_setting(shown)}): {describe_tree(shown)}")
    where = "(-o FILE.svg or FILE.html writes the picture)"
    write(where if output is None else f"written to {output}")
    return Status.FOUND
