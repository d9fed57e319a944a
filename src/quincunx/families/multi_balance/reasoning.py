"""Multi-Balance for explanations: the rules as a person applies them, and techniques.

The cells of a lever have signed distances to the fulcrum, negative on the left or above. A lever
is used if it holds digits; then both sides of its fulcrum do, with the same torque.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import mul

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.linear.propagators import LinearEqualDomain
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import single
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.engine import Variable as KernelVariable
from quincunx.cp.model import Model, Variable
from quincunx.cp.words.applied_techniques import (
    AppliedTechnique,
    effort_of_glances,
    effort_of_ways,
    techniques_for,
)
from quincunx.cp.words.phrases import is_read_whole
from quincunx.cp.words.techniques import Technique
from quincunx.families.base.rule_book import plain_name
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.propagators import (
    EMPTY_BIT,
    MAX_COMBINATIONS,
    CommonDivisor,
    FarthestArm,
    FulcrumPropagator,
    OneSide,
    SharingPropagator,
    TorqueWays,
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
    ("has torque",),
)
PARITY = Technique(
    "parity",
    2,
    2.0,
    "The other torques of a line make an even or an odd number, so this one is even or odd too.",
    ("an even", "an odd"),
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
    ("digits fill at most", "take all digits", "digits left"),
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


def reasoning_model(puzzle: MultiBalance) -> Model:
    """The model that explanations use: one variable a cell where two levers cross."""
    model = Model(puzzle.identifier)
    values = range(puzzle.digits + 1)
    board = {
        cell: model.variable(plain_name(cell), values, given=puzzle.givens.get(cell))
        for cell in puzzle.cells
    }
    fulcrums: list[Fulcrum] = []
    for row, column in puzzle.fulcrums:
        along = {variable: c - column for (r, c), variable in board.items() if r == row}
        down = {variable: r - row for (r, c), variable in board.items() if c == column}
        lever, other = (
            Balance(tuple(arms), tuple(arms.values()), label=line, rules=(line, "digits"))
            for line, arms in ((f"row {row}", along), (f"column {column}", down))
        )
        levers = [one for one in (lever, other) if one.variables]
        name = f"fulcrum {plain_name((row, column))}"
        label = f"the {name.replace(' ', ' at ')}"
        rules = (name, *(one.label for one in levers))
        fulcrum = Fulcrum((*along, *down), (lever, other), label=label, rules=rules)
        model.add(*levers, fulcrum)
        fulcrums.append(fulcrum)
    for at, kind in enumerate(("row", "column")):
        shared = [fulcrum for fulcrum in fulcrums if fulcrum.levers[at].variables]
        if shared:
            scope = tuple(dict.fromkeys(v for fulcrum in shared for v in fulcrum.variables))
            used = tuple(
                (one.levers[at].label, one.levers[at].variables, one.levers[1 - at].variables)
                for one in shared
            )
            rules = ("digits", *dict.fromkeys(rule for one in shared for rule in one.rules))
            label = f"the {kind}s that are used"
            model.add(Sharing(scope, used, puzzle.digits, kind, label=label, rules=rules))
    # Of equal looks the first is taken, and to look at the whole board takes longest.
    digits = dict.fromkeys(values[1:], 1)
    model.add(Cardinality(model.variables, digits, label="the board", rules=("digits",)))
    return model


@dataclass(frozen=True, eq=False)
class Balance(Constraint):
    """The torques of a lever are balanced, and its digits differ. Its label names its line."""

    distances: tuple[int, ...]

    def check(self, values: Sequence[int]) -> bool:
        digits = [value for value in values if value]
        torques = map(mul, self.distances, values)
        return sum(torques) == 0 and len(set(digits)) == len(digits)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        scope, distances = builder.scope(self.variables), list(self.distances)
        return [LinearEqualDomain(scope, distances, 0), TorqueWays(scope, distances, MAX_AT_ONCE)]


@techniques_for.register(Balance)
def balance_techniques(balance: Balance, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The techniques for one lever, simple ones first."""
    scope, distances = builder.scope(balance.variables), list(balance.distances)
    return [
        AppliedTechnique(ONE_SIDE, [OneSide(scope, distances)], lambda _: 0.0),
        AppliedTechnique(FARTHEST_ARM, [FarthestArm(scope, distances)], effort_of_glances),
        AppliedTechnique(PARITY, [CommonDivisor(scope, distances, of=2)], effort_of_glances),
        AppliedTechnique(DIVISORS, [CommonDivisor(scope, distances)], effort_of_glances),
        AppliedTechnique(TORQUE_WAYS, [TorqueWays(scope, distances, MAX_COMBINATIONS)]),
    ]


