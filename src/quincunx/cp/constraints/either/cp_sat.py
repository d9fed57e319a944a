"""Alternatives in CP-SAT."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.either import Either
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat


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
