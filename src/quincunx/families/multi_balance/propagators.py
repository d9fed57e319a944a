"""Propagators for the levers of a Multi-Balance.

Position i of every variable stands for the digit i, 0 for an empty cell. An arm is the distance of
a cell to the fulcrum and the bits of the digits it may hold.
"""

from math import gcd
from typing import TypeAlias

from quincunx.cp.kernel.deduction import Remembered, number_of_ways
from quincunx.cp.kernel.domain import bits_of, highest, lowest, positions, single
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable

Loads: TypeAlias = dict[int, list[tuple[int, int]]]
"""For each torque the ways to make it: the digits used, and the digit of each arm as a bit."""

EMPTY_BIT = 1
MAX_COMBINATIONS = 20_000
"""With more combinations the balances of a line are not listed."""
ARM_WIDTH = 16
"""Bits for the digits of one arm in a load."""


def torque_bounds(arms: list[tuple[int, int]]) -> tuple[int, int]:
    """Bounds of the torque of arms, the farthest first, with large digits on the farthest.

    >>> torque_bounds([(3, 0b111111111), (1, 0b111111111)])
    (0, 31)
    >>> torque_bounds([(5, 0b1), (2, 0b110), (1, 0b110)])
    (4, 5)
    """
    digits = 0
    for _, bits in arms:
        digits |= bits
    ascending = positions(digits & ~EMPTY_BIT)
    count = len(ascending)
    filled = able = least = most = least_sum = most_sum = 0
    for distance, bits in arms:
        low, high = lowest(bits), highest(bits)
        least_sum += distance * low
        most_sum += distance * high
        if low and filled < count:
            least += distance * ascending[filled]
            filled += 1
        if high and able < count:
            able += 1
            most += distance * ascending[count - able]
    return max(least, least_sum), min(most, most_sum)


def balanced_bits(sides: list[list[tuple[int, int]]], used: bool = False) -> list[int] | None:
    """The digits of each arm, of one side and then the other, that occur in some balance of
    different digits, or only in those with digits if it is `used`; `None` if there is none.

    >>> balanced_bits([[(1, 0b11111)], [(4, 0b11111)]]) == [0b10001, 0b11]
    True
    >>> balanced_bits([[(1, 0b110)], [(1, 0b110)]]) is None
    True
    """
    short = 0 if len(sides[0]) <= len(sides[1]) else 1
    by_torque: Loads = {}
    for torque, placed, digits in _loads(sides[short], None):
        by_torque.setdefault(torque, []).append((placed, digits))
    if used:
        by_torque.pop(0, None)
    found = [0, 0]
    for torque, placed, digits in _loads(sides[1 - short], by_torque):
        for others_placed, others_digits in by_torque.get(torque, []):
            if not placed & others_placed:
                found[1 - short] |= digits
                found[short] |= others_digits
    if not any(found) and (used or any(sides)):
        return None
    mask = (1 << ARM_WIDTH) - 1
    return [
        found[place] >> ARM_WIDTH * at & mask
        for place, side in enumerate(sides)
        for at in range(len(side))
    ]


def _loads(side: list[tuple[int, int]], wanted: Loads | None) -> list[tuple[int, int, int]]:
    """All ways to fill the arms of a side with different digits, if wanted only those with certain
    torques: the torque, the digits used, and the digit of each arm as a bit."""
    loads = [(0, 0, 0)]
    for at, (distance, bits) in enumerate(side):
        longer: list[tuple[int, int, int]] = []
        torques = wanted if at == len(side) - 1 else None
        for value in positions(bits):
            bit = 1 << value & ~EMPTY_BIT
            placed = 1 << (ARM_WIDTH * at + value)
            added = distance * value
            for torque, used, digits in loads:
                if not used & bit and (torques is None or torque + added in torques):
                    longer.append((torque + added, used | bit, digits | placed))
        loads = longer
    return loads


def sides_of(distances: list[int]) -> list[list[int]]:
    """The indices of the cells on both sides of a fulcrum."""
    return [[at for at, d in enumerate(distances) if (d > 0) == after] for after in (False, True)]


