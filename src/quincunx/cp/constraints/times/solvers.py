"""Products for other solvers."""

from typing import Any

from quincunx.cp.constraints.times import Times, product_bounds
from quincunx.cp.engines.cp_sat import CpSatModel, add_to_cp_sat, truth_in_cp_sat
from quincunx.cp.engines.machine_words import Rewriter, numbers_fit
from quincunx.cp.engines.minizinc_text import MiniZincText, minizinc_condition


@add_to_cp_sat.register(Times)
def add(constraint: Times, target: CpSatModel) -> None:
    *factors, product = target.unknowns(constraint.variables)
    target.model.add_multiplication_equality(product, factors)


@truth_in_cp_sat.register(Times)
def truth(constraint: Times, target: CpSatModel) -> Any:
    x, y, z = constraint.variables
    product, (unknown,) = target.product(x, y), target.unknowns((z,))
    return target.truth_of(product == unknown, product != unknown)


@minizinc_condition.register(Times)
def condition(constraint: Times, text: MiniZincText, reified: bool = False) -> str:
    x, y, z = map(text.name, constraint.variables)
    return text.annotated(f"({x}*{y} = {z})")


@numbers_fit.register(Times)
def fits(constraint: Times, rewriter: Rewriter) -> bool:
    x, y, _ = constraint.variables
    return rewriter.fits(product_bounds(x, y))
