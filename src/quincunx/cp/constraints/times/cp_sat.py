"""Products in CP-SAT."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.times import Times
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat


@add_to_cp_sat.register(Times)
def add(constraint: Times, target: CpSatModel) -> None:
    *factors, product = target.unknowns(constraint.variables)
    target.model.add_multiplication_equality(product, factors)


@truth_in_cp_sat.register(Times)
def truth(constraint: Times, target: CpSatModel) -> Any:
    x, y, z = constraint.variables
    product, (unknown,) = target.product(x, y), target.unknowns((z,))
    return target.truth_of(product == unknown, product != unknown)
