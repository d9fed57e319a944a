"""Why something follows from the largest or smallest of some numbers, in words."""

from __future__ import annotations

from quincunx.cp.constraints.maximum import Maximum
from quincunx.cp.words.applied_techniques import at_bounds, bounds_propagators
from quincunx.cp.words.phrases import Deduction, Phrases, reason_of, rule_and_facts

bounds_propagators.register(Maximum)(at_bounds)


@reason_of.register(Maximum)
def reason(constraint: Maximum, deduction: Deduction, phrases: Phrases) -> str:
    """Which number is the largest of which, and what is known."""
    first, *others = constraint.variables
    places = phrases.places(tuple(dict.fromkeys(others)))
    rule = f"{phrases.place(first)} is the {constraint.which} of {places}"
    return rule_and_facts(constraint, rule, deduction, phrases)
