"""Sums of variables with integer coefficients, compared with a constant."""

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
from quincunx.errors import ModelError, short_repr


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
        if len(factors) != len(self.variables):
            number = len(self.variables)
            raise ModelError(f"{self}: {len(factors)} coefficients for {number} variables")
        require_integers(self.coefficients, self, "a coefficient")
        require_integers((self.constant,), self, "the constant")
        if self.relation not in tuple(RELATIONS):
            known = " ".join(RELATIONS)
            raise ModelError(f"{self}: relation {short_repr(self.relation)}, expected {known}")

    @classmethod
    def of_terms(cls, terms: dict[Variable, int], constant: int, relation: Relation) -> "Linear":
        """A sum plus a constant, compared with 0. Nothing is checked, for speed."""
        made = cls.__new__(cls)
        held = made.__dict__
        held["variables"], held["coefficients"] = tuple(terms), tuple(terms.values())
        held["relation"], held["constant"] = relation, -constant
        return made

    def check(self, values: Sequence[int]) -> bool:
        total = sum(c * v for c, v in zip(self.coefficients, values, strict=True))
        return bool(RELATIONS[self.relation](total, self.constant))

    def formula(self) -> str:
        terms = zip(self.coefficients, (v.name for v in self.variables), strict=True)
        return f"{written_sum(terms, '·')} {self.relation} {self.constant}"

    def terms(self) -> dict[Variable, int]:
        """The coefficient of each variable, repeated ones added up, without zeros."""
        terms = dict(zip(self.variables, self.coefficients, strict=True))
        if len(terms) < len(self.variables):
            terms = dict.fromkeys(terms, 0)
            for coefficient, variable in zip(self.coefficients, self.variables, strict=True):
                terms[variable] += coefficient
        return {v: c for v, c in terms.items() if c} if 0 in terms.values() else terms

    def opposite(self) -> "Linear":
        relation, step = OPPOSITE[self.relation]
        return replace(self, relation=relation, constant=self.constant + step)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        terms = self.terms()
        scope = builder.scope(list(terms))
        coefficients, constant = list(terms.values()), self.constant
        if self.relation == ">=":
            coefficients, constant = [-coefficient for coefficient in coefficients], -constant
        if self.relation == "!=":
            return [LinearUnequal(scope, coefficients, constant, ON_FIX)]
        if self.relation != "==":
            return [LinearAtMost(scope, coefficients, constant, ON_BOUNDS)]
        if builder.domain_consistent:
            return [LinearEqualDomain(scope, coefficients, constant)]
        return [LinearEqual(scope, coefficients, constant, ON_BOUNDS)]
