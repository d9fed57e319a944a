"""How often values occur among variables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.cardinality.propagators import CardinalityPropagator
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import names_of, require_integers
from quincunx.errors import ModelError, short_repr


@dataclass(frozen=True, eq=False)
class Cardinality(Constraint):
    """Bounds on how often values occur among the variables.

    `counts` maps a value to `(least, most)`, or to one number where both are the same. Other
    values may occur any number of times.
    """

    counts: Mapping[int, int | tuple[int, int]]
    bounds: dict[int, tuple[int, int]] = field(init=False)
    """For each counted value, ascending, how often it occurs, at least and at most."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.counts, Mapping):
            shown = short_repr(self.counts)
            raise ModelError(f"{self}: the counts are {shown}, expected a number for each value")
        require_integers(self.counts, self, "a value")
        object.__setattr__(self, "bounds", {})
        for value, given in sorted(self.counts.items()):
            pair = given if isinstance(given, tuple) else (given, given)
            if len(pair) != 2:
                raise ModelError(
                    f"{self}: value {short_repr(value)} occurs {short_repr(given)} times, "
                    "expected a number or (least, most)"
                )
            require_integers(pair, self, "a value or a count")
            if not 0 <= pair[0] <= pair[1]:
                raise ModelError(f"{self}: {value} occurs {pair} times, expected least <= most")
            self.bounds[value] = pair

    def check(self, values: Sequence[int]) -> bool:
        occurrences = list(values)
        bounds = self.bounds.items()
        return all(least <= occurrences.count(value) <= most for value, (least, most) in bounds)

    def formula(self) -> str:
        parts = [
            f"{value} × {least}" if least == most else f"{value} × {least}..{most}"
            for value, (least, most) in self.bounds.items()
        ]
        return f"occurrences {', '.join(parts)}: {names_of(self.variables)}"

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        return [CardinalityPropagator(scope, self.bounds, builder.domain_consistent)]
