"""Numbers of occurrences for other solvers."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, numbers_fit
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@add_to_cp_sat.register(Cardinality)
def add(constraint: Cardinality, target: CpSatModel) -> None:
    for times, least, most in _counted(constraint, target):
        target.model.add_linear_constraint(times, least, most)


@truth_in_cp_sat.register(Cardinality)
def truth(constraint: Cardinality, target: CpSatModel) -> Any:
    truths = []
    for times, least, most in _counted(constraint, target):
        truths.append(target.truth_of(times >= least, times < least))
        truths.append(target.truth_of(times <= most, times > most))
    return target.all_of(truths)


def _counted(constraint: Cardinality, target: CpSatModel) -> Iterator[tuple[Any, int, int]]:
    """How often each value occurs, and its bounds."""
    for value, (least, most) in constraint.bounds.items():
        holders = [target.literal(v, value) for v in constraint.variables if value in v.domain]
        yield target.cp.LinearExpr.sum(holders), least, most


@minizinc_condition.register(Cardinality)
def condition(constraint: Cardinality, text: MiniZincText, reified: bool = False) -> str:
    if not constraint.bounds or not constraint.variables:
        return str(constraint.check(())).lower()
    if reified:
        names = [text.name(variable) for variable in constraint.variables]
        times = [
            (f"sum([{', '.join(f'bool2int({name} = {value})' for name in names)}])", least, most)
            for value, (least, most) in constraint.bounds.items()
        ]
        return " /\\ ".join(f"{count} in {least}..{most}" for count, least, most in times)
    text.includes.add("global_cardinality_low_up")
    size = len(constraint.variables)
    rows = [(value, *pair) for value, pair in constraint.bounds.items()]
    least_only = [(value, least, size) for value, least, _ in rows]
    most_only = [(value, 0, most) for value, _, most in rows]
    conditions = [rows]
    # With domain consistency Gecode 6.2 loses solutions if values that must occur and values that
    # may not occur everywhere are counted together, unless the required ones fill all places.
    if text.consistency == "domain" and 0 < sum(least for _, least, _ in least_only) < size:
        conditions = [least_only, most_only]
    scope = text.array(constraint.variables)
    return " /\\ ".join(
        text.annotated(f"global_cardinality_low_up({scope}, {', '.join(columns)})")
        for columns in (map(str, map(list, zip(*counts, strict=True))) for counts in conditions)
    )


@numbers_fit.register(Cardinality)
def fits(constraint: Cardinality, rewriter: Rewriter) -> bool:
    numbers = chain.from_iterable(constraint.bounds.values())
    return rewriter.fits([*constraint.bounds, *numbers])
