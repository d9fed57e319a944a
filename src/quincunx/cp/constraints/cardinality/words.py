"""Why something follows from numbers of occurrences, in words."""

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.words.applied_techniques import (
    AppliedTechnique,
    techniques_for,
    techniques_for_contents,
)
from quincunx.cp.words.contents import ContentsWords, group_name
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, reason_of, subject_of

subject_of.register(Cardinality)(group_name)


@reason_of.register(Cardinality)
def reason(constraint: Cardinality, deduction: Deduction, phrases: Phrases) -> str:
    """What is there already, is still missing, or has no other place."""
    if not constraint.variables:
        return f"{capitalised(phrases.subject(constraint))} has no place for anything"
    return ContentsWords(constraint, constraint.bounds, deduction, phrases).reason()


@techniques_for.register(Cardinality)
def techniques(constraint: Cardinality, builder: EngineBuilder) -> list[AppliedTechnique]:
    return techniques_for_contents(constraint, constraint.bounds, builder)
