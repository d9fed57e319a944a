"""Tables in CP-SAT."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.table import Table
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat


@add_to_cp_sat.register(Table)
def add(constraint: Table, target: CpSatModel) -> None:
    if not constraint.rows.rows or not constraint.variables:
        target.require(bool(constraint.rows.rows))
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
