"""Techniques applied to constraints: the propagators that imitate a person, and their effort."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2

from quincunx.cp.capability import capability
from quincunx.cp.constraints import Constraint
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.cp.words.contents import Counts
from quincunx.cp.words.propagators import AlreadyThere, OnlyPlaces, SmallSets, number_of_residues
from quincunx.cp.words.techniques import (
    ALREADY_THERE,
    FEW_WAYS,
    ONLY_PLACE,
    SETS,
    TOO_MUCH,
    Technique,
)


def effort_of_ways(open_ones: Sequence[Variable]) -> float:
    """Effort of trying all combinations: the logarithm of their number.

    The variable with the most values is not counted: its value follows from the others.

    >>> effort_of_ways([Variable(0, 0b1111, 4, 0, []), Variable(1, 0b11, 4, 0, [])])
    1.0
    """
    sizes = sorted([variable.bits.bit_count() for variable in open_ones])
    return sum(map(log2, sizes[:-1]))


def effort_of_glances(open_ones: Sequence[Variable]) -> float:
    """Effort of looking at each open cell once."""
    return len(open_ones) / 4


def effort_of_remainders(modulus: int) -> Callable[[Sequence[Variable]], float]:
    """Effort of trying all combinations of remainders modulo a number."""

    def weigh(open_ones: Sequence[Variable]) -> float:
        counts = sorted([number_of_residues(variable.bits, modulus) for variable in open_ones])
        return sum(map(log2, counts[:-1]))

    return weigh


@dataclass(frozen=True)
class AppliedTechnique:
    """A technique, the propagators that imitate it on one constraint, and the additional effort.

    None stands for the constraint's own propagators, which find everything. When one cell is open,
    its value is seen at a glance, unless `never_plain`. Some are only for `grades`, or only for the
    `routes` of explanations and hints. `rules` are the names of those used beside the constraint's.
    """

    technique: Technique
    propagators: list[Propagator] | None
    weigh: Callable[[Sequence[Variable]], float] = effort_of_ways
    never_plain: bool = False
    only_for: str = ""
    rules: tuple[str, ...] = ()


@capability("words")
def bounds_propagators(constraint: Constraint, builder: EngineBuilder) -> list[Propagator]:
    """Propagators that use only the smallest and largest values, as a person does first; none
    where bounds mean nothing."""
    return []


def at_bounds(constraint: Constraint, builder: EngineBuilder) -> list[Propagator]:
    """A constraint's own propagators for bounds consistency."""
    return constraint.propagators(EngineBuilder(builder.engine, domain_consistent=False))


@capability("words")
def techniques_for(constraint: Constraint, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The techniques that apply to a constraint, from the easiest to one that finds everything."""
    bounds = builder.tied(bounds_propagators(constraint, builder))
    too_much = [AppliedTechnique(TOO_MUCH, bounds, effort_of_glances)] if bounds else []
    return [*too_much, AppliedTechnique(FEW_WAYS, None)]


def techniques_for_contents(
    constraint: Constraint, counts: Counts, builder: EngineBuilder
) -> list[AppliedTechnique]:
    """The techniques for cells that together hold some values, each within bounds of its own."""
    strong = AppliedTechnique(SETS, None, len)
    scope, bounds = builder.scope(constraint.variables), dict(counts)
    found = [AppliedTechnique(ALREADY_THERE, [AlreadyThere(scope, bounds)], lambda _: 0.0)]
    if any(least for least, _ in bounds.values()):
        found.append(AppliedTechnique(ONLY_PLACE, [OnlyPlaces(scope, bounds)], lambda _: 0.0))
    # A person removes what is already there before looking for sets.
    small_sets = SmallSets(scope, bounds, slow=True)
    sets = AppliedTechnique(SETS, [AlreadyThere(scope, bounds), small_sets], effort_of_glances)
    return [*found, sets, strong]
