"""Why something follows from a product, in words."""

from quincunx.cp.constraints.times import Times
from quincunx.cp.words.applied_techniques import at_bounds, bounds_propagators
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, is_read_whole, reason_of

bounds_propagators.register(Times)(at_bounds)
is_read_whole.register(Times)(lambda _: True)


@reason_of.register(Times)
def reason(constraint: Times, deduction: Deduction, phrases: Phrases) -> str:
    """The equation with what is known: "The area: 3 × ? = 12"."""
    x, y, z = (phrases.term(deduction, variable) for variable in constraint.variables)
    return f"{capitalised(phrases.subject(constraint))}: {x} × {y} = {z}"
