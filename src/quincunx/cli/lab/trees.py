"""`quincunx lab tree`: a search as a picture, or as a page to explore."""

import sys
from pathlib import Path

from quincunx._support.files import write_file
from quincunx.cli.options import Positive
from quincunx.cli.output import write, write_error, write_json
from quincunx.cli.status import Status
from quincunx.cp.options import Consistency
from quincunx.errors import OptionError
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.trees.html import to_html
from quincunx.lab.trees.svg import describe_setting, describe_tree, draw_tree
from quincunx.lab.trees.tree import grow
from quincunx.solving.models import OURS

PAGES = (".html", ".htm")
SVG = ".svg"


def tree(
    puzzle: str,
    /,
    labeling: list[str] | None = None,
    consistency: Consistency | None = None,
    model: str = OURS,
    seed: int = 0,
    time_limit: float | None = None,
    all_: bool = False,
    compare: list[str] | None = None,
    node_limit: Positive = 100_000,
    marks: Positive = 250,
    output: Path | None = None,
    as_json: bool = False,
) -> int:
    """Draw a search tree: as SVG, or as a page to explore.

    In the SVG, pointing at a mark shows what was decided and pruned there. The page unfolds the
    tree and shows what each rule pruned, event by event, on the puzzle's board; it needs no
    network. Without -o the SVG goes to standard output, unless that is a terminal.

    Options:
        seed (N): Seed of random orders.
        time_limit (SECONDS): Stop a search after this time.
        all_: Search for all solutions, not only the first.
        compare (OPTIONS): Another labeling, to be drawn beside the first.
        node_limit (N): Stop after N search nodes.
        marks (N): Draw about N marks; the rest of the tree is folded.
        output (FILE): The file to write: .svg for a picture, .html for a page to explore.
    """
    board = find_puzzle(puzzle)
    suffix = SVG if output is None else output.suffix.lower()
    if suffix not in (SVG, *PAGES):
        raise OptionError(f"lab: {output}, expected a name that ends in {SVG} or {PAGES[0]}")
    paged = suffix in PAGES
    trees, goal = [], "all" if all_ else "first"
    for options in [labeling, compare] if compare else [labeling]:
        try:
            grown = grow(
                board,
                ",".join(options or ()),
                watch=paged,
                consistency=consistency,
                model=model,
                goal=goal,
                seed=seed,
                nodes=node_limit,
                seconds=time_limit,
            )
        except KeyboardInterrupt:
            write_error("stopped: no tree is drawn (--time-limit S draws what S seconds reach)")
            return Status.INTERRUPTED
        if paged and grown.watched is None:
            write_error("lab: a limit stopped the work before there was anything to watch")
            return Status.STOPPED
        trees.append(grown)
    picture = to_html(*trees) if paged else draw_tree(*trees, marks=marks)
    if output is not None:
        write_file(output, picture)
    elif not sys.stdout.isatty() and not as_json:
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
