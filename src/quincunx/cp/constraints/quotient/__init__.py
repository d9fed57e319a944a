"""Division with a remainder, rounded down.

Rounded down means towards minus infinity: -7 ÷ 2 is -4 with remainder 1, and 7 ÷ -2 is -4 with
remainder -1. This is Python's `divmod`; in SICStus Prolog it is `div` and `mod`. (SICStus's `//`
and `rem`, like MiniZinc's `div` and `mod`, round towards zero: there -7 // 2 is -3 and the
remainder -1.) Where no number is negative all of them agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.quotient.propagators import QuotientPropagator
from quincunx.cp.constraints.table import Table
from quincunx.cp.constraints.times.propagators import product_range
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised
from quincunx.errors import ModelError

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc


@dataclass(frozen=True, eq=False)
class Quotient(Constraint):
    """x ÷ y, rounded down, is q, for variables (x, y, q); or (x, y, q, r) where r is the
    remainder, which has the sign of y. y is never 0.

    Domain consistent where x and y have no more than 2^16 pairs of values together. Numbers
    so large that no machine word holds q·y are given to other solvers as a table, unless neither
    x nor y can be negative.
    """

    read_whole: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.variables) not in (3, 4):
            raise ModelError(
                f"{self}: {len(self.variables)} variables, expected x, y, the quotient "
                "and perhaps the remainder"
            )

    def check(self, values: Sequence[int]) -> bool:
        x, y, *results = values
        return y != 0 and results == list(divmod(x, y))[: len(results)]

    def formula(self) -> str:
        x, y, *results = (variable.name for variable in self.variables)
        return f"{x} ÷ {y} == {' remainder '.join(results)}"

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """With what is known of each number: "The share: 17 ÷ ? = 5, remainder 2"."""
        x, y, *results = (phrases.term(deduction, variable) for variable in self.variables)
        rounded = "" if len(results) == 2 else ", rounded down"
        told = f"{x} ÷ {y} = {', remainder '.join(results)}{rounded}"
        return f"{capitalised(phrases.subject(self))}: {told}"

    def tabulated(self) -> Table:
        count = len(self.variables) - 2
        return Table.following(
            self.variables, 2, lambda x, y: divmod(x, y)[:count] if y else None, label=self.label
        )

    def propagators(self, posting: Posting) -> list[Propagator]:
        return [QuotientPropagator(posting.scope(self.variables), posting.domain_consistent)]

    def squeezers(self, posting: Posting) -> list[Propagator]:
        return self.propagators(Posting(posting.engine, domain_consistent=False))

    def products(self) -> tuple[int, int]:
        """The least and the largest that q·y can be."""
        _, y, q, *_ = self.variables
        return product_range(q.domain[0], q.domain[-1], y.domain[0], y.domain[-1])

    @property
    def _natural(self) -> bool:
        """Whether nothing is negative that is divided: then all ways to round agree."""
        x, y = self.variables[:2]
        return x.domain[0] >= 0 and y.domain[0] > 0

    def fits(self, words: MachineWords) -> bool:
        return super().fits(words) and (self._natural or words.fits(self.products()))

    def to_cp_sat(self, target: CpSat) -> None:
        x, y, q, *remainder = target.unknowns(self.variables)
        if self._natural:
            target.model.add_division_equality(q, x, y)
            for r in remainder:
                target.model.add_modulo_equality(r, x, y)
        else:
            target.model.add_bool_or(self.truth_in_cp_sat(target))

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        x, y, q, *remainder = target.unknowns(self.variables)
        if self._natural:
            quotient = target.model.new_int_var(0, self.variables[0].domain[-1], "quotient")
            target.model.add_division_equality(quotient, x, y)
            truths = [target.truth_of(q == quotient, q != quotient)]
            for r in remainder:
                rest = target.model.new_int_var(0, self.variables[1].domain[-1], "remainder")
                target.model.add_modulo_equality(rest, x, y)
                truths.append(target.truth_of(r == rest, r != rest))
            return target.all_of(truths)
        # CP-SAT rounds towards zero and divides by nothing that could be zero, so with products.
        rest = x - target.product(*self.variables[1:3])
        positive = [
            target.truth_of(y > 0, y <= 0),
            target.truth_of(rest >= 0, rest < 0),
            target.truth_of(rest < y, rest >= y),
        ]
        negative = [
            target.truth_of(y < 0, y >= 0),
            target.truth_of(rest <= 0, rest > 0),
            target.truth_of(rest > y, rest <= y),
        ]
        either = target.any_of([target.all_of(positive), target.all_of(negative)])
        return target.all_of([either, *(target.truth_of(rest == r, rest != r) for r in remainder)])

    def to_minizinc(self, text: MiniZinc) -> str:
        x, y, q, *remainder = map(text.name, self.variables)
        if self._natural:
            return " /\\ ".join([f"{x} div {y} = {q}", *(f"{x} mod {y} = {r}" for r in remainder)])
        # MiniZinc rounds towards zero, so with products.
        rest = f"({x} - {q}*{y})"
        conditions = [f"{rest} = {r}" for r in remainder]
        positive = f"{y} > 0 /\\ {rest} >= 0 /\\ {rest} < {y}"
        negative = f"{y} < 0 /\\ {rest} <= 0 /\\ {rest} > {y}"
        return " /\\ ".join([*conditions, f"(({positive}) \\/ ({negative}))"])

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        return self.to_minizinc(text)

    @classmethod
    def sample(
        cls, variables: Sequence[Variable], witness: Witness, dice: Random
    ) -> Quotient | None:
        """Three or four of the variables, whose values in the witness are such a quotient if
        there are any such."""
        size = dice.choice([3, 4])
        if len(variables) < size:
            return None
        made = [cls(choice, label="a quotient") for choice in permutations(variables, size)]
        fitting = [one for one in made if one.check([witness[v] for v in one.variables])]
        return dice.choice([*fitting, made[0]])
