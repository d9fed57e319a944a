"""JSON Schemas of puzzle documents, solutions, states and of the answers of commands.

Documents follow from the `fields` of a family and the shapes of these, solutions from the type that
the family declares (`Puzzle[list[list[int]]]`), and answers from `website.answers`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import is_dataclass
from functools import cache, singledispatch
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, Puzzle, all_families, parse, to_document
from quincunx.families.base.documents import numbers_of, with_givens
from quincunx.families.base.layout import Grid, Line
from quincunx.families.base.shapes import Digit, Mark, Maybe, Named, Shape, Whole, Word
from quincunx.families.gallery import gallery
from website import answers

Schema: TypeAlias = dict[str, Any]
Definitions: TypeAlias = dict[str, Schema]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SIMPLE = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}


def one_of(choices: list[Schema]) -> Schema:
    """A schema that any of these fits."""
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


def array(items: Schema, least: int = 0, most: int | None = None) -> Schema:
    """A list of items."""
    bounds = {"minItems": least} if least else {}
    return {"type": "array", "items": items, **bounds, **({"maxItems": most} if most else {})}


# Parts of puzzles


@singledispatch
def shape_schema(shape: Shape[Any], seen: list[Any]) -> Schema:
    """The schema of the values of a shape. A shape of a kind that is not known here has the
    structure of the values that were `seen`."""
    return structure(seen)


@shape_schema.register
def _(shape: Whole, seen: list[Any]) -> Schema:
    return {"type": "integer", "minimum": shape.least, "maximum": shape.most}


@shape_schema.register
def _(shape: Digit, seen: list[Any]) -> Schema:
    return shape_schema(shape.number or Whole(shape.least, shape.most), seen)


@shape_schema.register
def _(shape: Named, seen: list[Any]) -> Schema:
    return {"enum": [*shape.values, *shape.values.values()]}


@shape_schema.register
def _(shape: Maybe, seen: list[Any]) -> Schema:  # type: ignore[type-arg]
    return one_of([shape_schema(shape.mark, seen), {"type": "null"}])


@shape_schema.register
def _(shape: Word, seen: list[Any]) -> Schema:
    return {"enum": list(shape.words)}


@shape_schema.register
def _(shape: Line, seen: list[Any]) -> Schema:  # type: ignore[type-arg]
    marks = [mark for line in seen for mark in line]
    return array(shape_schema(shape.mark, marks), shape.least, shape.most)


@shape_schema.register
def _(shape: Grid, seen: list[Any]) -> Schema:  # type: ignore[type-arg]
    mark = shape.mark if isinstance(shape.mark, Mark) else shape.mark(shape.most)
    marks = [each for grid in seen for row in grid for each in row]
    return array(array(shape_schema(mark, marks), 1), shape.least, shape.most)


def structure(values: list[Any]) -> Schema:
    """The structure that values have in common.

    >>> structure([[1, 2], [None]])
    {'type': 'array', 'items': {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}}
    >>> structure([{"a": "x"}, {"a": "y", "b": 1}])["required"]
    ['a']
    """
    choices: list[Schema] = [
        {"type": name} for kind, name in SIMPLE.items() if any(type(v) is kind for v in values)
    ]
    if lists := [value for value in values if isinstance(value, list)]:
        choices.append(array(structure([item for value in lists for item in value])))
    if objects := [value for value in values if isinstance(value, dict)]:
        keys = dict.fromkeys(key for value in objects for key in value)
        properties = {k: structure([v[k] for v in objects if k in v]) for k in keys}
        required = [key for key in keys if all(key in value for value in objects)]
        choices.append(closed(properties, required))
    return one_of(choices)


def closed(properties: Schema, required: list[str], extra: Schema | None = None) -> Schema:
    """An object with these keys and, unless others are allowed, no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False if extra is None else extra,
    }


def known_puzzles(family: type[AnyPuzzle]) -> list[AnyPuzzle]:
    """Puzzles that show all parts of a family's documents: the published ones, and the example with
    and without givens."""
    example = parse(family.example.identifier)
    published = [entry.puzzle for entry in gallery().values()]
    found = [example, *(puzzle for puzzle in published if isinstance(puzzle, family))]
    with suppress(PuzzleError, NotImplementedError):  # not all families print numbers of the answer
        found.append(
            with_givens(example, [None, *numbers_of(example, family.example.solution)[1:]])
        )
    return found


@cache
def document_schema(family: type[AnyPuzzle]) -> Schema:
    """The schema of a family's documents."""
    documents = [to_document(puzzle) for puzzle in known_puzzles(family)]
    properties: Schema = {"family": {"const": family.family}}
    for field in family.fields:
        seen = [document[field.name] for document in documents if field.name in document]
        described = {"description": field.described}
        properties[field.name] = {**shape_schema(field.shape, seen), **described}
    required = [field.name for field in family.fields if not field.optional]
    return {"title": family.title, **closed(properties, ["family", *required])}


