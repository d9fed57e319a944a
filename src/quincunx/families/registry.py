"""Finds families by name, and puzzles by document or identifier."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

import quincunx.families
from quincunx._support.json_text import decode_json
from quincunx.errors import PuzzleError
from quincunx.families.base.documents import from_body
from quincunx.families.base.puzzle import AnyPuzzle, Puzzle, shorten
from quincunx.families.base.validation import errors_at

_NOT_FAMILIES = ("base", "gallery", "registry")


@cache
def all_families() -> Mapping[str, type[AnyPuzzle]]:
    """All families by name, in alphabetical order; imports all of their modules."""
    found = [family for module in _modules() for family in _families_in(module)]
    return {family.family: family for family in sorted(found, key=lambda one: one.family)}


def find_family(name: str) -> type[AnyPuzzle] | None:
    """The family of this name, or `None`; imports only its module if that has the same name."""
    module = name.replace("-", "_")
    for family in _families_in(module) if module in _modules() else ():
        if family.family == name:
            return family
    return all_families().get(name)


def family_named(name: str) -> type[AnyPuzzle]:
    """The family of this name.

    Raises:
        PuzzleError: There is no such family. The message lists all names.
    """
    found = find_family(name) if isinstance(name, str) else None
    if found is None:
        known = ", ".join(all_families())
        shown = repr(shorten(name)) if isinstance(name, str) else shorten(repr(name))
        raise PuzzleError(f"unknown family {shown}, expected one of {known}")
    return found


def forget_families() -> None:
    """Look for families anew when one is next asked for."""
    for cached in (all_families, _modules, _families_in):
        cached.cache_clear()


@cache
def _modules() -> tuple[str, ...]:
    """The modules beside this one that hold families."""
    found = (module.name for module in pkgutil.iter_modules(quincunx.families.__path__))
    return tuple(name for name in found if name not in _NOT_FAMILIES)


@cache
def _families_in(module: str) -> tuple[type[AnyPuzzle], ...]:
    """The families that a module defines."""
    contents = vars(import_module(f"quincunx.families.{module}")).values()
    return tuple(
        thing
        for thing in contents
        if isinstance(thing, type) and issubclass(thing, Puzzle) and "family" in vars(thing)
    )


def from_document(document: object) -> AnyPuzzle:
    """The puzzle of a JSON document.

    >>> from_document({"family": "c-note", "target": 100, "grid": [[8,8,4],[6,2,5],[3,6,1]]})
    CNote(target=100, grid=((8, 8, 4), (6, 2, 5), (3, 6, 1)))
    """
    if not isinstance(document, dict):
        raise PuzzleError(f"puzzle: {shorten(repr(document))} is not an object, expected {{...}}")
    name = document.get("family")
    if not isinstance(name, str):
        raise PuzzleError('puzzle: no "family", expected one of ' + ", ".join(all_families()))
    family = family_named(name)
    known = {field.name for field in family.fields}
    for key in document:
        if key != "family" and key not in known:
            expected = ", ".join(field.name for field in family.fields)
            raise PuzzleError(f"{name}: unknown key {shorten(str(key))!r}, expected {expected}")
    for field in family.fields:
        if field.name not in document and not field.optional:
            raise PuzzleError(f'{name}: no "{field.name}", expected {field.meaning}')
    parts = {
        field.attribute: document[field.name] for field in family.fields if field.name in document
    }
    return family(**parts)


def parse(text: str) -> AnyPuzzle:
    """The puzzle a text describes: an identifier, or a JSON document.

    >>> parse("c-note:100:884/625/361").target
    100
    """
    text = text.strip()
    if not text:
        raise PuzzleError("puzzle: nothing there, expected an identifier or a JSON document")
    if text.startswith(("{", "[")):
        with errors_at("puzzle"):
            document = decode_json(text)
        return from_document(document)
    name, colon, body = text.partition(":")
    if not colon:
        raise PuzzleError(
            f"puzzle: {shorten(text)!r} is not an identifier, expected FAMILY:... "
            "as in c-note:100:884/625/361"
        )
    return from_body(family_named(name), body)
