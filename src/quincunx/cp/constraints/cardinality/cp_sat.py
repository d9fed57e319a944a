"""Numbers of occurrences in CP-SAT."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat


@add_to_cp_sat.register(Cardinality)
def add(constraint: Cardinality, target: CpSatModel) -> None:
    for value, least, most in constraint.counts:
        holders = [v for v in constraint.variables if value in v.domain]
        if holders:
            times = sum(target.literal(v, value) for v in holders)
            target.model.add_linear_constraint(times, least, most)
        else:
            target.require(least == 0)


@truth_in_cp_sat.register(Cardinality)
def truth(constraint: Cardinality, target: CpSatModel) -> Any:
    truths = []
    for value, least, most in constraint.counts:
        holders = [target.literal(v, value) for v in constraint.variables if value in v.domain]
        times = target.cp.LinearExpr.sum(holders)
        truths.append(target.truth_of(times >= least, times < least))
        truths.append(target.truth_of(times <= most, times > most))
    return target.all_of(truths)
