"""Division for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.constraints.times import product_bounds
from quincunx.cp.engines.machine_words import Rewriter, numbers_fit


@numbers_fit.register(Quotient)
def fits(constraint: Quotient, rewriter: Rewriter) -> bool:
    _, y, q, *_ = constraint.variables
    return constraint.is_natural or rewriter.fits(product_bounds(q, y))
