"""Power Strike for explanations: lists of numbers, cell by cell, and techniques.

The solver's model has only numbers that also lead to the next given, which leaves nothing to
reason about. A person first lists the numbers that can follow a given, cell by cell, and then goes
back from the next given. Lists that would get too long hold only numbers that lead on.

Every variable has the value OTHER, which stands for all numbers that are not listed. A cell has a
list as soon as OTHER is removed; before that, nothing is concluded about single numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table.propagators import Partners, supported
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import size
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.kernel.engine import Variable as Unknown
from quincunx.cp.limits import poll
from quincunx.cp.model import Model
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for
from quincunx.cp.words.techniques import Technique
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.model import stretch_edges, stretches
from quincunx.families.power_strike.number_graph import Edge

OTHER = -1
"""Not a number of any ring: those are positive."""
MAX_EFFORT = 8.0
"""Maximum effort of going through a list, beside that of the technique."""
MAX_LISTED = 2_000
"""Maximum length of a list,"""
MAX_LISTED_DIGITS = 100_000
"""and of all its numbers, in digits."""
MAX_BACKWARDS = 100
"""Maximum number of predecessors of a given that a person would list."""
MIN_SHARE_TO_REMOVE = 1 / 3
"""If less than this share of a list is too small or too long, that is not noticed."""

FORWARDS = Technique(
    "forwards",
    2,
    1.0,
    "The number before is known, or a list of what it can be: the next is one of these times the "
    "multiplier, or one of these without a digit.",
)
BACKWARDS = Technique(
    "backwards",
    2,
    1.0,
    "The number before a given is the given divided by the multiplier, or with a digit put in; and "
    "where there are lists, a number that becomes nothing of the next one goes.",
)
DIVISIBILITY = Technique(
    "divisibility",
    2,
    1.0,
    "A given that is no multiple of the multiplier was not multiplied: the number before it is "
    "the given with a digit put in.",
)
DIGIT_COUNTS = Technique(
    "digit counts",
    3,
    1.0,
    "A number that is too small, or has too many digits, does not become the next given in the "
    "steps that are left.",
)
MEET = Technique(
    "meet in the middle",
    4,
    2.0,
    "Too many numbers can follow to be listed; of these just those are kept that are also found "
    "backwards from the next given.",
)
TECHNIQUES = (FORWARDS, BACKWARDS, DIVISIBILITY, DIGIT_COUNTS, MEET)


@dataclass(frozen=True)
class ListedStretch:
    """The lists of the cells from one given to the next; both givens are among the `places`.

    `listed` are the numbers that can be reached, cell by cell; `kept` those that are neither too
    small nor too long to become the end, which is the next given. Lists from index `forwards` on
    hold only numbers that lead to the end. `leading` are the predecessors of the end, `None` if
    there are too many; the cell before the end holds nothing above `largest`.
    """

    places: tuple[int, ...]
    end: int
    listed: list[set[int]]
    kept: list[set[int]]
    forwards: int
    leading: set[int] | None
    largest: int


def reasoning_model(puzzle: PowerStrike) -> Model:
    """One variable a cell, with the numbers listed for it and OTHER; one constraint a step, and
    those about the end of each stretch."""
    model = Model(puzzle.identifier)
    found = list(listed_stretches(puzzle))
    domains: dict[int, set[int]] = {}
    for stretch in found:
        domains |= dict(zip(stretch.places, map(set, stretch.listed), strict=False))
        domains[stretch.places[-2]] |= stretch.leading or set()
        for place in stretch.places[:-1]:
            domains[place] = domains[place] or set(stretch.listed[0])  # must not be empty
    for place in range(len(puzzle.ring)):
        model.variable(f"cell {place + 1}", domains[place], other=OTHER)
    for number, stretch in enumerate(found):
        for constraint in _constraints(puzzle, model, number, stretch, domains):
            model.add(constraint)
    return model


def _constraints(
    puzzle: PowerStrike,
    model: Model,
    number: int,
    stretch: ListedStretch,
    domains: dict[int, set[int]],
) -> Iterator[StretchConstraint]:
    places = stretch.places
    cells = [model.variables[place] for place in places]
    last = len(places) - 1
    steps = [(one + 1, other + 1) for one, other in pairwise(places)]
    rules = tuple("step {}-{}".format(*step) for step in steps)
    labels = ["the step from cell {} to cell {}".format(*step) for step in steps]
    if stretch.leading is not None:
        yield LeadsToGiven(
            (cells[-2],),
            label=labels[-1],
            stretch=number,
            rules=rules,
            numbers=stretch.leading,
            end=stretch.end,
            largest=stretch.largest,
            divides=stretch.end % puzzle.multiplier == 0,
        )
    for at in range(last):
        poll()
        leading_on = stretch.forwards <= at + 1 < last
        yield RingStep(
            (cells[at], cells[at + 1]),
            label=labels[at],
            stretch=number,
            rules=rules[at:] if leading_on else rules[at : at + 1],
            edges=puzzle.graph.edges_between(domains[places[at]], domains[places[at + 1]]),
            closed=stretch.kept[at] if at + 1 < last else (),
            leading_on=leading_on,
        )
        if stretch.kept[at] != stretch.listed[at]:
            leading = (stretch.leading or set()) if at == last - 1 else set()
            yield LengthLimit(
                (cells[at],),
                label=f"cell {places[at] + 1}",
                stretch=number,
                rules=rules[at:],
                numbers=stretch.kept[at] | leading,
                end=stretch.end,
                steps=last - at,
            )


def listed_stretches(puzzle: PowerStrike) -> Iterator[ListedStretch]:
    """The stretches from the first given on, with their lists.

    >>> from quincunx.families.power_strike import PowerStrike
    >>> (stretch,) = listed_stretches(PowerStrike(2, (6, None, None)))
    >>> [sorted(numbers) for numbers in stretch.listed]
    [[6], [12], [1, 2, 24]]
    """
    ring, graph = puzzle.ring, puzzle.graph
    for start, end in stretches(ring):
        first, last = ring[start] or 0, ring[end] or 0
        count = (end - start - 1) % len(ring) + 1
        on_path = [{before for before, _ in step} for step in stretch_edges(puzzle, start, end)]
        listed, kept = [{first}], [{first}]
        forwards = count
        for at in range(1, count):
            enough = min(MAX_LISTED, MAX_LISTED_DIGITS // len(str(max(kept[-1], default=0))))
            after = graph.successors(kept[-1], enough)
            if len(after) > enough:
                forwards = at
                listed += on_path[at:]
                kept += on_path[at:]
                break
            listed.append(after)
            least, above = graph.bounds(last, count - at)
            # A long number may lose many digits at once, where zeros come to stand in front.
            fit = {n for n in after if least <= n < above or n in on_path[at]}
            enough_unfit = len(after) - len(fit) >= MIN_SHARE_TO_REMOVE * len(after)
            kept.append(fit if enough_unfit else after)
        largest = first * puzzle.multiplier ** (count - 1)
        leading = graph.predecessors(last, largest, MAX_BACKWARDS) if count > 1 else None
        places = tuple((start + at) % len(ring) for at in range(count + 1))
        yield ListedStretch(places, last, listed, kept, forwards, leading, largest)


@dataclass(frozen=True, eq=False, kw_only=True)
class StretchConstraint(Constraint):
    """A constraint on cells of one stretch, counted from the first given on."""

    stretch: int


@dataclass(frozen=True, eq=False, kw_only=True)
class RingStep(StretchConstraint):
    """A step from the first variable to the second.

    `edges` lead from the list of one to the list of the other. All successors of `closed` numbers
    are listed for the next cell. `leading_on` if the second list has only numbers that lead to
    the end: then the rules are those of all steps up to there.
    """

    edges: Collection[Edge]
    closed: Collection[int]
    leading_on: bool = False

    def check(self, values: Sequence[int]) -> bool:
        before, after = values
        if OTHER in values:
            return before == OTHER or before not in self.closed
        return (before, after) in self.edges

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        before, after = builder.scope(self.variables)
        pairs = StepSupports(before, after, self.edges, self.closed)
        return [StepPropagator(pairs, backwards) for backwards in (False, True)]


@techniques_for.register(RingStep)
def step_techniques(step: RingStep, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The techniques for one step, forwards and backwards."""
    forwards, backwards = builder.propagators(step)
    before = forwards.variables[0]

    def doublings(_: Sequence[Unknown]) -> float:
        return min(log2(max(size(before.bits), 1)), MAX_EFFORT - 1)

    technique = MEET if step.leading_on else FORWARDS
    return [
        AppliedTechnique(technique, [forwards], doublings, never_plain=True),
        # To look through a list is easier than to write one down.
        AppliedTechnique(BACKWARDS, [backwards], lambda _: doublings(_) / 2, never_plain=True),
    ]


