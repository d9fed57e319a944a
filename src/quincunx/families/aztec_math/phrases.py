"""How an Aztec Math speaks: what tops what, and rows of different digits."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.constraints import Constraint
from quincunx.constraints.all_different import AllDifferent
from quincunx.families import Cell
from quincunx.model import Variable
from quincunx.wording import Deduction, Phrases, grid_places, listed


class AztecPhrases(Phrases):
    """The words of one pyramid."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells

    def places(self, variables: Sequence[Variable]) -> str:
        cells = [self.cells[variable.index] for variable in variables]
        return grid_places([(i, j) for i, j in cells], "row", "cell")

    def subject(self, constraint: Constraint) -> str:
        row, cell = self.cells[constraint.variables[0].index]
        if isinstance(constraint, AllDifferent):
            return f"row {row}"
        return f"row {row}, cell {cell} and the two below it"

    def reason(self, deduction: Deduction) -> str:
        """Digits that a row has already, or a triple: "9 (row 1, cell 1) tops 5 (row 2, cell 1)
        and row 2, cell 2"."""
        if len(deduction.constraints) > 1:
            return super().reason(deduction)
        if isinstance(deduction.constraint, AllDifferent):
            return self._different(deduction)
        top, left, right = (
            self._described(deduction, variable) for variable in deduction.constraint.variables
        )
        return f"{top[0].upper()}{top[1:]} tops {left} and {right}"

    def proof(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1 or isinstance(deduction.constraint, AllDifferent):
            return ""
        results = [deduction.result(variable) for variable in deduction.constraint.variables]
        digits = [digit for digit in results if digit is not None]
        return f": {equation(*digits)}" if len(digits) == 3 else ""

    def _different(self, deduction: Deduction) -> str:
        """What a row has already, or digits that some of its cells share between them."""
        needed = [v for v in deduction.constraint.variables if v in deduction.needed]
        row = self.subject(deduction.constraint).capitalize()
        if deduction.contradicts:
            return f"{row} needs different digits, but {self.facts(deduction)}"
        needed = [variable for variable in needed if variable not in deduction.left] or needed
        digits = sorted({digit for variable in needed for digit in deduction.known[variable]})
        named = listed(map(str, digits), "and")
        if all(len(deduction.known[variable]) == 1 for variable in needed):
            return f"{row} has {named} already{self.besides(deduction)}"
        if len(digits) == len(needed):
            shared = f"{row} has {named}, in some order, in {self.places(needed)}"
            return f"{shared}{self.besides(deduction)}"
        return f"{row} needs different digits, and {self.facts(deduction)}"

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
