"""Division in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(Quotient)
def condition(constraint: Quotient, text: MiniZincText, reified: bool = False) -> str:
    x, y, q, *remainder = map(text.name, constraint.variables)
    if constraint.is_natural:
        return " /\\ ".join([f"{x} div {y} = {q}", *(f"{x} mod {y} = {r}" for r in remainder)])
    # MiniZinc rounds towards zero, so the quotient is defined by its product.
    rest = f"({x} - {q}*{y})"
    conditions = [f"{rest} = {r}" for r in remainder]
    positive = f"{y} > 0 /\\ {rest} >= 0 /\\ {rest} < {y}"
    negative = f"{y} < 0 /\\ {rest} <= 0 /\\ {rest} > {y}"
    return " /\\ ".join([*conditions, f"(({positive}) \\/ ({negative}))"])
