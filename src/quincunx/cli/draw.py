"""`quincunx draw`: a puzzle as a picture, in a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx.cli._options import (
    JsonOption,
    PuzzleArgument,
    SolutionOption,
    SolveOption,
    TimeLimitOption,
    output_option,
    whole,
)
from quincunx.cli._output import write_error, write_json
from quincunx.cli._search import attended, search
from quincunx.cli._status import Status
from quincunx.cli._verdicts import sentence, status
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.errors import OptionError, PuzzleError
from quincunx.families.base.reading import find_puzzle, find_solution, find_state
from quincunx.solving import PuzzleSearch

if TYPE_CHECKING:
    from quincunx.drawing import Picture


def complete_theme(incomplete: str) -> list[str]:
    """Names of themes."""
    from quincunx.drawing.themes import THEMES

    return [theme for theme in THEMES if theme.startswith(incomplete)]


def draw(
    puzzle: PuzzleArgument,
    output: Annotated[
        Path,
        output_option("The file to write; its name ends in .svg, .png, .pdf or .txt."),
    ],
    solution: SolutionOption = None,
    solve: SolveOption = False,
    state: Annotated[
        str | None,
        typer.Option(
            metavar="STATE",
            help="Draw what is written so far: an answer with _ for what is not.",
        ),
    ] = None,
    marks: Annotated[
        bool, typer.Option("--marks", help="Pencil in the numbers that single rules leave.")
    ] = False,
    notes: Annotated[
        bool,
        typer.Option("--notes", help="Add what helps beside the board, such as torques."),
    ] = False,
    theme: Annotated[
        str | None,
        typer.Option(
            metavar="THEME",
            help="light, dark, or auto: as the reader's screen is (SVG only).",
            autocompletion=complete_theme,
        ),
    ] = None,
    size: Annotated[
        int | None,
        typer.Option(metavar="PIXELS", help="How wide the picture is.", parser=whole(1)),
    ] = None,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Draw a puzzle in a file: SVG, PNG, PDF or text, as the file's name says.

    Exit status: 0 it was drawn, 1 there is no solution to draw, 2 the input is wrong, 3 a limit
    stopped the search for one.
    """
    from quincunx import drawing
    from quincunx.drawing.files import require_form
    from quincunx.drawing.themes import require_theme

    asked = {"--solution": solution, "--solve": solve or None, "--state": state}
    given = [name for name, value in asked.items() if value is not None]
    if len(given) > 1:
        raise OptionError(f"draw: both {given[0]} and {given[1]}, expected at most one")
    if [puzzle, solution, state].count("-") > 1:
        raise PuzzleError("draw: puzzle and answer are both -, expected at most one")
    require_form(output)
    if theme is not None:
        require_theme(theme)
    board = find_puzzle(puzzle)
    answer: Any = None
    if solution is not None:
        answer = find_solution(board, solution)
    elif solve:
        result, interrupted = search(partial(PuzzleSearch, board, limit=1, time_limit=time_limit))
        answer = result.solution
        if answer is None:
            write_error(f"draw: {sentence(result, 1, interrupted)}")
            return status(result)
    written = None if state is None else find_state(board, state)

    def drawn(cancel: Callable[[], bool]) -> Picture | None:
        try:
            with watching(Limits(seconds=time_limit, cancel=cancel)):
                return drawing.draw(board, solution=answer, state=written, marks=marks, notes=notes)
        except Stopped:
            return None

    picture = attended(drawn)
    if picture is None:
        write_error("draw: a limit stopped the work before the marks were found")
        return Status.STOPPED
    picture.save(output, size=size, theme=theme)
    if as_json:
        write_json({"puzzle": board.identifier, "family": board.family, "file": str(output)})
    return Status.FOUND
