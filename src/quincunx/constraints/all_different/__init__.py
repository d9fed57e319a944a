"""No two variables have the same value, some values aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.constraints import Constraint
from quincunx.model import format_values, names_of, require_integers


@dataclass(frozen=True, eq=False)
class AllDifferent(Constraint):
    """No two variables have the same value, the values in `excepted` aside."""

    excepted: frozenset[int] = frozenset()

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
