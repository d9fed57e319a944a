"""Division in CP-SAT."""

from __future__ import annotations

from typing import Any

from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat


@add_to_cp_sat.register(Quotient)
def add(constraint: Quotient, target: CpSatModel) -> None:
    x, y, q, *remainder = target.unknowns(constraint.variables)
    if constraint.is_natural:
        target.model.add_division_equality(q, x, y)
        for r in remainder:
            target.model.add_modulo_equality(r, x, y)
    else:
        target.model.add_bool_or(truth(constraint, target))


@truth_in_cp_sat.register(Quotient)
def truth(constraint: Quotient, target: CpSatModel) -> Any:
    x, y, q, *remainder = target.unknowns(constraint.variables)
    if constraint.is_natural:
        quotient = target.model.new_int_var(0, constraint.variables[0].domain[-1], "quotient")
        target.model.add_division_equality(quotient, x, y)
        truths = [target.truth_of(q == quotient, q != quotient)]
        for r in remainder:
            rest = target.model.new_int_var(0, constraint.variables[1].domain[-1], "remainder")
            target.model.add_modulo_equality(rest, x, y)
            truths.append(target.truth_of(r == rest, r != rest))
        return target.all_of(truths)
    # CP-SAT rounds towards zero and refuses a divisor that could be zero, so the quotient is
    # defined by its product.
    rest = x - target.product(*constraint.variables[1:3])
    positive = [
        target.truth_of(y > 0, y <= 0),
        target.truth_of(rest >= 0, rest < 0),
        target.truth_of(rest < y, rest >= y),
    ]
    negative = [
        target.truth_of(y < 0, y >= 0),
        target.truth_of(rest <= 0, rest > 0),
        target.truth_of(rest > y, rest <= y),
    ]
    either = target.any_of([target.all_of(positive), target.all_of(negative)])
    return target.all_of([either, *(target.truth_of(rest == r, rest != r) for r in remainder)])
