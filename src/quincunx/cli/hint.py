"""`quincunx hint`: the easiest next step from where a player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli._options import JsonOption, PuzzleArgument, TimeLimitOption
from quincunx.cli._output import write_json, write_lines
from quincunx.cli._search import attended
from quincunx.cli._status import Status
from quincunx.cli.explain import wrapped
from quincunx.errors import OptionError, PuzzleError
from quincunx.reading import find_puzzle, find_state

if TYPE_CHECKING:
    from quincunx.reasoning import Hint

_STATUS = {"step": Status.FOUND, "solved": Status.FOUND, "unknown": Status.STOPPED}


def hint(
    puzzle: PuzzleArgument,
    state: Annotated[
        str | None,
        typer.Option(
            metavar="STATE",
            help="What is written so far, as an answer with _ for what is not: text, JSON, a "
            "file, or - for standard input.",
        ),
    ] = None,
    more: Annotated[bool, typer.Option("--more", help="Say why, too.")] = False,
    answer: Annotated[bool, typer.Option("--answer", help="Say the number, too.")] = False,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Help a player on: where to look, why, and what is there.

    Exit status: 0 a hint was found or all is done, 1 something that is written is wrong or the
    puzzle has not just one solution, 2 the input is wrong, 3 a limit stopped it.
    """
    if more and answer:
        raise OptionError("hint: both --more and --answer, expected at most one")
    if puzzle == state == "-":
        raise PuzzleError("hint: puzzle and state are both -, expected at most one")
    from quincunx import reasoning

    board = find_puzzle(puzzle)
    written = None if state is None else find_state(board, state)
    found = attended(
        lambda cancel: reasoning.hint(board, written, time_limit=time_limit, cancel=cancel)
    )
    if as_json:
        write_json(found.as_dict())
    else:
        write_hint(found, more or answer, answer)
    return _STATUS.get(found.kind, Status.NONE)


def write_hint(found: Hint, with_reason: bool, with_answer: bool) -> None:
    """A hint: where to look, and if wanted why, and what is there."""
    style = {"wrong": "bad", "none": "bad", "multiple": "bad", "solved": "good"}
    write_lines([[(text, style.get(found.kind, "note"))] for text in wrapped(found.nudge, 0)])
    if with_reason:
        for number, reason in enumerate(found.reason, 1):
            front = f"{number}. " if len(found.reason) > 1 else ""
            for text in wrapped(reason, len(front)):
                write_lines([[(front, "clue"), (text, "note")]])
                front = " " * len(front)
    if with_answer and found.answer:
        write_lines([[(text, "answer")] for text in wrapped(found.answer, 0)])
