"""A flag that is 1 if any of some variables is non-zero."""

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.non_zero_flag.propagators import NonZeroFlagPropagator
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import Variable, names_of


@dataclass(frozen=True, eq=False)
class NonZeroFlag(Constraint):
    """The first variable is 1 when any of the others is non-zero, and 0 when all are zero."""

    _scope = range(1, 1 << 60), "a flag and its variables"

    @property
    def flag(self) -> Variable:
        return self.variables[0]

    def check(self, values: Sequence[int]) -> bool:
        flag, *others = values
        return flag == (1 if any(others) else 0)

    def formula(self) -> str:
        return f"{self.flag.name} says whether any is non-zero: {names_of(self.variables[1:])}"

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [NonZeroFlagPropagator(builder.scope(self.variables))]
