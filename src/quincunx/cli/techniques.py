"""`quincunx techniques`: the glossary of explanations."""

from __future__ import annotations

from typing import Annotated

import typer

from quincunx.cli._options import JsonOption, complete_family
from quincunx.cli._output import write, write_json, write_lines
from quincunx.cli._status import Status
from quincunx.cli.explain import wrapped
from quincunx.families import family_named


def techniques(
    family: Annotated[
        str | None,
        typer.Argument(
            metavar="FAMILY",
            help="Only what its players use: the general techniques and its own.",
            autocompletion=complete_family,
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """List the techniques that explanations name, each with a puzzle that takes it."""
    from quincunx.reasoning.glossary import glossary

    if family is not None:
        family_named(family)
    entries = [e for e in glossary() if family is None or e.family in (None, family)]
    if as_json:
        write_json({"techniques": [entry.as_dict() for entry in entries]})
        return Status.FOUND
    for entry in entries:
        technique = entry.technique
        whose = f", {family_named(entry.family).title}" if entry.family else ""
        about = f"  tier {technique.tier}, effort from {technique.effort:g}{whose}"
        write_lines([[(technique.name, "title"), (about, "frame")]])
        example = f" For example: quincunx explain {entry.example}" if entry.example else ""
        for line in wrapped(technique.meaning + example, 2):
            write_lines([[(f"  {line}", "note")]])
        write()
    return Status.FOUND