@dataclass(frozen=True, eq=False)
class Fulcrum(Constraint):
    """A fulcrum is used by its row or by its column, and the line that uses it balances.

    The variables are the cells of the row and then those of the column.
    """

    levers: tuple[Balance, Balance]

    def check(self, values: Sequence[int]) -> bool:
        row, column = self.levers
        along, down = values[: len(row.variables)], values[len(row.variables) :]
        return any(along) != any(down) and row.check(along) and column.check(down)

    def propagators(self, builder: EngineBuilder, by: str = "torque") -> list[Propagator]:
        row, column = (list(lever.distances) for lever in self.levers)
        return [FulcrumPropagator(builder.scope(self.variables), row, column, by)]


@techniques_for.register(Fulcrum)
def fulcrum_techniques(fulcrum: Fulcrum, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The techniques for the two lines of a fulcrum."""
    sides, ways = (fulcrum.propagators(builder, by) for by in ("sides", "ways"))
    scope = builder.scope(fulcrum.variables)

    def effort(open_ones: Sequence[KernelVariable]) -> float:
        """A line where a digit is placed is looked at alone. Of others it is easier to know that
        they are used, because that they stay empty need not be tried."""
        is_placed = any(single(cell.bits) and cell.bits != EMPTY_BIT for cell in scope)
        return effort_of_ways(open_ones) + (0.1 if is_placed else -0.1)

    return [
        AppliedTechnique(ONE_LINE, sides, lambda _: 0.5),
        AppliedTechnique(TORQUE_WAYS, None, only_for="grades"),
        AppliedTechnique(TORQUE_WAYS, ways, effort, only_for="routes", rules=("digits",)),
    ]


@dataclass(frozen=True, eq=False)
class Sharing(Constraint):
    """No more rows, or columns, are used than can have two digits each.

    `lines` holds the name of each line, its cells, and those of the other line of its fulcrum;
    `kind` is "row" or "column".
    """

    lines: tuple[tuple[str, Sequence[Variable], Sequence[Variable]], ...]
    digits: int
    kind: str

    def over(self, variables: Sequence[Variable]) -> Constraint:
        new = dict(zip(self.variables, variables, strict=True))
        used = [(line, [new[v] for v in o], [new[v] for v in p]) for line, o, p in self.lines]
        return replace(self, variables=tuple(variables), lines=tuple(used))

    def check(self, values: Sequence[int]) -> bool:
        held = dict(zip(self.variables, values, strict=True))
        return sum(any(held[v] for v in mine) for _, mine, _ in self.lines) <= self.digits // 2

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        lines = [(builder.scope(mine), builder.scope(other)) for _, mine, other in self.lines]
        return [SharingPropagator(builder.scope(self.variables), lines, self.digits // 2)]


@techniques_for.register(Sharing)
def sharing_techniques(sharing: Sharing, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The technique that counts the lines that are used."""
    return [AppliedTechnique(DIGITS_LEFT, None, lambda _: len(sharing.lines) / 4)]


for constraint in (Balance, Fulcrum, Sharing):
    is_read_whole.register(constraint)(lambda _: True)
