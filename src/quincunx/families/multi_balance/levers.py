"""What follows from the fulcrums: by which lines they are used, and what those can hold.

Vocabulary: that of `reasoning`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.kernel.engine import Variable as Unknown
from quincunx.families.multi_balance.remembering import Remembered


@dataclass(frozen=True)
class _Seen:
    """What there is to see in a line. `used` is what its cells can be if it is used, None if it
    cannot be; `free` what they can be if it may be used or not."""

    holds: bool
    used: list[int] | None
    free: list[int]


class _Line:
    """The row or the column of a fulcrum: its cells, and their distances."""

    def __init__(self, cells: list[Unknown], distances: Sequence[int], by_torque: bool) -> None:
        self.cells = cells
        self.sides = [
            [(at, abs(distance)) for at, distance in enumerate(distances) if distance < 0],
            [(at, abs(distance)) for at, distance in enumerate(distances) if distance > 0],
        ]
        self.by_torque = by_torque
        self.zeros = [cell.bit(0) for cell in cells]
        self.seen = Remembered(cells, self._seen)

    def keep(self, engine: Engine, left: Sequence[int]) -> bool:
        """Leave each cell these values alone; false if nothing is left of one."""
        return all(map(engine.narrow, self.cells, left))

    def empty(self) -> list[int]:
        """What is left of its cells if it is not used."""
        return [cell.bits & zero for cell, zero in zip(self.cells, self.zeros, strict=True)]

    def _seen(self) -> _Seen:
        empty = self.empty()
        used = self._by_torque() if self.by_torque else self._by_sides()
        free = [some | zero for some, zero in zip(used, empty, strict=True)] if used else empty
        return _Seen(not all(empty), used, free)

    def _by_sides(self) -> list[int] | None:
        """What the cells can be if there is a digit on either side."""
        left = [cell.bits for cell in self.cells]
        for side in self.sides:
            able = [at for at, _ in side if left[at] & ~self.zeros[at]]
            if not able:
                return None
            if len(able) == 1:
                left[able[0]] &= ~self.zeros[able[0]]
        return left

    def _by_torque(self) -> list[int] | None:
        """What the cells can be if either side has the same torque, more than none."""
        left = [cell.bits for cell in self.cells]
        sums = [self._reached(side) for side in self.sides]
        common = sums[0][-1] & sums[1][-1] & ~1
        if not common:
            return None
        for side, reached in zip(self.sides, sums, strict=True):
            wanted = common
            for (at, distance), before in zip(side[::-1], reached[-2::-1], strict=True):
                cell = self.cells[at]
                kept = came_from = 0
                for position in positions(cell.bits):
                    fits = before & (wanted >> distance * cell.value(position))
                    if fits:
                        kept |= 1 << position
                        came_from |= fits
                left[at] = kept
                wanted = came_from
        return left

    def _reached(self, side: Sequence[tuple[int, int]]) -> list[int]:
        """The torques that the first cells of a side can have together, as bits: of none, of the
        first, of the first two, ..."""
        reached = [1]
        for at, distance in side:
            cell = self.cells[at]
            total = 0
            for position in positions(cell.bits):
                total |= reached[-1] << distance * cell.value(position)
            reached.append(total)
        return reached


class Levers(Propagator):
    """What a fulcrum says about the cells of its row and its column; with `by_torque` also what
    the torques of the line that is used can be."""

    def __init__(
        self, variables: list[Unknown], along: Sequence[int], down: Sequence[int], by_torque: bool
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        count = len(along)
        self.row = _Line(variables[:count], along, by_torque)
        self.column = _Line(variables[count:], down, by_torque)

    def propagate(self, engine: Engine) -> int:
        row, column = self.row.seen(), self.column.seen()
        if row.used is None and column.used is None:
            return FAILED
        if row.holds and column.holds:
            return FAILED
        for line, mine, other in ((self.row, row, column), (self.column, column, row)):
            if mine.used is None or other.holds:
                left = line.empty()
            elif other.used is None or mine.holds:
                left = mine.used
            else:
                left = mine.free
            if not line.keep(engine, left):
                return FAILED
        return RAN


class SharedDigits(Propagator):
    """When as many lines are used as there can be, the others stay empty."""

    def __init__(
        self,
        variables: list[Unknown],
        lines: list[tuple[list[Unknown], list[Unknown]]],
        most: int,
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.lines = [(_with_zeros(mine), _with_zeros(other)) for mine, other in lines]
        self.most = most

    def propagate(self, engine: Engine) -> int:
        used = []
        for mine, other in self.lines:
            holds = 0 in [cell.bits & zero for cell, zero in mine]
            dead = not any(cell.bits & ~zero for cell, zero in other)
            used.append(holds or dead)
        if sum(used) > self.most:
            return FAILED
        if sum(used) == self.most:
            for (mine, _), is_used in zip(self.lines, used, strict=True):
                if not is_used:
                    for cell, zero in mine:
                        if not engine.narrow(cell, cell.bits & zero):
                            return FAILED
        return RAN


def _with_zeros(cells: Sequence[Unknown]) -> list[tuple[Unknown, int]]:
    """Cells, each with what is left of it when it stays empty."""
    return [(cell, cell.bit(0)) for cell in cells]
