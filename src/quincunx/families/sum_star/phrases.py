"""How a Sum Star speaks: of X, and of the sides of black triangles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from quincunx.constraints import Constraint
from quincunx.constraints.table import Table
from quincunx.model import Variable
from quincunx.wording import Deduction, Phrases, capitalised, listed

FLAG = " is a digit"
"""How the names of the unknowns end that tell digits from X."""


class StarPhrases(Phrases):
    """The words of one arrangement of dodecagons."""

    nothing: ClassVar[str] = "X"

    def plain(self, constraint: Constraint) -> bool:
        """What ties a flag to its cell."""
        return len(set(map(self.kind, constraint.variables))) > 1

    def kind(self, variable: Variable) -> object:
        return variable.name.endswith(FLAG)

    def places(self, variables: Sequence[Variable]) -> str:
        return listed([variable.name.removesuffix(FLAG) for variable in variables], "and", 99)

    def value(self, variable: Variable, value: int) -> str:
        if self.kind(variable) and value:
            return "not X"
        return super().value(variable, value)

    def reason(self, deduction: Deduction) -> str:
        """A side of a black triangle is told as a sum."""
        constraint = deduction.constraint
        if len(deduction.constraints) > 1 or not isinstance(constraint, Table):
            return super().reason(deduction)
        if len(constraint.variables) != 3:
            return super().reason(deduction)
        terms = " + ".join(self.term(deduction, variable) for variable in constraint.variables)
        totals = {sum(row) for row in constraint.rows.rows}
        total = f" = {totals.pop()}" if len(totals) == 1 else ""
        return f"{capitalised(self.subject(constraint))}: {terms}{total}"
