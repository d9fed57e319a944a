"""All variables have different values, with exceptions."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from operator import add

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different.propagators import AllDifferentPropagator, TakenValues
from quincunx.cp.expressions import as_tuple
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import format_values, require_integers
from quincunx.errors import ModelError


@dataclass(frozen=True, eq=False)
class AllDifferent(Constraint):
    """No two variables have the same value, except values in `excepted`.

    With `offsets`, one number for each variable, this holds for the variables plus these numbers:
    `AllDifferent((x, y), offsets=(0, 1))` is x ≠ y + 1. With `by_value` it only removes the values
    of fixed variables from the others, with either consistency, like SICStus's
    `all_different` as opposed to `all_distinct`.
    """

    excepted: Set[int] = frozenset()
    by_value: bool = False
    offsets: Sequence[int] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        excepted = as_tuple(self.excepted, self, "excepted values")
        require_integers(excepted, self, "an excepted value")
        object.__setattr__(self, "excepted", frozenset(excepted))
        object.__setattr__(self, "offsets", as_tuple(self.offsets, self, "offsets"))
        require_integers(self.offsets, self, "an offset")
        if len(self.offsets) not in (0, len(self.variables)):
            raise ModelError(f"{self}: {len(self.offsets)} offsets, expected {len(self.variables)}")

    @property
    def shifts(self) -> Sequence[int]:
        """The offset of each variable."""
        return self.offsets or (0,) * len(self.variables)

    def check(self, values: Sequence[int]) -> bool:
        shifted = map(add, values, self.shifts)
        counted = [value for value in shifted if value not in self.excepted]
        return len(set(counted)) == len(counted)

    def formula(self) -> str:
        but = f" except {format_values(sorted(self.excepted))}" if self.excepted else ""
        terms = zip(self.variables, self.shifts, strict=True)
        return f"all different{but}: {', '.join(str(v + shift) for v, shift in terms)}"

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        excepted, offsets = sorted(self.excepted), list(self.offsets)
        if self.by_value:
            return [TakenValues(scope, excepted, offsets)]
        return [AllDifferentPropagator(scope, excepted, builder.domain_consistent, offsets)]
