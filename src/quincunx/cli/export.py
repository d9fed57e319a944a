"""`quincunx export`: a puzzle in the language of other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from quincunx.cli._options import PuzzleArgument, complete_consistency, complete_labeling
from quincunx.cli._output import write
from quincunx.cli._status import Status
from quincunx.errors import OptionError
from quincunx.labeling import Order
from quincunx.model import Model
from quincunx.reading import find_puzzle
from quincunx.writing import write_file


def _minizinc(model: Model, order: Order) -> str:
    from quincunx.backends.minizinc_text import to_text

    return to_text(model, order)


FORMATS: dict[str, Callable[[Model, Order], str]] = {"minizinc": _minizinc}


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
    consistency: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="How hard a solver is asked to propagate: bounds or domain.",
            autocompletion=complete_consistency,
        ),
    ] = "domain",
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to a file, not to the screen."),
    ] = None,
) -> int:
    """Write a puzzle as a model that other solvers can read.

    The model prints a solution as one line of numbers: those in the puzzle's cells, and then
    those of whatever else the model speaks of.
    """
    if to not in FORMATS:
        raise OptionError(f"export: unknown format {to!r}, expected one of {', '.join(FORMATS)}")
    words = [word.strip() for given in labeling or () for word in given.split(",")]
    board = find_puzzle(puzzle)
    order = Order([word for word in words if word] or board.labeling, consistency)
    text = FORMATS[to](board.model(), order)
    if output is None:
        write(text, end="")
    else:
        write_file(output, text)
    return Status.FOUND
