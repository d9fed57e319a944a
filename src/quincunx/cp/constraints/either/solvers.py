"""Alternatives for other solvers."""

from typing import Any

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.either import Either
from quincunx.cp.engines.cp_sat import CpSatModel, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, as_table, narrowed
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@truth_in_cp_sat.register(Either)
def truth(constraint: Either, target: CpSatModel) -> Any:
    ways = ([truth_in_cp_sat(part, target) for part in held] for held in constraint.alternatives)
    holds = target.any_of([target.all_of(way) for way in ways])
    if constraint.flag is None:
        return holds
    raised, lowered = (target.literal(constraint.flag, value) for value in (1, 0))
    return target.any_of([target.all_of([raised, holds]), target.all_of([lowered, ~holds])])


@minizinc_condition.register(Either)
def condition(constraint: Either, text: MiniZincText, reified: bool = False) -> str:
    truths = [
        text.all_of(minizinc_condition(part, text, reified=True) for part in alternative)
        for alternative in constraint.alternatives
    ]
    holds = " \\/ ".join(f"({truth})" for truth in truths) or "false"
    flag = constraint.flag
    return holds if flag is None else f"{text.name(flag)} = bool2int({holds})"


@narrowed.register(Either)
def narrow(constraint: Either, rewriter: Rewriter) -> tuple[Constraint, ...]:
    flag = constraint.flag
    if flag is not None and rewriter.is_coded(flag):
        return narrowed(as_table(constraint), rewriter)
    alternatives = [
        [narrow for part in alternative for narrow in narrowed(part, rewriter)]
        for alternative in constraint.alternatives
    ]
    same = None if flag is None else rewriter.narrow(flag)
    return (Either(alternatives, same, label=constraint.label),)
