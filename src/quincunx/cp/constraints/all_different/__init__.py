"""All variables have different values, with exceptions."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different.propagators import AllDifferentPropagator, TakenValues
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import format_values, names_of, require_integers


@dataclass(frozen=True, eq=False)
class AllDifferent(Constraint):
    """No two variables have the same value, except values in `excepted`.

    With `by_value` it only removes the values of fixed variables from the others, whatever
    consistency is asked for, like SICStus's `all_different` as opposed to `all_distinct`.
    """

    excepted: Set[int] = frozenset()
    by_value: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "excepted", frozenset(self.excepted))
        require_integers(self.excepted, self, "an excepted value")

    def check(self, values: Sequence[int]) -> bool:
        counted = [value for value in values if value not in self.excepted]
        return len(set(counted)) == len(counted)

    def formula(self) -> str:
        but = f" except {format_values(sorted(self.excepted))}" if self.excepted else ""
        return f"all different{but}: {names_of(self.variables)}"

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        if self.by_value:
            return [TakenValues(scope, sorted(self.excepted))]
        return [AllDifferentPropagator(scope, sorted(self.excepted), builder.domain_consistent)]
