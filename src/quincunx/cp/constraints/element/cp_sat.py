"""A value of a list in CP-SAT."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.element import Element
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat


@add_to_cp_sat.register(Element)
def add(constraint: Element, target: CpSatModel) -> None:
    if constraint.numbers is not None:
        add_to_cp_sat.default(constraint, target)
        return
    index, value, *items = target.unknowns(constraint.variables)
    target.model.add_linear_constraint(index, constraint.first, constraint.indices[-1])
    target.model.add_element(index - constraint.first, items, value)


@truth_in_cp_sat.register(Element)
def truth(constraint: Element, target: CpSatModel) -> Any:
    if constraint.numbers is not None:
        return truth_in_cp_sat.default(constraint, target)
    index, value = constraint.variables[:2]
    cases = [
        (target.literal(index, i), Linear((value, item), (1, -1), "==", 0))
        for i, item in zip(constraint.indices, constraint.items, strict=True)
    ]
    return target.any_of(
        [target.all_of([chosen, truth_in_cp_sat(same, target)]) for chosen, same in cases]
    )
