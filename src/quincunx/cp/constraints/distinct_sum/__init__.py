"""Different digits, except zeros, that add up to a total."""

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.distinct_sum.propagators import MAX_DIGIT, DistinctSumPropagator
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import names_of, require_integers


@dataclass(frozen=True, eq=False)
class DistinctSum(Constraint):
    """The values are all different, except zeros, and add up to `total`.

    Equivalent to an `AllDifferent` except 0 and a `Linear`, but propagates far more than these
    two separately.
    """

    total: int

    def __post_init__(self) -> None:
        super().__post_init__()
        require_integers((self.total,), self, "the total")

    def parts(self) -> tuple[AllDifferent, Linear]:
        ones = (1,) * len(self.variables)
        return (
            AllDifferent(self.variables, frozenset({0}), label=self.label),
            Linear(self.variables, ones, "==", self.total, label=self.label),
        )

    def check(self, values: Sequence[int]) -> bool:
        digits = [value for value in values if value]
        return sum(digits) == self.total and len(set(digits)) == len(digits)

    def formula(self) -> str:
        return f"different but for 0, sum {self.total}: {names_of(self.variables)}"

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        """A joint propagator if the digits are few enough, otherwise those of the parts."""
        if not (builder.domain_consistent and self.of_digits):
            return super().propagators(builder)
        return [DistinctSumPropagator(builder.scope(self.variables), self.total, self.largest)]

    @property
    def of_digits(self) -> bool:
        """Whether all values are digits small enough for the joint propagator."""
        return all(v.domain[0] >= 0 and v.domain[-1] <= MAX_DIGIT for v in self.variables)

    @property
    def largest(self) -> int:
        return max((variable.domain[-1] for variable in self.variables), default=0)
