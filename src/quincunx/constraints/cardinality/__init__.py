"""How often values occur among some variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quincunx.constraints import Constraint
from quincunx.errors import ModelError
from quincunx.model import Variable, names_of, require_integers


@dataclass(frozen=True, eq=False)
class Cardinality(Constraint):
    """How often values occur among the variables: at least and at most so many times.

    `counts` maps a value to `(least, most)`, or to one number where both are the same. A
    value that is not named may occur any number of times.
    """

    counts: tuple[tuple[int, int, int], ...]

    def __init__(
        self,
        variables: Iterable[Variable],
        counts: Mapping[int, int | tuple[int, int]],
        *,
        label: str = "",
    ) -> None:
        rows = []
        for value in sorted(counts):
            given = counts[value]
            least, most = given if isinstance(given, tuple) else (given, given)
            rows.append((value, least, most))
        object.__setattr__(self, "variables", tuple(variables))
        object.__setattr__(self, "counts", tuple(rows))
        object.__setattr__(self, "label", label)
        self.__post_init__()
        for row in rows:
            require_integers(row, self, "a value or a count")
            if not 0 <= row[1] <= row[2]:
                raise ModelError(
                    f"{self}: value {row[0]} occurs {row[1]} to {row[2]} times, "
                    "expected 0 <= least <= most"
                )

    def check(self, values: Sequence[int]) -> bool:
        occurrences = list(values)
        return all(least <= occurrences.count(value) <= most for value, least, most in self.counts)

    def formula(self) -> str:
        parts = [
            f"{value} × {least}" if least == most else f"{value} × {least}..{most}"
            for value, least, most in self.counts
        ]
        return f"occurrences {', '.join(parts)}: {names_of(self.variables)}"
