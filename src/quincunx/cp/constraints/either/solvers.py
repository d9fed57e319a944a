"""Alternatives for other solvers."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.either import Either
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, as_table, narrowed
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@add_to_cp_sat.register(Either)
def add(constraint: Either, target: CpSatModel) -> None:
    truths = _truths(constraint, target)
    target.model.add(target.cp.LinearExpr.sum(truths) >= constraint.least)
    for flag, truth in zip(constraint.flags, truths, strict=False):
        target.model.add(target.literal(flag, 1) == truth)
        target.model.add(target.literal(flag, 0) == ~truth)


@truth_in_cp_sat.register(Either)
def truth(constraint: Either, target: CpSatModel) -> Any:
    truths = _truths(constraint, target)
    count = target.cp.LinearExpr.sum(truths)
    flags_right = [
        target.any_of(
            [
                target.all_of([target.literal(flag, 1), truth]),
                target.all_of([target.literal(flag, 0), ~truth]),
            ]
        )
        for flag, truth in zip(constraint.flags, truths, strict=False)
    ]
    enough = target.truth_of(count >= constraint.least, count < constraint.least)
    return target.all_of([enough, *flags_right])


def _truths(constraint: Either, target: CpSatModel) -> list[Any]:
    """Whether each alternative holds."""
    return [
        target.all_of([truth_in_cp_sat(part, target) for part in alternative])
        for alternative in constraint.alternatives
    ]


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


@narrowed.register(Either)
def narrow(constraint: Either, rewriter: Rewriter) -> tuple[Constraint, ...]:
    if any(map(rewriter.is_coded, constraint.flags)):
        return narrowed(as_table(constraint), rewriter)
    alternatives = [
        [narrow for part in alternative for narrow in narrowed(part, rewriter)]
        for alternative in constraint.alternatives
    ]
    flags = rewriter.narrow_all(constraint.flags)
    return (Either(alternatives, flags, constraint.least, label=constraint.label),)
