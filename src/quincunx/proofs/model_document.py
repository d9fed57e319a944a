"""A puzzle's model as a document that `model_verifier` reads: sums, counts and tables.

Every kind of constraint can be written so: as its parts, or as the table of what it allows.
"""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from itertools import combinations
from math import prod
from typing import Any, TypeAlias

from quincunx.cp.constraints import MAX_FILTERED, Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines.conditional import unconditional
from quincunx.cp.limits import poll
from quincunx.cp.model import Model, Variable
from quincunx.errors import ModelError, PuzzleError, TooBig
from quincunx.families import AnyPuzzle, Document
from quincunx.proofs.model_verifier import FAMILY

Form: TypeAlias = tuple[str, Sequence[Variable], list[Any]]
"""The name of a form, the variables, and the rest of the rule."""


def model_document(puzzle: AnyPuzzle) -> Document:
    """Return a puzzle's model as a document; raises what `document_of` raises."""
    return document_of(written_model(puzzle.model()), puzzle.identifier)


def written_model(model: Model) -> Model:
    """Return an equivalent model in which nothing is conditional, and the alternatives of large
    disjunctions have flags: a table for each is much smaller than one for all."""
    model = unconditional(model)
    same = model.extensible()
    same.constraints = []
    for one in model.constraints:
        if isinstance(one, Either) and prod(v.size for v in one.variables) > MAX_FILTERED:
            chosen: list[Constraint] = []
            for n, held in enumerate(one.alternatives):
                flag = same.helper(f"{one.title}: {n}", range(2))
                same.add(Either([held], flag, label=one.label))
                chosen.append(Linear((flag,), (1,), "==", 1))
            one = Either(chosen, one.flag, label=one.label)
        same.constraints.append(one)
    return same


def document_of(model: Model, name: str) -> Document:
    """Return a model in which nothing is conditional as a document; its decisions come first.

    Raises:
        TooBig: A constraint that has no other form has too many combinations to try.
        PuzzleError: A variable stands for numbers that are not listed.
    """
    variables = in_order(model)
    places = {variable: place for place, variable in enumerate(variables)}
    tables: dict[tuple[tuple[int, ...], ...], int] = {}
    rules: list[list[Any]] = []
    for variable in variables:
        if variable.other is not None:
            raise PuzzleError(f"certify: {variable.name} has numbers that the model does not list")
    for constraint in model.constraints:
        poll()
        for form, scope, content in _forms_of(constraint):
            if not scope:
                # It holds always or never; no row at all says never.
                if constraint.check([0] * len(constraint.variables)):
                    continue
                form, scope, content = "rows", variables[:1], [()]
            if form == "rows":
                content = [tables.setdefault(content[0], len(tables))]
            rules.append([constraint.title, form, [places[v] for v in scope], *content])
    return {
        "family": FAMILY,
        "puzzle": name,
        "decisions": len(set(model.decisions)),
        "cells": [[variable.name, [*variable.domain]] for variable in variables],
        "tables": [[[*row] for row in rows] for rows in tables],
        "rules": rules,
    }


def in_order(model: Model) -> list[Variable]:
    """Return the variables of a model, its decisions first."""
    return list(dict.fromkeys((*model.decisions, *model.variables)))


def _forms_of(constraint: Constraint) -> Iterator[Form]:
    """The rules that together say the same as a constraint."""
    parts = constraint.parts()
    if parts is not None:
        for part in parts:
            yield from _forms_of(part)
    elif len(set(constraint.variables)) < len(constraint.variables):
        yield from _table(constraint)
    else:
        yield from _forms(constraint)


def _table(constraint: Constraint) -> Iterator[Form]:
    try:
        table = constraint.tabulated()
    except ModelError as error:
        raise TooBig(f"certify: {error}") from None
    yield "rows", table.variables, [table.rows.rows]


_forms = singledispatch(_table)
"""The rules for a constraint whose variables are all different."""


@_forms.register
def _(constraint: Linear) -> Iterator[Form]:
    terms = constraint.terms()
    content = [[*terms.values()], constraint.relation, constraint.constant]
    yield "sum", tuple(terms), content


@_forms.register
def _(constraint: Cardinality) -> Iterator[Form]:
    yield "counts", constraint.variables, [[[n, *pair] for n, pair in constraint.bounds.items()]]


@_forms.register
def _(constraint: AllDifferent) -> Iterator[Form]:
    if any(constraint.shifts):
        terms = zip(constraint.variables, constraint.shifts, strict=True)
        for (x, more), (y, offset) in combinations(terms, 2):
            yield from _table(AllDifferent((x, y), constraint.excepted, offsets=(more, offset)))
    else:
        numbers = {number for variable in constraint.variables for number in variable.domain}
        bounds = [[number, 0, 1] for number in sorted(numbers - constraint.excepted)]
        yield "counts", constraint.variables, [bounds]
