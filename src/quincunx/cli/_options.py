"""Arguments and options that several commands share, and what the shell offers for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import click
import typer

from quincunx.cp.options import Consistency
from quincunx.families import shorten


def _starting(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def complete_puzzle(incomplete: str) -> list[str]:
    """Names of the gallery; where none fits, shells offer files."""
    from quincunx.families import gallery as gallery

    return _starting(incomplete, gallery.names())


def complete_family(incomplete: str) -> list[str]:
    """Names of families."""
    from quincunx.families import all_families

    return _starting(incomplete, all_families())


def complete_labeling(incomplete: str) -> list[str]:
    """Labeling options, also after a comma."""
    from quincunx.cp.options import ALIASES, DIRECTIONS, VALUE_CHOICES, VARIABLE_ORDERS

    before, comma, _ = incomplete.rpartition(",")
    given = before.split(",")
    words = [*VARIABLE_ORDERS, *ALIASES, *VALUE_CHOICES, *DIRECTIONS]
    return _starting(incomplete, (before + comma + word for word in words if word not in given))


def complete_consistency(incomplete: str) -> list[str]:
    """Strengths of propagation."""
    from quincunx.cp.options import CONSISTENCIES

    return _starting(incomplete, CONSISTENCIES)


def complete_model(incomplete: str) -> list[str]:
    """The models of a puzzle."""
    from quincunx.solving.models import MODELS

    return _starting(incomplete, MODELS)


def complete_strategy(incomplete: str) -> list[str]:
    """Names of strategies."""
    from quincunx.cp.options import STRATEGIES

    return _starting(incomplete, STRATEGIES)


def complete_engine(incomplete: str) -> list[str]:
    """Names of engines."""
    from quincunx.cp.engines import ENGINES

    return _starting(incomplete, ENGINES)


def complete_grade(incomplete: str) -> list[str]:
    """Names of grades."""
    from quincunx.families.base.grades import GRADES

    return _starting(incomplete, GRADES)


_WHOLE = re.compile("[+-]?[0-9]{1,30}")
_SECONDS = re.compile(r"\+?(inf|([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,9})?)", re.IGNORECASE)


def whole(least: int | None = None) -> Callable[[str], int]:
    """Reads an option that is a whole number, in ASCII digits and nothing else.

    >>> whole(1)("10")
    10
    """

    def read(text: str) -> int:
        # Python itself would take the digits of every script, and 1_0 for 10.
        if not _WHOLE.fullmatch(str(text)):
            raise typer.BadParameter(f"{shorten(str(text))!r}, expected a whole number")
        if least is not None and int(text) < least:
            raise typer.BadParameter(f"{text}, expected {least} or more")
        return int(text)

    return read


def seconds(text: str) -> float:
    """Reads an option that is a number of seconds.

    >>> seconds("1e300"), seconds(".5")
    (1e+300, 0.5)
    """
    if not _SECONDS.fullmatch(str(text)):
        raise typer.BadParameter(f"{shorten(str(text))!r}, expected a number of seconds, 0 or more")
    return float(text)


def file_name(text: str) -> Path:
    """Reads an option that names a file or a folder to write."""
    if not str(text):
        raise typer.BadParameter("nothing there, expected a name")
    return Path(text)


def output_option(what: str, metavar: str = "FILE") -> Any:
    """The option -o, which names a file or a folder to write; `what` says more of it."""
    return typer.Option(
        "--output", "-o", metavar=metavar, parser=file_name, help=what, show_default=False
    )


PuzzleArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="An identifier, a file, a gallery name, or - for standard input.",
        autocompletion=complete_puzzle,
        show_default=False,
    ),
]
GradeOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="GRADE",
        help="How hard: easy, medium, hard or expert.",
        autocompletion=complete_grade,
    ),
]
ScoreOption: TypeAlias = Annotated[
    str,
    typer.Option(metavar="RANGE", help="Which scores, as in 6..9, 6.. or ..9.", show_default=False),
]
RequireOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="TECHNIQUES",
        help="What their explanations use, with commas in between.",
        show_default=False,
    ),
]
ForbidOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="TECHNIQUES",
        help="What their explanations do not use, with commas in between.",
        show_default=False,
    ),
]
JsonLinesOption: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print one JSON object a line for each puzzle.")
]
ModelOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="ours, or paper: the program that the paper about the family prints.",
        autocompletion=complete_model,
    ),
]
StrengthOption: TypeAlias = Annotated[
    Consistency | None,
    typer.Option(
        click_type=click.STRING,  # the search refuses other words, and lists the right ones
        metavar="LEVEL",
        help="How hard to propagate: bounds or domain; domain, or bounds with --model paper.",
        autocompletion=complete_consistency,
        show_default=False,
    ),
]
LabelingOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="OPTIONS",
        help="How to search, as in ff,bisect,down; a wrong one is told all there are.",
        autocompletion=complete_labeling,
    ),
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
TimeLimitOption: TypeAlias = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Stop after so many seconds.", parser=seconds),
]
SeedOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole(),
        help="The same seed gives the same puzzles; drawn if not given.",
    ),
]
SolutionOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="ANSWER",
        help="Draw this answer in it: text, JSON, a file, or - for standard input.",
    ),
]
SolveOption: TypeAlias = Annotated[
    bool, typer.Option("--solve", help="Draw the solver's answer in it.")
]
