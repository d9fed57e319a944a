"""How an Aztec Math speaks: what tops what."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.families import Cell
from quincunx.model import Variable
from quincunx.wording import Deduction, Phrases, capitalised


class AztecPhrases(Phrases):
    """The words of one pyramid."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells

    def reason(self, deduction: Deduction) -> str:
        """A triple: "9 (row 1, cell 1) tops 5 (row 2, cell 1) and row 2, cell 2"."""
        if not self._is_triple(deduction):
            return super().reason(deduction)
        top, left, right = (
            self._described(deduction, variable) for variable in deduction.constraint.variables
        )
        return f"{capitalised(top)} tops {left} and {right}"

    def proof(self, deduction: Deduction) -> str:
        """How a digit is made of the two below it, where all three are known."""
        if not self._is_triple(deduction):
            return ""
        results = [deduction.result(variable) for variable in deduction.constraint.variables]
        digits = [digit for digit in results if digit is not None]
        return f": {equation(*digits)}" if len(digits) == 3 else ""

    def _is_triple(self, deduction: Deduction) -> bool:
        """Whether it is about a digit and the two below it, rather than about a row."""
        rows = {self.cells[variable.index][0] for variable in deduction.constraint.variables}
        return len(deduction.constraints) == 1 and len(rows) > 1

    def _described(self, deduction: Deduction, variable: Variable) -> str:
        place = self.place(variable)
        if variable not in deduction.needed:
            return place
        values = deduction.known[variable]
        if len(values) == 1:
            return f"{values[0]} ({place})"
        return f"{place} ({self.possible(variable, values)})"


def equation(top: int, left: int, right: int) -> str:
    """How a digit is made of the two below it.

    >>> equation(9, 5, 4), equation(1, 5, 4), equation(3, 2, 6), equation(8, 4, 2)
    ('9 = 5 + 4', '1 = 5 − 4', '3 = 6 ÷ 2', '8 = 4 × 2')
    """
    large, small = max(left, right), min(left, right)
    if top == left + right:
        return f"{top} = {left} + {right}"
    if top == large - small:
        return f"{top} = {large} − {small}"
    if top == left * right:
        return f"{top} = {left} × {right}"
    return f"{top} = {large} ÷ {small}"
