"""`quincunx hint`: the easiest next step from where a player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from quincunx.cli.output import wrapped, write_json, write_lines
from quincunx.cli.progress import attended
from quincunx.cli.status import Status
from quincunx.errors import PuzzleError
from quincunx.families.base.reading import find_puzzle, find_state

if TYPE_CHECKING:
    from quincunx.reasoning import Hint

_STATUS = {"step": Status.FOUND, "solved": Status.FOUND, "unknown": Status.STOPPED}
_STYLES = {"wrong": "bad", "none": "bad", "multiple": "bad", "solved": "good"}

Level: TypeAlias = Annotated[
    int,
    typer.Option(min=1, max=3, help="How much to say: 1 where to look, 2 why, 3 what is there."),
]


def hint(
    puzzle: str,
    /,
    state: str | None = None,
    level: Level = 1,
    time_limit: float | None = None,
    as_json: bool = False,
) -> int:
    """Give the next step: where to look, why, and what is there.

    If something in the notes is wrong, level 1 says so, level 2 where, and level 3 why.

    Exit status: 0 a hint was found or all is done, 1 something in the notes is wrong or nothing
    more follows, 2 the input is wrong, 3 a limit stopped it.

    Options:
        state (STATE): The player's notes: an answer with _ for empty cells, {1,2} for candidates
            and !3 for numbers ruled out; text, JSON, a file, or - for standard input.
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
    """Write a hint, as much of it as the level allows."""
    style = _STYLES.get(found.kind, "note")
    for sentence in found.sentences(level):
        write_lines([[(line, style)] for line in wrapped(sentence)])
