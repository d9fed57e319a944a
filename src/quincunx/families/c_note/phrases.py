"""How a C-Note speaks: sums of rows and columns."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.model import Variable
from quincunx.wording import MANY, Deduction, Phrases, grid_places


class CNotePhrases(Phrases):
    """The words of one C-Note."""

    def __init__(self, target: int, grid: Sequence[Sequence[int]]) -> None:
        self.target = target
        self.grid = grid

    def places(self, variables: Sequence[Variable]) -> str:
        size = len(self.grid)
        return grid_places([(v.index // size + 1, v.index % size + 1) for v in variables])

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        size = len(self.grid)
        digit = self.grid[variable.index // size][variable.index % size]
        if len(values) > MANY // 2:
            if values == variable.domain:
                return f"any with {digit}"
            within = [v for v in variable.domain if values[0] <= v <= values[-1]]
            if list(values) == within:
                return f"{values[0]} to {values[-1]} with {digit}"
        return super().possible(variable, values)

    def reason(self, deduction: Deduction) -> str:
        """A sum with what is known of each number: "Row 1: 18 + 8 + ? = 100"."""
        if len(deduction.constraints) > 1:
            return super().reason(deduction)
        line = self.subject(deduction.constraint)
        scope = deduction.constraint.variables
        terms = " + ".join(self._term(deduction, variable) for variable in scope)
        if deduction.contradicts or deduction.technique == "squeeze":
            return f"{line.capitalize()} must make {self.target} from {terms}"
        if deduction.technique == "last one":
            terms = " + ".join(self._number(deduction, variable) for variable in scope)
            return f"{line.capitalize()}: {terms} = {self.target}"
        return f"Few of the sums {terms} make {self.target} in {line}"

    def _number(self, deduction: Deduction, variable: Variable) -> str:
        value = deduction.value(variable)
        return "?" if value is None or variable in deduction.left else str(value)

    def _term(self, deduction: Deduction, variable: Variable) -> str:
        values = deduction.known[variable] if variable in deduction.needed else variable.domain
        text = self.possible(variable, values)
        return text if len(values) == 1 else f"({text})"
