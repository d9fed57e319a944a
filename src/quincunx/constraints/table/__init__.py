"""The variables take, together, the values of one of some rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeAlias

from quincunx.constraints import Constraint
from quincunx.errors import ModelError
from quincunx.model import Variable, names_of, require_integers

MAX_TABULATED = 1_000_000
"""A predicate over more combinations of values than this is refused rather than tabulated."""

Row: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a table, checked once. Constraints that allow the same combinations share
    one `Rows`, and a solver prepares it once for all of them."""

    rows: tuple[Row, ...]
    description: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(tuple(row) for row in self.rows))
        place = self.description or "table"
        for row in self.rows:
            if len(row) != len(self.rows[0]):
                raise ModelError(
                    f"{place}: row {row!r} has {len(row)} values, expected {len(self.rows[0])}"
                )
            require_integers(row, place, "a value of a row")

    @classmethod
    def where(
        cls,
        predicate: Callable[..., bool],
        domains: Sequence[Iterable[int]],
        description: str = "",
    ) -> Rows:
        """All combinations of the domains' values of which `predicate` is true.

        >>> Rows.where(lambda a, b: a * b == 12, [range(1, 7), range(1, 7)]).rows
        ((2, 6), (3, 4), (4, 3), (6, 2))
        """
        choices = [tuple(values) for values in domains]
        size = prod(len(values) for values in choices)
        if size > MAX_TABULATED:
            raise ModelError(
                f"{description or 'table'}: {size} combinations to try, "
                f"expected at most {MAX_TABULATED}"
            )
        return cls(tuple(row for row in product(*choices) if predicate(*row)), description)


@dataclass(frozen=True, eq=False)
class Table(Constraint):
    """The variables take, together, the values of one of the rows.

    The rows are given as tuples, as a shared `Rows`, or by a predicate with `Table.where`.
    """

    rows: Rows

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.rows, Rows):
            object.__setattr__(self, "rows", Rows(self.rows, self.label))
        if self.rows.rows and len(self.rows.rows[0]) != len(self.variables):
            raise ModelError(
                f"{self}: rows have {len(self.rows.rows[0])} values, expected {len(self.variables)}"
            )

    @classmethod
    def where(
        cls, variables: Iterable[Variable], predicate: Callable[..., bool], *, label: str = ""
    ) -> Table:
        """Those combinations of the variables' values of which `predicate` is true."""
        scope = tuple(variables)
        return cls(scope, Rows.where(predicate, [v.open_domain for v in scope], label), label=label)

    def check(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.rows.rows

    def formula(self) -> str:
        rows = self.rows.description or f"one of {len(self.rows.rows)} rows"
        return f"{rows}: {names_of(self.variables)}"
