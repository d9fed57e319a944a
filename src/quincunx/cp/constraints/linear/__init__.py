"""Sums of variables with integer coefficients, compared with a constant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.linear.propagators import (
    LinearAtMost,
    LinearEqual,
    LinearEqualDomain,
    LinearUnequal,
)
from quincunx.cp.expressions import OPPOSITE, RELATIONS, Relation, as_tuple, written_sum
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import ON_BOUNDS, ON_FIX, Propagator
from quincunx.cp.model import Variable, require_integers
from quincunx.errors import ModelError


@dataclass(frozen=True, eq=False)
class Linear(Constraint):
    """coefficients · variables, compared with a constant: `2x - 3y <= 7`."""

    coefficients: Sequence[int]
    relation: Relation
    constant: int

    def __post_init__(self) -> None:
        super().__post_init__()
        factors = as_tuple(self.coefficients, self, "coefficients")
        object.__setattr__(self, "coefficients", factors)
        if len(self.coefficients) != len(self.variables):
            raise ModelError(
                f"{self}: {len(self.coefficients)} coefficients for "
                f"{len(self.variables)} variables, expected the same number"
            )
        require_integers(self.coefficients, self, "a coefficient")
        require_integers((self.constant,), self, "the constant")
        if self.relation not in tuple(RELATIONS):
            raise ModelError(
                f"{self}: unknown relation {self.relation!r}, expected one of "
                + " ".join(RELATIONS)
            )

    def check(self, values: Sequence[int]) -> bool:
        total = sum(c * v for c, v in zip(self.coefficients, values, strict=True))
        return bool(RELATIONS[self.relation](total, self.constant))

    def formula(self) -> str:
        terms = zip(self.coefficients, (v.name for v in self.variables), strict=True)
        return f"{written_sum(terms, '·')} {self.relation} {self.constant}"

    def terms(self) -> dict[Variable, int]:
        """The coefficient of each variable, repeated ones added up, without zeros."""
        terms: dict[Variable, int] = {}
        for coefficient, variable in zip(self.coefficients, self.variables, strict=True):
            terms[variable] = terms.get(variable, 0) + coefficient
        return {variable: coefficient for variable, coefficient in terms.items() if coefficient}

    def opposite(self) -> Linear:
        relation, step = OPPOSITE[self.relation]
        return replace(self, relation=relation, constant=self.constant + step)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        sign = -1 if self.relation == ">=" else 1
        terms = self.terms()
        scope = builder.scope(list(terms))
        coefficients = [sign * coefficient for coefficient in terms.values()]
        constant = sign * self.constant
        if self.relation == "!=":
            return [LinearUnequal(scope, coefficients, constant, ON_FIX)]
        if self.relation != "==":
            return [LinearAtMost(scope, coefficients, constant, ON_BOUNDS)]
        if builder.domain_consistent:
            return [LinearEqualDomain(scope, coefficients, constant)]
        return [LinearEqual(scope, coefficients, constant, ON_BOUNDS)]
