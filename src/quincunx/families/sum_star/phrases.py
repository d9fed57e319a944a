"""How a Sum Star speaks: sums around black triangles, what a dodecagon holds, where X can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from quincunx.constraints import Constraint
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.distinct_sum import DistinctSum
from quincunx.constraints.non_zero_flag import NonZeroFlag
from quincunx.constraints.table import Table
from quincunx.families.sum_star.constraints import X
from quincunx.model import Variable
from quincunx.wording import Deduction, Phrases, listed

FLAG = " is a digit"
"""How the names of the unknowns end that tell digits from X."""


class StarPhrases(Phrases):
    """The words of one arrangement of dodecagons."""

    nothing: ClassVar[str] = "X"

    def plain(self, constraint: Constraint) -> bool:
        return isinstance(constraint, NonZeroFlag)

    def kind(self, variable: Variable) -> object:
        return variable.name.endswith(FLAG)

    def places(self, variables: Sequence[Variable]) -> str:
        return listed([variable.name.removesuffix(FLAG) for variable in variables], "and", 99)

    def claim(
        self,
        variables: Sequence[Variable],
        known: Sequence[int],
        left: Sequence[int],
        already: bool = False,
    ) -> str:
        if not self.kind(variables[0]):
            return super().claim(variables, known, left, already)
        verb = "is" if len(variables) == 1 else "are"
        return f"{self.places(variables)} {verb} {'not X' if left[0] else 'X'}"

    def denial(self, variable: Variable, value: int) -> str:
        if not self.kind(variable):
            return super().denial(variable, value)
        return f"{self.place(variable)} is {'X' if value else 'not X'}"

    def fact(self, variables: Sequence[Variable], known: Sequence[int]) -> str:
        if not self.kind(variables[0]):
            return super().fact(variables, known)
        return self.claim(variables, (0, 1), known)

    def subject(self, constraint: Constraint) -> str:
        if isinstance(constraint, Cardinality):
            return f"what {_dodecagon(constraint)} holds"
        if self._speaks_of_x(constraint):
            return f"the four X of {_dodecagon(constraint)}"
        if isinstance(constraint, Table) and len(constraint.variables) == 2:
            return f"{self.places(constraint.variables)}, which share an edge"
        return constraint.label

    def reason(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1:
            return super().reason(deduction)
        constraint = deduction.constraint
        if isinstance(constraint, Cardinality):
            return self._contents(deduction)
        if self._speaks_of_x(constraint):
            facts = self.facts(deduction)
            reason = f"No two of the four X of {_dodecagon(constraint)} touch"
            return f"{reason}, and {facts}" if facts else reason
        if isinstance(constraint, Table) and len(constraint.variables) == 2:
            return f"{self.places(constraint.variables)} share an edge, and {self.facts(deduction)}"
        return self._sum(deduction)

    def _contents(self, deduction: Deduction) -> str:
        """What a dodecagon has already, what fits nowhere else, or all that is known."""
        name = _dodecagon(deduction.constraint)
        if deduction.contradicts:
            return f"{name} holds every digit once and X four times, but {self.facts(deduction)}"
        if deduction.technique == "last one":
            (value,) = next(iter(deduction.left.values()))
            return f"{name} lacks only {'an X' if value == X else value}"
        others = [v for v in deduction.needed if v not in deduction.left]
        if others and all(len(deduction.known[v]) == 1 for v in others):
            there = sorted({deduction.known[v][0] for v in others})
            digits = [str(digit) for digit in there if digit != X]
            has = listed([*digits, *["its four X"] * (X in there)], "and")
            return f"{name} has {has} already{self.besides(deduction)}"
        results = {tuple(left) for left in deduction.left.values()}
        if len(results) == 1 and len(min(results)) == 1:
            ((value,),) = results
            elsewhere = [v for v in deduction.known if v not in deduction.left]
            places = [v for v in elsewhere if value in deduction.known[v]]
            if all(len(deduction.known[v]) == 1 for v in places):
                what = f"The X of {name} fit" if value == X else f"{value} fits"
                return f"{what} nowhere else{'' if value == X else f' in {name}'}"
        return f"{name} holds every digit once and X four times, and {self.facts(deduction)}"

    def _sum(self, deduction: Deduction) -> str:
        """Around a black triangle: what is known of each cell, and the sum."""
        constraint = deduction.constraint
        terms = []
        for variable in constraint.variables:
            values = deduction.known[variable]
            if variable not in deduction.needed:
                terms.append("?")
            elif len(values) == 1:
                terms.append(self.value(variable, values[0]))
            else:
                terms.append(f"({self.possible(variable, values)})")
        label = constraint.label[0].upper() + constraint.label[1:]
        total = _total(constraint)
        return f"{label}: {' + '.join(terms)}" + ("" if total is None else f" = {total}")

    def _speaks_of_x(self, constraint: Constraint) -> bool:
        return bool(self.kind(constraint.variables[0]))


def _total(constraint: Constraint) -> int | None:
    """What the cells around a black triangle sum to; nothing if it has no number."""
    if isinstance(constraint, DistinctSum):
        return constraint.total
    if not isinstance(constraint, Table):
        return None
    totals = {sum(row) for row in constraint.rows.rows}
    return totals.pop() if len(totals) == 1 else None


def _dodecagon(constraint: Constraint) -> str:
    """The dodecagon whose cells a rule is about."""
    return constraint.variables[0].name.removesuffix(FLAG).rstrip("0123456789")
