"""Why something follows from a table, in words."""

from __future__ import annotations

from quincunx.cp.constraints.table import Table
from quincunx.cp.words.phrases import (
    FEW,
    Deduction,
    Phrases,
    capitalised,
    listed,
    reason_of,
    subject_of,
)

MAX_COLUMNS = 4
"""Rows with more open columns are not listed."""


@subject_of.register(Table)
def subject(constraint: Table, phrases: Phrases) -> str:
    return constraint.label or f"the table of {subject_of.default(constraint, phrases)}"


@reason_of.register(Table)
def reason(table: Table, deduction: Deduction, phrases: Phrases) -> str:
    """The table by name, what is known, and the rows that go with it where they are few."""
    rule = capitalised(phrases.subject(table))
    if table.rows.description not in ("", table.label):
        rule += f" ({table.rows.description})"
    facts = phrases.facts(deduction)
    if deduction.contradicts:
        goes_with = "nothing goes with that" if facts else ""
    else:
        goes_with = few_rows(table, deduction, phrases)
    known = ", and ".join(filter(None, [facts, goes_with]))
    return f"{rule}: {known}" if known else rule


def few_rows(table: Table, deduction: Deduction, phrases: Phrases) -> str:
    """The rows of the open variables; empty if there are many, or if they give away the claim."""
    scope = table.without_repeats()
    bases = [
        values if isinstance(values, range) else frozenset(values)
        for values in map(deduction.known.__getitem__, scope.variables)
    ]
    open_ones = [at for at, values in enumerate(bases) if len(values) > 1]
    if not 1 < len(open_ones) <= MAX_COLUMNS or any(
        len(left) == 1 for left in deduction.left.values()
    ):
        return ""
    kept: dict[tuple[int, ...], None] = {}
    for row in scope.rows.rows:
        if all(value in values for value, values in zip(row, bases, strict=True)):
            kept[tuple(row[at] for at in open_ones)] = None
            if len(kept) > FEW:
                return ""
    variables = [scope.variables[at] for at in open_ones]
    shown = [
        listed([phrases.value(v, n) for v, n in zip(variables, row, strict=True)], "and")
        for row in kept
    ]
    # One by one, because the places must stand in the order of the values.
    places = listed(map(phrases.place, variables), "and")
    return f"{places} are {', or '.join(shown)}"
