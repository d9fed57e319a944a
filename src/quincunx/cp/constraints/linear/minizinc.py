"""Sums in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(Linear)
def condition(constraint: Linear, text: MiniZincText, reified: bool = False) -> str:
    terms = ""
    for coefficient, variable in zip(constraint.coefficients, constraint.variables, strict=True):
        if coefficient:
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            sign = "-" if coefficient < 0 else "+" if terms else ""
            spaced = f" {sign} " if terms else sign
            terms += f"{spaced}{size}{text.name(variable)}"
    relation = constraint.relation.replace("==", "=")
    return text.annotated(f"({terms or '0'} {relation} {constraint.constant})")
