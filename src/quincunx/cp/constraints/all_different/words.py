"""Why something follows from values that are all different, in words."""

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.words.applied_techniques import (
    AppliedTechnique,
    techniques_for,
    techniques_for_contents,
)
from quincunx.cp.words.contents import ContentsWords, Counts, group_name
from quincunx.cp.words.phrases import Deduction, Phrases, reason_of, subject_of

subject_of.register(AllDifferent)(group_name)


@reason_of.register(AllDifferent)
def reason(constraint: AllDifferent, deduction: Deduction, phrases: Phrases) -> str:
    """What is there already, or has no other place: "Row 3 has 4 and 7 already"."""
    if constraint.offsets:
        return reason_of.default(constraint, deduction, phrases)
    values = {value for known in deduction.known.values() for value in known}
    return ContentsWords(constraint, _counts(constraint, values), deduction, phrases).reason()


@techniques_for.register(AllDifferent)
def techniques(constraint: AllDifferent, builder: EngineBuilder) -> list[AppliedTechnique]:
    if constraint.offsets:
        return techniques_for.default(constraint, builder)
    values = {value for variable in constraint.variables for value in variable.open_domain}
    return techniques_for_contents(constraint, _counts(constraint, values), builder)


def _counts(constraint: AllDifferent, values: set[int]) -> Counts:
    """How often values occur: exactly once each if there are as many as variables, otherwise at
    most once."""
    size = len(constraint.variables)
    if all(variable.size <= size for variable in constraint.variables):
        every = {value for variable in constraint.variables for value in variable.domain}
        if len(every) == size and not every & constraint.excepted:
            return dict.fromkeys(every, (int(size > 0), 1))
    return dict.fromkeys(values - constraint.excepted, (0, 1))
