"""Alternatives in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.either import Either
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(Either)
def condition(constraint: Either, text: MiniZincText, reified: bool = False) -> str:
    truths = [
        text.all_of(minizinc_condition(part, text, reified=True) for part in alternative)
        for alternative in constraint.alternatives
    ]
    if not constraint.flags and constraint.least == 1:
        return " \\/ ".join(f"({truth})" for truth in truths) or "false"
    counted = [f"bool2int({truth})" for truth in truths]
    conditions = []
    if constraint.flags:
        names = [text.name(flag) for flag in constraint.flags]
        conditions = [f"{n} = {truth}" for n, truth in zip(names, counted, strict=True)]
        counted = names
    if constraint.least > 0 or not conditions:
        conditions.append(f"{' + '.join(counted) or '0'} >= {constraint.least}")
    return " /\\ ".join(conditions)
