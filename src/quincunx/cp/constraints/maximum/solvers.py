"""The largest or smallest of some numbers for other solvers."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.maximum import Maximum
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@add_to_cp_sat.register(Maximum)
def add(constraint: Maximum, target: CpSatModel) -> None:
    first, *others = target.unknowns(constraint.variables)
    if constraint.smallest:
        target.model.add_min_equality(first, others)
    else:
        target.model.add_max_equality(first, others)


@truth_in_cp_sat.register(Maximum)
def truth(constraint: Maximum, target: CpSatModel) -> Any:
    first, *others = constraint.variables
    bound = [Linear((first, v), (1, -1), "<=" if constraint.smallest else ">=", 0) for v in others]
    same = [Linear((first, v), (1, -1), "==", 0) for v in others]
    return target.all_of(
        [
            *(truth_in_cp_sat(linear, target) for linear in bound),
            target.any_of([truth_in_cp_sat(linear, target) for linear in same]),
        ]
    )


@minizinc_condition.register(Maximum)
def condition(constraint: Maximum, text: MiniZincText, reified: bool = False) -> str:
    first, *others = constraint.variables
    best = "min" if constraint.smallest else "max"
    return text.annotated(f"({text.name(first)} = {best}({text.array(others)}))")
