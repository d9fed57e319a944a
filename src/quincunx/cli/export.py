"""`quincunx export`: a puzzle in the language of other programs."""

from collections.abc import Callable
from math import log10
from pathlib import Path

from quincunx._support.arguments import require_choice
from quincunx._support.files import write_file
from quincunx.cli.output import Response
from quincunx.cli.progress import run_to_end
from quincunx.cp.engines.minizinc_text import to_text
from quincunx.cp.limits import Limits, watching
from quincunx.cp.model import Model
from quincunx.cp.options import Consistency
from quincunx.errors import TooBig
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.solving.models import OURS, model_of, search_options

MAX_CHARACTERS = 20_000_000
"""Estimated size of the largest model that is written; beyond it, writing takes gigabytes."""

FORMATS = ("minizinc",)


def export(
    puzzle: str,
    /,
    to: str = "minizinc",
    labeling: list[str] | None = None,
    consistency: Consistency | None = None,
    model: str = OURS,
    output: Path | None = None,
    time_limit: float | None = None,
) -> Response:
    """Write a puzzle as a model that other solvers can read.

    The model prints a solution as one line of numbers: those in the puzzle's cells, then those of
    the model's other variables.

    Exit status: 0 it was written, 2 the input is wrong, 3 the model is too big, or a limit stopped
    it.

    Options:
        to (FORMAT): The language.
        labeling (OPTIONS): How a solver should search, as in ff,bisect,down.
        output: Write to a file, not to standard output.
    """
    require_choice(to, FORMATS, "export: unknown format")
    board = find_puzzle(puzzle)
    options = search_options(
        board, model, labeling=",".join(labeling or ()), consistency=consistency
    )

    def written(cancel: Callable[[], bool]) -> str:
        with watching(Limits(seconds=time_limit, cancel=cancel)):
            exported = model_of(board, model)
            _refuse_big(exported)
            return to_text(exported, options)

    content = run_to_end(written, "export: a limit stopped the work before the model was written")
    data = {"puzzle": board.identifier, "family": board.family, "format": to}
    data |= {} if model == OURS else {"model": model}
    if output is not None:
        write_file(output, content)
        return Response({**data, "file": str(output)})
    return Response({**data, "text": content}, content.removesuffix("\n"))


def _refuse_big(model: Model) -> None:
    """Refuse a model whose domains alone exceed `MAX_CHARACTERS`, before any of it is written."""
    size = 0
    for variable in model.variables:
        values = variable.domain
        if not isinstance(values, range):
            size += len(values) * (int(log10(max(map(abs, (values[0], values[-1], 1))))) + 3)
    if size > MAX_CHARACTERS:
        raise TooBig(f"export would take {size:,} characters, expected at most {MAX_CHARACTERS:,}")
