"""How a person reasons about a Power Strike: forwards, backwards, and by the length of numbers.

Vocabulary:
  list    the numbers that a cell can hold; a cell without one still has OTHER among its values
  closed  of a number: all that it can become are listed for the next cell
  end     the given to which a stretch leads

A list is made as a whole: as long as a cell has none, nothing is said about single numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import log2

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table.propagators import Partners, supported
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import size
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.kernel.engine import Variable as Unknown
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for
from quincunx.cp.words.techniques import Technique

OTHER = -1
"""No cell ever holds it: the numbers of a ring are positive."""
MOST_EFFORT = 8.0
"""However long a list is, going through it takes no more beside what the technique takes."""

FORWARDS = Technique(
    "forwards",
    2,
    1.0,
    "The number before is known, or a list of what it can be: the next is one of these times the "
    "multiplier, or one of these without a digit.",
    "power-strike/demo",
)
BACKWARDS = Technique(
    "backwards",
    2,
    1.0,
    "The number before a given is the given divided by the multiplier, or with a digit put in; and "
    "where there are lists, a number that becomes nothing of the next one goes.",
    "power-strike/demo",
)
DIVISIBILITY = Technique(
    "divisibility",
    2,
    1.0,
    "A given that is no multiple of the multiplier was not multiplied: the number before it is "
    "the given with a digit put in.",
    "power-strike/5",
)
DIGIT_COUNTS = Technique(
    "digit counts",
    3,
    1.0,
    "A number that is too small, or has too many digits, does not become the next given in the "
    "steps that are left.",
    "power-strike:2:16,_,_,_,48,_,_",
)
MEET = Technique(
    "meet in the middle",
    4,
    2.0,
    "Too many numbers can follow to be listed; of these just those are kept that are also found "
    "backwards from the next given.",
    "power-strike:7:41,_,_,_,_,_,_,_,_,_,_,_",
)
TECHNIQUES = (FORWARDS, BACKWARDS, DIVISIBILITY, DIGIT_COUNTS, MEET)
"""What players of this family do, beside what is general."""


@dataclass(frozen=True, eq=False, kw_only=True)
class InStretch(Constraint):
    """Something about cells of one stretch; stretches are counted from the first given on, and
    what is found out about one says nothing about another."""

    stretch: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Step(InStretch):
    """From the first variable to the second: `links` are the steps from a number listed for one to
    a number listed for the other. `leading_on` says that the second lists only what leads to the
    end: then the rules are those of all steps up to there."""

    links: Collection[tuple[int, int]]
    closed: Collection[int]
    leading_on: bool = False

    def check(self, values: Sequence[int]) -> bool:
        before, after = values
        if OTHER in values:
            return before == OTHER or before not in self.closed
        return (before, after) in self.links

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        before, after = builder.scope(self.variables)
        pairs = _Pairs(before, after, self.links, self.closed)
        return [_Forwards(pairs), _Backwards(pairs)]


@techniques_for.register(Step)
def step_techniques(constraint: Step, builder: EngineBuilder) -> list[AppliedTechnique]:
    forwards, backwards = builder.propagators(constraint)
    before = forwards.variables[0]

    def doublings(_: Sequence[Unknown]) -> float:
        return min(log2(max(size(before.bits), 1)), MOST_EFFORT - 1)

    technique = MEET if constraint.leading_on else FORWARDS
    return [
        AppliedTechnique(technique, [forwards], doublings, never_plain=True),
        # To look through a list is easier than to write one down.
        AppliedTechnique(BACKWARDS, [backwards], lambda _: doublings(_) / 2, never_plain=True),
    ]


@dataclass(frozen=True, eq=False, kw_only=True)
class LeadsTo(InStretch):
    """The cell before a given holds one of these numbers; nothing else becomes the given in one
    step, and can be reached from the given before. It makes a list where there is none."""

    numbers: Collection[int]
    end: int
    largest: int
    divides: bool

    def check(self, values: Sequence[int]) -> bool:
        return values[0] in self.numbers

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [_Keep(builder.scope(self.variables)[0], self.numbers, makes_list=True)]


@techniques_for.register(LeadsTo)
def leads_to_techniques(constraint: LeadsTo, builder: EngineBuilder) -> list[AppliedTechnique]:
    technique = BACKWARDS if constraint.divides else DIVISIBILITY
    return [AppliedTechnique(technique, builder.propagators(constraint))]


@dataclass(frozen=True, eq=False, kw_only=True)
class Lengths(InStretch):
    """Of a cell's list nothing is left but these numbers: the others are too small, or too long,
    to become the end in the steps that are left."""

    numbers: Collection[int]
    end: int
    steps: int

    def check(self, values: Sequence[int]) -> bool:
        return values[0] == OTHER or values[0] in self.numbers

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [_Keep(builder.scope(self.variables)[0], self.numbers, makes_list=False)]


@techniques_for.register(Lengths)
def lengths_techniques(constraint: Lengths, builder: EngineBuilder) -> list[AppliedTechnique]:
    return [AppliedTechnique(DIGIT_COUNTS, builder.propagators(constraint))]


class _Pairs:
    """The links of a step, by the positions of the numbers."""

    def __init__(
        self,
        before: Unknown,
        after: Unknown,
        links: Collection[tuple[int, int]],
        closed: Collection[int],
    ) -> None:
        self.variables = [before, after]
        self.others = [variable.bit(OTHER) for variable in self.variables]
        self.closed = _bits(before, closed)
        self.after = Partners(before.width)
        self.before = Partners(after.width)
        for number, following in links:
            first, second = _position(before, number), _position(after, following)
            self.after.of[first].append(second)
            self.before.of[second].append(first)
        self.after.usual = len(links) // before.width + 1
        self.before.usual = len(links) // after.width + 1


class _OfStep(Propagator):
    """Looks from one cell's list at the other's, as soon as the first cell has one."""

    def __init__(self, pairs: _Pairs) -> None:
        super().__init__(pairs.variables, ON_CHANGE, False)
        self.pairs = pairs

    def propagate(self, engine: Engine) -> int:
        before, after = self.variables
        if before.bits & self.pairs.others[0] or self.waits(before, after):
            return RAN
        return RAN if self.narrows(engine, before, after) else FAILED

    def waits(self, before: Unknown, after: Unknown) -> bool:
        """Whether the second cell's list is needed, or cannot be made."""
        raise NotImplementedError

    def narrows(self, engine: Engine, before: Unknown, after: Unknown) -> bool:
        """Take away what has to go; false if nothing is left."""
        raise NotImplementedError


