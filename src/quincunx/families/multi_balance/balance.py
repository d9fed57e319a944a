"""A row or a column that balances, and the ways in which a person looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, prod

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.linear.propagators import LinearEqualDomain
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.kernel.engine import Variable as Unknown
from quincunx.cp.words.applied_techniques import AppliedTechnique, glances, techniques_for
from quincunx.cp.words.phrases import is_read_whole
from quincunx.cp.words.techniques import Technique
from quincunx.families.multi_balance.remembering import Remembered
from quincunx.families.multi_balance.torques import Side, ends, left_by_ways

ONE_SIDE = Technique(
    "one side only",
    1,
    1.5,
    "A line that can hold digits on one side of its fulcrum alone stays empty.",
    "multi-balance/62",
)
FARTHEST_ARM = Technique(
    "farthest arm",
    2,
    1.5,
    "A digit on a far arm weighs more than everything that can stand against it, or too little.",
    "multi-balance/62",
)
PARITY = Technique(
    "parity",
    2,
    2.0,
    "All other torques of a line are even, so this one is even too.",
    "multi-balance/81",
)
DIVISORS = Technique(
    "common divisor",
    2,
    2.5,
    "All other torques of a line are multiples of a number, so this one is a multiple too.",
    "multi-balance/81",
)
TORQUE_WAYS = Technique(
    "torque ways",
    3,
    1.0,
    "All ways to balance a line with different digits are gone through; none uses a digit.",
    "multi-balance/71",
)

MOST_AT_ONCE = 300
"""Where a line has more combinations, nobody sees at once which of them balance with different
digits."""
MOST_COMBINATIONS = 20_000
"""Nobody goes through more."""


@dataclass(frozen=True, eq=False)
class Balance(Constraint):
    """The torques of a line are balanced, and its digits differ.

    The variables are the cells of the line, at these distances: negative on the left or above.
    """

    distances: tuple[int, ...]

    def check(self, values: Sequence[int]) -> bool:
        digits = [value for value in values if value]
        torque = sum(d * v for d, v in zip(self.distances, values, strict=True))
        return torque == 0 and len(set(digits)) == len(digits)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope = builder.scope(self.variables)
        return [
            LinearEqualDomain(scope, list(self.distances), 0),
            TorqueWays(scope, self.distances, MOST_AT_ONCE),
        ]


@techniques_for.register(Balance)
def balance_techniques(constraint: Balance, builder: EngineBuilder) -> list[AppliedTechnique]:
    scope, distances = builder.scope(constraint.variables), constraint.distances
    return [
        AppliedTechnique(ONE_SIDE, [OneSide(scope, distances)], lambda _: 0.0),
        AppliedTechnique(FARTHEST_ARM, [FarthestArm(scope, distances)], glances),
        AppliedTechnique(PARITY, [CommonDivisor(scope, distances, of=2)], glances),
        AppliedTechnique(DIVISORS, [CommonDivisor(scope, distances)], glances),
        AppliedTechnique(TORQUE_WAYS, [TorqueWays(scope, distances, MOST_COMBINATIONS)]),
    ]


is_read_whole.register(Balance)(lambda _: True)


class LineLook(Propagator):
    """What one look at a line says; it may say more when one looks again."""

    def __init__(self, variables: list[Unknown], distances: Sequence[int]) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.distances = distances
        self.sides: tuple[list[int], list[int]] = (
            [at for at, distance in enumerate(distances) if distance < 0],
            [at for at, distance in enumerate(distances) if distance > 0],
        )

    def arms(self, places: Sequence[int]) -> Side:
        """Some cells, by their place in the line, as arms."""
        return [(abs(self.distances[at]), self.values(at)) for at in places]

    def values(self, at: int) -> list[int]:
        variable = self.variables[at]
        return [variable.value(position) for position in positions(variable.bits)]

    def keep(self, engine: Engine, at: int, values: Sequence[int]) -> bool:
        """Leave a cell these values alone; false if nothing is left."""
        variable = self.variables[at]
        return engine.narrow(variable, variable.bits & set_of(variable, values))


def set_of(variable: Unknown, values: Sequence[int]) -> int:
    """Values of a cell, as bits."""
    bits = 0
    for value in values:
        bits |= variable.bit(value)
    return bits


class OneSide(LineLook):
    """Without a digit on one side there is none on the other."""

    def propagate(self, engine: Engine) -> int:
        for side, other in (self.sides, self.sides[::-1]):
            if not any(self.values(at)[-1] for at in other):
                for at in side:
                    if not self.keep(engine, at, (0,)):
                        return FAILED
        return RAN


class FarthestArm(LineLook):
    """The least and the most of each side, against those of the other."""

    def propagate(self, engine: Engine) -> int:
        kept: dict[int, list[int]] = {}
        for side, other in (self.sides, self.sides[::-1]):
            least, most = ends(self.arms(other))
            for at in side:
                if single(self.variables[at].bits) and self.variables[at].least() == 0:
                    continue
                low, high = ends(self.arms([a for a in side if a != at]))
                distance = abs(self.distances[at])
                kept[at] = [
                    value
                    for value in self.values(at)
                    if least - high <= distance * value <= most - low
                ]
        for at, values in kept.items():
            if not self.keep(engine, at, values):
                return FAILED
        return RAN


class CommonDivisor(LineLook):
    """What divides all torques but one divides that one too; or only whether it is even, where
    `of` is 2."""

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


class TorqueWays(LineLook):
    """All balances with different digits, where there are no more than so many combinations."""

    def __init__(self, variables: list[Unknown], distances: Sequence[int], most: int) -> None:
        super().__init__(variables, distances)
        self.most = most
        self.left = Remembered(variables, self._left)

    def propagate(self, engine: Engine) -> int:
        left = self.left()
        if left is None:
            return FAILED
        for variable, bits in left:
            if not engine.narrow(variable, bits):
                return FAILED
        return RAN

    def _left(self) -> list[tuple[Unknown, int]] | None:
        """What is left of those cells of which something is ruled out; None if there is no
        balance."""
        cells = [self.variables[at] for at in (*self.sides[0], *self.sides[1])]
        if prod([cell.bits.bit_count() for cell in cells]) > self.most:
            return []
        found = left_by_ways((self.arms(self.sides[0]), self.arms(self.sides[1])))
        if found is None:
            return None
        left = [(cell, set_of(cell, values)) for cell, values in zip(cells, found, strict=True)]
        return [(cell, bits) for cell, bits in left if bits != cell.bits]
