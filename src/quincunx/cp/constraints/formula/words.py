"""Why something follows from a condition, in words: the condition itself, and the facts."""

from __future__ import annotations

from quincunx.cp.constraints.formula import Formula
from quincunx.cp.expressions import substituted
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, reason_of


@reason_of.register(Formula)
def reason(constraint: Formula, deduction: Deduction, phrases: Phrases) -> str:
    """The condition with the names of places: "... that |r1c2 − r1c3| == 1, where r1c2
    is 4"."""
    named = {v: Variable(v.index, phrases.place(v), v.domain) for v in constraint.variables}
    text = str(substituted(constraint.condition, named)).replace("-", "−")
    facts = phrases.facts(deduction)
    rule = f"{capitalised(constraint.label)}:" if constraint.label else "It is required that"
    return f"{rule} {text}" + (f", where {facts}" if facts else "")
