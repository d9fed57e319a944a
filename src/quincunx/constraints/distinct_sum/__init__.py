"""Different digits, zeros aside, that add up to a total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.constraints import Constraint
from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.linear import Linear
from quincunx.model import names_of, require_integers


@dataclass(frozen=True, eq=False)
class DistinctSum(Constraint):
    """The values, zeros aside, are all different and add up to `total`.

    It says what an `AllDifferent` except 0 and a `Linear` say, in one: a solver that looks at
    both together can rule out far more.
    """

    total: int

    def __post_init__(self) -> None:
        super().__post_init__()
        require_integers((self.total,), self, "the total")

    def parts(self) -> tuple[AllDifferent, Linear]:
        """The same as two constraints."""
        ones = (1,) * len(self.variables)
        return (
            AllDifferent(self.variables, frozenset({0}), label=self.label),
            Linear(self.variables, ones, "==", self.total, label=self.label),
        )

    def check(self, values: Sequence[int]) -> bool:
        return all(part.check(values) for part in self.parts())

    def formula(self) -> str:
        return f"different but for 0, sum {self.total}: {names_of(self.variables)}"
