"""`quincunx hint`: the easiest next step from where a player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli._options import JsonOption, PuzzleArgument, TimeLimitOption
from quincunx.cli._output import write_json, write_lines
from quincunx.cli._search import attended
from quincunx.cli._status import Status
from quincunx.cli.explain import wrapped
from quincunx.errors import PuzzleError
from quincunx.families.base.reading import find_puzzle, find_state

if TYPE_CHECKING:
    from quincunx.reasoning import Hint

_STATUS = {"step": Status.FOUND, "solved": Status.FOUND, "unknown": Status.STOPPED}


def hint(
    puzzle: PuzzleArgument,
    state: Annotated[
        str | None,
        typer.Option(
            metavar="STATE",
            help="What is on paper, as an answer with _ for what is not written, {1,2} for "
            "candidates and !3 for what is ruled out: text, JSON, a file, or - for standard input.",
        ),
    ] = None,
    level: Annotated[
        int,
        typer.Option(
            min=1, max=3, help="How much to tell: 1 where to look, 2 why, 3 what is there."
        ),
    ] = 1,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Help a player on by one step: where to look, why, and what is there.

    Where something on paper is wrong, level 1 says that, level 2 where, and level 3 why.

    Exit status: 0 a hint was found or all is done, 1 something on paper is wrong or nothing more
    follows, 2 the input is wrong, 3 a limit stopped it.
    """
    if puzzle == state == "-":
        raise PuzzleError("hint: puzzle and state are both -, expected at most one")
    from quincunx import reasoning

    board = find_puzzle(puzzle)
    written = None if state is None else find_state(board, state)
    found = attended(
        lambda cancel: reasoning.hint(board, written, time_limit=time_limit, cancel=cancel)
    )
    if as_json:
        write_json(found.as_dict(level))
    else:
        write_hint(found, level)
    return _STATUS.get(found.kind, Status.NONE)


def write_hint(found: Hint, level: int) -> None:
    """A hint, as much of it as a level tells."""
    style = {"wrong": "bad", "none": "bad", "multiple": "bad", "solved": "good"}
    for sentence in found.sentences(level):
        lines = wrapped(sentence, 0)
        write_lines([[(text, style.get(found.kind, "note"))] for text in lines])
