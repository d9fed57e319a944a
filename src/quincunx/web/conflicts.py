"""Why a puzzle has no solution: a few of its rules that cannot hold together.

Rules are removed one by one as long as the rest stays contradictory. Each test is a short search,
so that an answer is found quickly or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.cp.model import Model, Variable
from quincunx.cp.options import SearchOptions
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import rule_book_of
from quincunx.reasoning.study import study_of

MAX_NODES = 400
"""Search nodes of each test."""
MAX_RULES = 300
"""Rules and givens of the largest puzzle that is examined."""
MAX_SECONDS = 3.0
"""Time limit for everything."""


def clash(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """The ids of rules that cannot hold together; empty if none were found.

    As far as short searches can tell, the rules are consistent without any one of them.

    >>> from quincunx.families import parse
    >>> clash(parse("c-note:3:11/11"))
    ('row 1',)
    """
    try:
        with watching(Limits(seconds=MAX_SECONDS)):
            return _clash(puzzle)
    except Stopped:
        return ()


def _clash(puzzle: AnyPuzzle) -> tuple[str, ...]:
    model = study_of(puzzle).reasoning_model
    rules = [*range(len(model.constraints))]
    givens = [variable.index for variable in model.variables if variable.given is not None]
    if len(rules) + len(givens) > MAX_RULES or _may_hold(model, set(rules), set(givens)):
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
    """Whether a short search finds a solution of some rules and givens, or does not finish."""
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
    run = KernelRun(part, SearchOptions(["ff"], limits=Limits(MAX_SECONDS, MAX_NODES, solutions=1)))
    return run.count() > 0 or not run.complete


def _opened(variable: Variable) -> Variable:
    return Variable(variable.index, variable.name, variable.open_domain, variable.other)
