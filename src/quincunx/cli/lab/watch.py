"""`quincunx lab watch`: propagation and search, event by event."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from quincunx.cli.lab.tree import FollowedSearch
from quincunx.cli.options import Natural, Positive
from quincunx.cli.output import Line, amount, write, write_error, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.cp.limits import Stopped

if TYPE_CHECKING:
    from quincunx.lab.trees.events import SearchEvent

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
    from quincunx.families.base.reading import find_puzzle
    from quincunx.lab.tables import asked_title
    from quincunx.lab.trees import events
    from quincunx.lab.trials import describe_strength
    from quincunx.solving.models import search_options

    board = find_puzzle(puzzle)
    given, model = ",".join(search.labeling or ()), search.model
    order = search_options(
        board, model, labeling=given, consistency=search.consistency, seed=search.seed
    )
    options = order.parsed_labeling.options
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
        setting = f"{options} ({describe_strength(order.consistency, model)})"
        heading = f"{asked_title(puzzle, board.identifier)}: {setting}"
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
        write_json(
            {
                "puzzle": board.identifier,
                "labeling": options,
                "consistency": order.consistency,
                "model": model,
                "events": [event.as_dict() for event in shown],
                "statistics": {**done.as_dict(), "seconds": round(done.seconds, 6)},
            }
        )
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
