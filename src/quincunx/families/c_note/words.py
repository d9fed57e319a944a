"""How a C-Note speaks: of numbers with a digit."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import MANY, Phrases


class CNotePhrases(Phrases):
    """The words of one C-Note."""

    def __init__(self, grid: Sequence[Sequence[int]]) -> None:
        self.grid = grid

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        if len(values) > MANY // 2:
            if values == variable.domain:
                return f"any with {self._digit(variable)}"
            within = [v for v in variable.domain if values[0] <= v <= values[-1]]
            if list(values) == within:
                return f"{values[0]} to {values[-1]} with {self._digit(variable)}"
        return super().possible(variable, values)

    def unknown(self, variable: Variable) -> str:
        return f"({self.possible(variable, variable.domain)})"

    def _digit(self, variable: Variable) -> int:
        size = len(self.grid)
        return self.grid[variable.index // size][variable.index % size]
