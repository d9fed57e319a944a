"""Why something follows from a division, in words."""

from __future__ import annotations

from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.words.applied_techniques import at_bounds, bounds_propagators
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, is_read_whole, reason_of

bounds_propagators.register(Quotient)(at_bounds)
is_read_whole.register(Quotient)(lambda _: True)


@reason_of.register(Quotient)
def reason(constraint: Quotient, deduction: Deduction, phrases: Phrases) -> str:
    """The equation with what is known: "The share: 17 ÷ ? = 5, remainder 2"."""
    x, y, *results = (phrases.term(deduction, variable) for variable in constraint.variables)
    rounded = "" if len(results) == 2 else ", rounded down"
    equation = f"{x} ÷ {y} = {', remainder '.join(results)}{rounded}"
    return f"{capitalised(phrases.subject(constraint))}: {equation}"