class _Forwards(_OfStep):
    """Makes the second cell's list from that of the first, or shortens it."""

    def waits(self, before: Unknown, after: Unknown) -> bool:
        return bool(after.bits & self.pairs.others[1] and before.bits & ~self.pairs.closed)

    def narrows(self, engine: Engine, before: Unknown, after: Unknown) -> bool:
        listed = after.bits & ~self.pairs.others[1]
        kept = supported(listed, self.pairs.before, before.bits, self.pairs.after)
        return engine.narrow(after, kept)


class _Backwards(_OfStep):
    """Shortens the first cell's list."""

    def waits(self, before: Unknown, after: Unknown) -> bool:
        return bool(after.bits & self.pairs.others[1])

    def narrows(self, engine: Engine, before: Unknown, after: Unknown) -> bool:
        kept = supported(before.bits, self.pairs.after, after.bits, self.pairs.before)
        return engine.narrow(before, kept)


class _Keep(Propagator):
    """Keeps some numbers of one cell, where it has no list yet or where it has one."""

    def __init__(self, variable: Unknown, numbers: Collection[int], makes_list: bool) -> None:
        super().__init__([variable], ON_CHANGE, False)
        self.kept = _bits(variable, numbers)
        self.other = variable.bit(OTHER)
        self.makes_list = makes_list

    def propagate(self, engine: Engine) -> int:
        variable = self.variables[0]
        if bool(variable.bits & self.other) != self.makes_list:
            return RAN
        return RAN if engine.narrow(variable, variable.bits & self.kept) else FAILED


def _position(variable: Unknown, number: int) -> int:
    return variable.bit(number).bit_length() - 1


def _bits(variable: Unknown, numbers: Collection[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= variable.bit(number)
    return bits
