"""Functions as commands: arguments, options and groups from types and docstrings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from quincunx.cli.options import Positive, command


@dataclass(frozen=True)
class Colours:
    """How to paint.

    Options:
        ink (COLOUR): The colour of lines.
        fill: Whether areas are filled.
    """

    ink: str = "black"
    fill: bool = True


def paint(
    puzzle: str,
    /,
    colours: Colours,
    number: Positive | None = None,
    all_: bool = False,
    output: Path | None = None,
    as_json: bool = False,
) -> None:
    """Paint a puzzle.

    Options:
        number: How many
            times.
        all_: Paint everything.
        output: Where to.
    """
    typer.echo(repr((puzzle, colours, number, all_, output, as_json)))


def run(*arguments: str) -> str:
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command()(command(paint))  # type: ignore[arg-type]
    return CliRunner().invoke(app, arguments).output


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        ("p", ("p", Colours(), None, False, None, False)),
        ("p --ink red --no-fill", ("p", Colours("red", False), None, False, None, False)),
        ("p --number 2 --all --json", ("p", Colours(), 2, True, None, True)),
        ("-o a.svg p", ("p", Colours(), None, False, Path("a.svg"), False)),
    ],
)
def test_values_reach_the_function(arguments: str, values: object) -> None:
    assert run(*arguments.split()) == f"{values!r}\n"


@pytest.mark.parametrize("number", ["0", "x", "1_0", "²"])
def test_numbers_are_whole_and_within_bounds(number: str) -> None:
    assert "Invalid value for --number" in run("p", "--number", number).replace("'", "")


def test_help_comes_from_docstrings_and_shared_texts() -> None:
    lines = [" ".join(line.split()) for line in run("--help").splitlines()]
    for line in (
        "Paint a puzzle.",
        "PUZZLE An identifier, a file, a gallery name, or - for standard input.",
        "--ink COLOUR The colour of lines. [default: black]",
        "--fill / --no-fill Whether areas are filled. [default: fill]",
        "--number N How many times.",
        "-o, --output FILE Where to.",
        "--json Print one JSON object.",
    ):
        assert line in lines
