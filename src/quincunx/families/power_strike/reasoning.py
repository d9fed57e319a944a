"""Power Strike for explanations: short lists of numbers, cell by cell, and techniques.

The solver's model has only numbers that also lead to the next given, which leaves nothing to
reason about. A person lists what can follow a given, cell by cell, as long as the lists are short,
and leaves out numbers that are too small or too long to become the next given in time. Then the
numbers of a list are followed onwards: those that never become the next given are removed.

Every variable has the value OTHER, which stands for all numbers that are not listed. A cell has a
list as soon as OTHER is removed; before that, nothing is concluded about single numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import accumulate, chain, islice, pairwise, repeat, takewhile
from math import inf, log2
from typing import NamedTuple, TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.deduction import Remembered
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.kernel.engine import Variable as KernelVariable
from quincunx.cp.limits import poll
from quincunx.cp.model import Model, runs
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for
from quincunx.cp.words.techniques import SEARCH, Technique
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.model import stretch_edges, stretches
from quincunx.families.power_strike.number_graph import NumberGraph

OTHER = -1
"""Not a number of any ring: those are positive."""
MAX_LISTED = 15
"""Maximum length of a list."""
FEW_REACHED = 60
"""If more numbers can reach a cell, its domain keeps only those that may become the next given."""
MAX_REACHED = 400
"""If more than these may, the domain keeps only those that follow a number on a path."""
MAX_SHOWN = 50
"""Maximum number of numbers in a table that shows that a number leads nowhere."""
SHORT_TABLE = 10
"""Further numbers are refuted in the same step while all tables have at most this many numbers."""
UNLISTED = 5.0
"""Additional effort of a search without a list."""
NEAR = 3
"""Number of steps before a given from which a person sees whether a number becomes it."""
NEAR_NUMBERS = 4
"""Numbers to look at to see whether a number becomes a given in that many steps."""
MAX_RANGES = 8
"""Maximum number of ranges of a place before the last, which has no end."""

FORWARDS = Technique(
    "forwards", 2, 1.0, "What can follow is listed: times the multiplier, or without a digit."
)
BACKWARDS = Technique(
    "backwards", 2, 1.0, "A number of a list goes if it leads to nothing of what comes next."
)
DIVISIBILITY = Technique(
    "divisibility", 2, 1.0, "A given that is no multiple of the multiplier has lost a digit."
)
DIGIT_COUNTS = Technique(
    "digit counts", 3, 2.0, "Numbers too small or too long to become the next given are left out."
)
MEET = Technique(
    "meet in the middle", 4, 4.0, "Numbers go that, followed forwards, miss what leads to a given."
)
TECHNIQUES = (FORWARDS, BACKWARDS, DIVISIBILITY, DIGIT_COUNTS, MEET)

Layers: TypeAlias = list[set[int]]
Range: TypeAlias = tuple[int, int]
"""The smallest and the largest of some numbers."""
Row: TypeAlias = tuple[int, Layers]
"""Numbers that follow each other, place by place, with the place of the first of them."""
NumbersAt: TypeAlias = dict[int, set[int]]
"""Numbers of some places, or that remain in some cells."""
Lists: TypeAlias = Sequence[set[int] | None]
"""The lists of a constraint's cells; `None` for a cell that has none."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """The steps from one given to the next, the `end`; both are among the `places`, and all lists
    have an entry for each place.

    `on_path` has the numbers that lead from the first given to the end. Other numbers do not become
    the end if they are in none of the `ranges`: larger ones than all could only lose digits.
    `reached` are the numbers that can be listed. Grades use a stretch `for_grades` with one wide
    range for each place.
    """

    graph: NumberGraph
    places: tuple[int, ...]
    end: int
    on_path: Layers
    ranges: list[list[Range]]
    reached: Layers = field(default_factory=list)
    for_grades: Stretch | None = None
    _costs: dict[tuple[int, int], float] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        return len(self.places) - 1

    def layers(self) -> Iterator[set[int]]:
        """The numbers that fit, place by place, from the first given on."""
        numbers = self.reached[0]
        for at in range(self.steps):
            yield numbers
            numbers = self.following(at, numbers)

    @cached_property
    def short(self) -> int:
        """The number of places from the first given on for which all numbers can be listed."""
        return len(list(takewhile(lambda numbers: len(numbers) <= MAX_LISTED, self.layers())))

    def fits(self, at: int, number: int) -> bool:
        """Whether a number is neither too small nor too long to become the end.

        A long number may lose many digits at once, where zeros come to stand in front.
        """
        if any(low <= number <= high for low, high in self.ranges[at]):
            return True
        return number in self.on_path[at]

    def after(self, number: int) -> set[int]:
        """All numbers that follow a number."""
        return {*self.graph.after(number)}

    def following(self, at: int, numbers: Collection[int]) -> set[int]:
        """The numbers of the next place that fit and follow one of some numbers."""
        found = self.graph.successors(numbers)
        return {number for number in found if self.fits(at + 1, number)}

    def cost(self, at: int, number: int) -> float:
        """The size of the table of a number; `inf` if that is too large or has a long list."""
        if (at, number) not in self._costs:
            size = 1.0
            for layer in (layer for _, row in self.table(at, {number}) for layer in row[1:]):
                size += len(layer) if len(layer) <= MAX_LISTED else inf
                if size > MAX_SHOWN:
                    break
            self._costs[at, number] = size if size <= MAX_SHOWN else inf
        return self._costs[at, number]

    def refuted(self, at: int, numbers: Collection[int]) -> set[int]:
        """Numbers that never become the end: the one with the smallest table, if that has at most
        `MAX_SHOWN` numbers, and more while all tables together have at most `SHORT_TABLE`."""
        costs = sorted((self.cost(at, n), n) for n in set(numbers) - self.on_path[at])
        sizes = accumulate(cost for cost, _ in costs)
        most = chain([MAX_SHOWN], repeat(SHORT_TABLE))
        return {n for (_, n), size, limit in zip(costs, sizes, most, strict=False) if size <= limit}

    def table(self, at: int, numbers: set[int], seen: NumbersAt | None = None) -> Iterator[Row]:
        """Rows of short lists in which numbers of a place are followed to where one sees that none
        of them becomes the end. A row may continue in others. Numbers that are `seen` in a place,
        as all numbers of the table then are, are not followed from there again."""
        layers = [numbers]
        for place in range(at, self.steps - NEAR):
            following = self.following(place, layers[-1])
            if seen is not None:
                following -= seen.setdefault(place + 1, set())
            if len(following) > MAX_LISTED and len(layers[-1]) > 1:
                if place > at:
                    yield at, layers
                last = sorted(layers[-1], reverse=True)
                half = len(last) // 2
                yield from self.table(place, set(last[:half]), seen)
                yield from self.table(place, set(last[half:]), seen)
                return
            if seen is not None:
                seen[place + 1] |= following
            layers.append(following)
            if not following:
                break
        yield at, layers


def reasoning_model(puzzle: PowerStrike) -> Model:
    """One variable a cell, with the numbers that can be listed for it and OTHER; one constraint a
    step, and those about the end of each stretch."""
    model = Model(puzzle.identifier)
    found = stretches_with_lists(puzzle)
    domains: dict[int, set[int]] = {}
    for stretch in found:
        graded = stretch.for_grades or stretch
        listed = map(set.union, stretch.reached, graded.reached)
        domains |= zip(stretch.places[:-1], listed, strict=True)
    for place in range(len(puzzle.ring)):
        model.variable(f"cell {place + 1}", domains[place], other=OTHER)
    for stretch in found:
        model.add(*_constraints(model, stretch))
    return model


def _constraints(model: Model, stretch: Stretch) -> Iterator[StretchConstraint]:
    poll()
    cells = [model.variables[place] for place in stretch.places]
    rules = [f"step {before.index + 1}-{after.index + 1}" for before, after in pairwise(cells)]
    for at, (before, after) in enumerate(pairwise(cells)):
        step, left = f"the step from {before.name} to {after.name}", stretch.steps - at
        onwards = range(at + 1, stretch.steps) if left <= NEAR else (at + 1,)
        kinds: list[tuple[type[StretchConstraint], str, Sequence[int], Sequence[str], bool]] = [
            (RingStep, step, (at, at + 1), rules[at : at + 1], True),
            (BoundedStep, step, (at, at + 1, -1), rules[at:], left > 1),
            (LeadsOn, before.name, (at, *onwards, -1), rules[at:], left > 1 and at > 0),
            (OnPath, before.name, (at, 0, -1), rules, at > 0),
        ]
        for kind, label, scope, used, is_wanted in kinds:
            variables = tuple(dict.fromkeys(cells[place] for place in scope))
            if is_wanted:
                yield kind(variables, label=label, rules=tuple(used), stretch=stretch, at=at)


@lru_cache(maxsize=4)  # for the model and for the words
def stretches_with_lists(puzzle: PowerStrike) -> list[Stretch]:
    """The stretches from the first given on.

    >>> from quincunx.families.power_strike import PowerStrike
    >>> (stretch,) = stretches_with_lists(PowerStrike(2, (6, None, None, None)))
    >>> [sorted(numbers) for numbers in stretch.reached[:3]], stretch.ranges[2]
    ([[6], [12], [1, 2, 24]], [(8, 999)])
    """
    ring, graph = puzzle.ring, puzzle.graph
    found: list[Stretch] = []
    for start, end in stretches(ring):
        edges = stretch_edges(puzzle, start, end)
        count, last = len(edges), ring[end] or 0
        places = tuple((start + at) % len(ring) for at in range(count + 1))
        on_path = [*({before for before, _ in step} for step in edges), {last}]
        before = graph.predecessors(last)
        # A number that is only multiplied is on a path or misses the end. Any other loses a digit,
        # and with it half its value or more. Still it must become as large and as long as the
        # smallest number before the end.
        least = [last, floor := min(before)]
        for left in range(count - 1):
            shortest = 10 ** max(len(str(floor)) - left * len(str(graph.multiplier)), 0)
            least.append(max(2 * floor // graph.multiplier**left + 1, shortest))
        digits = [len(str(last)) + left - (left >= NEAR) for left in range(count + 1)]
        wide = [[(low, 10**most - 1)] for low, most in zip(least, digits, strict=True)]
        stretch = Stretch(graph, places, last, on_path, wide[::-1])
        routes = replace(
            stretch, ranges=_ranges_before(stretch), for_grades=stretch, reached=[], _costs={}
        )
        for one in (stretch, routes):
            one.reached.append({ring[start] or 0})
            for at in range(count - 1):
                _reach(one, at)
            if count > 1 and len(before) < FEW_REACHED:  # a player may note them
                one.reached[-1] |= before
        _join_ranges(routes)
        found.append(routes)
    return found


def _ranges_before(stretch: Stretch) -> list[list[Range]]:
    """For each place the numbers that become the end: the smallest exactly, then all from one on.

    >>> from quincunx.families.power_strike import PowerStrike
    >>> (stretch,) = stretches_with_lists(PowerStrike(8, (419, *[None] * 4)))
    >>> stretch.ranges[1], stretch.ranges[3]
    ([(378, 999999)], [(524, 524), (10419, 99999)])
    """
    graph, found, exact = stretch.graph, [stretch.ranges[-1]], {stretch.end}
    # All numbers from here on are taken for possible.
    tail = graph.multiplier * 10 ** (len(str(stretch.end)) + 3)
    for ((_, largest),) in stretch.ranges[-2::-1]:
        tail = -(-tail // graph.multiplier)
        before = sorted({n for one in exact for n in _before(graph, one, tail)})
        tail = min([tail, *before[MAX_REACHED:]])
        few = runs(before[:MAX_REACHED])
        # What stands directly before the end is known; earlier, few ranges are listed.
        most = MAX_RANGES if len(found) > 1 else len(few)
        last = [*(low for low, _ in few), tail][: most + 1][-1]
        found.insert(0, [*few[:most], (last, max(last, largest))])
        # So near, a person sees which numbers become the end. Others follow from what is listed.
        tail = tail if len(found) <= NEAR else last
        exact = {n for n in before if n < tail}
    return found


def _join_ranges(stretch: Stretch) -> None:
    """Join the last ranges of each place, or all from 1 on, where that takes fewer numbers than to
    follow what they leave out, and the ranges of the place before do not need them."""
    least, numbers = 0, stretch.reached[0]
    for at in range(1, stretch.steps - 1):
        ranges, follow = stretch.ranges[at], stretch.graph.successors(numbers)
        tail, largest = ranges[-1]
        gone = [one for one in follow if one < tail and not stretch.fits(at, one)]
        starts = enumerate([1, *(low for low, _ in ranges)])
        costs = {low: n + sum(low <= one for one in gone) for n, low in starts if low >= least}
        first = min(costs, key=costs.__getitem__)
        stretch.ranges[at] = [*(one for one in ranges if one[0] < first), (first, largest)]
        least = stretch.graph.multiplier * (first - 1) + 1 if stretch.steps - at > NEAR else 0
        numbers = stretch.following(at - 1, numbers)
        if len(numbers) > MAX_REACHED:
            break


def _before(graph: NumberGraph, number: int, end: int) -> Iterator[int]:
    """All numbers below an end from which one step leads to a number."""
    digits = len(str(number))
    if 10**digits >= end:  # with one more digit it is too large
        return iter(() if number % graph.multiplier else (number // graph.multiplier,))
    zeros = range(digits + 1, 0 if graph.forbid_leading_zeros else len(str(end)))
    vanishing = (digit * 10**place + number for place in zeros for digit in range(1, 10))
    return (one for one in chain(graph.predecessors(number), vanishing) if one < end)


def takes_few_numbers(puzzle: PowerStrike, most: int) -> bool:
    """Whether a person looks at `most` numbers at most, from each given on to where one sees which
    of them become the next."""
    found = [one.for_grades or one for one in stretches_with_lists(puzzle)]
    layers = [islice(one.layers(), max(one.steps - NEAR, 0) + 1) for one in found]
    return all(count <= most for count in accumulate(map(len, chain.from_iterable(layers))))


def _reach(stretch: Stretch, at: int) -> None:
    """Find the numbers that can be listed for the next place."""
    poll()
    for numbers in (stretch.reached[at], stretch.on_path[at], set[int]()):
        after = stretch.graph.successors(numbers, 4 * MAX_REACHED)
        fit = {number for number in after if stretch.fits(at + 1, number)}
        if len(fit) <= MAX_REACHED and len(after) <= 4 * MAX_REACHED:
            break
    reached = (after if len(after) <= FEW_REACHED else fit) | stretch.on_path[at + 1]
    stretch.reached.append(reached or {stretch.end})  # a domain must not be empty


class Look(NamedTuple):
    """A technique, the numbers that it keeps, and its additional effort."""

    technique: Technique
    keep: Callable[[Lists], NumbersAt]
    effort: Callable[[Lists], float]


@dataclass(frozen=True, eq=False, kw_only=True)
class StretchConstraint(Constraint):
    """A constraint on cells of a stretch; `at` is the place of the first of them."""

    stretch: Stretch
    at: int

    def looks(self) -> Sequence[Look]:
        """The ways in which a person looks at it."""
        raise NotImplementedError

    def check(self, values: Sequence[int]) -> bool:
        lists = [None if value == OTHER else {value} for value in values]
        kept = [kept for look in self.looks() for kept in look.keep(lists).items()]
        return all(values[index] in numbers for index, numbers in kept)

    @property
    def for_grades(self) -> StretchConstraint:
        """The same where a puzzle is graded."""
        return replace(self, stretch=self.stretch.for_grades or self.stretch)

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        cells = builder.scope(self.variables)
        return [KeepNumbers(cells, look) for look in self.for_grades.looks()]


@techniques_for.register(StretchConstraint)
def stretch_techniques(
    constraint: StretchConstraint, builder: EngineBuilder
) -> list[AppliedTechnique]:
    """The techniques for a constraint, one for each look."""
    cells = builder.scope(constraint.variables)
    looks = [(look, "routes") for look in constraint.looks()]
    looks += [(look, "grades") for look in constraint.for_grades.looks()]
    found = [(KeepNumbers(cells, look), use) for look, use in looks]
    return [AppliedTechnique(o.look.technique, [o], o.weigh, True, use) for o, use in found]


class RingStep(StretchConstraint):
    """A step from the first variable to the second."""

    def looks(self) -> Sequence[Look]:
        # To look through a list is easier than to write one down.
        return [
            Look(FORWARDS, self.forwards, doublings),
            Look(BACKWARDS, self.backwards, lambda lists: doublings(lists) / 2),
        ]

    def forwards(self, lists: Lists) -> NumbersAt:
        """Make the second cell's list from that of the first, or shorten it."""
        before, after = lists
        if before is None or (after is None and not self._can_list(before)):
            return {}
        return {1: self.results(before)}

    def backwards(self, lists: Lists) -> NumbersAt:
        """Shorten the first cell's list if both cells have one."""
        before, after = lists
        if before is None or after is None:
            return {}
        return {0: {number for number in before if after & self.results([number])}}

    def results(self, numbers: Collection[int]) -> set[int]:
        """The numbers of the next cell that follow some numbers."""
        return self.stretch.graph.successors(numbers)

    def _can_list(self, numbers: set[int]) -> bool:
        """Whether what follows some numbers can be listed, and is little."""
        stretch, at = self.stretch, self.at
        if at == stretch.steps - 1 or len(numbers) > MAX_LISTED:
            return False
        results = self.results(numbers)
        listed = len(results) <= MAX_LISTED and results <= stretch.reached[at + 1]
        # In the middle, it is shorter to refute numbers than to go on with all of them.
        return listed and (at + 1 < stretch.short or not stretch.refuted(at, numbers))


