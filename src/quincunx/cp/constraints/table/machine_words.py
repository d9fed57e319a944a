"""Tables for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.engines.machine_words import Rewriter, numbers_fit, without_auxiliaries


@without_auxiliaries.register(Table)
def without(constraint: Table, rewriter: Rewriter) -> tuple[Table, ...]:
    rows = constraint.rows
    if not rewriter.fits_constraint(constraint):
        # Rows that no variable can take are left out: their values may have no code.
        columns = [
            {value: rewriter.code(value) if rewriter.is_coded(v) else value for value in v.domain}
            for v in constraint.variables
        ]
        rows = Rows(
            tuple(
                tuple(column[value] for column, value in zip(columns, row, strict=True))
                for row in rows.rows
                if all(value in column for column, value in zip(columns, row, strict=True))
            ),
            rows.description,
        )
    return (Table(rewriter.narrow_all(constraint.variables), rows, label=constraint.label),)


@numbers_fit.register(Table)
def fits(constraint: Table, rewriter: Rewriter) -> bool:
    numbers = (value for row in constraint.rows.rows for value in row)
    return rewriter.once(constraint.rows, lambda: rewriter.fits(numbers))
