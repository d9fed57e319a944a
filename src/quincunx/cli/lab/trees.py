"""`quincunx lab tree` and `watch`: a search as a picture, or event by event."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx._support.files import write_file
from quincunx.cli.lab.experiments import NamedSearch
from quincunx.cli.options import Natural, Positive
from quincunx.cli.output import Line, amount, write, write_error, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.cp.limits import Stopped
from quincunx.errors import OptionError
from quincunx.families.base.puzzle_input import find_puzzle

if TYPE_CHECKING:
    from quincunx.lab.trees.events import SearchEvent

PAGES = (".html", ".htm")
SVG = ".svg"


@dataclass(frozen=True)
class FollowedSearch(NamedSearch):
    """The search to follow.

    Options:
        all_: Search for all solutions, not only the first.
        seed (N): For random orders.
    """

    all_: bool = False

    def keywords(self) -> dict[str, Any]:
        """The options as keywords of `grow` and `watch`, without the labeling."""
        return {**super().keywords(), "goal": "all" if self.all_ else "first"}


def tree(
    puzzle: str,
    /,
    search: FollowedSearch,
    compare: list[str] | None = None,
    node_limit: Positive = 100_000,
    marks: Positive = 250,
    output: Path | None = None,
    as_json: bool = False,
) -> int:
    """Draw the search tree: as SVG, or with -o FILE.html as a page to explore.

    In the SVG, pointing at a mark shows what was decided and pruned there. The page unfolds the
    tree and shows what each rule pruned, event by event, on the puzzle's board; it needs no
    network. Without -o the SVG goes to standard output, unless that is a terminal.

    Options:
        compare (OPTIONS): Another labeling, to be drawn beside the first.
        node_limit (N): Follow the search for N nodes at most.
        marks (N): Draw about N marks, fold the rest.
        output (FILE): Write an SVG here, or with a name in .html a page that unfolds.
    """
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
    for options in [search.labeling, compare] if compare else [search.labeling]:
        try:
            grown = grow(
                board, ",".join(options or ()), nodes=node_limit, watch=paged, **search.keywords()
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


MAX_EVENTS = 200
QUIT = ("q", "quit")
ENDINGS: dict[str, tuple[str, str]] = {
    "choice": ("nothing more follows: a choice", "clue"),
    "failed": ("failed: back", "bad"),
    "solved": ("a solution", "good"),
}
"""How nodes end, in words and styles."""


def watch(
    puzzle: str,
    /,
    search: FollowedSearch,
    from_: Positive = 1,
    limit: Positive = MAX_EVENTS,
    step: bool = False,
    node_limit: Natural | None = None,
    as_json: bool = False,
) -> int:
    """Watch a search: every decision, what each rule prunes because of it, and how it ends.

    Options:
        from_ (N): Begin with event number N.
        limit (N): Show N events at most.
        step: Wait for Enter after each event; q ends.
        node_limit (N): Stop after N nodes.
    """
    from quincunx.lab.trees import events

    board, order, heading, data = search.of(puzzle)
    shown: list[SearchEvent] = []
    stopped = False

    def show(event: SearchEvent) -> None:
        nonlocal stopped
        if event.number < from_:
            return
        shown.append(event)
        if not as_json:
            write_lines(lines_of(event, opening=len(shown) == 1))
        # Stops now and not at the next event, so that the counters are those of what was shown.
        stopped = len(shown) == limit or (step and not as_json and not _continues())
        if stopped:
            raise Stopped

    if not as_json:
        keys = " (Enter goes on, q ends)" if step else ""
        write_lines([[(heading, "title"), (keys, "note")]])
    try:
        done = events.watch(
            board, order.labeling, on_event=show, nodes=node_limit, **search.keywords()
        )
    except KeyboardInterrupt:
        write_error(f"stopped: {amount(len(shown), 'event')} shown (--time-limit S ends a search)")
        return Status.INTERRUPTED
    if as_json:
        counters = {**done.as_dict(), "seconds": round(done.seconds, 6)}
        listed = [event.as_dict() for event in shown]
        write_json({**data, "events": listed, "statistics": counters})
        return Status.FOUND
    limited = search.time_limit is not None or (node_limit is not None and done.nodes >= node_limit)
    so_far = "so far " if limited or stopped else ""
    write()
    write(
        f"{amount(len(shown), 'event')} shown, of a search {so_far}"
        f"of {amount(done.nodes, 'node')}, {amount(done.prunings, 'pruning')}, "
        f"{amount(done.backtracks, 'failure')}, {amount(done.solutions, 'solution')}"
        + (f" (--from {from_ + limit} goes on)" if len(shown) == limit else "")
    )
    return Status.FOUND


def lines_of(event: SearchEvent, opening: bool) -> list[Line]:
    """Return the line of an event, after the heading of its node if that is new."""
    number = f"{event.number:>6}  "
    lines: list[Line] = [[], [("root", "given")]] if opening and event.node == 1 else []
    line: Line
    if event.decision:
        indent = "  " * min(event.depth, 12)
        lines = [[], [(f"{indent}node {event.node}: ", "note"), (event.decision, "given")]]
    if event.gone:
        line = [
            (f"{number}{event.rule or 'decision'}: {event.variable} ", "note"),
            (f"loses {event.gone}", "clue"),
            (f", left {event.left}", "note"),
        ]
    elif event.kind in ENDINGS:
        line = [(number, "note"), ENDINGS[event.kind]]
    else:
        empty = f": nothing is left for {event.variable}" if event.variable else ""
        line = [(f"{number}{event.rule}: ", "note"), (f"contradiction{empty}", "bad")]
    return [*lines, line]


def _continues() -> bool:
    """Wait for Enter; continue if standard input has ended."""
    typed = sys.stdin.readline()
    return typed == "" or typed.strip().lower() not in QUIT
