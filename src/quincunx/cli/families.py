"""`quincunx families`: the rules of the puzzles, and how they are written down."""

from __future__ import annotations

import json
from textwrap import fill
from typing import Annotated, Any

import typer

from quincunx.cli._options import JsonOption, complete_family
from quincunx.cli._output import draw, width, write, write_json, write_lines
from quincunx.cli._status import Status
from quincunx.families import AnyPuzzle, all_families, family_named, parse


def families(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The family, for instance c-note; all of them without it.",
            autocompletion=complete_family,
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Explain the puzzles: rules, parameters, an example."""
    if as_json:
        if name is not None:
            write_json(_as_dict(family_named(name)))
        else:
            write_json({"families": [_as_dict(family) for family in all_families().values()]})
    elif name is not None:
        _write_family(family_named(name))
        example = family_named(name).example
        puzzle = parse(example.identifier)
        write()
        write(draw(puzzle.sketch(), puzzle.sketch(puzzle.read_solution(example.solution))))
    else:
        for at, family in enumerate(all_families().values()):
            if at:
                write()
            _write_family(family)
    return Status.FOUND


def write_rules(family: type[AnyPuzzle]) -> None:
    """A family's names and rules."""
    write_lines([[(family.title, "title"), (f"  {family.family}", "frame")]])
    write(_wrapped(family.rules))


def _write_family(family: type[AnyPuzzle]) -> None:
    """A family in a few lines: its rules, the keys of its document, an example of each form."""
    write_rules(family)
    for field in family.fields:
        optional = " (optional)" if field.optional else ""
        write(_wrapped(f"{field.name}: {field.meaning}{optional}", hanging=4))
    write(f"  document:   {json.dumps(parse(family.example.identifier).document())}")
    write(f"  identifier: {family.example.identifier}")


def _wrapped(text: str, hanging: int = 0) -> str:
    return fill(
        " ".join(text.split()),
        width=min(width(), 96),
        initial_indent="  ",
        subsequent_indent="  " + " " * hanging,
    )


def _as_dict(family: type[AnyPuzzle]) -> dict[str, Any]:
    return {
        "family": family.family,
        "title": family.title,
        "rules": family.rules,
        "fields": [
            {"name": field.name, "meaning": field.meaning, "optional": field.optional}
            for field in family.fields
        ],
        "example": {
            "puzzle": family.example.identifier,
            "document": parse(family.example.identifier).document(),
            "solution": family.example.solution,
        },
        "labeling": list(family.labeling),
    }