@dataclass(frozen=True, eq=False, kw_only=True)
class ListedNumbers(StretchConstraint):
    """A cell holds one of these numbers, as the `end` of its stretch shows. Either makes the cell's
    list or shortens it."""

    numbers: Collection[int]
    end: int
    makes_list: ClassVar[bool]

    def check(self, values: Sequence[int]) -> bool:
        return values[0] in self.numbers or (values[0] == OTHER and not self.makes_list)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [KeepNumbers(builder.scope(self.variables)[0], self.numbers, self.makes_list)]


@dataclass(frozen=True, eq=False, kw_only=True)
class LeadsToGiven(ListedNumbers):
    """The cell before a given holds one of its predecessors. Makes a list where there is none."""

    makes_list = True
    largest: int
    divides: bool


@techniques_for.register(LeadsToGiven)
def leads_to_techniques(leads: LeadsToGiven, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The technique for the cell before a given."""
    technique = BACKWARDS if leads.divides else DIVISIBILITY
    return [AppliedTechnique(technique, builder.propagators(leads))]


@dataclass(frozen=True, eq=False, kw_only=True)
class LengthLimit(ListedNumbers):
    """All other numbers of a cell's list are too small, or too long, to become the end in time."""

    makes_list = False
    steps: int


@techniques_for.register(LengthLimit)
def length_techniques(limit: LengthLimit, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The technique for numbers that are too small or too long."""
    return [AppliedTechnique(DIGIT_COUNTS, builder.propagators(limit))]


class StepSupports:
    """The edges of a step, by the positions of the numbers in both domains."""

    def __init__(
        self, before: Unknown, after: Unknown, edges: Collection[Edge], closed: Collection[int]
    ) -> None:
        self.variables = [before, after]
        self.others = [variable.bit(OTHER) for variable in self.variables]
        self.closed = sum(map(before.bit, closed))
        self.after = Partners(before.width)
        self.before = Partners(after.width)
        for number, following in edges:
            first = before.bit(number).bit_length() - 1
            second = after.bit(following).bit_length() - 1
            self.after.of[first].append(second)
            self.before.of[second].append(first)
        self.after.usual = len(edges) // before.width + 1
        self.before.usual = len(edges) // after.width + 1


class StepPropagator(Propagator):
    """Forwards, makes the second cell's list from that of the first, or shortens it; backwards,
    shortens the first cell's list if both have one."""

    def __init__(self, pairs: StepSupports, backwards: bool) -> None:
        super().__init__(pairs.variables, ON_CHANGE, False)
        self.pairs = pairs
        self.backwards = backwards

    def propagate(self, engine: Engine) -> int:
        (before, after), pairs = self.variables, self.pairs
        has_list = not after.bits & pairs.others[1]
        makes_list = not self.backwards and not before.bits & ~pairs.closed
        if before.bits & pairs.others[0] or not (has_list or makes_list):
            return RAN
        if self.backwards:
            kept = supported(before.bits, pairs.after, after.bits, pairs.before)
            return RAN if engine.narrow(before, kept) else FAILED
        listed = after.bits & ~pairs.others[1]
        kept = supported(listed, pairs.before, before.bits, pairs.after)
        return RAN if engine.narrow(after, kept) else FAILED


class KeepNumbers(Propagator):
    """Removes all other numbers of a cell, either to make its list or to shorten it."""

    def __init__(self, variable: Unknown, numbers: Collection[int], makes_list: bool) -> None:
        super().__init__([variable], ON_CHANGE, False)
        self.kept = sum(map(variable.bit, numbers))
        self.other = variable.bit(OTHER)
        self.makes_list = makes_list

    def propagate(self, engine: Engine) -> int:
        variable = self.variables[0]
        if bool(variable.bits & self.other) != self.makes_list:
            return RAN
        return RAN if engine.narrow(variable, variable.bits & self.kept) else FAILED
