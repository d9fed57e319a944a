"""Multi-Balance for explanations: the rules as a person applies them, and techniques.

The cells of a lever have signed distances to the fulcrum, negative on the left or above. A lever
is used if it holds digits; then both sides of its fulcrum do, with the same torque.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, prod

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.linear.propagators import LinearEqualDomain
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.kernel.engine import Variable as Unknown
from quincunx.cp.model import Model, Variable
from quincunx.cp.words.applied_techniques import AppliedTechnique, glances, techniques_for
from quincunx.cp.words.phrases import is_read_whole
from quincunx.cp.words.techniques import Technique
from quincunx.families import Cell
from quincunx.families.base.rule_book import plain_name
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.lever import (
    Side,
    balanced_digits,
    cached_by_domains,
    torque_bounds,
)

ONE_SIDE = Technique(
    "one side only",
    1,
    1.5,
    "A line that can hold digits on one side of its fulcrum alone stays empty.",
    ("one side only", "only on the", "only above", "only below"),
)
ONE_LINE = Technique(
    "one line a fulcrum",
    2,
    1.5,
    "A fulcrum is used by its row or by its column, never by both: where one can hold no digit "
    "the other does, on both sides; where one holds a digit the other is empty.",
)
FARTHEST_ARM = Technique(
    "farthest arm",
    2,
    1.5,
    "A digit on a far arm weighs more than everything that can stand against it, or too little.",
    ("torque",),
)
PARITY = Technique(
    "parity",
    2,
    2.0,
    "The other torques of a line make an even or an odd number, so this one is even or odd too.",
    ("even", "odd"),
)
DIVISORS = Technique(
    "common divisor",
    2,
    2.5,
    "All other torques of a line are multiples of a number, so this one is a multiple too.",
    ("multiples",),
)
DIGITS_LEFT = Technique(
    "digits left",
    2,
    2.0,
    "Each line that is used takes two digits or more, and there are only so many digits.",
    ("digits fill at most", "digits left"),
)
TORQUE_WAYS = Technique(
    "torque ways",
    3,
    1.0,
    "All ways to balance a line with different digits are gone through; none uses a digit.",
)
TECHNIQUES = (ONE_SIDE, ONE_LINE, FARTHEST_ARM, PARITY, DIVISORS, DIGITS_LEFT, TORQUE_WAYS)

MAX_AT_ONCE = 300
"""Up to this many combinations of a line, its balances are seen without being listed."""
MAX_COMBINATIONS = 20_000
"""With more combinations the balances of a line are not listed."""


def reasoning_model(puzzle: MultiBalance) -> Model:
    """The model that explanations use: one variable a cell where two levers cross."""
    model = Model(puzzle.identifier)
    values = range(puzzle.digits + 1)
    given = puzzle.givens
    board = {
        cell: model.variable(plain_name(cell), values, given=given.get(cell))
        for cell in puzzle.cells
    }
    digits = dict.fromkeys(values[1:], 1)
    model.add(Cardinality(model.variables, digits, label="the board", rules=("digits",)))
    fulcrums: list[Fulcrum] = []
    for at in puzzle.fulcrums:
        along = {c - at[1]: variable for (r, c), variable in board.items() if r == at[0]}
        down = {r - at[0]: variable for (r, c), variable in board.items() if c == at[1]}
        lines = {f"row {at[0]}": along, f"column {at[1]}": down}
        lines = {line: arms for line, arms in lines.items() if arms}
        for line, arms in lines.items():
            scope, distances = tuple(arms.values()), tuple(arms)
            model.add(Balance(scope, distances, label=line, rules=(line, "digits")))
        scope = (*along.values(), *down.values())
        name = f"fulcrum {plain_name(at)}"
        label = f"the {name.replace(' ', ' at ')}"
        rules = (name, *lines)
        fulcrum = Fulcrum(scope, at, tuple(along), tuple(down), label=label, rules=rules)
        fulcrums.append(model.add(fulcrum))
    for of_rows, label in ((True, "rows"), (False, "columns")):
        shared = [fulcrum for fulcrum in fulcrums if fulcrum.arms(of_rows)]
        if shared:
            scope = tuple(dict.fromkeys(v for fulcrum in shared for v in fulcrum.variables))
            at_place = {variable: place for place, variable in enumerate(scope)}
            used = tuple(
                (
                    fulcrum.line(of_rows),
                    tuple(at_place[v] for v, _ in fulcrum.arms(of_rows)),
                    tuple(at_place[v] for v, _ in fulcrum.arms(not of_rows)),
                )
                for fulcrum in shared
            )
            rules = ("digits", *dict.fromkeys(rule for one in shared for rule in one.rules))
            label = f"the {label} that are used"
            model.add(Sharing(scope, used, puzzle.digits, label=label, rules=rules))
    return model


@dataclass(frozen=True, eq=False)
class Balance(Constraint):
    """The torques of a lever are balanced, and its digits differ."""

    distances: tuple[int, ...]

    def check(self, values: Sequence[int]) -> bool:
        digits = [value for value in values if value]
        return _torque(self.distances, values) == 0 and len(set(digits)) == len(digits)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        return [
            LinearEqualDomain(scope, list(self.distances), 0),
            TorqueWays(scope, self.distances, MAX_AT_ONCE),
        ]


@techniques_for.register(Balance)
def balance_techniques(balance: Balance, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The techniques for one lever, simple ones first."""
    scope, distances = builder.scope(balance.variables), balance.distances
    return [
        AppliedTechnique(ONE_SIDE, [OneSide(scope, distances)], lambda _: 0.0),
        AppliedTechnique(FARTHEST_ARM, [FarthestArm(scope, distances)], glances),
        AppliedTechnique(PARITY, [CommonDivisor(scope, distances, of=2)], glances),
        AppliedTechnique(DIVISORS, [CommonDivisor(scope, distances)], glances),
        AppliedTechnique(TORQUE_WAYS, [TorqueWays(scope, distances, MAX_COMBINATIONS)]),
    ]


