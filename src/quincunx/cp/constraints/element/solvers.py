"""A value of a list of variables for other solvers.

They get a list of numbers as a table.
"""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.element import Element
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, numbers_fit
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@add_to_cp_sat.register(Element)
def add(constraint: Element, target: CpSatModel) -> None:
    index, value, *items = target.unknowns(constraint.variables)
    target.model.add_linear_constraint(index, constraint.first, constraint.indices[-1])
    target.model.add_element(index - constraint.first, items, value)


@truth_in_cp_sat.register(Element)
def truth(constraint: Element, target: CpSatModel) -> Any:
    index, value = constraint.variables[:2]
    cases = [
        (target.literal(index, i), Linear((value, item), (1, -1), "==", 0))
        for i, item in zip(constraint.indices, constraint.items, strict=True)
    ]
    return target.any_of(
        [target.all_of([chosen, truth_in_cp_sat(same, target)]) for chosen, same in cases]
    )


@minizinc_condition.register(Element)
def condition(constraint: Element, text: MiniZincText, reified: bool = False) -> str:
    index, value = map(text.name, constraint.variables[:2])
    indices = f"{constraint.first}..{constraint.indices[-1]}"
    items = f"array1d({indices}, {text.array(constraint.items)})"
    return f"{index} in {indices} /\\ {text.annotated(f'({items}[{index}] = {value})')}"


@numbers_fit.register(Element)
def fits(constraint: Element, rewriter: Rewriter) -> bool:
    return rewriter.fits((constraint.first, constraint.indices[-1]))
