"""Division for other solvers."""

from typing import Any

from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.constraints.times import product_bounds
from quincunx.cp.engines.cp_sat import CpSatModel, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, numbers_fit
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


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


@minizinc_condition.register(Quotient)
def condition(constraint: Quotient, text: MiniZincText, reified: bool = False) -> str:
    x, y, q, *remainder = map(text.name, constraint.variables)
    if constraint.is_natural:
        return " /\\ ".join([f"{x} div {y} = {q}", *(f"{x} mod {y} = {r}" for r in remainder)])
    # MiniZinc rounds towards zero, so the quotient is defined by its product.
    rest = f"({x} - {q}*{y})"
    conditions = [f"{rest} = {r}" for r in remainder]
    positive = f"{y} > 0 /\\ {rest} >= 0 /\\ {rest} < {y}"
    negative = f"{y} < 0 /\\ {rest} <= 0 /\\ {rest} > {y}"
    return " /\\ ".join([*conditions, f"(({positive}) \\/ ({negative}))"])


@numbers_fit.register(Quotient)
def fits(constraint: Quotient, rewriter: Rewriter) -> bool:
    _, y, q, *_ = constraint.variables
    return constraint.is_natural or rewriter.fits(product_bounds(q, y))
