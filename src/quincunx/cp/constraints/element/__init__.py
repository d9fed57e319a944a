"""A value of a list, by its index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.element.propagators import ElementPropagator
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.expressions import as_tuple
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import Variable, names_of, require_integers
from quincunx.errors import ModelError


@dataclass(frozen=True, eq=False)
class Element(Constraint):
    """value = list[index], for variables (index, value, *list); or, for variables (index, value),
    a list of `numbers`.

    Indices start at `first`, by default at 1 as in SICStus's `element/3`; other indices are not
    allowed. Domain consistent; for bounds consistency, holes in domains other than the index's are
    ignored.
    """

    numbers: Sequence[int] | None = None
    first: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.variables) < 2:
            raise ModelError(
                f"{self}: {len(self.variables)} variables, expected an index, a value and a list"
            )
        require_integers((self.first,), self, "the first index")
        if self.numbers is not None:
            # An empty list of numbers counts as none.
            object.__setattr__(self, "numbers", as_tuple(self.numbers, self, "numbers") or None)
        if self.numbers is not None:
            require_integers(self.numbers, self, "a number of the list")
        if bool(self.numbers) == bool(self.items):
            found = "variables and numbers" if self.items else "no list"
            raise ModelError(
                f"{self}: {found}, expected variables after the index and the value, "
                "or a list of numbers"
            )

    @property
    def items(self) -> Sequence[Variable]:
        """The variables of the list."""
        return self.variables[2:]

    @property
    def indices(self) -> range:
        """The indices of the list."""
        return range(self.first, self.first + len(self.numbers or self.items))

    def check(self, values: Sequence[int]) -> bool:
        index, value, *items = values
        return index in self.indices and value == (self.numbers or items)[index - self.first]

    def formula(self) -> str:
        index, value = self.variables[:2]
        items = ", ".join(map(str, self.numbers)) if self.numbers else names_of(self.items)
        start = "" if self.first == 1 else f", counted from {self.first}"
        return f"{value.name} == ({items})[{index.name}]{start}"

    def parts(self) -> tuple[Table] | None:
        """The table of a list of numbers."""
        if self.numbers is None:
            return None
        rows = Rows(tuple(zip(self.indices, self.numbers, strict=True)), self.label)
        return (Table(self.variables, rows, label=self.label),)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        if self.numbers is not None:
            return super().propagators(builder)
        scope = builder.scope(self.variables)
        return [ElementPropagator(scope, self.first, not builder.domain_consistent)]
