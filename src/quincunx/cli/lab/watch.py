"""`quincunx lab watch`: propagation and search, event by event."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli._options import (
    JsonOption,
    LabelingOption,
    ModelOption,
    PuzzleArgument,
    StrengthOption,
    TimeLimitOption,
    whole,
)
from quincunx.cli._output import Line, write, write_error, write_json, write_lines
from quincunx.cli._search import amount
from quincunx.cli._status import Status
from quincunx.cli.lab._common import GoalOption, NodeLimitOption, SeedOption
from quincunx.cp.limits import Stopped
from quincunx.solving.models import OURS

if TYPE_CHECKING:
    from quincunx.lab.trees.events import SearchEvent

EVENTS = 200
"""So many events are told unless somebody says otherwise."""
LEAVE = ("q", "quit")
"""What ends a walk step by step."""


def watch(
    puzzle: PuzzleArgument,
    labeling: LabelingOption = None,
    consistency: StrengthOption = None,
    model: ModelOption = OURS,
    every: GoalOption = False,
    seed: SeedOption = 0,
    first: Annotated[
        int,
        typer.Option("--from", metavar="N", parser=whole(1), help="Begin with event number N."),
    ] = 1,
    limit: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="Tell N events at most.")
    ] = EVENTS,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for Enter after each event; q ends.")
    ] = False,
    node_limit: NodeLimitOption = None,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Watch a search: every decision, what each rule prunes because of it, and how it ends."""
    from quincunx.families.base.reading import find_puzzle
    from quincunx.lab.tables import asked_title
    from quincunx.lab.trees import events
    from quincunx.lab.trials import describe_strength
    from quincunx.solving.models import order_of

    board = find_puzzle(puzzle)
    order = order_of(board, model, ",".join(labeling or ()), consistency, seed)
    options = order.chosen.options
    how = f"{options} ({describe_strength(order.consistency, model)})"
    kept: list[SearchEvent] = []
    told = 0
    enough = False

    def tell(event: SearchEvent) -> None:
        nonlocal told, enough
        if event.number < first:
            return
        told += 1
        if as_json:
            kept.append(event)
        else:
            write_lines(lines_of(event, opening=told == 1))
        # Now and not with the next event, so that what was counted is what was told.
        enough = told == limit or (step and not as_json and not _goes_on())
        if enough:
            raise Stopped

    if not as_json:
        keys = " (Enter goes on, q ends)" if step else ""
        write_lines(
            [[(f"{asked_title(puzzle, board.identifier)}: {how}", "title"), (keys, "note")]]
        )
    try:
        done = events.watch(
            board,
            order.labeling,
            told=tell,
            consistency=order.consistency,
            model=model,
            goal="all" if every else "first",
            seed=seed,
            nodes=node_limit,
            seconds=time_limit,
        )
    except KeyboardInterrupt:
        write_error(f"stopped: {amount(told, 'event')} told (--time-limit S ends a search)")
        return Status.INTERRUPTED
    if as_json:
        write_json(
            {
                "puzzle": board.identifier,
                "labeling": options,
                "consistency": order.consistency,
                "model": model,
                "events": [event.as_dict() for event in kept],
                "statistics": {**done.as_dict(), "seconds": round(done.seconds, 6)},
            }
        )
        return Status.FOUND
    unlimited = time_limit is None and (node_limit is None or done.nodes < node_limit)
    so_far = "" if unlimited and not enough else "so far "
    write()
    write(
        f"{amount(told, 'event')} told, of a search {so_far}of {amount(done.nodes, 'node')}, "
        f"{amount(done.prunings, 'pruning')}, {amount(done.backtracks, 'failure')}, "
        f"{amount(done.solutions, 'solution')}"
        + (f" (--from {first + told} goes on)" if told == limit else "")
    )
    return Status.FOUND


def lines_of(event: SearchEvent, opening: bool) -> list[Line]:
    """An event in a line, with the heading of its node before it where that is new."""
    from quincunx.lab.trees.events import CONTRADICTION, DECISION, PRUNED

    number = f"{event.number:>6}  "
    indent = "  " * min(event.depth, 12)
    root: list[Line] = [[], [("root", "given")]] if opening and event.node == 1 else []
    match event.kind:
        case kind if kind == DECISION:
            heading: Line = [
                (f"{indent}node {event.node}: ", "note"),
                (event.decision, "given"),
            ]
            return [[], heading, _pruned(event, number, "decision")]
        case kind if kind == PRUNED:
            return [*root, _pruned(event, number, event.rule)]
        case kind if kind == CONTRADICTION:
            nothing = f": nothing is left for {event.variable}" if event.variable else ""
            line: Line = [(f"{number}{event.rule}: ", "note"), (f"contradiction{nothing}", "bad")]
            return [*root, line]
    words = {
        "choice": ("nothing more follows: a choice", "clue"),
        "failed": ("failed: back", "bad"),
        "solved": ("a solution", "good"),
    }
    return [*root, [(number, "note"), words[event.kind]]]


def _pruned(event: SearchEvent, number: str, by: str) -> Line:
    return [
        (f"{number}{by}: {event.variable} ", "note"),
        (f"loses {event.gone}", "clue"),
        (f", left {event.left}", "note"),
    ]


def _goes_on() -> bool:
    """Wait for Enter; no more where nobody can press it."""
    typed = sys.stdin.readline()
    return typed == "" or typed.strip().lower() not in LEAVE
