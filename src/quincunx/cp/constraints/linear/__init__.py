"""Sums of variables with integer coefficients, compared with a constant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, get_args

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.linear.counting import LinearRemains
from quincunx.cp.constraints.linear.propagators import (
    LinearAtMost,
    LinearEqual,
    LinearEqualDomain,
    LinearUnequal,
)
from quincunx.cp.constraints.linear.words import SumWords
from quincunx.cp.constraints.residual import Remains, Scope
from quincunx.cp.kernel.engine import ON_BOUNDS, Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable, require_integers
from quincunx.cp.words.looks import Look, Residues, remainders
from quincunx.cp.words.phrases import listed
from quincunx.cp.words.techniques import LAST_DIGITS, PARITY
from quincunx.errors import ModelError

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc
    from quincunx.cp.words.phrases import Deduction, Phrases

Comparison: TypeAlias = Literal["==", "!=", "<=", ">="]

WIDEST_BY_REMAINDERS = 4096
"""In a wider domain nobody looks at odd and even, or at last digits."""


@dataclass(frozen=True, eq=False)
class Linear(Constraint):
    """coefficients · variables, compared with a constant: `2x - 3y <= 7`."""

    coefficients: tuple[int, ...]
    relation: Comparison
    constant: int

    read_whole: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "coefficients", tuple(self.coefficients))
        if len(self.coefficients) != len(self.variables):
            raise ModelError(
                f"{self}: {len(self.coefficients)} coefficients for "
                f"{len(self.variables)} variables, expected as many"
            )
        require_integers(self.coefficients, self, "a coefficient")
        require_integers((self.constant,), self, "the constant")
        if self.relation not in get_args(Comparison):
            raise ModelError(
                f"{self}: unknown relation {self.relation!r}, expected one of "
                + " ".join(get_args(Comparison))
            )

    def check(self, values: Sequence[int]) -> bool:
        total = sum(c * v for c, v in zip(self.coefficients, values, strict=True))
        match self.relation:
            case "==":
                return total == self.constant
            case "!=":
                return total != self.constant
            case "<=":
                return total <= self.constant
            case ">=":
                return total >= self.constant

    def formula(self) -> str:
        text = ""
        for coefficient, variable in zip(self.coefficients, self.variables, strict=True):
            sign = "-" if coefficient < 0 else "+"
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
            text += (
                f" {sign} {size}{variable.name}"
                if text
                else (f"{'-' if coefficient < 0 else ''}{size}{variable.name}")
            )
        return f"{text or '0'} {self.relation} {self.constant}"

    def terms(self) -> dict[Variable, int]:
        """Each variable with its coefficient, added up where it is named again; none with 0."""
        terms: dict[Variable, int] = {}
        for coefficient, variable in zip(self.coefficients, self.variables, strict=True):
            terms[variable] = terms.get(variable, 0) + coefficient
        return {variable: coefficient for variable, coefficient in terms.items() if coefficient}

    def opposite(self) -> Linear:
        relation, step = OPPOSITE[self.relation]
        return replace(self, relation=relation, constant=self.constant + step)

    def subject(self, phrases: Phrases) -> str:
        # One by one, for the places must stand in the order of the terms.
        places = listed(map(phrases.place, self.terms()), "and") or "nothing"
        return self.label or f"the sum of {places}"

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """With what is known of each number: "Row 1: 2 + ? + 6 = 15"."""
        return SumWords(self, deduction, phrases).reason()

    def sentence(self, deduction: Deduction, phrases: Phrases) -> str:
        return SumWords(self, deduction, phrases).sentence()

    def brief(self, deduction: Deduction, phrases: Phrases) -> str:
        return SumWords(self, deduction, phrases).brief()

    def all_ways(self, deduction: Deduction, phrases: Phrases) -> str:
        return SumWords(self, deduction, phrases).all_ways()

    def propagators(self, posting: Posting) -> list[Propagator]:
        sign = -1 if self.relation == ">=" else 1
        terms = self.terms()
        scope = posting.scope(list(terms))
        coefficients = [sign * coefficient for coefficient in terms.values()]
        constant = sign * self.constant
        if self.relation == "!=":
            return [LinearUnequal(scope, coefficients, constant)]
        if self.relation != "==":
            return [LinearAtMost(scope, coefficients, constant)]
        if posting.domain_consistent:
            return [LinearEqualDomain(scope, coefficients, constant)]
        return [LinearEqual(scope, coefficients, constant, ON_BOUNDS)]

    def squeezers(self, posting: Posting) -> list[Propagator]:
        return self.propagators(Posting(posting.engine, domain_consistent=False))

    def looks(self, posting: Posting) -> list[Look]:
        """Beside the smallest and largest and all ways: odd and even, and last digits."""
        *squeezes, all_ways = super().looks(posting)
        if self.relation != "==":
            return [*squeezes, all_ways]
        terms = self.terms()
        scope = posting.scope(list(terms))
        if max((variable.width for variable in scope), default=0) > WIDEST_BY_REMAINDERS:
            return [*squeezes, all_ways]
        coefficients = list(terms.values())
        by_remainders = [
            Look(
                technique,
                [Residues(scope, coefficients, self.constant, modulus)],
                remainders(modulus),
            )
            for technique, modulus in ((PARITY, 2), (LAST_DIGITS, 10))
        ]
        return [*squeezes, *by_remainders, all_ways]

    def in_machine_words(self, words: MachineWords) -> None:
        if self.fits(words):
            words.add(self.over(words.all_same(self.variables)))
        else:
            from quincunx.cp.constraints.linear.digitwise import add_on_paper

            add_on_paper(self, words)

    def fits(self, words: MachineWords) -> bool:
        return super().fits(words) and words.sum_fits(self.sizes())

    def sizes(self) -> list[int]:
        """How large the constant and the terms are at the most."""
        return [
            abs(self.constant),
            *(
                abs(c) * max(1, abs(v.domain[0]), abs(v.domain[-1]))
                for c, v in zip(self.coefficients, self.variables, strict=True)
            ),
        ]

    def to_cp_sat(self, target: CpSat) -> None:
        if not self.variables:
            target.require(self.check(()))
            return
        target.model.add(self._compared_in_cp_sat(target))

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        if not self.variables:
            return target.all_of([]) if self.check(()) else target.any_of([])
        return target.truth_of(
            self._compared_in_cp_sat(target), self.opposite()._compared_in_cp_sat(target)
        )

    def _compared_in_cp_sat(self, target: CpSat) -> Any:
        """The sum, compared with the constant."""
        unknowns = target.unknowns(self.variables)
        total = target.cp.LinearExpr.weighted_sum(unknowns, self.coefficients)
        match self.relation:
            case "==":
                return total == self.constant
            case "!=":
                return total != self.constant
            case "<=":
                return total <= self.constant
        return total >= self.constant

    def to_minizinc(self, text: MiniZinc) -> str:
        terms = ""
        for coefficient, variable in zip(self.coefficients, self.variables, strict=True):
            if coefficient:
                size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
                sign = "-" if coefficient < 0 else "+" if terms else ""
                spaced = f" {sign} " if terms else sign
                terms += f"{spaced}{size}{text.name(variable)}"
        relation = self.relation.replace("==", "=")
        return text.annotated(f"({terms or '0'} {relation} {self.constant})")

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        return self.to_minizinc(text)

    def remains(self, scope: Scope) -> Remains:
        """How much is missing."""
        return LinearRemains(self.terms(), self.relation, self.constant, scope)

    def spread(self, fixed: Scope, left: Scope) -> float:
        """No more states than sums, of the variables fixed or of those left."""
        terms = self.terms()

        def span(scope: Scope) -> int:
            pairs = zip(scope.variables, scope.domains, strict=True)
            return 1 + sum(abs(terms.get(v, 0)) * (d[-1] - d[0]) for v, d in pairs)

        return min(fixed.ways, log(span(fixed)), log(span(left)))

    @classmethod
    def sample(cls, variables: Sequence[Variable], witness: Witness, dice: Random) -> Linear:
        """Coefficients of both signs and zero; the constant is close to what the witness gives."""
        coefficients = tuple(dice.randint(-3, 3) for _ in variables)
        total = sum(c * witness[v] for c, v in zip(coefficients, variables, strict=True))
        constant = total + dice.choice([0, 0, 0, 1, -1, 4, -4])
        relation = dice.choice(get_args(Comparison))
        return cls(tuple(variables), coefficients, relation, constant, label="some sum")


OPPOSITE: dict[str, tuple[Comparison, int]] = {
    "==": ("!=", 0),
    "!=": ("==", 0),
    "<=": (">=", 1),
    ">=": ("<=", -1),
}
"""The relation that holds when another does not, and what is added to the constant."""
