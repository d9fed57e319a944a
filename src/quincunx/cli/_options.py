"""Arguments and options that several commands share, and what the shell offers for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import typer


def _starting(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def complete_puzzle(incomplete: str) -> list[str]:
    """Names of the gallery; where none fits, shells offer files."""
    from quincunx import published as gallery

    return _starting(incomplete, gallery.names())


def complete_family(incomplete: str) -> list[str]:
    """Names of families."""
    from quincunx.families import families

    return _starting(incomplete, families())


def complete_labeling(incomplete: str) -> list[str]:
    """Labeling options, also after a comma."""
    from quincunx.labeling import ALIASES, DIRECTIONS, VALUE_CHOICES, VARIABLE_ORDERS

    before, comma, _ = incomplete.rpartition(",")
    given = before.split(",")
    words = [*VARIABLE_ORDERS, *ALIASES, *VALUE_CHOICES, *DIRECTIONS]
    return _starting(incomplete, (before + comma + word for word in words if word not in given))


def complete_consistency(incomplete: str) -> list[str]:
    """Strengths of propagation."""
    from quincunx.labeling import CONSISTENCIES

    return _starting(incomplete, CONSISTENCIES)


def complete_engine(incomplete: str) -> list[str]:
    """Names of engines."""
    from quincunx.backends import ENGINES

    return _starting(incomplete, ENGINES)


def complete_grade(incomplete: str) -> list[str]:
    """Names of grades."""
    from quincunx.grades import GRADES

    return _starting(incomplete, GRADES)


def _seconds(value: float | None) -> float | None:
    # "nan" is a float to Python, and would be no limit at all.
    if value is not None and not value >= 0:
        raise typer.BadParameter(f"{value} seconds, expected 0 or more")
    return value


PuzzleArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="An identifier, a file, a gallery name, or - for standard input.",
        autocompletion=complete_puzzle,
        show_default=False,
    ),
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
TimeLimitOption: TypeAlias = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Stop after so many seconds.", callback=_seconds),
]
