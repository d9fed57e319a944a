"""Tables: the variables take the values of one of some rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import contains
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from quincunx._support.arguments import checked
from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table.propagators import (
    PairsPropagator,
    Supports,
    TablePropagator,
    numbered_rows,
)
from quincunx.cp.expressions import as_tuple
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.engine import Variable as KernelVariable
from quincunx.cp.model import Variable, names_of, require_integers, require_label
from quincunx.errors import ModelError, short_repr

MAX_TABULATED = 1_000_000
"""Predicates over more combinations of values are refused."""

MAX_PAIR_ROWS = 1 << 11
"""Tables of two columns with more rows are kept as lists of partners."""

Row: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a table, checked once. Constraints can share one `Rows`, which solvers prepare
    only once."""

    rows: tuple[Row, ...]
    description: str = ""

    def __post_init__(self) -> None:
        place = self.description or "table"
        require_label(place, "table")
        rows = as_tuple(self.rows, place, "rows")
        object.__setattr__(self, "rows", tuple(as_tuple(row, place, "a row") for row in rows))
        for row in self.rows:
            if len(row) != len(self.rows[0]):
                counted = f"row {short_repr(row)} has {len(row)} values"
                raise ModelError(f"{place}: {counted}, expected {len(self.rows[0])}")
            require_integers(row, place, "a value of a row")

    @classmethod
    def where(
        cls, predicate: Callable[..., bool], domains: Sequence[Iterable[int]], description: str = ""
    ) -> Rows:
        """The combinations of the domains' values for which `predicate` is true.

        >>> Rows.where(lambda a, b: a * b == 12, [range(1, 7), range(1, 7)]).rows
        ((2, 6), (3, 4), (4, 3), (6, 2))
        """
        # `len` fails for very long ranges, and tuples of them would not fit into memory.
        place = description or "table"
        if not callable(predicate):
            raise ModelError(f"{place}: {short_repr(predicate)}, expected a function of values")
        choices = [
            v if isinstance(v, range) else as_tuple(v, place, "values")
            for v in as_tuple(domains, place, "domains")
        ]
        size = prod(
            (v[-1] - v[0]) // v.step + 1 if isinstance(v, range) and v else len(v) for v in choices
        )
        if size > MAX_TABULATED:
            raise ModelError(f"{place}: {size} combinations, expected at most {MAX_TABULATED}")
        return cls(tuple(row for row in product(*choices) if predicate(*row)), description)


@dataclass(frozen=True, eq=False)
class Table(Constraint):
    """The variables take the values of one of the rows.

    Rows are given as sequences, as a shared `Rows`, or by a predicate with `Table.where`.
    """

    rows: Rows

    if TYPE_CHECKING:

        def __init__(
            self,
            variables: Iterable[Variable],
            rows: Rows | Iterable[Sequence[int]],
            *,
            label: str = "",
            rules: tuple[str, ...] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.rows, Rows):
            object.__setattr__(self, "rows", Rows(self.rows, self.label))
        if self.rows.rows and len(self.rows.rows[0]) != len(self.variables):
            raise ModelError(
                f"{self}: rows have {len(self.rows.rows[0])} values, expected {len(self.variables)}"
            )

    @classmethod
    @checked
    def where(
        cls, variables: Iterable[Variable], predicate: Callable[..., bool], *, label: str = ""
    ) -> Table:
        """The combinations of the variables' values for which `predicate` is true."""
        scope = as_tuple(variables, label or "table", "variables")
        return cls(scope, Rows.where(predicate, [v.open_domain for v in scope], label), label=label)

    @classmethod
    @checked
    def following(
        cls,
        variables: Sequence[Variable],
        given: int,
        follow: Callable[..., Sequence[int] | None],
        *,
        label: str = "",
    ) -> Table:
        """The table in which `follow` computes the rest of a row from the first `given` values; it
        returns None if there is no such row. Repeated variables are merged."""
        others = [set(v.domain) if v.size <= MAX_TABULATED else v.domain for v in variables[given:]]

        def possible(*row: int) -> bool:
            rest = follow(*row)
            return rest is not None and all(map(contains, others, rest))

        choices = Rows.where(possible, [v.domain for v in variables[:given]], label)
        rows = tuple((*row, *(follow(*row) or ())) for row in choices.rows)
        return cls(tuple(variables), Rows(rows, label), label=label).without_repeats()

    def check(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.rows.rows

    def formula(self) -> str:
        rows = self.rows.description or f"one of {len(self.rows.rows)} rows"
        return f"{rows}: {names_of(self.variables)}"

    def without_repeats(self) -> Table:
        """The equivalent table over different variables: equal columns are merged."""
        scope = tuple(dict.fromkeys(self.variables))
        if len(scope) == len(self.variables):
            return self
        columns = [self.variables.index(variable) for variable in scope]
        firsts = [self.variables.index(variable) for variable in self.variables]
        rows = tuple(
            tuple(row[column] for column in columns)
            for row in self.rows.rows
            if all(value == row[first] for value, first in zip(row, firsts, strict=True))
        )
        return Table(scope, Rows(rows, self.rows.description), label=self.label)

    def tabulated(self) -> Table:
        return self.without_repeats()

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        table = self.without_repeats()
        scope = builder.scope(table.variables)
        if len(scope) == 2 and len(table.rows.rows) > MAX_PAIR_ROWS:
            return [PairsPropagator(scope, numbered_rows(table.rows.rows, scope))]
        return [TablePropagator(scope, prepared(table.rows, scope))]


_prepared: WeakKeyDictionary[Rows, dict[tuple[object, ...], Supports]] = WeakKeyDictionary()


def prepared(rows: Rows, scope: list[KernelVariable]) -> Supports:
    """The supports of a table for variables with these positions, made once."""
    forms = _prepared.setdefault(rows, {})
    # Distinguish a list of values from an offset with a width.
    form = tuple(tuple(v.values) if v.values else (None, v.offset, v.width) for v in scope)
    if form not in forms:
        forms[form] = Supports(numbered_rows(rows.rows, scope), len(scope))
    return forms[form]
