"""Sums in CP-SAT."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.linear import COMPARISONS, Linear
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat


@add_to_cp_sat.register(Linear)
def add(constraint: Linear, target: CpSatModel) -> None:
    if not constraint.variables:
        target.require(constraint.check(()))
        return
    target.model.add(_comparison(constraint, target))


@truth_in_cp_sat.register(Linear)
def truth(constraint: Linear, target: CpSatModel) -> Any:
    if not constraint.variables:
        return target.all_of([]) if constraint.check(()) else target.any_of([])
    opposite = _comparison(constraint.opposite(), target)
    return target.truth_of(_comparison(constraint, target), opposite)


def _comparison(constraint: Linear, target: CpSatModel) -> Any:
    unknowns = target.unknowns(constraint.variables)
    total = target.cp.LinearExpr.weighted_sum(unknowns, constraint.coefficients)
    return COMPARISONS[constraint.relation](total, constraint.constant)
