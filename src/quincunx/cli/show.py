"""`quincunx show`: draw a puzzle, empty or with an answer."""

from __future__ import annotations

from functools import partial
from typing import Any

from quincunx.cli._options import (
    JsonOption,
    PuzzleArgument,
    SolutionOption,
    SolveOption,
    TimeLimitOption,
)
from quincunx.cli._output import draw, write, write_json
from quincunx.cli._search import search
from quincunx.cli._status import Status
from quincunx.cli._verdicts import sentence, status
from quincunx.errors import OptionError, PuzzleError
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import to_document
from quincunx.families.base.reading import find_puzzle, find_solution
from quincunx.solving import PuzzleSearch


def show(
    puzzle: PuzzleArgument,
    solution: SolutionOption = None,
    solve: SolveOption = False,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Draw a puzzle as text."""
    if solve and solution is not None:
        raise OptionError("show: both --solution and --solve, expected at most one")
    if puzzle == solution == "-":
        raise PuzzleError("show: puzzle and solution are both -, expected at most one")
    found = find_puzzle(puzzle)
    answer: Any = None
    remark = None
    outcome = Status.FOUND
    if solution is not None:
        answer = find_solution(found, solution)
    elif solve:
        result, interrupted = search(partial(PuzzleSearch, found, limit=1, time_limit=time_limit))
        outcome = status(result)
        answer = result.solution
        if answer is None:
            remark = sentence(result, 1, interrupted)
    sketch = sketch_of(found, answer)
    if as_json:
        data = {"puzzle": found.identifier, "family": found.family, "document": to_document(found)}
        write_json({**data, "solution": answer, "drawing": str(sketch)})
    else:
        write(draw(sketch))
        if remark is not None:
            write(remark)
    return outcome
