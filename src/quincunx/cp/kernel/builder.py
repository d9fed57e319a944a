"""Builds an engine from a model: domains become variables, constraints post propagators.

Propagators may rely on their variables being different: a variable that a constraint names again is
replaced by a copy, tied to the first by a propagator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from quincunx.cp.kernel.domain import bits_of
from quincunx.cp.kernel.engine import (
    ENTAILED,
    FAILED,
    ON_CHANGE,
    RAN,
    Clause,
    Engine,
    Propagator,
    Variable,
)
from quincunx.errors import TooBig

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint
    from quincunx.cp.model import Variable as ModelVariable
    from quincunx.cp.model import When

MAX_VALUES: Final = 1 << 26
"""Domains with more values are refused because of the memory they would take."""

SPARSE_SPAN: Final = 1 << 12
SPARSE_RATIO: Final = 32
"""A domain is kept as a list if its span exceeds this, and this many times its size."""

SMALL: Final = 64
"""Domains within 0..SMALL-1 all have offset 0, so that tables over them are prepared once."""


class EngineBuilder:
    """Turns variables and constraints of a model into variables and propagators of an engine.

    `domain_consistent` asks for propagators that remove every value that is in no solution of
    their constraint, instead of bounds consistency.
    """

    def __init__(self, engine: Engine, domain_consistent: bool) -> None:
        self.engine = engine
        self.domain_consistent = domain_consistent
        self._ties: list[Propagator] = []
        self._lists: dict[int, tuple[Sequence[int], int]] = {}

    def variable(self, unknown: ModelVariable) -> Variable:
        """Add the engine's variable for the next variable of the model."""
        values = unknown.domain
        low, high = values[0], values[-1]
        span = high - low + 1
        # `len` fails for ranges beyond a machine word.
        count = span if isinstance(values, range) else len(values)
        if count > MAX_VALUES:
            raise TooBig(f"{unknown.name} has {count} values, expected at most {MAX_VALUES}")
        if span > SPARSE_SPAN and span > SPARSE_RATIO * count:
            return self.engine.add_variable((1 << count) - 1, count, 0, list(values))
        offset, width = (0, SMALL) if low >= 0 and high < SMALL else (low, span)
        if isinstance(values, range):
            bits = ((1 << span) - 1) << (low - offset)
        else:
            bits = self._bits(values, offset)
        return self.engine.add_variable(bits, width, offset, [])

    def _bits(self, values: Sequence[int], offset: int) -> int:
        """The values as bits; computed once for a list that many variables share."""
        known = self._lists.get(id(values))
        if known is None:
            # Keeping the list alive prevents another from getting its id.
            known = (values, bits_of([value - offset for value in values]))
            self._lists[id(values)] = known
        return known[1]

    def scope(self, unknowns: Sequence[ModelVariable]) -> list[Variable]:
        """The engine's variables for those of a constraint; repeated ones are copies."""
        scope: list[Variable] = []
        seen: set[int] = set()
        for unknown in unknowns:
            variable = self.engine.variables[unknown.index]
            if unknown.index in seen:
                first = variable
                variable = self.engine.add_variable(
                    first.bits, first.width, first.offset, first.values
                )
                self._ties.append(SameValue([first, variable]))
            seen.add(unknown.index)
            scope.append(variable)
        return scope

    def propagators(self, constraint: Constraint) -> list[Propagator]:
        """The propagators of a constraint, not posted."""
        return self.tied([*constraint.propagators(self)])

    def tied(self, propagators: list[Propagator]) -> list[Propagator]:
        """Propagators, and those that tie the copies made for them."""
        ties = self._ties
        self._ties = []
        return propagators + ties

    def post(self, constraint: Constraint, when: When = ()) -> list[Propagator]:
        """Post a constraint, at once or under some choices; returns its propagators."""
        before = len(self.engine.variables)
        propagators = self.propagators(constraint)
        if when:
            copies = self.engine.variables[before:]
            self.engine.post_clause(self._clause(when, propagators, copies))
        else:
            for propagator in propagators:
                self.engine.post(propagator)
        return propagators

    def finish(self, unknowns: Sequence[ModelVariable]) -> None:
        """After everything is posted: add clauses for conditional variables, and update those of
        choices that have only one value."""
        engine = self.engine
        for unknown in unknowns:
            if unknown.when:
                own = engine.variables[unknown.index]
                engine.post_clause(self._clause(unknown.when, [], [own]))
        for variable in engine.variables:
            if variable.clauses and variable.fixed():
                engine.settle(variable)

    def _clause(
        self, when: When, propagators: list[Propagator], variables: list[Variable]
    ) -> Clause:
        chosen = [self.engine.variables[unknown.index] for unknown, _ in when]
        bits = [
            0 if value is None else chosen[place].bit(value)
            for place, (_, value) in enumerate(when)
        ]
        return Clause(chosen, bits, propagators, variables)


class SameValue(Propagator):
    """Two variables with the same positions have the same value."""

    def __init__(self, variables: list[Variable]) -> None:
        super().__init__(variables, ON_CHANGE, False)

    def propagate(self, engine: Engine) -> int:
        one = self.variables[0]
        other = self.variables[1]
        common = one.bits & other.bits
        if not engine.narrow(one, common) or not engine.narrow(other, common):
            return FAILED
        return ENTAILED if one.fixed() else RAN
