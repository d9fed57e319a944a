"""`quincunx lab tree`: a search as a picture."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from quincunx._support.files import write_file
from quincunx.cli.lab._common import GoalOption, SeedOption
from quincunx.cli.options import (
    JsonOption,
    LabelingOption,
    ModelOption,
    PuzzleArgument,
    StrengthOption,
    TimeLimitOption,
    complete_labeling,
    file_name,
    whole,
)
from quincunx.cli.output import on_terminal, write, write_error, write_json
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.solving.models import OURS

PAGES = (".html", ".htm")
"""Files with such names are pages."""
DRAWING = ".svg"


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
        typer.Option(metavar="N", parser=whole(1), help="Draw about N marks, fold what is more."),
    ] = 250,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            parser=file_name,
            help="Write an SVG here, or with a name in .html a page that unfolds.",
            show_default=False,
        ),
    ] = None,
    profiler: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Send the tree to CP-Profiler while it grows; localhost:6565 is its usual place.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Draw the search tree: as SVG, or with -o FILE.html as a page to walk through.

    In the SVG pointing at a mark tells what was decided and pruned there. The page unfolds the
    tree and shows what each rule pruned, event by event, on the puzzle's board; it needs no
    network. Without -o the SVG goes to standard output, unless that is a terminal.
    """
    from quincunx.families.base.reading import find_puzzle
    from quincunx.lab.figures.numbers import called
    from quincunx.lab.trees.html import to_html
    from quincunx.lab.trees.picture import draw_tree, facts, how
    from quincunx.lab.trees.profiler import Execution, address
    from quincunx.lab.trees.tree import grow

    board = find_puzzle(puzzle)
    asked = called(puzzle, board.identifier)
    ending = DRAWING if output is None else output.suffix.lower()
    if ending not in (DRAWING, *PAGES):
        raise OptionError(f"lab: {output}, expected a name that ends in {DRAWING} or {PAGES[0]}")
    paged = ending in PAGES
    place = None if profiler is None else address(profiler)
    trees = []
    for number, options in enumerate([labeling, compare] if compare else [labeling]):
        name = f"{asked}: {','.join(options or ('usual labeling',))}"
        with ExitStack() as stack:
            settled = None
            if place is not None:
                settled = stack.enter_context(Execution(place, name, number)).settled
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
                    settled=settled,
                )
            except KeyboardInterrupt:
                write_error("stopped: no tree is drawn (--time-limit S draws what S seconds reach)")
                return Status.INTERRUPTED
        if paged and grown.watched is None:
            write_error("lab: a limit stopped the work before there was anything to watch")
            return Status.STOPPED
        trees.append(replace(grown, name=asked))
    picture = to_html(*trees) if paged else draw_tree(*trees, marks=marks)
    if output is None and not on_terminal() and not as_json and place is None:
        write(picture, end="")
        return Status.FOUND
    if output is not None:
        write_file(output, picture)
    if as_json:
        write_json({"puzzle": board.identifier, "trees": [tree.as_dict() for tree in trees]})
        return Status.FOUND
    for followed in trees:
        write(f"{followed.labeling} ({how(followed)}): {facts(followed)}")
    write(
        "(-o FILE.svg or FILE.html writes the picture)"
        if output is None
        else f"written to {output}"
    )
    return Status.FOUND
