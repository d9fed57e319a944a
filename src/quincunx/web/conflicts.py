"""Why a puzzle has no solution: a few of its rules that cannot hold together.

Rules are removed one by one as long as the rest stays contradictory. Each test is a short search,
so that an answer is found quickly or not at all.
"""

from collections.abc import Sequence
from contextlib import suppress

from quincunx.cp.constraints import Constraint
from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.cp.model import Variable
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import rule_book_of
from quincunx.reasoning.mistakes import may_hold, minimal
from quincunx.reasoning.study import study_of

MAX_NODES = 400
"""Search nodes of each test."""
MAX_RULES = 300
"""Rules and givens of the largest puzzle that is examined."""
MAX_SECONDS = 3.0
"""Time limit for everything."""


def conflicting_rules(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """The ids of rules that cannot hold together; empty if none were found.

    Short searches find no contradiction if any one of them is left out.

    >>> from quincunx.families import parse
    >>> conflicting_rules(parse("c-note:3:11/11"))
    ('row 1',)
    """
    with suppress(Stopped), watching(Limits(seconds=MAX_SECONDS)):
        return _conflict(puzzle)
    return ()


def _conflict(puzzle: AnyPuzzle) -> tuple[str, ...]:
    model = study_of(puzzle).reasoning_model
    rules = model.constraints
    givens = [variable for variable in model.variables if variable.given is not None]

    def fail(rules: Sequence[Constraint], givens: Sequence[Variable]) -> bool:
        poll()
        domains = {v: v.domain if v in givens else v.open_domain for v in model.variables}
        return not may_hold(rules, domains, Limits(MAX_SECONDS, MAX_NODES), model.decisions)

    if len(rules) + len(givens) > MAX_RULES or not fail(rules, givens):
        return ()
    # The last ones are dropped first.
    rules = minimal(rules[::-1], lambda left: fail(left[::-1], givens))[::-1]
    givens = minimal(givens[::-1], lambda left: fail(rules, left))
    names = [name for rule in rules for name in rule.rules or (rule.title,)]
    cells = dict(zip(model.decisions, puzzle.cells, strict=True))
    printed = {cells.get(variable) for variable in givens}
    book = {entry.id: entry for entry in rule_book_of(puzzle)}
    given = [entry for entry in book.values() if entry.id.startswith("given ")]
    names += [entry.id for entry in given if not printed.isdisjoint(entry.cells)]
    return tuple(name for name in dict.fromkeys(names) if name in book)
