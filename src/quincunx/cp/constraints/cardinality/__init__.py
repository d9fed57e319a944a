"""How often values occur among variables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.cardinality.propagators import CardinalityPropagator
from quincunx.cp.expressions import as_tuple
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import Variable, names_of, require_integers
from quincunx.errors import ModelError


@dataclass(frozen=True, eq=False)
class Cardinality(Constraint):
    """Bounds on how often values occur among the variables.

    `counts` maps a value to `(least, most)`, or to one number where both are the same. Other
    values may occur any number of times.
    """

    counts: tuple[tuple[int, int, int], ...]

    def __init__(
        self,
        variables: Iterable[Variable],
        counts: Mapping[int, int | tuple[int, int]],
        *,
        label: str = "",
        rules: tuple[str, ...] = (),
    ) -> None:
        place = label or type(self).__name__
        if not isinstance(counts, Mapping):
            raise ModelError(
                f"{place}: the counts are {counts!r}, expected a number for each value"
            )
        require_integers(counts, place, "a value")
        rows = []
        for value in sorted(counts):
            given = counts[value]
            pair = given if isinstance(given, tuple) else (given, given)
            if len(pair) != 2:
                raise ModelError(
                    f"{place}: value {value!r} occurs {given!r} times, "
                    "expected a number or (least, most)"
                )
            rows.append((value, *pair))
        object.__setattr__(self, "variables", as_tuple(variables, place, "variables"))
        object.__setattr__(self, "counts", tuple(rows))
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "rules", rules)
        self.__post_init__()
        for row in rows:
            require_integers(row, self, "a value or a count")
            if not 0 <= row[1] <= row[2]:
                raise ModelError(
                    f"{self}: value {row[0]} occurs {row[1]} to {row[2]} times, "
                    "expected 0 <= least <= most"
                )

    @property
    def bounds(self) -> dict[int, tuple[int, int]]:
        """For each counted value how often it occurs, at least and at most."""
        return {value: (least, most) for value, least, most in self.counts}

    def check(self, values: Sequence[int]) -> bool:
        occurrences = list(values)
        return all(least <= occurrences.count(value) <= most for value, least, most in self.counts)

    def formula(self) -> str:
        parts = [
            f"{value} × {least}" if least == most else f"{value} × {least}..{most}"
            for value, least, most in self.counts
        ]
        return f"occurrences {', '.join(parts)}: {names_of(self.variables)}"

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        return [CardinalityPropagator(scope, list(self.counts), builder.domain_consistent)]
