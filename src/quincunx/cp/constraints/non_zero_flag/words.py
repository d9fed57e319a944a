"""Why something follows from a flag for numbers other than zero, in words."""

from __future__ import annotations

from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, reason_of, subject_of


@subject_of.register(NonZeroFlag)
def subject(constraint: NonZeroFlag, phrases: Phrases) -> str:
    return constraint.label or phrases.place(constraint.flag)


@reason_of.register(NonZeroFlag)
def reason(constraint: NonZeroFlag, deduction: Deduction, phrases: Phrases) -> str:
    """What the flag says, and what is known."""
    flag, *others = constraint.variables
    scope = tuple(dict.fromkeys(others)) or (flag,)
    which = phrases.places(scope) if len(scope) == 1 else f"any of {phrases.places(scope)}"
    zero = phrases.value(scope[0], 0)
    rule = f"{phrases.place(flag)} says whether {which} is not {zero}"
    facts = phrases.facts(deduction)
    joint = ", but " if deduction.contradicts else ", and "
    return capitalised(rule + (joint + facts if facts else ""))
