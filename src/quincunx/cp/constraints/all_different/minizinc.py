"""All-different in MiniZinc."""

from __future__ import annotations

from itertools import combinations

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(AllDifferent)
def condition(constraint: AllDifferent, text: MiniZincText, reified: bool = False) -> str:
    excepted = ", ".join(map(str, sorted(constraint.excepted)))
    if reified or not constraint.variables:
        but = f" \\/ {{x}} in {{{{{excepted}}}}}" if excepted else ""
        pairs = combinations(map(text.name, constraint.variables), 2)
        return text.all_of(f"{x} != {y}{but.format(x=x)}" for x, y in pairs)
    scope = text.array(constraint.variables)
    if excepted:
        text.include("all_different_except")
        return text.annotated(f"all_different_except({scope}, {{{excepted}}})")
    # Not `all_different`: where solvers are packaged apart from MiniZinc, as in Debian, only the
    # older names with `_int` reach Gecode's own propagators.
    text.include("all_different_int")
    return text.annotated(f"all_different_int({scope})")
