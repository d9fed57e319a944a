"""Tables for other solvers."""

from functools import lru_cache
from typing import Any

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, narrowed, numbers_fit
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@add_to_cp_sat.register(Table)
def add(constraint: Table, target: CpSatModel) -> None:
    if not constraint.rows.rows or not constraint.variables:
        target.model.add_bool_or(truth(constraint, target))
        return
    rows = target.once(constraint.rows, lambda: list(dict.fromkeys(constraint.rows.rows)))
    target.model.add_allowed_assignments(target.unknowns(constraint.variables), rows)


@truth_in_cp_sat.register(Table)
def truth(constraint: Table, target: CpSatModel) -> Any:
    """Whether any row is taken: the rows that are not allowed can be far too many to list."""
    rows = [
        zip(constraint.variables, row, strict=True) for row in dict.fromkeys(constraint.rows.rows)
    ]
    return target.any_of([target.all_of([target.literal(*pair) for pair in row]) for row in rows])


@minizinc_condition.register(Table)
def condition(constraint: Table, text: MiniZincText, reified: bool = False) -> str:
    if not constraint.rows.rows or not constraint.variables:
        return str(bool(constraint.rows.rows)).lower()
    rows = text.table(constraint.rows)
    if reified:
        columns = enumerate(map(text.name, constraint.variables), 1)
        agree = " /\\ ".join(f"{name} = {rows}[row, {column}]" for column, name in columns)
        return f"exists(row in index_set_1of2({rows}))({agree})"
    text.includes.add("table_int")
    return text.annotated(f"table_int({text.array(constraint.variables)}, {rows})")


@numbers_fit.register(Table)
def fits(constraint: Table, rewriter: Rewriter) -> bool:
    return rewriter.fits((_largest(constraint.rows),))


@lru_cache
def _largest(rows: Rows) -> int:
    """The largest absolute value in a table, computed once for tables that share their rows."""
    return max((abs(value) for row in rows.rows for value in row), default=0)


@narrowed.register(Table)
def narrow(constraint: Table, rewriter: Rewriter) -> tuple[Constraint, ...]:
    rows = constraint.rows
    if not rewriter.fits_constraint(constraint):
        # Rows that no variable can take are left out: their values may have no code.
        columns = [
            {value: rewriter.codes[value] if rewriter.is_coded(v) else value for value in v.domain}
            for v in constraint.variables
        ]
        pairs = (list(zip(columns, row, strict=True)) for row in rows.rows)
        possible = (row for row in pairs if all(value in column for column, value in row))
        coded = tuple(tuple(column[value] for column, value in row) for row in possible)
        rows = Rows(coded, rows.description)
    return (Table(rewriter.narrow_all(constraint.variables), rows, label=constraint.label),)
