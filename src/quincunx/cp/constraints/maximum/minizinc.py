"""The largest or smallest of some numbers in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.maximum import Maximum
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(Maximum)
def condition(constraint: Maximum, text: MiniZincText, reified: bool = False) -> str:
    first, *others = constraint.variables
    best = "min" if constraint.smallest else "max"
    return text.annotated(f"({text.name(first)} = {best}({text.array(others)}))")
