"""Why something follows from a table, in words."""

from quincunx.cp.constraints.table import Table
from quincunx.cp.words.phrases import FEW, Deduction, Phrases, capitalised, reason_of, subject_of

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
    facts, goes_with = phrases.facts(deduction), few_rows(table, deduction, phrases)
    if deduction.contradicts:
        goes_with = "nothing goes with that" if facts else ""
    known = ", and ".join(filter(None, [facts, goes_with]))
    return f"{rule}: {known}" if known else rule


def few_rows(table: Table, deduction: Deduction, phrases: Phrases) -> str:
    """The rows of the open variables; empty if there are many, or if they give away the claim."""
    open_ones = [v for v, values in deduction.known.items() if len(values) > 1]
    decided = any(len(left) == 1 for left in deduction.left.values())
    if deduction.contradicts or decided or not 1 < len(open_ones) <= MAX_COLUMNS:
        return ""
    rows = phrases.find_ways([table], deduction.known, open_ones, FEW)
    return phrases.ways(open_ones, rows, "are") if len(rows) <= FEW else ""
