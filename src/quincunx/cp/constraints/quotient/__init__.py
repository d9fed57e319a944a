"""Division with a remainder, rounded down.

Rounded down means towards minus infinity: -7 ÷ 2 is -4 with remainder 1, and 7 ÷ -2 is -4 with
remainder -1. This is Python's `divmod`; in SICStus Prolog it is `div` and `mod`. (SICStus's `//`
and `rem`, like MiniZinc's `div` and `mod`, round towards zero: there -7 // 2 is -3 and the
remainder -1.) Without negative numbers all agree.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.quotient.propagators import QuotientPropagator
from quincunx.cp.constraints.table import Table
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator


@dataclass(frozen=True, eq=False)
class Quotient(Constraint):
    """x ÷ y, rounded down, is q, for variables (x, y, q); or (x, y, q, r) where r is the
    remainder, which has the sign of y. y is never 0.

    Domain consistent if x and y have at most 2^16 pairs of values. If q·y does not fit a machine
    word, other solvers get a table, unless neither x nor y can be negative.
    """

    _scope = (3, 4), "x, y, the quotient and perhaps the remainder"

    def check(self, values: Sequence[int]) -> bool:
        x, y, *results = values
        return y != 0 and results == list(divmod(x, y))[: len(results)]

    def formula(self) -> str:
        x, y, *results = (variable.name for variable in self.variables)
        return f"{x} ÷ {y} == {' remainder '.join(results)}"

    def tabulated(self) -> Table:
        count = len(self.variables) - 2
        return Table.following(
            self.variables, 2, lambda x, y: divmod(x, y)[:count] if y else None, label=self.label
        )

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [QuotientPropagator(builder.scope(self.variables), builder.domain_consistent)]

    @property
    def is_natural(self) -> bool:
        """Whether x and y are not negative, so that all ways of rounding agree."""
        x, y = self.variables[:2]
        return x.domain[0] >= 0 and y.domain[0] > 0
