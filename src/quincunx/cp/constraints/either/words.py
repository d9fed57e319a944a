"""Why something follows from alternatives, in words."""

from __future__ import annotations

from quincunx.cp.constraints.either import Either
from quincunx.cp.words.phrases import Deduction, Phrases, listed, reason_of, rule_and_facts


@reason_of.register(Either)
def reason(constraint: Either, deduction: Deduction, phrases: Phrases) -> str:
    """The alternatives by name, and what is known."""
    names = [
        " with ".join(map(phrases.subject, alternative)) or "nothing"
        for alternative in constraint.alternatives
    ]
    if constraint.flags:
        flags = zip(map(phrases.place, constraint.flags), names, strict=True)
        rule = listed([f"{flag} says whether {name} holds" for flag, name in flags], "and")
    else:
        many = "one" if constraint.least == 1 else str(constraint.least)
        rule = f"at least {many} of these must hold: {listed(names, 'or')}"
    return rule_and_facts(constraint, rule, deduction, phrases)
