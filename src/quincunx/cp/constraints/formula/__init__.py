"""Conditions written as expressions, such as x·y + z % 3 == 5."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from quincunx.cp.constraints import MAX_FILTERED, Constraint
from quincunx.cp.constraints.formula.propagators import FormulaPropagator
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.expressions import Comparison, Condition, evaluate, key, substituted, variables_of
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import Variable
from quincunx.errors import ModelError, short_repr


@dataclass(frozen=True, eq=False)
class Formula(Constraint):
    """A condition on its variables, each of which is named once.

    Domain consistent if there are few combinations of values. Otherwise a comparison propagates by
    intervals, and other conditions when one variable is left.
    """

    condition: Condition

    @classmethod
    def of(cls, condition: Condition) -> "Formula":
        """The condition as a constraint."""
        scope = variables_of(condition) if isinstance(condition, Condition) else ()
        return cls(tuple(dict.fromkeys(scope)), condition)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.condition, Condition):
            raise ModelError(f"{self}: {short_repr(self.condition)} is no condition")
        if not set(variables_of(self.condition)) <= set(self.variables):
            raise ModelError(f"{self}: {self.condition} has other variables, expected the same")

    def check(self, values: Sequence[int]) -> bool:
        try:
            return bool(evaluate(self.condition, dict(zip(self.variables, values, strict=True))))
        except (ZeroDivisionError, IndexError):
            return False

    def formula(self) -> str:
        return str(self.condition)

    def over(self, variables: Sequence[Variable]) -> "Formula":
        new = dict(zip(self.variables, variables, strict=True))
        return replace(self, variables=tuple(variables), condition=substituted(self.condition, new))

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        many = prod(variable.size for variable in self.variables) > MAX_FILTERED
        if isinstance(self.condition, Comparison) and (many or not builder.domain_consistent):
            places = {variable.index: at for at, variable in enumerate(self.variables)}
            scope, compared = builder.scope(self.variables), self.condition
            return [FormulaPropagator(scope, places, compared.total, compared.relation, self.check)]
        if many or not builder.domain_consistent:
            return super().propagators(builder)
        # Formulas of one form over equal domains share their table.
        form = key(self.condition, {variable: at for at, variable in enumerate(self.variables)})
        at = form, tuple([variable.domain for variable in self.variables])
        if at not in _tables:
            if len(_tables) >= MAX_SHARED:
                _tables.clear()
            _tables[at] = self.tabulated().rows
        return Table(self.variables, _tables[at]).propagators(builder)


MAX_SHARED = 100
"""Maximum number of tables that are kept to be shared."""

_tables: dict[object, Rows] = {}
