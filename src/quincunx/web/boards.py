"""Boards: the data with which the page shows a puzzle, and empty boards to fill in."""

from collections.abc import Sequence
from typing import Any

from quincunx.drawing.scene_data import scene_data
from quincunx.families import AnyPuzzle, family_named, to_document
from quincunx.families.base.capabilities import build_scene, rule_book_of
from quincunx.families.base.scene import id_of
from quincunx.making import request
from quincunx.web.encoding import ids_of
from quincunx.web.questions import Question, Reply


def puzzle(asked: Question) -> Reply:
    """Answer "puzzle": a puzzle by any of its names, with its board and its rules."""
    return board(asked.puzzle)


def board(shown: AnyPuzzle) -> Reply:
    """A puzzle with its board and its rules."""
    return {
        "puzzle": shown.identifier,
        "family": shown.family,
        "title": shown.title,
        "document": to_document(shown),
        "scene": scene_data(shown, build_scene(shown)),
        "rules": [
            {"id": rule.id, "sentence": rule.sentence, "cells": ids_of(rule.cells)}
            for rule in rule_book_of(shown)
        ],
    }


def blank(asked: Question) -> Reply:
    """Answer "blank": an empty board, or a named puzzle, with the fields that can be edited."""
    if asked.has("puzzle"):
        edited = asked.puzzle
    else:
        family = family_named(asked.text("family"))
        chosen = request(family.family, unique=False, **asked.parameters())
        empty = chosen.maker.empty(chosen.parameters)
        if empty is None:
            raise asked.wrong(f"{family.family} has no empty boards")
        edited = empty
    fields = fields_of(edited)
    shown = board(edited)
    for part in edited.fields:
        shown["document"].setdefault(part.name, part.shape.data(part.of(edited)))
    for field in fields:
        field["value"] = _filled_in(shown["document"], field["path"])
    return {**shown, "fields": fields}


def fields_of(shown: AnyPuzzle) -> list[dict[str, Any]]:
    """The editable fields of a puzzle's document: path, paths of copies, name, allowed values, and
    the cell it is printed in or the cells it is about."""
    return [
        {
            "path": [field.name, *slot.path],
            "also": [[field.name, *path] for path in slot.also],
            "name": slot.name,
            "cell": None if slot.cell is None else id_of(slot.cell),
            "about": ids_of(slot.about),
            "least": _small(slot.least),
            "most": _small(slot.most),
            "choices": list(slot.choices),
            "optional": slot.optional,
            "empty": slot.empty,
        }
        for field in shown.fields
        for slot in field.shape.slots(field.of(shown), field.called)
    ]


def _small(number: int | None) -> int | None:
    """A bound that users can reach; None beyond."""
    return number if number is not None and abs(number) < 10**15 else None


def _filled_in(document: Any, path: Sequence[int | str]) -> Any:
    """The value at a path of a document. Missing optional parts along the path are added to the
    document, so that the page can set values there."""
    data = document
    for at, step in enumerate(path):
        if isinstance(data, str):
            return data[int(step)]
        if isinstance(step, str):
            data = data.setdefault(step, [] if at + 1 < len(path) else None)
        else:
            data.extend([None] * (step + 1 - len(data)))
            data = data[step]
    return data
