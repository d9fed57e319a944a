"""How a Multi-Balance speaks: torques, lines that are used, digits that need a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from quincunx.constraints import Constraint
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.linear import Linear
from quincunx.constraints.non_zero_flag import NonZeroFlag
from quincunx.families import Cell
from quincunx.model import Variable
from quincunx.wording import Deduction, Phrases, grid_places, listed

ROW, COLUMN = "row", "column"


class BalancePhrases(Phrases):
    """The words of one board.

    Beside the cells there are two unknowns for each fulcrum: whether its row is used, and
    whether its column is.
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
        return variable.index < len(self.cells)

    def places(self, variables: Sequence[Variable]) -> str:
        if variables[0].index >= len(self.cells):
            return listed([self._line(variable) for variable in variables], "and")
        cells = [self.cells[variable.index] for variable in variables]
        return grid_places([(row, column) for row, column in cells])

    def claim(
        self,
        variables: Sequence[Variable],
        known: Sequence[int],
        left: Sequence[int],
        already: bool = False,
    ) -> str:
        if self.kind(variables[0]):
            return super().claim(variables, known, left, already)
        verb = "is" if len(variables) == 1 else "are"
        return f"{self.places(variables)} {verb} {'used' if left[0] else 'not used'}"

    def denial(self, variable: Variable, value: int) -> str:
        if self.kind(variable):
            return super().denial(variable, value)
        return f"{self.place(variable)} is {'not used' if value else 'used'}"

    def fact(self, variables: Sequence[Variable], known: Sequence[int]) -> str:
        if self.kind(variables[0]):
            return super().fact(variables, known)
        return self.claim(variables, (0, 1), known)

    def subject(self, constraint: Constraint) -> str:
        if isinstance(constraint, Cardinality):
            return "where each digit can go"
        variables = constraint.variables
        if isinstance(constraint, NonZeroFlag):
            return f"whether {self._line(variables[0])} is used"
        if self._balances(constraint):
            kind, number = self._common_line(variables)
            return f"the balance of {kind} {number}"
        if isinstance(constraint, Linear) and constraint.relation == "<=":
            return constraint.label
        return f"the fulcrum at {grid_places([self._fulcrum(variables[0])])}"

    def writes(self, value: int) -> bool:
        return value != 0

    def reason(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1:
            return super().reason(deduction)
        constraint = deduction.constraint
        if isinstance(constraint, Cardinality):
            return self._each_once(deduction)
        if isinstance(constraint, NonZeroFlag):
            return self._used(deduction)
        if self._balances(constraint):
            return self._balance(deduction)
        return self._shared(deduction)

    def _each_once(self, deduction: Deduction) -> str:
        if deduction.contradicts:
            return f"Every digit is placed once, but {self.facts(deduction)}"
        results = [left[0] for left in deduction.left.values() if len(left) == 1]
        if deduction.technique == "last one":
            return f"Only {results[0]} is left to place" if results[0] else "All digits are placed"
        others = [v for v in deduction.needed if v not in deduction.left]
        if others and all(len(deduction.known[v]) == 1 and deduction.known[v][0] for v in others):
            placed = sorted(deduction.known[v][0] for v in others)
            verb = "is" if len(placed) == 1 else "are"
            named = listed(map(str, placed), "and")
            return f"{named} {verb} placed already{self.besides(deduction)}"
        if len(deduction.left) == len(results) == 1 and results[0]:
            elsewhere = [v for v in deduction.known if v not in deduction.left]
            if all(results[0] not in deduction.known[v] for v in elsewhere):
                return f"{results[0]} fits nowhere else"
        room = sum(values[-1] > 0 for values in deduction.known.values())
        if room == self.digits:
            return f"Just {room} cells can hold a digit, as many as there are digits"
        return "Every digit needs a place of its own"

    def _used(self, deduction: Deduction) -> str:
        flag, *cells = deduction.constraint.variables
        line = self._line(flag)
        line = line[0].upper() + line[1:]
        held = [v for v in cells if v in deduction.needed and 0 not in deduction.known[v]]
        if flag in deduction.left:
            return f"{line} holds a digit" if held else f"{line} can hold no digit"
        if deduction.value(flag) == 0:
            return f"{line} is not used" + (", but holds a digit" if deduction.contradicts else "")
        none = "none" if deduction.contradicts else "no other"
        return f"{line} is used, and {none} of its cells can hold a digit"

    def _balance(self, deduction: Deduction) -> str:
        """The torques on both sides, as far as they are known."""
        constraint = deduction.constraint
        assert isinstance(constraint, Linear)
        kind, number = self._common_line(constraint.variables)
        sides: dict[bool, list[str]] = {True: [], False: []}
        for cell, distance in zip(constraint.variables, constraint.coefficients, strict=True):
            term = self._torque(deduction, cell, kind)
            if term:
                sides[distance < 0].append(f"{abs(distance)} × {term}")
        before, after = (" + ".join(sides[side]) or "nothing" for side in (True, False))
        return f"{kind.capitalize()} {number} balances, {before} against {after}"

    def _torque(self, deduction: Deduction, cell: Variable, kind: str) -> str:
        """What a cell puts on its arm; nothing if it is known to be empty."""
        row, column = self.cells[cell.index]
        place = f"column {column}" if kind == ROW else f"row {row}"
        if cell not in deduction.needed:
            return f"({place})"
        values = deduction.known[cell]
        if len(values) > 1:
            return f"({place}: {self.possible(cell, values)})"
        return str(values[0]) if values[0] else ""

    def _shared(self, deduction: Deduction) -> str:
        """A fulcrum between its row and its column, or lines that share the digits."""
        constraint = deduction.constraint
        assert isinstance(constraint, Linear)
        facts = self.facts(deduction)
        if constraint.relation == "<=":
            limit = constraint.label[0].upper() + constraint.label[1:]
            return f"{limit}; {facts}" if facts else limit
        row, column = self._fulcrum(constraint.variables[0])
        reason = f"The fulcrum at row {row}, column {column} is used by its row or by its column"
        if facts:
            return f"{reason}, and {facts}"
        shut = [self._line(flag) for flag in constraint.variables if flag.domain[-1] == 0]
        return f"{reason}, and {listed(shut, 'and')} cannot be used"

    def _balances(self, constraint: Constraint) -> bool:
        return isinstance(constraint, Linear) and self.kind(constraint.variables[0]) is True

    def _fulcrum(self, flag: Variable) -> tuple[int, int]:
        row, column = self.fulcrums[(flag.index - len(self.cells)) // 2]
        return row, column

    def _line(self, flag: Variable) -> str:
        """The line that a flag speaks of."""
        row, column = self._fulcrum(flag)
        return f"column {column}" if (flag.index - len(self.cells)) % 2 else f"row {row}"

    def _common_line(self, cells: Sequence[Variable]) -> tuple[str, int]:
        """The line of the cells that balance; of one cell that of its fulcrum."""
        rows = {self.cells[cell.index][0] for cell in cells}
        columns = {self.cells[cell.index][1] for cell in cells}
        if len(rows) == 1 and any(row in rows for row, _ in self.fulcrums) and len(columns) > 1:
            return ROW, rows.pop()
        return COLUMN, columns.pop()
