"""A Multi-Balance as a person sees it: cells, lines, fulcrums, and nothing that helps a solver.

Vocabulary:
  line   a row or a column with exactly one fulcrum
  arms   the cells of a line by their signed distance to the fulcrum
  used   of a line: it holds digits; then both sides of its fulcrum do, with the same torque
  dead   of a line: none of its cells can hold a digit
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import Model, Variable
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for
from quincunx.cp.words.phrases import is_read_whole
from quincunx.cp.words.techniques import Technique
from quincunx.families import Cell
from quincunx.families.multi_balance.balance import TORQUE_WAYS, Balance
from quincunx.families.multi_balance.levers import Levers, SharedDigits

ONE_LINE = Technique(
    "one line a fulcrum",
    2,
    1.5,
    "A fulcrum is used by its row or by its column, never by both: where one can hold no digit "
    "the other does, on both sides; where one holds a digit the other is empty.",
    "multi-balance/62",
)
DIGITS_LEFT = Technique(
    "digits left",
    2,
    2.0,
    "Each line that is used takes two digits or more, and there are only so many digits.",
    "multi-balance/72",
)


def reasoning_model(
    name: str,
    digits: int,
    cells: Sequence[Cell],
    fulcrums: Sequence[Cell],
    given: Mapping[Cell, int],
) -> Model:
    """One variable a cell where two lines cross, 0 where it stays empty."""
    model = Model(name)
    values = range(digits + 1)
    board: dict[Cell, Variable] = {
        cell: model.variable(f"r{cell[0]}c{cell[1]}", values, given=given.get(cell))
        for cell in cells
    }
    model.add(
        Cardinality(
            model.variables, dict.fromkeys(values[1:], 1), label="the board", rules=("digits",)
        )
    )
    levers: list[Fulcrum] = []
    for row, column in fulcrums:
        along = {c - column: board[r, c] for r, c in cells if r == row}
        down = {r - row: board[r, c] for r, c in cells if c == column}
        for line, arms in ((f"row {row}", along), (f"column {column}", down)):
            if arms:
                scope, distances = tuple(arms.values()), tuple(arms)
                model.add(Balance(scope, distances, label=line, rules=(line, "digits")))
        lines = (f"row {row}",) * bool(along) + (f"column {column}",) * bool(down)
        lever = Fulcrum(
            (*along.values(), *down.values()),
            (row, column),
            tuple(along),
            tuple(down),
            label=f"the fulcrum at r{row}c{column}",
            rules=(f"fulcrum r{row}c{column}", *lines),
        )
        levers.append(model.add(lever))
    for of_rows, label in ((True, "rows"), (False, "columns")):
        shared = [lever for lever in levers if lever.arms(of_rows)]
        if shared:
            rules = ("digits", *dict.fromkeys(rule for lever in shared for rule in lever.rules))
            model.add(
                Sharing(
                    tuple(dict.fromkeys(v for lever in shared for v in lever.variables)),
                    tuple(shared),
                    of_rows,
                    digits,
                    label=f"the {label} that are used",
                    rules=rules,
                )
            )
    return model


@dataclass(frozen=True, eq=False)
class Fulcrum(Constraint):
    """A fulcrum is used by its row or by its column, and what is used balances.

    The variables are the cells of the row and then those of the column, at these distances.
    """

    at: Cell
    along: tuple[int, ...]
    down: tuple[int, ...]

    def arms(self, of_row: bool) -> list[tuple[Variable, int]]:
        """The cells of a line with their distances."""
        count = len(self.along)
        if of_row:
            return list(zip(self.variables[:count], self.along, strict=True))
        return list(zip(self.variables[count:], self.down, strict=True))

    def line(self, of_row: bool) -> str:
        return f"row {self.at[0]}" if of_row else f"column {self.at[1]}"

    def check(self, values: Sequence[int]) -> bool:
        count = len(self.along)
        row, column = values[:count], values[count:]
        balanced = all(
            sum(d * v for d, v in zip(distances, line, strict=True)) == 0
            for distances, line in ((self.along, row), (self.down, column))
        )
        return any(row) != any(column) and balanced

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        return [Levers(scope, self.along, self.down, by_torque=True)]


@techniques_for.register(Fulcrum)
def fulcrum_techniques(constraint: Fulcrum, builder: EngineBuilder) -> list[AppliedTechnique]:
    scope = builder.scope(constraint.variables)
    sides = Levers(scope, constraint.along, constraint.down, by_torque=False)
    return [
        AppliedTechnique(ONE_LINE, [sides], lambda _: 0.5),
        AppliedTechnique(TORQUE_WAYS, builder.propagators(constraint)),
    ]


is_read_whole.register(Fulcrum)(lambda _: True)


@dataclass(frozen=True, eq=False)
class Sharing(Constraint):
    """At most so many rows, or columns, are used that each can have two digits."""

    fulcrums: tuple[Fulcrum, ...]
    of_rows: bool
    digits: int

    def over(self, variables: Sequence[Variable]) -> Sharing:
        changed = dict(zip(self.variables, variables, strict=True))
        moved = [
            replace(fulcrum, variables=tuple(changed[v] for v in fulcrum.variables))
            for fulcrum in self.fulcrums
        ]
        return replace(self, variables=tuple(variables), fulcrums=tuple(moved))

    def check(self, values: Sequence[int]) -> bool:
        value = dict(zip(self.variables, values, strict=True))
        used = [any(value[v] for v, _ in fulcrum.arms(self.of_rows)) for fulcrum in self.fulcrums]
        return sum(used) <= self.digits // 2

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = dict(zip(self.variables, builder.scope(self.variables), strict=True))
        lines = []
        for fulcrum in self.fulcrums:
            mine = [scope[v] for v, _ in fulcrum.arms(self.of_rows)]
            other = [scope[v] for v, _ in fulcrum.arms(not self.of_rows)]
            lines.append((mine, other))
        return [SharedDigits(list(scope.values()), lines, self.digits // 2)]


@techniques_for.register(Sharing)
def sharing_techniques(constraint: Sharing, builder: EngineBuilder) -> list[AppliedTechnique]:
    effort = len(constraint.fulcrums) / 4
    return [AppliedTechnique(DIGITS_LEFT, builder.propagators(constraint), lambda _: effort)]


is_read_whole.register(Sharing)(lambda _: True)
