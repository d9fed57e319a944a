"""`quincunx export`: a puzzle in the language of other programs."""

from __future__ import annotations

from collections.abc import Callable
from math import log10
from pathlib import Path
from typing import Annotated

import typer

from quincunx._support.files import write_file
from quincunx.cli._options import (
    JsonOption,
    ModelOption,
    PuzzleArgument,
    StrengthOption,
    TimeLimitOption,
    complete_labeling,
    file_name,
)
from quincunx.cli._output import write, write_error, write_json
from quincunx.cli._search import attended
from quincunx.cli._status import Status
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.errors import OptionError, TooBig
from quincunx.families.base.reading import find_puzzle
from quincunx.solving.models import OURS, model_of, search_options


def _minizinc(model: Model, options: SearchOptions) -> str:
    from quincunx.cp.engines.minizinc_text import to_text

    return to_text(model, options)


MAX_CHARACTERS = 20_000_000
"""Nobody reads a longer model, and to write it would take gigabytes."""

FORMATS: dict[str, Callable[[Model, SearchOptions], str]] = {"minizinc": _minizinc}


def complete_format(incomplete: str) -> list[str]:
    """Names of formats."""
    return [name for name in FORMATS if name.startswith(incomplete)]


def export(
    puzzle: PuzzleArgument,
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="FORMAT", help="The language.", autocompletion=complete_format
        ),
    ] = "minizinc",
    labeling: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTIONS",
            help="How a solver is asked to search, as in ff,bisect,down.",
            autocompletion=complete_labeling,
        ),
    ] = None,
    consistency: StrengthOption = None,
    model: ModelOption = OURS,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            parser=file_name,
            help="Write to a file, not to the screen.",
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Write a puzzle as a model that other solvers can read.

    The model prints a solution as one line of numbers: those in the puzzle's cells, and then
    those of whatever else the model speaks of.

    Exit status: 0 it was written, 2 the input is wrong, 3 the model is too big or the time was up.
    """
    if to not in FORMATS:
        raise OptionError(f"export: unknown format {to!r}, expected one of {', '.join(FORMATS)}")
    board = find_puzzle(puzzle)
    options = search_options(
        board, model, labeling=",".join(labeling or ()), consistency=consistency
    )

    def written(cancel: Callable[[], bool]) -> str | None:
        try:
            with watching(Limits(seconds=time_limit, cancel=cancel)):
                exported = model_of(board, model)
                _refuse_big(exported)
                return FORMATS[to](exported, options)
        except Stopped:
            return None

    text = attended(written)
    if text is None:
        write_error("export: a limit stopped the work before the model was written")
        return Status.STOPPED
    if output is not None:
        write_file(output, text)
    if as_json:
        data = {"puzzle": board.identifier, "family": board.family, "format": to}
        data |= {} if model == OURS else {"model": model}
        where = {"text": text} if output is None else {"file": str(output)}
        write_json({**data, **where})
    elif output is None:
        write(text, end="")
    return Status.FOUND


def _refuse_big(model: Model) -> None:
    """Refuse a model whose domains alone would fill a book, before any of it is written."""
    size = 0
    for variable in model.variables:
        values = variable.domain
        if not isinstance(values, range):
            size += len(values) * (int(log10(max(map(abs, (values[0], values[-1], 1))))) + 3)
    if size > MAX_CHARACTERS:
        raise TooBig(
            f"export: {model.name} would take about {size:,} characters, "
            f"expected at most {MAX_CHARACTERS:,}"
        )