class LeverPropagator(Propagator):
    """Base of the propagators of one lever; they are not idempotent."""

    def __init__(self, variables: list[Variable], distances: list[int]) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.distances = distances
        self.sides = sides_of(distances)

    def arms(self, indices: list[int]) -> list[tuple[int, int]]:
        """Some cells as arms."""
        return [(abs(self.distances[at]), self.variables[at].bits) for at in indices]


class OneSide(LeverPropagator):
    """Without a digit on one side there is none on the other."""

    def propagate(self, engine: Engine) -> int:
        cells = self.variables
        empty = [all(cells[at].bits == EMPTY_BIT for at in side) for side in self.sides]
        unused = [cells[at] for place in range(2) if empty[1 - place] for at in self.sides[place]]
        return engine.narrow_all(unused, [cell.bits & EMPTY_BIT for cell in unused])


class FarthestArm(LeverPropagator):
    """Compares the bounds of the torque of each side with those of the other."""

    def __init__(self, variables: list[Variable], distances: list[int]) -> None:
        super().__init__(variables, distances)
        self.farthest = [sorted(side, key=lambda at: -abs(distances[at])) for side in self.sides]

    def propagate(self, engine: Engine) -> int:
        kept: list[tuple[Variable, int]] = []
        for place, side in enumerate(self.sides):
            least, most = torque_bounds(self.arms(self.farthest[1 - place]))
            for at in side:
                variable = self.variables[at]
                if variable.bits == EMPTY_BIT:
                    continue
                low, high = torque_bounds(self.arms([a for a in self.farthest[place] if a != at]))
                distance = abs(self.distances[at])
                fits = [
                    value
                    for value in positions(variable.bits)
                    if least - high <= distance * value <= most - low
                ]
                kept.append((variable, bits_of(fits)))
        return RAN if all(engine.narrow(variable, bits) for variable, bits in kept) else FAILED


class CommonDivisor(LeverPropagator):
    """A divisor of all torques but one divides that one too; with `of=2` only parity counts."""

    def __init__(self, variables: list[Variable], distances: list[int], of: int = 0) -> None:
        super().__init__(variables, distances)
        self.of = of

    def propagate(self, engine: Engine) -> int:
        bits = [variable.bits for variable in self.variables]
        fixed = sum([d * lowest(b) for d, b in zip(self.distances, bits) if single(b)])
        open_ones = [at for at, here in enumerate(bits) if not single(here)]
        if len(open_ones) < 2:
            return RAN
        for at in open_ones:
            divisor = gcd(self.of, *[self.distances[other] for other in open_ones if other != at])
            if divisor > 1:
                distance = self.distances[at]
                fits = [v for v in positions(bits[at]) if (distance * v + fixed) % divisor == 0]
                if not engine.narrow(self.variables[at], bits_of(fits)):
                    return FAILED
        return RAN


class TorqueWays(LeverPropagator):
    """Domain consistency of balance and different digits, up to `most` combinations."""

    def __init__(self, variables: list[Variable], distances: list[int], most: int) -> None:
        super().__init__(variables, distances)
        self.most = most
        self.cells = [variables[at] for side in self.sides for at in side]
        self.balanced: Remembered[list[int] | None] = Remembered(variables, self._balanced)

    def propagate(self, engine: Engine) -> int:
        balanced = self.balanced()
        if balanced is None:
            return FAILED
        return engine.narrow_all(self.cells, balanced)

    def _balanced(self) -> list[int] | None:
        """The new domains of the cells, if they are tried; `None` if there is no balance."""
        if number_of_ways(self.cells) > self.most:
            return []
        return balanced_bits([self.arms(side) for side in self.sides])


