"""A value of a list, by its index."""

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.element.propagators import ElementPropagator
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import names_of


@dataclass(frozen=True, eq=False)
class Element(Constraint):
    """`value = list[index]`, for variables `(index, value, *list)`. Indices start at 0 and
    must be within the list.

    Domain consistent with either consistency. A list of numbers is a `Table`.
    """

    _scope = range(3, 1 << 60), "an index, a value and a list"

    def check(self, values: Sequence[int]) -> bool:
        index, value, *items = values
        return 0 <= index < len(items) and value == items[index]

    def formula(self) -> str:
        index, value, *items = self.variables
        return f"{value.name} == ({names_of(items)})[{index.name}]"

    def parts(self) -> tuple[Either]:
        """A disjunction of the places, for other solvers."""
        index, value, *items = self.variables
        places = [
            [Linear((index,), (1,), "==", place), Linear((value, item), (1, -1), "==", 0)]
            for place, item in enumerate(items)
        ]
        return (Either(places, label=self.label),)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [ElementPropagator(builder.scope(self.variables))]
