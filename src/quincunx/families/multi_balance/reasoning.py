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
from typing import ClassVar

from quincunx.constraints import Constraint
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.looking import Look
from quincunx.families import Cell
from quincunx.families.multi_balance.balance import TORQUE_WAYS, Balance
from quincunx.kernel.domain import positions
from quincunx.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.kernel.engine import Variable as Unknown
from quincunx.kernel.posting import Posting
from quincunx.model import Model, Variable
from quincunx.techniques import Technique

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

    read_whole: ClassVar[bool] = True

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

    def propagators(self, posting: Posting) -> list[Propagator]:
        scope = posting.scope(self.variables)
        return [Levers(scope, self.along, self.down, by_torque=True)]

    def looks(self, posting: Posting) -> list[Look]:
        scope = posting.scope(self.variables)
        sides = Levers(scope, self.along, self.down, by_torque=False)
        return [
            Look(ONE_LINE, [sides], lambda _: 0.5),
            Look(TORQUE_WAYS, posting.propagators(self)),
        ]


class Levers(Propagator):
    """What a fulcrum says about the cells of its row and its column; with `by_torque` also what
    the torques of the line that is used can be."""

    def __init__(
        self, variables: list[Unknown], along: Sequence[int], down: Sequence[int], by_torque: bool
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        count = len(along)
        self.lines = [
            list(zip(variables[:count], along, strict=True)),
            list(zip(variables[count:], down, strict=True)),
        ]
        self.by_torque = by_torque

    def propagate(self, engine: Engine) -> int:
        possible = [self._if_used(line) for line in self.lines]
        if possible[0] is None and possible[1] is None:
            return FAILED
        holds = [any(not v.bits & v.bit(0) for v, _ in line) for line in self.lines]
        if holds[0] and holds[1]:
            return FAILED
        for at, line in enumerate(self.lines):
            mine, others = possible[at], possible[1 - at]
            if mine is None or holds[1 - at]:
                # Not used: every cell is empty.
                for variable, _ in line:
                    if not engine.narrow(variable, variable.bits & variable.bit(0)):
                        return FAILED
                if others is None:
                    return FAILED
            elif others is None or holds[at]:
                for variable, _ in line:
                    if not engine.narrow(variable, mine[variable.index]):
                        return FAILED
            else:
                for variable, _ in line:
                    zero = variable.bits & variable.bit(0)
                    if not engine.narrow(variable, mine[variable.index] | zero):
                        return FAILED
        return RAN

    def _if_used(self, line: list[tuple[Unknown, int]]) -> dict[int, int] | None:
        """What the cells of a line can be if it is used; None if it cannot be."""
        sides = [[(v, d) for v, d in line if d < 0], [(v, -d) for v, d in line if d > 0]]
        left = {variable.index: variable.bits for variable, _ in line}
        if not self.by_torque:
            for side in sides:
                able = [v for v, _ in side if v.bits & ~v.bit(0)]
                if not able:
                    return None
                if len(able) == 1:
                    left[able[0].index] &= ~able[0].bit(0)
            return left
        sums = [_reached(side) for side in sides]
        common = sums[0][-1] & sums[1][-1] & ~1
        if not common:
            return None
        for side, reached in zip(sides, sums, strict=True):
            wanted = common
            for at in range(len(side) - 1, -1, -1):
                variable, distance = side[at]
                kept = before = 0
                for position in positions(variable.bits):
                    torque = abs(distance) * variable.value(position)
                    fits = reached[at] & (wanted >> torque)
                    if fits:
                        kept |= 1 << position
                        before |= fits
                left[variable.index] = kept
                wanted = before
        return left


def _reached(side: Sequence[tuple[Unknown, int]]) -> list[int]:
    """The torques that the first cells of a side can have together, as bits: of none, of the
    first, of the first two, ..."""
    reached = [1]
    for variable, distance in side:
        total = 0
        for position in positions(variable.bits):
            total |= reached[-1] << abs(distance) * variable.value(position)
        reached.append(total)
    return reached


@dataclass(frozen=True, eq=False)
class Sharing(Constraint):
    """At most so many rows, or columns, are used that each can have two digits."""

    read_whole: ClassVar[bool] = True

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

    def propagators(self, posting: Posting) -> list[Propagator]:
        scope = dict(zip(self.variables, posting.scope(self.variables), strict=True))
        lines = []
        for fulcrum in self.fulcrums:
            mine = [scope[v] for v, _ in fulcrum.arms(self.of_rows)]
            other = [scope[v] for v, _ in fulcrum.arms(not self.of_rows)]
            lines.append((mine, other))
        return [SharedDigits(list(scope.values()), lines, self.digits // 2)]

    def looks(self, posting: Posting) -> list[Look]:
        return [Look(DIGITS_LEFT, posting.propagators(self), lambda _: len(self.fulcrums) / 4)]


class SharedDigits(Propagator):
    """When as many lines are used as there can be, the others stay empty."""

    def __init__(
        self,
        variables: list[Unknown],
        lines: list[tuple[list[Unknown], list[Unknown]]],
        most: int,
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.lines = lines
        self.most = most

    def propagate(self, engine: Engine) -> int:
        used = []
        for mine, other in self.lines:
            holds = any(not v.bits & v.bit(0) for v in mine)
            dead = all(v.bits == v.bit(0) for v in other)
            used.append(holds or dead)
        if sum(used) > self.most:
            return FAILED
        if sum(used) == self.most:
            for (mine, _), is_used in zip(self.lines, used, strict=True):
                if not is_used:
                    for variable in mine:
                        if not engine.narrow(variable, variable.bits & variable.bit(0)):
                            return FAILED
        return RAN
