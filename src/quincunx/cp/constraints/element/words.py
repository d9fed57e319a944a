"""Why something follows from a value of a list, in words."""

from __future__ import annotations

from quincunx.cp.constraints.element import Element
from quincunx.cp.words.phrases import (
    Deduction,
    Phrases,
    listed,
    number,
    reason_of,
    rule_and_facts,
)


@reason_of.register(Element)
def reason(constraint: Element, deduction: Deduction, phrases: Phrases) -> str:
    """What the index selects, and what is known."""
    index, value = constraint.variables[:2]
    numbers = listed(map(number, constraint.numbers), "and") if constraint.numbers else ""
    items = numbers or phrases.places(tuple(dict.fromkeys(constraint.items)))
    start = "" if constraint.first == 1 else f", counted from {number(constraint.first)}"
    rule = f"{phrases.place(index)} says which of {items}{start} is {phrases.place(value)}"
    return rule_and_facts(constraint, rule, deduction, phrases)
