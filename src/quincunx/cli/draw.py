"""`quincunx draw`: a puzzle as a picture, in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.cli.options import AnswerFlags, Positive
from quincunx.cli.output import write_error, write_json
from quincunx.cli.progress import attended
from quincunx.cli.show import find_answer
from quincunx.cli.status import Status
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.families.base.reading import find_puzzle, find_state

if TYPE_CHECKING:
    from quincunx.drawing import Picture


def draw(
    puzzle: str,
    /,
    output: Path,
    chosen: AnswerFlags,
    state: str | None = None,
    marks: bool = False,
    notes: bool = False,
    theme: str | None = None,
    size: Positive | None = None,
    time_limit: float | None = None,
    as_json: bool = False,
) -> int:
    """Draw a puzzle in a file: SVG, PNG, PDF or text, as the file's name says.

    Exit status: 0 it was drawn, 1 there is no solution to draw, 2 the input is wrong, 3 a limit
    stopped the search for one.

    Options:
        output: The file to write; its name ends in .svg, .png, .pdf or .txt.
        state (STATE): Draw a partial answer: an answer with _ for empty cells.
        marks: Pencil in the numbers that single rules leave.
        notes: Add what helps beside the board, such as torques.
        theme (THEME): light, dark, or auto: as the reader's screen is (SVG only).
        size (PIXELS): Width of the picture.
    """
    from quincunx import drawing
    from quincunx.drawing.drawable import require_suffix
    from quincunx.drawing.themes import require_theme

    chosen.require_one("draw", puzzle, state)
    require_suffix(output)
    if theme is not None:
        require_theme(theme)
    board = find_puzzle(puzzle)
    answer, exit_status, remark = find_answer(board, chosen, time_limit)
    if remark:
        write_error(f"draw: {remark}")
        return exit_status
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