def solution_type(family: type[AnyPuzzle]) -> Any:
    """The type of a family's solutions, as its class declares it."""
    for base in (base for kind in family.__mro__ for base in getattr(kind, "__orig_bases__", ())):
        if get_origin(base) is Puzzle:
            return get_args(base)[0]
    return Any


def solution_schema(family: type[AnyPuzzle]) -> Schema:
    """The schema of a family's solutions."""
    return {"title": family.title, **type_schema(solution_type(family), {})}


def state_schema(family: type[AnyPuzzle]) -> Schema:
    """The schema of what a player has written: text, or the form of a solution in which cells may
    hold nothing or notes."""
    number = {"type": "integer"}
    names = parse(family.example.identifier).layout.mark.names.values()
    notes = [
        closed({key: array(one_of([number, {"type": "string"}]), 1)}, [key])
        for key in ("candidates", "not")
    ]
    cell = one_of([number, {"type": "null"}, *([{"enum": list(names)}] if names else []), *notes])
    form = solution_type(family)
    rows = cell if form == list[int] else array(cell)
    if form == list[str]:
        rows = one_of([{"type": "string"}, array(one_of([cell, {"type": "string"}]))])
    return {"title": family.title, **one_of([{"type": "string"}, array(rows)])}


# Types


def type_schema(kind: Any, definitions: Definitions) -> Schema:
    """The schema of a type; classes with keys are added to the definitions.

    >>> type_schema(list[int | None], {})["items"]["anyOf"]
    [{'type': 'integer'}, {'type': 'null'}]
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in SIMPLE:
        return {"type": SIMPLE[kind]}
    if kind is Any:
        return {}
    if origin is NotRequired:
        return type_schema(arguments[0], definitions)
    if origin is Annotated:
        return {**type_schema(arguments[0], definitions), "description": arguments[1]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return one_of([type_schema(choice, definitions) for choice in arguments])
    if origin in (list, tuple):
        return array(type_schema(arguments[0], definitions))
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": type_schema(arguments[1], definitions)}
    return reference(kind, definitions)


def reference(kind: Any, definitions: Definitions) -> Schema:
    """A reference to the definition of a class with keys, or of a document or a solution."""
    name = kind.__name__
    if name not in definitions:
        definitions[name] = {}  # it may refer to itself
        definitions[name].update(definition(kind, definitions))
    return {"$ref": f"#/$defs/{name}"}


def definition(kind: Any, definitions: Definitions) -> Schema:
    """The schema of a typed dictionary, a dataclass, any document or any solution."""
    if kind is answers.Document:
        return {"oneOf": [document_schema(family) for family in all_families().values()]}
    if kind is answers.Solution:
        forms = [type_schema(solution_type(f), {}) for f in all_families().values()]
        return one_of([form for at, form in enumerate(forms) if form not in forms[:at]])
    assert is_typeddict(kind) or is_dataclass(kind), kind
    # A key that is a word of Python is declared with an underscore behind it.
    hints = {
        name.rstrip("_"): hint for name, hint in get_type_hints(kind, include_extras=True).items()
    }
    properties = {name: type_schema(hint, definitions) for name, hint in hints.items()}
    required = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]
    extra = answers.MEASURED.get(kind)
    described = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    return {
        "description": described,
        **closed(properties, required, None if extra is None else type_schema(extra, definitions)),
    }


def answer_schema(command: str) -> Schema:
    """The schema of one JSON object in the output of a command."""
    definitions: Definitions = {}
    forms = [reference(form, definitions) for form in answers.ANSWERS[command]]
    title = f"quincunx {command} --json"
    return {"$schema": DIALECT, "title": title, **one_of(forms), "$defs": definitions}


def all_schemas() -> dict[str, Schema]:
    """All schemas by file name: of every command, and of documents, solutions and states of all
    families together and of each."""
    schemas = {f"{name.replace(' ', '-')}.json": answer_schema(name) for name in answers.ANSWERS}
    kinds: dict[str, Callable[[type[AnyPuzzle]], Schema]] = {
        "document": document_schema,
        "solution": solution_schema,
        "state": state_schema,
    }
    for kind, schema_of in kinds.items():
        families = {name: schema_of(family) for name, family in all_families().items()}
        schemas[f"{kind}.json"] = {
            "$schema": DIALECT,
            "title": f"A {kind} of any family",
            "anyOf": list(families.values()),
        }
        for name, schema in families.items():
            schemas[f"{name}-{kind}.json"] = {"$schema": DIALECT, **schema}
    return schemas