class BoundedStep(RingStep):
    """A step whose result is too small or too long for the end, the last variable, is left out."""

    def looks(self) -> Sequence[Look]:
        # A shorter list is as easy to write down as a longer one.
        more = FORWARDS.effort - DIGIT_COUNTS.effort if self.stretch.for_grades else 0.0
        return [Look(DIGIT_COUNTS, self.forwards, lambda lists: doublings(lists) + more)]

    def forwards(self, lists: Lists) -> NumbersAt:
        before, after, *_ = lists
        if before is None or after is not None or None in lists[2:]:
            return {}
        leaves_out = super().results(before) - self.results(before)
        return {1: self.results(before)} if leaves_out and self._can_list(before) else {}

    def results(self, numbers: Collection[int]) -> set[int]:
        return self.stretch.following(self.at, numbers)


class LeadsOn(StretchConstraint):
    """The number of the first variable becomes the end, the last variable. Between them is the next
    cell, and all cells if there are at most `NEAR` steps."""

    @property
    def is_near(self) -> bool:
        """Whether a person sees at once which numbers become the end."""
        return self.stretch.steps - self.at <= NEAR

    def looks(self) -> Sequence[Look]:
        if not self.is_near:
            return [Look(MEET, self.followed, self.effort)]
        divides = self.stretch.end % self.stretch.graph.multiplier == 0
        return [Look(BACKWARDS if divides else DIVISIBILITY, self.near, self.effort)]

    def near(self, lists: Lists) -> NumbersAt:
        """Keep the numbers that become the end, and what they lead to in the cells between."""
        first, *between, end = lists
        if first is None or end is None:
            return {}
        stretch, at = self.stretch, self.at
        layers = [first & stretch.on_path[at]]
        for place in range(at + 1, at + 1 + len(between)):
            layers.append(stretch.following(place - 1, layers[-1]) & stretch.on_path[place])
        return {at: layer for at, layer in enumerate(layers) if len(layer) <= MAX_LISTED}

    def followed(self, lists: Lists) -> NumbersAt:
        """Remove numbers that never become the end."""
        first, *_, end = lists
        refuted = self.stretch.refuted(self.at, first) if first and end else None
        return {0: first - refuted} if first and refuted else {}

    def effort(self, lists: Lists) -> float:
        """The doublings of the number of things to look at; `inf` if nothing is refuted, or if the
        next cell has a list."""
        first, following, *_ = lists
        stretch, at = self.stretch, self.at
        if not first or len(first) > MAX_LISTED or not (self.is_near or following is None):
            return inf
        costs = [stretch.cost(at, n) for n in ([] if self.is_near else stretch.refuted(at, first))]
        size = len(first) if self.is_near else sum(costs)
        return log2(size * (NEAR_NUMBERS if stretch.steps - at >= NEAR else 1)) if size else inf