@dataclass(frozen=True, eq=False)
class Fulcrum(Constraint):
    """A fulcrum is used by its row or by its column, and the line that uses it balances.

    The variables are the cells of the row and then those of the column, at these distances.
    """

    at: Cell
    along: tuple[int, ...]
    down: tuple[int, ...]

    def arms(self, of_row: bool) -> list[tuple[Variable, int]]:
        """The cells of the row, or of the column, with their distances."""
        count = len(self.along)
        if of_row:
            return list(zip(self.variables[:count], self.along, strict=True))
        return list(zip(self.variables[count:], self.down, strict=True))

    def line(self, of_row: bool) -> str:
        """The name of the row, or of the column."""
        return f"row {self.at[0]}" if of_row else f"column {self.at[1]}"

    def check(self, values: Sequence[int]) -> bool:
        row, column = values[: len(self.along)], values[len(self.along) :]
        balanced = _torque(self.along, row) == 0 == _torque(self.down, column)
        return any(row) != any(column) and balanced

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        return [FulcrumPropagator(scope, self.along, self.down, by_torque=True)]


@techniques_for.register(Fulcrum)
def fulcrum_techniques(fulcrum: Fulcrum, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The techniques for the two lines of a fulcrum."""
    scope = builder.scope(fulcrum.variables)
    sides = FulcrumPropagator(scope, fulcrum.along, fulcrum.down, by_torque=False)
    return [
        AppliedTechnique(ONE_LINE, [sides], lambda _: 0.5),
        AppliedTechnique(TORQUE_WAYS, builder.propagators(fulcrum)),
    ]


@dataclass(frozen=True, eq=False)
class Sharing(Constraint):
    """No more rows, or columns, are used than can have two digits each.

    `lines` holds the name of each line, the indices of its cells among the variables, and those of
    the cells of the other line of its fulcrum.
    """

    lines: tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...]
    digits: int

    def check(self, values: Sequence[int]) -> bool:
        used = [any(values[at] for at in mine) for _, mine, _ in self.lines]
        return sum(used) <= self.digits // 2

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        lines = [
            ([scope[at] for at in mine], [scope[at] for at in other])
            for _, mine, other in self.lines
        ]
        return [SharingPropagator(scope, lines, self.digits // 2)]


@techniques_for.register(Sharing)
def sharing_techniques(sharing: Sharing, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The technique that counts the lines that are used."""
    effort = len(sharing.lines) / 4
    return [AppliedTechnique(DIGITS_LEFT, builder.propagators(sharing), lambda _: effort)]


for kind in (Balance, Fulcrum, Sharing):
    is_read_whole.register(kind)(lambda _: True)


def _torque(distances: Sequence[int], values: Sequence[int]) -> int:
    return sum(distance * value for distance, value in zip(distances, values, strict=True))


class LeverPropagator(Propagator):
    """Base of the propagators of one lever; they are not idempotent."""

    def __init__(self, variables: list[Unknown], distances: Sequence[int]) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.distances = distances
        self.sides: tuple[list[int], list[int]] = (
            [at for at, distance in enumerate(distances) if distance < 0],
            [at for at, distance in enumerate(distances) if distance > 0],
        )

    def arms(self, indices: Sequence[int]) -> Side:
        """Some cells as arms."""
        return [(abs(self.distances[at]), self.values(at)) for at in indices]

    def values(self, at: int) -> list[int]:
        """The domain of a cell."""
        variable = self.variables[at]
        return [variable.value(position) for position in positions(variable.bits)]

    def keep(self, engine: Engine, at: int, values: Sequence[int]) -> bool:
        """Remove all other values of a cell; false if none is left."""
        variable = self.variables[at]
        return engine.narrow(variable, variable.bits & sum(map(variable.bit, values)))


class OneSide(LeverPropagator):
    """Without a digit on one side there is none on the other."""

    def propagate(self, engine: Engine) -> int:
        for side, other in (self.sides, self.sides[::-1]):
            able = any(self.values(at)[-1] for at in other)
            if not able and not all(self.keep(engine, at, (0,)) for at in side):
                return FAILED
        return RAN


class FarthestArm(LeverPropagator):
    """Compares the bounds of the torque of each side with those of the other."""

    def propagate(self, engine: Engine) -> int:
        kept: dict[int, list[int]] = {}
        for side, other in (self.sides, self.sides[::-1]):
            least, most = torque_bounds(self.arms(other))
            for at in side:
                if single(self.variables[at].bits) and self.variables[at].least() == 0:
                    continue
                low, high = torque_bounds(self.arms([a for a in side if a != at]))
                distance = abs(self.distances[at])
                kept[at] = [
                    value
                    for value in self.values(at)
                    if least - high <= distance * value <= most - low
                ]
        return RAN if all(self.keep(engine, at, kept[at]) for at in kept) else FAILED


class CommonDivisor(LeverPropagator):
    """A divisor of all torques but one divides that one too; with `of=2` only parity counts."""

    def __init__(self, variables: list[Unknown], distances: Sequence[int], of: int = 0) -> None:
        super().__init__(variables, distances)
        self.of = of

    def propagate(self, engine: Engine) -> int:
        fixed = 0
        open_ones: list[int] = []
        for at, variable in enumerate(self.variables):
            if single(variable.bits):
                fixed += self.distances[at] * variable.least()
            else:
                open_ones.append(at)
        for at in open_ones:
            divisor = gcd(self.of, *(self.distances[other] for other in open_ones if other != at))
            if len(open_ones) > 1 and divisor > 1:
                own = self.distances[at]
                fits = [v for v in self.values(at) if (own * v + fixed) % divisor == 0]
                if not self.keep(engine, at, fits):
                    return FAILED
        return RAN


class TorqueWays(LeverPropagator):
    """Domain consistency of balance and different digits, up to `most` combinations."""

    def __init__(self, variables: list[Unknown], distances: Sequence[int], most: int) -> None:
        super().__init__(variables, distances)
        self.most = most
        self.narrowed = cached_by_domains(variables, self._narrowed)

    def propagate(self, engine: Engine) -> int:
        narrowed = self.narrowed()
        if narrowed is None:
            return FAILED
        return RAN if all(engine.narrow(cell, bits) for cell, bits in narrowed) else FAILED

    def _narrowed(self) -> list[tuple[Unknown, int]] | None:
        """The cells that lose values, with their new domains; `None` if there is no balance."""
        cells = [self.variables[at] for at in (*self.sides[0], *self.sides[1])]
        if prod([cell.bits.bit_count() for cell in cells]) > self.most:
            return []
        found = balanced_digits((self.arms(self.sides[0]), self.arms(self.sides[1])))
        if found is None:
            return None
        left = [
            (cell, sum(map(cell.bit, values))) for cell, values in zip(cells, found, strict=True)
        ]
        return [(cell, bits) for cell, bits in left if bits != cell.bits]


class FulcrumLever:
    """The row or the column of a fulcrum."""

    def __init__(self, cells: list[Unknown], distances: Sequence[int], by_torque: bool) -> None:
        self.cells = cells
        self.sides = [
            [(at, abs(distance)) for at, distance in enumerate(distances) if distance < 0],
            [(at, abs(distance)) for at, distance in enumerate(distances) if distance > 0],
        ]
        self.zeros = [cell.bit(0) for cell in cells]
        self.used = cached_by_domains(
            cells, self._used_by_torque if by_torque else self._used_by_sides
        )
        """The domains of its cells if it is used; `None` if it cannot be."""

    def unused(self) -> list[int]:
        """The domains of its cells if it is not used."""
        return [cell.bits & zero for cell, zero in zip(self.cells, self.zeros, strict=True)]

    def _used_by_sides(self) -> list[int] | None:
        """The domains if there is a digit on either side."""
        left = [cell.bits for cell in self.cells]
        for side in self.sides:
            able = [at for at, _ in side if left[at] & ~self.zeros[at]]
            if not able:
                return None
            if len(able) == 1:
                left[able[0]] &= ~self.zeros[able[0]]
        return left

    def _used_by_torque(self) -> list[int] | None:
        """The domains if either side has the same torque, more than 0."""
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
        """The possible torques of the first cells of a side as bits: of none, the first, ..."""
        reached = [1]
        for at, distance in side:
            cell = self.cells[at]
            total = 0
            for position in positions(cell.bits):
                total |= reached[-1] << distance * cell.value(position)
            reached.append(total)
        return reached


class FulcrumPropagator(Propagator):
    """Exactly one of row and column is used; with `by_torque` the used one balances."""

    def __init__(
        self, variables: list[Unknown], along: Sequence[int], down: Sequence[int], by_torque: bool
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        count = len(along)
        self.row = FulcrumLever(variables[:count], along, by_torque)
        self.column = FulcrumLever(variables[count:], down, by_torque)

    def propagate(self, engine: Engine) -> int:
        row, column = self.row.used(), self.column.used()
        no_row, no_column = self.row.unused(), self.column.unused()
        ways = []
        if row is not None and all(no_column):
            ways.append(row + no_column)
        if column is not None and all(no_row):
            ways.append(no_row + column)
        if not ways:
            return FAILED
        left = [one | other for one, other in zip(ways[0], ways[-1], strict=True)]
        return RAN if all(map(engine.narrow, self.variables, left)) else FAILED


class SharingPropagator(Propagator):
    """When as many lines are used as possible, the others stay empty.

    `lines` are the cells of each line, and those of the other line of its fulcrum.
    """

    def __init__(
        self, variables: list[Unknown], lines: list[tuple[list[Unknown], list[Unknown]]], most: int
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.lines = lines
        self.most = most

    def propagate(self, engine: Engine) -> int:
        unused: list[Unknown] = []
        used = 0
        for mine, other in self.lines:
            holds = any(not cell.bits & cell.bit(0) for cell in mine)
            if holds or not any(cell.bits & ~cell.bit(0) for cell in other):
                used += 1
            else:
                unused += mine
        if used < self.most:
            return RAN
        kept = used == self.most and all(
            engine.narrow(cell, cell.bits & cell.bit(0)) for cell in unused
        )
        return RAN if kept else FAILED
