"""`quincunx families`: the rules and formats of the puzzles, or the rules of one puzzle by id."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from textwrap import fill
from typing import Any

from quincunx.cli.output import Response, paint, side_by_side, table, width, write
from quincunx.cli.status import Status
from quincunx.cp.model import Notes, Values, format_values
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, Cell, all_families, family_named, parse
from quincunx.families.base.capabilities import (
    own_candidates,
    paper_model,
    rule_book_of,
    short_name,
    sketch_of,
)
from quincunx.families.base.documents import read_solution, to_document
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.families.registry import broken_plug_ins, package_of
from quincunx.solving.family_check import problems_of

MAX_CANDIDATES = 1_000
"""Longer lists of candidates are not written."""


def families(
    family: str | None = None, puzzle: str | None = None, /, check: bool = False
) -> Response:
    """Explain the families of puzzles: rules, documents, examples.

    With a puzzle, list its rules and cells. Families of other installed packages (plug-ins) are
    listed with those of quincunx.

    Options:
        family (NAME): The family, for instance c-note; all without it.
        puzzle (PUZZLE): A puzzle of the family, to list its rules and cells.
        check: Check what the family declares, and its example; status 1 if anything is wrong.
    """
    if check:
        return _checked(None if family is None else family_named(family))
    if family is None:
        kinds = all_families().values()
        words = "\n\n".join(map(_described, kinds))
        return Response({"families": [_as_dict(kind) for kind in kinds]}, words)
    chosen = family_named(family)
    if puzzle is not None:
        found = find_puzzle(puzzle)
        if not isinstance(found, chosen):
            raise PuzzleError(f"families: a puzzle of {found.family}, expected {chosen.family}")
        return Response(rule_book_data(found), lambda: _write_rule_book(found))
    shown = parse(chosen.example.identifier)
    answer = read_solution(shown, chosen.example.solution)
    example = side_by_side(sketch_of(shown), sketch_of(shown, answer))
    return Response(_as_dict(chosen), f"{_described(chosen)}\n\n{example}")


def _checked(family: type[AnyPuzzle] | None) -> Response:
    """The faults of a family, or of all families, and the plug-ins that cannot be used."""
    chosen = all_families().values() if family is None else (family,)
    broken = broken_plug_ins() if family is None else ()
    found = [(one.family, package_of(one), problems_of(one)) for one in chosen]
    rows = [[name, package, "; ".join(problems) or "right"] for name, package, problems in found]
    words = "\n".join([table(rows, ["family", "package", "its example"]), *broken])
    data = [{"family": name, "package": of, "problems": wrong} for name, of, wrong in found]
    failed = broken or any(problems for _, _, problems in found)
    status = Status.NONE if failed else Status.FOUND
    return Response({"families": data, "broken": list(broken)}, words, status)


def rule_book_data(puzzle: AnyPuzzle) -> dict[str, Any]:
    """The rules of a puzzle, and its cells with their candidates before any reasoning."""
    return {
        "puzzle": puzzle.identifier,
        "family": puzzle.family,
        "cells": [
            {
                "cell": list(cell),
                "name": short_name(puzzle, cell),
                "candidates": None if values is None else list(values),
            }
            for cell, values in _candidates(puzzle)
        ],
        "rules": [
            {"id": rule.id, "sentence": rule.sentence, "cells": list(map(list, rule.cells))}
            for rule in rule_book_of(puzzle)
        ],
    }


def _candidates(puzzle: AnyPuzzle) -> Iterator[tuple[Cell, Values | None]]:
    """Every cell with its candidates, or None if they are too many to write."""
    for cell, values in own_candidates(puzzle).items():
        few = values is not None and len(values[: MAX_CANDIDATES + 1]) <= MAX_CANDIDATES
        yield cell, values if few else None


def _write_rule_book(puzzle: AnyPuzzle) -> None:
    """Write the rules and the cells of a puzzle as tables."""
    rules = [[rule.id, rule.sentence] for rule in rule_book_of(puzzle)]
    write(table(rules, ["rule", "meaning"]) + "\n")
    rows = [
        [short_name(puzzle, cell), "many numbers" if values is None else _listed(puzzle, values)]
        for cell, values in _candidates(puzzle)
    ]
    write(table(rows, ["cell", "can hold"]))


def _listed(puzzle: AnyPuzzle, values: Values) -> str:
    """Candidates as text: by their names if they have any."""
    names = puzzle.layout.mark.names
    return ", ".join(names[value] for value in values) if names else format_values(values)


def rules(family: type[AnyPuzzle]) -> str:
    """A family's title, name and rules."""
    title = paint([[(family.title, "title"), (f"  {family.family}", "frame")]])
    return f"{title}\n{_wrapped(family.rules)}"


def _described(family: type[AnyPuzzle]) -> str:
    """A family's rules, the keys of its document, and an example of each form."""
    lines = [
        f"{field.name}: {field.described}{' (optional)' if field.optional else ''}"
        for field in family.fields
    ]
    if (notes := _paper_notes(family)) is not None:
        lines.append(f"--model paper: {notes.line()}")
    text = [rules(family), *(_wrapped(line, hanging=4) for line in lines)]
    text.append(f"  package:    {package_of(family)}")
    text.append(f"  document:   {json.dumps(to_document(parse(family.example.identifier)))}")
    text.append(f"  identifier: {family.example.identifier}")
    return "\n".join(text)


def _paper_notes(family: type[AnyPuzzle]) -> Notes | None:
    """Notes on the program in the family's paper, for the family's example; None if there is no
    such program."""
    model = paper_model(parse(family.example.identifier))
    return None if model is None else model.notes


def _wrapped(text: str, hanging: int = 0) -> str:
    words, margin = " ".join(text.split()), "  " + " " * hanging
    return fill(words, min(width(), 96), initial_indent="  ", subsequent_indent=margin)


def _as_dict(family: type[AnyPuzzle]) -> dict[str, Any]:
    return {
        "family": family.family,
        "title": family.title,
        "package": package_of(family),
        "rules": family.rules,
        "fields": [
            {"name": field.name, "meaning": field.described, "optional": field.optional}
            for field in family.fields
        ],
        "example": {
            "puzzle": family.example.identifier,
            "document": to_document(parse(family.example.identifier)),
            "solution": family.example.solution,
        },
        "labeling": list(family.capabilities.labeling),
        "paper": None if (notes := _paper_notes(family)) is None else asdict(notes),
    }
