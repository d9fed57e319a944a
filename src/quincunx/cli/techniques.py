"""`quincunx techniques`: the glossary of explanations."""

from __future__ import annotations

from quincunx.cli.output import wrapped, write, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.families import family_named


def techniques(family: str | None = None, /, as_json: bool = False) -> int:
    """List the techniques that explanations name, each with a puzzle that needs it.

    Options:
        family (FAMILY): Only techniques for this family: the general ones and its own.
    """
    from quincunx.reasoning.glossary import glossary

    if family is not None:
        family_named(family)
    entries = [e for e in glossary() if family is None or e.family in (None, family)]
    if as_json:
        write_json({"techniques": [entry.as_dict() for entry in entries]})
        return Status.FOUND
    for entry in entries:
        technique = entry.technique
        owner = f", {family_named(entry.family).title}" if entry.family else ""
        about = f"  tier {technique.tier}, effort from {technique.effort:g}{owner}"
        write_lines([[(technique.name, "title"), (about, "frame")]])
        example = f" For example: quincunx explain {entry.example}" if entry.example else ""
        write_lines([[(f"  {text}", "note")] for text in wrapped(technique.meaning + example, 2)])
        write()
    return Status.FOUND
