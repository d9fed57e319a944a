"""The largest, or the smallest, of some numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.maximum.propagators import MaximumPropagator
from quincunx.cp.constraints.table import Table
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import names_of
from quincunx.errors import ModelError


@dataclass(frozen=True, eq=False)
class Maximum(Constraint):
    """The first variable is the largest of the others; with `smallest` the smallest of them.

    Domain consistent; for bounds consistency, holes in domains are ignored.
    """

    smallest: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.variables) < 2:
            raise ModelError(
                f"{self}: {len(self.variables)} variables, expected a number and those of which "
                f"it is the {self.which}"
            )

    @property
    def which(self) -> str:
        return "smallest" if self.smallest else "largest"

    def check(self, values: Sequence[int]) -> bool:
        first, *others = values
        return first == (min(others) if self.smallest else max(others))

    def formula(self) -> str:
        return f"{self.variables[0].name} is the {self.which} of {names_of(self.variables[1:])}"

    def tabulated(self) -> Table:
        first, *others = self.variables
        best = min if self.smallest else max
        return Table.following(
            (*others, first), len(others), lambda *values: (best(values),), label=self.label
        )

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        return [MaximumPropagator(scope, self.smallest, not builder.domain_consistent)]
