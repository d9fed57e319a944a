"""Why a puzzle has no solution: a few of its rules that cannot hold together.

Rules are left out one after the other; those without which the rest could hold are the clash. Each
time the search is short, so that this is found quickly or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.cp.model import Model, Variable
from quincunx.cp.options import SearchOptions
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import reasoning_model, rule_book_of

NODES = 400
"""A search for a solution without some rules is given up after so many nodes."""
MOST_RULES = 300
"""Of more rules nobody waits to see which clash."""
SECONDS = 3.0
"""Nor for longer than this."""


def clash(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """The ids of rules that cannot hold together, none of them without the others as far as short
    searches tell; empty where none were found.

    >>> from quincunx.families import parse
    >>> clash(parse("c-note:3:11/11"))
    ('row 1',)
    """
    try:
        with watching(Limits(seconds=SECONDS)):
            return _clash(puzzle)
    except Stopped:
        return ()


def _clash(puzzle: AnyPuzzle) -> tuple[str, ...]:
    model = reasoning_model(puzzle)
    rules = [*range(len(model.constraints))]
    givens = [variable.index for variable in model.variables if variable.given is not None]
    if len(rules) + len(givens) > MOST_RULES or _may_hold(model, set(rules), set(givens)):
        return ()
    kept_rules, kept_givens = set(rules), set(givens)
    for rule in reversed(rules):
        if not _may_hold(model, kept_rules - {rule}, kept_givens):
            kept_rules.discard(rule)
    for given in reversed(givens):
        if not _may_hold(model, kept_rules, kept_givens - {given}):
            kept_givens.discard(given)
    names = dict.fromkeys(_names(puzzle, model, kept_rules, kept_givens))
    known = {rule.id for rule in rule_book_of(puzzle)}
    return tuple(name for name in names if name in known)


def _names(puzzle: AnyPuzzle, model: Model, rules: set[int], givens: set[int]) -> Iterator[str]:
    for rule in sorted(rules):
        constraint = model.constraints[rule]
        yield from constraint.rules or (constraint.title,)
    cells = {
        variable.index: cell for variable, cell in zip(model.decisions, puzzle.cells, strict=True)
    }
    for entry in rule_book_of(puzzle):
        if entry.id.startswith("given ") and any(cells.get(i) in entry.cells for i in givens):
            yield entry.id


def _may_hold(model: Model, rules: set[int], givens: set[int]) -> bool:
    """Whether some of the rules and givens could hold together; a short search decides."""
    poll()
    part = Model(model.name)
    part.variables = [
        variable if variable.given is None or variable.index in givens else _opened(variable)
        for variable in model.variables
    ]
    part.decisions = tuple(part.variables[variable.index] for variable in model.decisions)
    for index in sorted(rules):
        constraint = model.constraints[index]
        variables = [part.variables[variable.index] for variable in constraint.variables]
        part.constraints.append(constraint.over(variables))
    run = KernelRun(part, SearchOptions(["ff"], limits=Limits(SECONDS, NODES, solutions=1)))
    return run.count() > 0 or not run.complete


def _opened(variable: Variable) -> Variable:
    return Variable(variable.index, variable.name, variable.open_domain, variable.other)
