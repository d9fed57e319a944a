"""Why something follows from a table, in plain words: what goes with what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.wording import FEW, Deduction, Phrases, capitalised, listed

if TYPE_CHECKING:
    from quincunx.constraints.table import Table


def reason(table: Table, deduction: Deduction, phrases: Phrases) -> str:
    """The table by name, what is known, and the rows that go with it where they are few."""
    rule = capitalised(phrases.subject(table))
    if table.rows.description not in ("", table.label):
        rule += f" ({table.rows.description})"
    facts = phrases.facts(deduction)
    rule += f": {facts}" if facts else ""
    if deduction.contradicts:
        return f"{rule}, and nothing goes with that" if facts else rule
    few = few_rows(table, deduction, phrases)
    return f"{rule}, and {few}" if few else rule


def few_rows(table: Table, deduction: Deduction, phrases: Phrases) -> str:
    """What goes together for the open variables; nothing if much does, or it tells too much."""
    scope = table.without_repeats()
    bases = [frozenset(deduction.basis(variable)) for variable in scope.variables]
    open_ones = [at for at, values in enumerate(bases) if len(values) > 1]
    if len(open_ones) < 2 or any(len(left) == 1 for left in deduction.left.values()):
        return ""
    kept: dict[tuple[int, ...], None] = {}
    for row in scope.rows.rows:
        if all(value in values for value, values in zip(row, bases, strict=True)):
            kept[tuple(row[at] for at in open_ones)] = None
            if len(kept) > FEW:
                return ""
    variables = [scope.variables[at] for at in open_ones]
    shown = [
        listed([phrases.value(v, n) for v, n in zip(variables, row, strict=True)], "with")
        for row in kept
    ]
    return f"{phrases.places(variables)} are {listed(shown, 'or')}"
