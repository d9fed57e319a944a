"""All-different for other solvers."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, narrowed, numbers_fit
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition
from quincunx.cp.model import Variable


@add_to_cp_sat.register(AllDifferent)
def add(constraint: AllDifferent, target: CpSatModel) -> None:
    if not constraint.excepted:
        target.model.add_all_different(target.unknowns(constraint.variables))
        return
    for value, variables in _rivals(constraint).items():
        target.model.add_at_most_one([target.literal(v, value) for v in variables])


@truth_in_cp_sat.register(AllDifferent)
def truth(constraint: AllDifferent, target: CpSatModel) -> Any:
    if constraint.excepted:
        return target.all_of(
            [
                target.truth_of(times <= 1, times >= 2)
                for value, variables in _rivals(constraint).items()
                for times in [sum(target.literal(v, value) for v in variables)]
            ]
        )
    if len(set(constraint.variables)) < len(constraint.variables):
        return target.any_of([])
    pairs = combinations(target.unknowns(constraint.variables), 2)
    return target.all_of([target.truth_of(x != y, x == y) for x, y in pairs])


def _rivals(constraint: AllDifferent) -> dict[int, list[Variable]]:
    """The variables that can take each value, for the values that at most one of several may."""
    holders: dict[int, list[Variable]] = {}
    for variable in constraint.variables:
        for value in variable.domain:
            if value not in constraint.excepted:
                holders.setdefault(value, []).append(variable)
    return {value: variables for value, variables in holders.items() if len(variables) > 1}


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


@numbers_fit.register(AllDifferent)
def fits(constraint: AllDifferent, rewriter: Rewriter) -> bool:
    return rewriter.fits(constraint.excepted)


@narrowed.register(AllDifferent)
def narrow(constraint: AllDifferent, rewriter: Rewriter) -> tuple[Constraint, ...]:
    if rewriter.fits_constraint(constraint):
        return narrowed.default(constraint, rewriter)
    scope = tuple(map(rewriter.coded, constraint.variables))
    excepted = frozenset(map(rewriter.code, constraint.excepted))
    return (AllDifferent(scope, excepted, label=constraint.label),)
