"""Sums for other solvers."""

from typing import Any

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, numbers_fit
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition
from quincunx.cp.expressions import RELATIONS, written_sum


@add_to_cp_sat.register(Linear)
def add(constraint: Linear, target: CpSatModel) -> None:
    if constraint.variables:
        target.model.add(_comparison(constraint, target))
    else:
        target.model.add_bool_or(truth(constraint, target))


@truth_in_cp_sat.register(Linear)
def truth(constraint: Linear, target: CpSatModel) -> Any:
    if not constraint.variables:
        return target.all_of([]) if constraint.check(()) else target.any_of([])
    opposite = _comparison(constraint.opposite(), target)
    return target.truth_of(_comparison(constraint, target), opposite)


def _comparison(constraint: Linear, target: CpSatModel) -> Any:
    unknowns = target.unknowns(constraint.variables)
    total = target.cp.LinearExpr.weighted_sum(unknowns, constraint.coefficients)
    return RELATIONS[constraint.relation](total, constraint.constant)


@minizinc_condition.register(Linear)
def condition(constraint: Linear, text: MiniZincText, reified: bool = False) -> str:
    pairs = zip(constraint.coefficients, map(text.name, constraint.variables), strict=True)
    total = written_sum([pair for pair in pairs if pair[0]], "*")
    relation = constraint.relation.replace("==", "=")
    return text.annotated(f"({total} {relation} {constraint.constant})")


@numbers_fit.register(Linear)
def fits(constraint: Linear, rewriter: Rewriter) -> bool:
    """Whether no partial sum can be wide."""
    pairs = zip(constraint.coefficients, constraint.variables, strict=True)
    sizes = (abs(c) * max(1, abs(v.domain[0]), abs(v.domain[-1])) for c, v in pairs)
    return abs(constraint.constant) + sum(sizes) < rewriter.sum_limit
