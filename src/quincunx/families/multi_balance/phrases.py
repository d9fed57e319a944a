"""How a Multi-Balance speaks: torques, and lines that are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from quincunx.constraints.linear import Linear
from quincunx.families import Cell
from quincunx.model import Variable
from quincunx.wording import Deduction, Phrases, capitalised, listed

ROW, COLUMN = "row", "column"


class BalancePhrases(Phrases):
    """The words of one board.

    Beside the cells there are two flags for each fulcrum: whether its row is used, and whether
    its column is.
    """

    nothing: ClassVar[str] = "empty"

    def __init__(self, digits: int, cells: Sequence[Cell], fulcrums: Sequence[Cell]) -> None:
        self.digits = digits
        self.cells = cells
        self.fulcrums = fulcrums

    def opening(self) -> str:
        if not self.cells:
            return "No row and column with just one fulcrum each cross, so no digit can stand."
        rows = listed((str(row) for row in sorted({row for row, _ in self.cells})), "and", 99)
        columns = listed((str(c) for c in sorted({column for _, column in self.cells})), "and", 99)
        return (
            "Digits stand only where a row and a column with exactly one fulcrum each cross: "
            f"in rows {rows}, and there in columns {columns}."
        )

    def kind(self, variable: Variable) -> object:
        return self._is_flag(variable)

    def places(self, variables: Sequence[Variable]) -> str:
        if self._is_flag(variables[0]):
            return listed([self._line(variable) for variable in variables], "and")
        return super().places(variables)

    def value(self, variable: Variable, value: int) -> str:
        if self._is_flag(variable):
            return "used" if value else "not used"
        return super().value(variable, value)

    def writes(self, value: int) -> bool:
        return value != 0

    def reason(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1 or not deduction.constraint.variables:
            return super().reason(deduction)
        first, *others = deduction.constraint.variables
        if all(map(self._is_flag, (first, *others))):
            return self._shared(deduction)
        if self._is_flag(first):
            return self._used(deduction)
        if isinstance(deduction.constraint, Linear):
            return self._balance(deduction, deduction.constraint)
        return super().reason(deduction)

    def _used(self, deduction: Deduction) -> str:
        """A line that is used holds a digit, and no other does."""
        flag, *cells = deduction.constraint.variables
        line = capitalised(self._line(flag))
        held = [v for v in cells if v in deduction.needed and 0 not in deduction.known[v]]
        if flag in deduction.left:
            return f"{line} holds a digit" if held else f"{line} can hold no digit"
        if deduction.value(flag) == 0:
            return f"{line} is not used" + (", but holds a digit" if deduction.contradicts else "")
        none = "none" if deduction.contradicts else "no other"
        return f"{line} is used, and {none} of its cells can hold a digit"

    def _balance(self, deduction: Deduction, balance: Linear) -> str:
        """The torques on both sides, as far as they are known."""
        line = self.subject(balance).removeprefix("the balance of ")
        sides: dict[bool, list[str]] = {True: [], False: []}
        for cell, distance in zip(balance.variables, balance.coefficients, strict=True):
            term = self._torque(deduction, cell, line)
            if term:
                sides[distance < 0].append(f"{abs(distance)} × {term}")
        before, after = (" + ".join(sides[side]) or "nothing" for side in (True, False))
        return f"{capitalised(line)} balances, {before} against {after}"

    def _torque(self, deduction: Deduction, cell: Variable, line: str) -> str:
        """What a cell puts on its arm; nothing if it is known to be empty."""
        row, column = self.cells[cell.index]
        place = f"column {column}" if line.startswith(ROW) else f"row {row}"
        if cell not in deduction.needed:
            return f"({place})"
        values = deduction.known[cell]
        if len(values) > 1:
            return f"({place}: {self.possible(cell, values)})"
        return str(values[0]) if values[0] else ""

    def _shared(self, deduction: Deduction) -> str:
        """A fulcrum between its row and its column, or lines that share the digits."""
        flags = deduction.constraint.variables
        facts = self.facts(deduction)
        if len({self._fulcrum(flag) for flag in flags}) == 1 < len(flags):
            shut = [self._line(flag) for flag in flags if flag.domain[-1] == 0]
            facts = facts or f"{listed(shut, 'and')} cannot be used"
            rule = f"{self.subject(deduction.constraint)} is used by its row or by its column"
        else:
            lines = self.subject(deduction.constraint).removeprefix("the ")
            rule = f"at most {self.digits // 2} {lines.split()[0]} are used, with two digits each"
        return f"{capitalised(rule)}{f', and {facts}' if facts else ''}"

    def _is_flag(self, variable: Variable) -> bool:
        return variable.index >= len(self.cells)

    def _fulcrum(self, flag: Variable) -> Cell:
        return self.fulcrums[(flag.index - len(self.cells)) // 2]

    def _line(self, flag: Variable) -> str:
        """The line that a flag speaks of."""
        row, column = self._fulcrum(flag)
        return f"column {column}" if (flag.index - len(self.cells)) % 2 else f"row {row}"