class FulcrumLever:
    """The row or the column of a fulcrum, its cells in order. Whether it can be used is seen by
    "sides", by "torque" or by "ways" with different digits."""

    def __init__(self, cells: list[Variable], distances: list[int], by: str) -> None:
        self.cells = cells
        self.sides = [[(at, abs(distances[at])) for at in side] for side in sides_of(distances)]
        looks = {"sides": self._used_by_sides, "torque": self._used_by_torque}
        used = looks.get(by, self._used_by_ways)
        self.used: Remembered[list[int] | None] = Remembered(cells, used)
        """The domains of its cells if it is used; `None` if it cannot be."""

    def unused(self) -> list[int]:
        """The domains of its cells if it is not used."""
        return [cell.bits & EMPTY_BIT for cell in self.cells]

    def _used_by_sides(self) -> list[int] | None:
        """The domains if there is a digit on either side."""
        left = [cell.bits for cell in self.cells]
        for side in self.sides:
            able = [at for at, _ in side if left[at] != EMPTY_BIT]
            if not able:
                return None
            if len(able) == 1:
                left[able[0]] &= ~EMPTY_BIT
        return left

    def _used_by_ways(self) -> list[int] | None:
        """The domains if it balances with different digits, or by torque if the ways are many."""
        if number_of_ways(self.cells) > MAX_COMBINATIONS:
            return self._used_by_torque()
        arms = [[(distance, self.cells[at].bits) for at, distance in side] for side in self.sides]
        return balanced_bits(arms, used=True)

    def _used_by_torque(self) -> list[int] | None:
        """The domains if either side has the same torque, more than 0."""
        left = [cell.bits for cell in self.cells]
        sums = [self._reached(side) for side in self.sides]
        common = sums[0][-1] & sums[1][-1] & ~1
        if not common:
            return None
        for place, side in enumerate(self.sides):
            wanted = common
            for number in range(len(side) - 1, -1, -1):
                at, distance = side[number]
                before = sums[place][number]
                kept = came_from = 0
                for value in positions(left[at]):
                    fits = before & (wanted >> distance * value)
                    if fits:
                        kept |= 1 << value
                        came_from |= fits
                left[at] = kept
                wanted = came_from
        return left

    def _reached(self, side: list[tuple[int, int]]) -> list[int]:
        """The possible torques of the first cells of a side as bits: of none, the first, ..."""
        reached = [1]
        for at, distance in side:
            total = 0
            for value in positions(self.cells[at].bits):
                total |= reached[-1] << distance * value
            reached.append(total)
        return reached


class FulcrumPropagator(Propagator):
    """Exactly one of row and column is used, and balances unless `by` is "sides"."""

    def __init__(
        self, variables: list[Variable], along: list[int], down: list[int], by: str
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        count = len(along)
        self.row = FulcrumLever(variables[:count], along, by)
        self.column = FulcrumLever(variables[count:], down, by)

    def propagate(self, engine: Engine) -> int:
        row, column = self.row.used(), self.column.used()
        no_row, no_column = self.row.unused(), self.column.unused()
        ways: list[list[int]] = []
        if row is not None and 0 not in no_column:
            ways.append(row + no_column)
        if column is not None and 0 not in no_row:
            ways.append(no_row + column)
        if not ways:
            return FAILED
        left = [one | other for one, other in zip(ways[0], ways[-1])]
        return engine.narrow_all(self.variables, left)


class SharingPropagator(Propagator):
    """When as many lines are used as possible, the others stay empty.

    `lines` are the cells of each line, and those of the other line of its fulcrum.
    """

    def __init__(
        self,
        variables: list[Variable],
        lines: list[tuple[list[Variable], list[Variable]]],
        most: int,
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.lines = lines
        self.most = most

    def propagate(self, engine: Engine) -> int:
        unused: list[Variable] = []
        used = 0
        for mine, other in self.lines:
            holds_digit = any(not cell.bits & EMPTY_BIT for cell in mine)
            if holds_digit or all(cell.bits == EMPTY_BIT for cell in other):
                used += 1
            else:
                unused += mine
        if used != self.most:
            return RAN if used < self.most else FAILED
        return engine.narrow_all(unused, [cell.bits & EMPTY_BIT for cell in unused])
