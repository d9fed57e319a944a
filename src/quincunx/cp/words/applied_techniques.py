"""Techniques applied to constraints: the propagators that imitate a person, and their effort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log2
from typing import TypeAlias

from quincunx.cp.capability import capability
from quincunx.cp.constraints import Constraint
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable
from quincunx.cp.words.contents import Counts
from quincunx.cp.words.techniques import (
    ALREADY_THERE,
    FEW_WAYS,
    ONLY_PLACE,
    SETS,
    TOO_MUCH,
    Technique,
)


def ways(open_ones: Sequence[Variable]) -> float:
    """Effort of trying all combinations: the logarithm of their number.

    The variable with the most values is not counted: its value follows from the others.

    >>> ways([Variable(0, 0b1111, 4, 0, []), Variable(1, 0b11, 4, 0, [])])
    1.0
    """
    sizes = sorted(variable.bits.bit_count() for variable in open_ones)
    return sum(map(log2, sizes[:-1]))


def glances(open_ones: Sequence[Variable]) -> float:
    """Effort of looking at each open cell once."""
    return len(open_ones) / 4


def remainders(modulus: int) -> Callable[[Sequence[Variable]], float]:
    """Effort of trying all combinations of remainders modulo a number."""

    def weigh(open_ones: Sequence[Variable]) -> float:
        counts = sorted(
            len({v.value(position) % modulus for position in positions(v.bits)}) for v in open_ones
        )
        return sum(map(log2, counts[:-1]))

    return weigh


@dataclass(frozen=True)
class AppliedTechnique:
    """A technique, the propagators that imitate it on one constraint, and the additional effort.

    When one cell is open, its value is seen at a glance, unless `never_plain`.
    """

    technique: Technique
    propagators: list[Propagator]
    weigh: Callable[[Sequence[Variable]], float] = ways
    never_plain: bool = False


class Residues(Propagator):
    """Removes values of a sum whose remainders modulo a number never add up to the constant's."""

    def __init__(
        self, variables: list[Variable], coefficients: list[int], constant: int, modulus: int
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.modulus = modulus
        self.constant = constant % modulus
        self.masks: list[list[int]] = []
        for variable, coefficient in zip(variables, coefficients, strict=True):
            masks = [0] * modulus
            for position in range(variable.width):
                masks[coefficient * variable.value(position) % modulus] |= 1 << position
            self.masks.append(masks)

    def propagate(self, engine: Engine) -> int:
        everything = range(self.modulus)
        possible = [
            {r for r in everything if masks[r] & variable.bits}
            for variable, masks in zip(self.variables, self.masks, strict=True)
        ]
        before: list[set[int]] = [{0}]
        for residues in possible:
            before.append({(a + b) % self.modulus for a in before[-1] for b in residues})
        after = {self.constant}
        for at in range(len(possible) - 1, -1, -1):
            left = {
                r for r in possible[at] if any((a - r) % self.modulus in before[at] for a in after)
            }
            after = {(a - r) % self.modulus for a in after for r in left}
            if left != possible[at]:
                keep = sum(self.masks[at][r] for r in left) & self.variables[at].bits
                if not engine.narrow(self.variables[at], keep):
                    return FAILED
        return RAN


class ContentsPropagator(Propagator):
    """Base of the propagators for how often values occur."""

    def __init__(self, variables: list[Variable], counts: Counts, slow: bool = False) -> None:
        super().__init__(variables, ON_CHANGE, slow)
        self.counts = counts


class AlreadyThere(ContentsPropagator):
    """Removes values that occur as often as allowed from the other cells, until nothing changes."""

    def propagate(self, engine: Engine) -> int:
        before = -1
        while before != engine.prunings:
            before = engine.prunings
            if not self._remove_once(engine):
                return FAILED
        return RAN

    def _remove_once(self, engine: Engine) -> bool:
        """Remove the values once; false on a contradiction."""
        there = Counter(v.least() for v in self.variables if single(v.bits))
        room = {n: self.counts.get(n, (0, len(self.variables)))[1] - there[n] for n in there}
        if any(left < 0 for left in room.values()):
            return False
        full = [value for value, left in room.items() if left == 0]
        open_variables = [v for v in self.variables if not single(v.bits)]
        return all(engine.narrow(v, v.bits & ~_bits(v, full)) for v in open_variables)


class OnlyPlaces(ContentsPropagator):
    """Fixes the cells of a value that must occur as often as there are cells for it."""

    def propagate(self, engine: Engine) -> int:
        found: list[tuple[Variable, int]] = []
        for value, (least, _) in self.counts.items():
            able = [v for v in self.variables if v.bits & v.bit(value)]
            if len(able) < least:
                return FAILED
            if least and len(able) == least:
                found += [(variable, variable.bit(value)) for variable in able]
        kept = all(engine.narrow(variable, variable.bits & bit) for variable, bit in found)
        return RAN if kept else FAILED


class SmallSets(ContentsPropagator):
    """Naked and hidden pairs and triples, of values that may occur only once."""

    def propagate(self, engine: Engine) -> int:
        values = {
            v: frozenset(v.value(position) for position in positions(v.bits))
            for v in self.variables
            if not single(v.bits)
        }
        kept = {variable: variable.bits for variable in values}
        for size in (2, 3):
            for variable, bits in (*self._naked(values, size), *self._hidden(values, size)):
                kept[variable] &= bits
        return RAN if all(engine.narrow(variable, kept[variable]) for variable in kept) else FAILED

    def _naked(self, values: OpenValues, size: int) -> Iterator[tuple[Variable, int]]:
        """What variables keep because `size` others have as many values between them."""
        small = [variable for variable in values if len(values[variable]) <= size]
        for group in combinations(small, size):
            shared = frozenset[int]().union(*(values[variable] for variable in group))
            once = all(value in self.counts and self.counts[value][1] == 1 for value in shared)
            if len(shared) == size and once:
                yield from ((v, ~_bits(v, shared)) for v in values if v not in group)

    def _hidden(self, values: OpenValues, size: int) -> Iterator[tuple[Variable, int]]:
        """What `size` variables keep because as many required values fit nowhere else."""
        places: dict[int, frozenset[Variable]] = {}
        placed = {v.least() for v in self.variables if single(v.bits)}
        for value, bounds in self.counts.items():
            able = frozenset(variable for variable in values if value in values[variable])
            if bounds == (1, 1) and 1 < len(able) <= size and value not in placed:
                places[value] = able
        for group in combinations(places, size):
            shared = frozenset[Variable]().union(*(places[value] for value in group))
            if len(shared) == size:
                yield from ((variable, _bits(variable, group)) for variable in shared)


OpenValues: TypeAlias = dict[Variable, frozenset[int]]
"""The values of the open variables."""


def _bits(variable: Variable, values: Iterable[int]) -> int:
    """The bits of values of a variable."""
    bits = 0
    for value in values:
        bits |= variable.bit(value)
    return bits


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
    too_much = [AppliedTechnique(TOO_MUCH, bounds, glances)] if bounds else []
    return [*too_much, AppliedTechnique(FEW_WAYS, builder.propagators(constraint))]


def techniques_for_contents(
    constraint: Constraint, counts: Counts, builder: EngineBuilder
) -> list[AppliedTechnique]:
    """The techniques for cells that together hold some values, each within bounds of its own."""
    strong = AppliedTechnique(SETS, builder.propagators(constraint), len)
    scope = builder.scope(constraint.variables)
    found = [AppliedTechnique(ALREADY_THERE, [AlreadyThere(scope, counts)], lambda _: 0.0)]
    if any(least for least, _ in counts.values()):
        found.append(AppliedTechnique(ONLY_PLACE, [OnlyPlaces(scope, counts)], lambda _: 0.0))
    # A person removes what is already there before looking for sets.
    small_sets = SmallSets(scope, counts, slow=True)
    sets = AppliedTechnique(SETS, [AlreadyThere(scope, counts), small_sets], glances)
    return [*found, sets, strong]