class OnPath(StretchConstraint):
    """The number of the first variable is on a path from the first given of its stretch to the
    end. A search finds that out: it shortens the last list, or decides a cell without a list."""

    def looks(self) -> Sequence[Look]:
        on_path, left = self.stretch.on_path[self.at], self.stretch.steps - self.at

        def effort(lists: Lists) -> float:
            without_list = UNLISTED - left / 10 if len(on_path) <= 1 else inf
            return without_list if lists[0] is None else left / 10

        return [Look(SEARCH, lambda lists: {} if None in lists[1:] else {0: on_path}, effort)]


def doublings(lists: Lists) -> float:
    """How often the length of the first list doubles."""
    return log2(max(len(lists[0] or ()), 1))


class KeepNumbers(Propagator):
    """Keeps the numbers that a look at the cells' lists keeps."""

    def __init__(self, cells: list[KernelVariable], look: Look) -> None:
        super().__init__(cells, ON_CHANGE, False)
        self.look = look
        self.lists: Remembered[Lists] = Remembered(cells, self._lists)

    def _lists(self) -> Lists:
        """The lists of the cells as they are now."""
        return [
            None if cell.bits & cell.bit(OTHER) else set(map(cell.value, positions(cell.bits)))
            for cell in self.variables
        ]

    def weigh(self, _: Sequence[KernelVariable]) -> float:
        """The additional effort of the look."""
        return self.look.effort(self.lists())

    def propagate(self, engine: Engine) -> int:
        for index, numbers in self.look.keep(self.lists()).items():
            cell = self.variables[index]
            if not engine.narrow(cell, cell.bits & sum(map(cell.bit, numbers))):
                return FAILED
        return RAN
