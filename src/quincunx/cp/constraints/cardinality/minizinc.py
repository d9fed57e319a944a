"""Numbers of occurrences in MiniZinc."""

from __future__ import annotations

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@minizinc_condition.register(Cardinality)
def condition(constraint: Cardinality, text: MiniZincText, reified: bool = False) -> str:
    if not constraint.counts or not constraint.variables:
        return str(constraint.check(())).lower()
    if reified:
        names = [text.name(variable) for variable in constraint.variables]
        times = [
            (f"sum([{', '.join(f'bool2int({name} = {value})' for name in names)}])", least, most)
            for value, least, most in constraint.counts
        ]
        return " /\\ ".join(f"{count} in {least}..{most}" for count, least, most in times)
    text.include("global_cardinality_low_up")
    columns = [
        f"[{', '.join(map(str, column))}]" for column in zip(*constraint.counts, strict=True)
    ]
    scope = text.array(constraint.variables)
    return text.annotated(f"global_cardinality_low_up({scope}, {', '.join(columns)})")
