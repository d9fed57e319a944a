"""`quincunx check`, `show` and `draw`: answers checked, puzzles drawn as text or as pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from quincunx._support.text import amount
from quincunx.cli.options import Positive
from quincunx.cli.output import Response, side_by_side, write_error, write_lines
from quincunx.cli.progress import run_to_end, search, sentence, status
from quincunx.cli.status import Status
from quincunx.cp.limits import Limits, watching
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, Violation, sketch_of, to_document
from quincunx.families.base.puzzle_input import find_puzzle, find_solution, find_state
from quincunx.solving import PuzzleSearch

MAX_TILES = 500
"""Maximum number of pictures on a sheet."""


@dataclass(frozen=True)
class AnswerFlags:
    """The answer to draw in a puzzle.

    Options:
        solution (ANSWER): Draw this answer in it: text, JSON, a file, or - for standard input.
        solve: Draw the solver's answer in it.
    """

    solution: str | None = None
    solve: bool = False

    def require_one(self, command: str, puzzle: str, state: str | None = None) -> None:
        """Refuse several answers, and standard input for several things."""
        answers = {"--solution": self.solution, "--solve": self.solve or None, "--state": state}
        given = [name for name, value in answers.items() if value is not None]
        if len(given) > 1:
            raise OptionError(f"{command}: both {given[0]} and {given[1]}, expected at most one")
        if [puzzle, self.solution, state].count("-") > 1:
            raise PuzzleError(f"{command}: puzzle and answer are both -, expected at most one")

    def find(self, puzzle: AnyPuzzle, time_limit: float | None) -> tuple[object, Status, str]:
        """Return the answer to draw, the exit status, and why none was found, if none was."""
        if self.solution is not None:
            return find_solution(puzzle, self.solution), Status.FOUND, ""
        if not self.solve:
            return None, Status.FOUND, ""
        result, interrupted = search(partial(PuzzleSearch, puzzle, limit=1, time_limit=time_limit))
        remark = "" if result.solution is not None else sentence(result, 1, interrupted)
        return result.solution, status(result), remark


def draw_sheet(output: Path, heading: str, tiles: Sequence[tuple[AnyPuzzle, str]]) -> None:
    """Draw puzzles with captions on one sheet, in a file that ends in .svg, .png or .pdf."""
    from quincunx.drawing import Picture
    from quincunx.drawing.sheet import Frame, Sheet

    if not 1 <= len(tiles) <= MAX_TILES:
        many = amount(len(tiles), "puzzle")
        raise OptionError(f"draw: {many} to draw, expected 1 to {MAX_TILES}")
    Sheet(heading, [Frame(Picture(puzzle), caption) for puzzle, caption in tiles]).save(output)


def check(puzzle: str, solution: str, /) -> Response:
    """Check an answer against the rules.

    Exit status: 0 the answer is right, 1 it breaks a rule, 2 the input is wrong.

    Options:
        solution (SOLUTION): The answer as text or JSON, a file with it, or - for standard input.
    """
    if puzzle == solution == "-":
        raise PuzzleError("check: puzzle and solution are both -, expected at most one")
    found = find_puzzle(puzzle)
    return checked(found.violations(find_solution(found, solution)))


def checked(broken: list[Violation]) -> Response:
    """The reply for an answer that breaks these rules."""
    violations = [{"rule": v.rule, "sentence": v.sentence, "cells": v.cells} for v in broken]
    lines = [[("The answer is right.", "good")]]
    if broken:
        lines = [[(f"The answer is wrong: {amount(len(broken), 'violation')}.", "bad")]]
    lines += [[(f"  {v.sentence}", "note")] for v in broken]
    data = {"ok": not broken, "violations": violations}
    return Response(data, lambda: write_lines(lines), Status.NONE if broken else Status.FOUND)


def show(puzzle: str, /, chosen: AnswerFlags, time_limit: float | None = None) -> Response:
    """Draw a puzzle as text.

    Exit status: 0 it was drawn, 1 there is no solution to draw, 2 the input is wrong, 3 a limit
    stopped the search for one.
    """
    chosen.require_one("show", puzzle)
    board = find_puzzle(puzzle)
    answer, exit_status, remark = chosen.find(board, time_limit)
    sketch = sketch_of(board, answer)
    data = {"puzzle": board.identifier, "family": board.family, "document": to_document(board)}
    words = "\n".join(filter(None, [side_by_side(sketch), remark]))
    return Response({**data, "solution": answer, "drawing": str(sketch)}, words, exit_status)


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
) -> Response:
    """Draw a puzzle in a file: SVG, PNG or PDF.

    Exit status: 0 it was drawn, 1 there is no solution to draw, 2 the input is wrong, 3 a limit
    stopped the search for one.

    Options:
        output: The file to write; its name ends in .svg, .png or .pdf.
        state (STATE): Draw a partial answer: an answer with _ for empty cells.
        marks: Write into open cells the candidates that single rules leave.
        notes: Write notes beside the board, such as torques.
        theme (THEME): light, dark, black (no colours), or auto, which follows the reader's screen
            (SVG only).
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
    answer, exit_status, remark = chosen.find(board, time_limit)
    if remark:
        write_error(f"draw: {remark}")
        return Response(None, status=exit_status)
    written = None if state is None else find_state(board, state)

    def drawn(cancel: Callable[[], bool]) -> drawing.Picture:
        with watching(Limits(seconds=time_limit, cancel=cancel)):
            return drawing.draw(board, solution=answer, state=written, marks=marks, notes=notes)

    picture = run_to_end(drawn, "draw: a limit stopped the work before the marks were found")
    picture.save(output, size=size, theme=theme)
    return Response({"puzzle": board.identifier, "family": board.family, "file": str(output)})
