"""Products of two variables."""

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table import Table
from quincunx.cp.constraints.times.propagators import (
    SquarePropagator,
    TimesPropagator,
    product_range,
)
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import Variable


@dataclass(frozen=True, eq=False)
class Times(Constraint):
    """x · y = z, for variables (x, y, z) and integers of any sign and size.

    Domain consistent if two of the three have at most 2^16 pairs of values; a square (x is y) if
    one of the two has at most 2^16 values.
    """

    _scope = (3,), "x, y and z of x·y = z"

    def check(self, values: Sequence[int]) -> bool:
        x, y, z = values
        return x * y == z

    def formula(self) -> str:
        x, y, z = self.variables
        return f"{x.name}·{y.name} == {z.name}"

    def tabulated(self) -> Table:
        return Table.following(self.variables, 2, lambda x, y: (x * y,), label=self.label)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        x, y, z = self.variables
        if x is y:
            return [SquarePropagator(builder.scope((x, z)), builder.domain_consistent)]
        return [TimesPropagator(builder.scope(self.variables), builder.domain_consistent)]


def product_bounds(x: Variable, y: Variable) -> tuple[int, int]:
    """The least and the largest product of two variables."""
    return product_range(x.domain[0], x.domain[-1], y.domain[0], y.domain[-1])
