"""`quincunx show`: draw a puzzle as text, empty or with an answer."""

from __future__ import annotations

from functools import partial

from quincunx.cli.options import AnswerFlags
from quincunx.cli.output import draw, write, write_json
from quincunx.cli.progress import search
from quincunx.cli.status import Status
from quincunx.cli.verdicts import sentence, status
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import to_document
from quincunx.families.base.reading import find_puzzle, find_solution
from quincunx.solving import PuzzleSearch


def show(
    puzzle: str, /, chosen: AnswerFlags, time_limit: float | None = None, as_json: bool = False
) -> int:
    """Draw a puzzle as text.

    Exit status: 0 it was drawn, 1 there is no solution to draw, 2 the input is wrong, 3 a limit
    stopped the search for one.
    """
    chosen.require_one("show", puzzle)
    board = find_puzzle(puzzle)
    answer, exit_status, remark = find_answer(board, chosen, time_limit)
    sketch = sketch_of(board, answer)
    if as_json:
        data = {"puzzle": board.identifier, "family": board.family, "document": to_document(board)}
        write_json({**data, "solution": answer, "drawing": str(sketch)})
    else:
        write(draw(sketch))
        if remark:
            write(remark)
    return exit_status


def find_answer(
    puzzle: AnyPuzzle, chosen: AnswerFlags, time_limit: float | None
) -> tuple[object, Status, str]:
    """Return the answer to draw, the exit status, and why there is no answer if none was found."""
    if chosen.solution is not None:
        return find_solution(puzzle, chosen.solution), Status.FOUND, ""
    if not chosen.solve:
        return None, Status.FOUND, ""
    result, interrupted = search(partial(PuzzleSearch, puzzle, limit=1, time_limit=time_limit))
    remark = "" if result.solution is not None else sentence(result, 1, interrupted)
    return result.solution, status(result), remark
