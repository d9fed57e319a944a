"""Numbers of occurrences in MiniZinc."""

from __future__ import annotations

from collections.abc import Iterable

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
    size = len(constraint.variables)
    least_only = tuple((value, least, size) for value, least, _ in constraint.counts)
    most_only = tuple((value, 0, most) for value, _, most in constraint.counts)
    conditions = [constraint.counts]
    # With domain consistency Gecode 6.2 loses solutions if values that must occur and values that
    # may not occur everywhere are counted together, unless the required ones fill all places.
    if text.consistency == "domain" and 0 < sum(least for _, least, _ in least_only) < size:
        conditions = [least_only, most_only]
    scope = text.array(constraint.variables)
    return " /\\ ".join(
        text.annotated(f"global_cardinality_low_up({scope}, {', '.join(map(_array, columns))})")
        for columns in (zip(*counts, strict=True) for counts in conditions)
    )


def _array(numbers: Iterable[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"
