"""A constraint of the family's own: a run of different digits with a sum.

`check` alone would do: the kernel would tabulate the allowed combinations. A propagator makes the
search faster; `parts` says the same in constraints that the other engines know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from quincunx.cp import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable


@cache
def digit_sets(cells: int, total: int) -> tuple[frozenset[int], ...]:
    """The sets of this many digits with this sum.

    >>> sorted(map(sorted, digit_sets(3, 8)))
    [[1, 2, 5], [1, 3, 4]]
    """
    return tuple(frozenset(s) for s in combinations(range(1, 10), cells) if sum(s) == total)


@dataclass(frozen=True, eq=False)
class Run(Constraint):
    """The variables are different digits with this sum."""

    total: int

    def check(self, values: Sequence[int]) -> bool:
        return sum(values) == self.total and len(set(values)) == len(values)

    def formula(self) -> str:
        return f"{' + '.join(v.name for v in self.variables)} = {self.total}, all different"

    def parts(self) -> tuple[Constraint, ...]:
        ones = (1,) * len(self.variables)
        return (
            AllDifferent(self.variables, label=self.label),
            Linear(self.variables, ones, "==", self.total, label=self.label),
        )

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [RunPropagator(builder.scope(self.variables), self.total)]


class RunPropagator(Propagator):
    """Keeps the digits of those sets that still fit."""

    def __init__(self, variables: list[Variable], total: int) -> None:
        super().__init__(variables, ON_CHANGE, slow=True)
        self.sets = digit_sets(len(variables), total)

    def propagate(self, engine: Engine) -> int:
        while True:
            before = engine.prunings
            decided = [variable.least() for variable in self.variables if variable.fixed()]
            taken = set(decided)
            if len(taken) < len(decided):
                return FAILED
            living = [digits for digits in self.sets if self._fits(digits, taken)]
            free = set().union(*living) - taken
            for variable in self.variables:
                allowed = sum(variable.bit(digit) for digit in free)
                if not living or not (
                    variable.fixed() or engine.narrow(variable, variable.bits & allowed)
                ):
                    return FAILED
            if engine.prunings == before:
                return ENTAILED if len(decided) == len(self.variables) else RAN

    def _fits(self, digits: frozenset[int], taken: set[int]) -> bool:
        """Whether a set has the decided digits, and one that each cell can hold."""
        return taken <= digits and all(
            any(variable.bits & variable.bit(digit) for digit in digits)
            for variable in self.variables
        )
