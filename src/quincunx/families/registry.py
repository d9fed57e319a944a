"""Finds families by name, and puzzles by document or identifier.

A family lives in a module of this folder, or in any installed package that names it in the entry
point group "quincunx.families": there the name is the family's name, and the object its class.
Installed packages are looked through only if a name is none of the families of this folder, or if
all families are asked for. A plug-in that cannot be used is logged in one line and left out.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import quincunx.families
from quincunx._support.json_text import decode_json
from quincunx._support.version import VERSION
from quincunx.errors import PuzzleError, short_repr
from quincunx.families.base.documents import from_body
from quincunx.families.base.puzzle import AnyPuzzle, Puzzle, shorten
from quincunx.families.base.validation import errors_at

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "quincunx.families"
"""The entry points of plug-ins."""
_DECLARED = ("family", "title", "rules", "fields", "example")
_faults: list[str] = []
_NOT_FAMILIES = ("base", "gallery", "registry")


@cache
def all_families() -> Mapping[str, type[AnyPuzzle]]:
    """All families by name, in alphabetical order; imports all of their modules."""
    loaded = [family for name in _plug_ins() if (family := _plugged_in(name)) is not None]
    found = [*own_families(), *loaded]
    return {family.family: family for family in sorted(found, key=lambda one: one.family)}


def own_families() -> Sequence[type[AnyPuzzle]]:
    """The families that come with quincunx, in alphabetical order."""
    found = [family for module in _modules() for family in _families_in(module)]
    return sorted(found, key=lambda family: family.family)


def find_family(name: str) -> type[AnyPuzzle] | None:
    """The family of this name, or `None`; imports only its module if that has the same name."""
    module = name.replace("-", "_")
    for family in _families_in(module) if module in _modules() else ():
        if family.family == name:
            return family
    return _plugged_in(name) if name in _plug_ins() else all_families().get(name)


def family_named(name: str) -> type[AnyPuzzle]:
    """The family of this name.

    Raises:
        PuzzleError: There is no such family. The message lists all names.
    """
    found = find_family(name) if isinstance(name, str) else None
    if found is None:
        if faults := [fault for fault in broken_plug_ins() if f"plug-in {name} " in fault]:
            raise PuzzleError(faults[0])
        known = ", ".join(all_families())
        raise PuzzleError(f"unknown family {short_repr(name)}, expected one of {known}")
    return found


def package_of(family: type[AnyPuzzle]) -> str:
    """The package that a family comes from, with its version: "quincunx 1.0"."""
    plugged_in = family.family in _plug_ins() and _plugged_in(family.family) is family
    return _package(_plug_ins()[family.family]) if plugged_in else f"quincunx {VERSION}"


def broken_plug_ins() -> Sequence[str]:
    """A line about each plug-in that cannot be used, which names it and what is wrong."""
    all_families()
    return sorted(_faults)


def forget_families() -> None:
    """Forget the families that were found, so that the next request looks for them again."""
    _faults.clear()
    for cached in (all_families, _modules, _families_in, _plug_ins, _plugged_in):
        cached.cache_clear()


@cache
def _plug_ins() -> Mapping[str, EntryPoint]:
    """The plug-ins by name; none is imported."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _package(point))):
        if point.name.replace("-", "_") in _modules():
            _leave_out(point, "a family of quincunx has this name")
        elif point.name in found:
            _leave_out(point, f"{_package(found[point.name])} has a family of this name")
        else:
            found[point.name] = point
    return found


@cache
def _plugged_in(name: str) -> type[AnyPuzzle] | None:
    """The family of a plug-in, or `None` if it cannot be used."""
    point = _plug_ins()[name]
    try:
        family = point.load()
        if not (isinstance(family, type) and issubclass(family, Puzzle)):
            raise TypeError(f"{point.value} is {family!r}, expected a subclass of Puzzle")
        missing = {part for part in _DECLARED if not hasattr(family, part)}
        if missing := missing | family.__abstractmethods__:
            raise TypeError(f"{point.value} does not define {', '.join(sorted(missing))}")
        if family.family != name:
            raise ValueError(f"its family is {family.family!r}, expected the name {name!r}")
        from_body(family, family.example.identifier.removeprefix(f"{name}:"))
    except (Exception, SystemExit) as error:
        _leave_out(point, described(error))
        return None
    return family


def described(error: BaseException) -> str:
    """An error of a family's code in one line, with the place in that code."""
    from traceback import extract_tb

    own = ("<", *quincunx.__path__, *importlib.__path__)
    frames = [f for f in extract_tb(error.__traceback__) if not f.filename.startswith(own)]
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}{place}".split())


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unnamed package"


def _leave_out(point: EntryPoint, why: str) -> None:
    """Say in one line that a plug-in is not used: on standard error, unless logging is set up."""
    import logging

    fault = " ".join(f"plug-in {point.name} of {_package(point)} is left out: {why}".split())
    _faults.append(fault)
    logging.getLogger("quincunx").warning("%s", fault)


@cache
def _modules() -> tuple[str, ...]:
    """The modules beside this one that hold families."""
    found = (module.name for module in pkgutil.iter_modules(quincunx.families.__path__))
    return tuple(name for name in found if name not in _NOT_FAMILIES)


@cache
def _families_in(module: str) -> tuple[type[AnyPuzzle], ...]:
    """The families that a module defines."""
    contents = vars(importlib.import_module(f"quincunx.families.{module}")).values()
    puzzles = (one for one in contents if isinstance(one, type) and issubclass(one, Puzzle))
    return tuple(puzzle for puzzle in puzzles if "family" in vars(puzzle))


def from_document(document: object) -> AnyPuzzle:
    """The puzzle of a JSON document.

    >>> from_document({"family": "c-note", "target": 100, "grid": [[8,8,4],[6,2,5],[3,6,1]]})
    CNote(target=100, grid=((8, 8, 4), (6, 2, 5), (3, 6, 1)))
    """
    if not isinstance(document, dict):
        raise PuzzleError(f"puzzle: {short_repr(document)} is not an object, expected {{...}}")
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
    there = [field for field in family.fields if field.name in document]
    return family(**{field.attribute: document[field.name] for field in there})


def parse(text: str) -> AnyPuzzle:
    """The puzzle a text describes: an identifier, or a JSON document.

    >>> parse("c-note:100:884/625/361").target
    100
    """
    text = text.strip()
    if not text:
        raise PuzzleError("puzzle: empty, expected an identifier or a JSON document")
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
