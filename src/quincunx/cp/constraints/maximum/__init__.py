"""The largest, or the smallest, of some numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.maximum.counting import MaximumRemains
from quincunx.cp.constraints.maximum.propagators import MaximumPropagator
from quincunx.cp.constraints.residual import Remains, Scope
from quincunx.cp.constraints.table import MAX_TABULATED, Rows, Table
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable, names_of
from quincunx.cp.words.phrases import Deduction, Phrases
from quincunx.errors import EngineError, ModelError

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc


@dataclass(frozen=True, eq=False)
class Maximum(Constraint):
    """The first variable is the largest of the others; with `smallest` the smallest of them.

    Domain consistent; by bounds, domains are looked at as if they had no holes.
    """

    smallest: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.variables) < 2:
            raise ModelError(
                f"{self}: {len(self.variables)} variables, expected a number and those of which "
                f"it is the {self._word}"
            )

    @property
    def _word(self) -> str:
        return "smallest" if self.smallest else "largest"

    def check(self, values: Sequence[int]) -> bool:
        first, *others = values
        return first == (min(others) if self.smallest else max(others))

    def formula(self) -> str:
        return f"{self.variables[0].name} is the {self._word} of {names_of(self.variables[1:])}"

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """Which number is the largest of which, and what is known of them."""
        first, *others = self.variables
        places = phrases.places(tuple(dict.fromkeys(others)))
        rule = f"{phrases.place(first)} is the {self._word} of {places}"
        return self.told(rule, deduction, phrases)

    def tabulated(self) -> Table:
        first, *others = self.variables
        best = min if self.smallest else max
        return Table.following(
            (*others, first), len(others), lambda *values: (best(values),), label=self.label
        )

    def propagators(self, posting: Posting) -> list[Propagator]:
        scope = posting.scope(self.variables)
        return [MaximumPropagator(scope, self.smallest, not posting.domain_consistent)]

    def squeezers(self, posting: Posting) -> list[Propagator]:
        return self.propagators(Posting(posting.engine, domain_consistent=False))

    def in_machine_words(self, words: MachineWords) -> None:
        if self.fits(words):
            words.add(self.over(words.all_same(self.variables)))
            return
        # Ranks among all the values are in the same order as the values.
        scope = list(dict.fromkeys(self.variables))
        for variable in scope:
            if variable.size > MAX_TABULATED:
                raise EngineError(
                    f"{self}: {variable.name} has {variable.size} values, expected at most "
                    f"{MAX_TABULATED} where others do not fit in {words.bits} bits"
                )
        values = sorted({value for variable in scope for value in variable.domain})
        ranks = {value: rank for rank, value in enumerate(values)}
        ranked: dict[Variable, Variable] = {}
        for variable in scope:
            rows = [
                (words.code(value) if words.is_coded(variable) else value, ranks[value])
                for value in variable.domain
            ]
            rank = words.variable(f"{variable.name} rank", [row[1] for row in rows])
            words.add(Table((words.same(variable), rank), Rows(tuple(rows))))
            ranked[variable] = rank
        words.add(self.over([ranked[variable] for variable in self.variables]))

    def to_cp_sat(self, target: CpSat) -> None:
        first, *others = target.unknowns(self.variables)
        if self.smallest:
            target.model.add_min_equality(first, others)
        else:
            target.model.add_max_equality(first, others)

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        first, *others = self.variables
        bound = [Linear((first, v), (1, -1), "<=" if self.smallest else ">=", 0) for v in others]
        same = [Linear((first, v), (1, -1), "==", 0) for v in others]
        return target.all_of(
            [
                *(linear.truth_in_cp_sat(target) for linear in bound),
                target.any_of([linear.truth_in_cp_sat(target) for linear in same]),
            ]
        )

    def to_minizinc(self, text: MiniZinc) -> str:
        first, *others = self.variables
        best = "min" if self.smallest else "max"
        return text.annotated(f"({text.name(first)} = {best}({text.array(others)}))")

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        return self.to_minizinc(text)

    def remains(self, scope: Scope) -> Remains:
        """The largest so far, or which number one of the others must be."""
        return MaximumRemains(self.variables, self.smallest, scope)

    def spread(self, fixed: Scope, left: Scope) -> float:
        """No more states than values, and twice as many where the number is known."""
        values = {value for domain in fixed.domains for value in domain}
        return min(fixed.ways, log(1 + 2 * len(values)))

    @classmethod
    def sample(
        cls, variables: Sequence[Variable], witness: Witness, dice: Random
    ) -> Maximum | None:
        """One of the variables, and most of the others; often that which is so in the witness."""
        if len(variables) < 2:
            return None
        smallest = dice.choice([True, False])
        ordered = sorted(variables, key=lambda v: witness[v], reverse=not smallest)
        first = dice.choice([ordered[0], ordered[0], *ordered[1:]])
        others = list(variables)
        others.remove(first)
        return cls((first, *others), smallest, label="the best of these")
