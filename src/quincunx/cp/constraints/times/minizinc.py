"""Products in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.times import Times
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(Times)
def condition(constraint: Times, text: MiniZincText, reified: bool = False) -> str:
    x, y, z = map(text.name, constraint.variables)
    return text.annotated(f"({x}*{y} = {z})")
