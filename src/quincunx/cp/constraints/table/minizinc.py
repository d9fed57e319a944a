"""Tables in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.table import Table
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(Table)
def condition(constraint: Table, text: MiniZincText, reified: bool = False) -> str:
    if not constraint.rows.rows or not constraint.variables:
        return str(bool(constraint.rows.rows)).lower()
    rows = text.table(constraint.rows)
    if reified:
        columns = enumerate(map(text.name, constraint.variables), 1)
        agree = " /\\ ".join(f"{name} = {rows}[row, {column}]" for column, name in columns)
        return f"exists(row in index_set_1of2({rows}))({agree})"
    text.include("table_int")
    return text.annotated(f"table_int({text.array(constraint.variables)}, {rows})")
