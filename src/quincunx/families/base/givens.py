"""Choosing which numbers of a solution are printed, so that there is no other solution.

Vocabulary:
  given   a number that is printed
  group   cells whose givens come and go together: one cell, or one and its mirror image
  rival   another solution; a group in which it differs rules it out
  spared  a group that can be left out: the others leave one solution without it

A group can be spared when, with all the other givens, its cells cannot hold anything else. A group
that cannot be spared cannot be spared later either, when there are fewer givens; so it is enough to
look at every group once, and no given of the puzzle that remains can go. That is not always the
smallest number. For the smallest, rivals are collected until the fewest groups that rule all of
them out leave no other: any givens have to rule out these rivals too.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, ClassVar, TypeAlias

from quincunx.cp.limits import poll
from quincunx.families.base.documents import givens_of, numbers_of, with_givens
from quincunx.families.base.maker import Maker, MakerTools, ParametersT, Prepared, PuzzleT

Group: TypeAlias = tuple[int, ...]
"""Indices of cells."""

GIVEN, OPEN = "#", "_"
"""The marks of a pattern that is drawn: a cell that is given, and one that is not."""
NODES = 50_000
"""A search for a rival is given up after this many nodes; the fewest givens are then unknown."""
FILLINGS = 8
"""Of this many random fillings the one with most favoured digits is taken."""
TRIES_APART = 20
"""Sets of cells that do not touch that are tried for one solution."""


@dataclass(frozen=True)
class Style:
    """Requirements on givens: their number, whether they must be the fewest possible groups, and
    for each cell those that must not be given with it."""

    number: int | None = None
    fewest: bool = False
    apart: Mapping[int, Collection[int]] | None = None


def chosen(
    groups: Sequence[Group],
    numbers: Sequence[int],
    prepared: Prepared,
    tools: MakerTools,
    style: Style,
) -> list[Group] | None:
    """Groups that leave no solution but these numbers and satisfy the style; `None` if this order
    of groups leads to none."""
    pool = list(groups)
    if style.apart is not None:
        for _ in range(TRIES_APART):
            pool = list(_apart(groups, style.apart))
            if is_decided(pool, numbers, prepared):
                break
            groups = tools.dice.sample(groups, len(groups))
        else:
            return None
    if style.fewest:
        kept = fewest(pool, numbers, prepared, tools, style.number)
    else:
        kept = needed(pool, numbers, prepared, tools)
    return None if kept is None else _filled_up(kept, pool, style.number)


def unproved(groups: Sequence[Group], dice: Random, style: Style) -> list[Group] | None:
    """The first groups that satisfy the style, however many solutions they leave, and a random
    number of them if the style names none; `None` if this order of groups has too few."""
    pool = list(groups if style.apart is None else _apart(groups, style.apart))
    if style.number is None:
        return pool[: dice.randrange(len(pool))]
    return _filled_up([], pool, style.number)


def needed(
    groups: Sequence[Group], numbers: Sequence[int], prepared: Prepared, tools: MakerTools
) -> list[Group]:
    """The groups that are left after every group that can be spared was removed, in order."""
    kept = list(groups)
    for at, group in enumerate(groups):
        tools.near(f"{at} of {len(groups)} cells checked, {len(kept)} givens left")
        if is_decided([other for other in kept if other != group], numbers, prepared):
            kept.remove(group)
    return kept


def fewest(
    groups: Sequence[Group],
    numbers: Sequence[int],
    prepared: Prepared,
    tools: MakerTools,
    at_most: int | None = None,
) -> list[Group] | None:
    """The fewest groups that leave one solution; `None` if a search was given up, or if they have
    more than `at_most` cells. The order of the groups decides between equally small sets."""
    rivals: list[frozenset[int]] = []
    while True:
        hitting = _smallest_hitting(rivals, len(groups))
        kept = [groups[at] for at in hitting]
        tools.near(f"{len(rivals)} rivals, at least {len(kept)} givens")
        if at_most is not None and sum(map(len, kept)) > at_most:
            return None
        rival = _rival(kept, numbers, prepared)
        if rival is None:
            return None
        if not rival:
            return kept
        # A rival that differs in fewer groups is a stronger condition.
        while rival:
            differing = frozenset(
                at for at, group in enumerate(groups) if any(rival[c] != numbers[c] for c in group)
            )
            agreeing = (
                [g for i, g in enumerate(groups) if i not in differing or i == at]
                for at in sorted(differing)
            )
            rival = next(filter(None, (_rival(a, numbers, prepared) for a in agreeing)), ())
        if not differing:
            return None
        rivals.append(differing)


def _rival(
    given: Sequence[Group], numbers: Sequence[int], prepared: Prepared
) -> tuple[int, ...] | None:
    """Another solution with these givens; empty if there is none, `None` if that is unknown."""
    found = prepared.search(_fixed(given, numbers), 2, NODES)
    others = [rival for rival in found.solutions if list(rival) != list(numbers)]
    return others[0] if others else () if found.complete else None


def is_decided(
    given: Sequence[Group], numbers: Sequence[int], prepared: Prepared, nodes: int | None = None
) -> bool:
    """Whether a search of at most `nodes` nodes proves that there is one solution."""
    found = prepared.search(_fixed(given, numbers), 2, nodes)
    return found.complete and len(found.solutions) == 1


def _fixed(given: Sequence[Group], numbers: Sequence[int]) -> dict[int, tuple[int]]:
    return {cell: (numbers[cell],) for group in given for cell in group}


def _filled_up(kept: list[Group], pool: Sequence[Group], number: int | None) -> list[Group] | None:
    """The groups, and others from the pool until exactly `number` cells are given."""
    if number is None:
        return kept
    missing = number - sum(map(len, kept))
    for group in pool:
        if group not in kept and len(group) <= missing:
            kept.append(group)
            missing -= len(group)
    return None if missing else kept


def _apart(groups: Sequence[Group], touching: Mapping[int, Collection[int]]) -> Iterator[Group]:
    """The groups that can be taken in this order without two cells that touch."""
    taken: set[int] = set()
    for group in groups:
        near = {other for cell in group for other in touching[cell]}
        if not near & (taken | set(group)):
            taken.update(group)
            yield group


def wrong_number(
    givens: int | None,
    cells: int,
    apart: Mapping[int, Collection[int]] | None,
    drawn: int | None = None,
) -> Iterator[str]:
    """What is wrong if this many givens leave no cell open, are not those of a pattern with `drawn`
    givens, or must touch each other though `apart` forbids that."""
    if drawn is not None and givens not in (None, drawn):
        yield f"givens is {givens}, but the pattern has {drawn}, expected one of the two"
    givens = givens if drawn is None else drawn
    if givens is not None and givens >= cells:
        yield f"givens is {givens} of {cells} cells, expected fewer"
    if givens is not None and apart is not None and givens > (most := most_apart(apart)):
        touching = "none touching another"
        yield f"givens is {givens} of {cells} cells, {touching}, expected at most {most}"


def most_apart(touching: Mapping[int, Collection[int]]) -> int:
    """The greatest number of cells of which no two touch.

    Cells are taken or left one after the other. Neighbours have numbers that are not far apart, so
    that most choices leave the same cells to choose from.

    >>> most_apart({0: {1, 2}, 1: {0, 2}, 2: {0, 1}}), most_apart({0: {1}, 1: {0, 2}, 2: {1}})
    (1, 2)
    """

    @cache
    def most_of(cells: frozenset[int]) -> int:
        if not cells:
            return 0
        first = min(cells)
        return max(most_of(cells - {first}), 1 + most_of(cells - {first, *touching[first]}))

    return most_of(frozenset(touching))


def _smallest_hitting(sets: Sequence[frozenset[int]], size: int) -> list[int]:
    """The fewest numbers below `size` such that every set has one of them.

    >>> _smallest_hitting([frozenset({0, 1}), frozenset({1, 2}), frozenset({3})], 4)
    [1, 3]
    """
    for most in range(size + 1):
        found = _hitting(sorted(sets, key=len), most)
        if found is not None:
            return sorted(found)
    raise AssertionError("an empty set")


def _hitting(sets: Sequence[frozenset[int]], most: int) -> set[int] | None:
    """At most `most` numbers such that every set has one of them."""
    if not sets:
        return set()
    # Disjoint sets take a number each.
    union: set[int] = set()
    apart = 0
    for one in sets:
        if not union & one:
            union |= one
            apart += 1
    if apart > most:
        return None
    poll()
    for number in sorted(sets[0]):
        rest = _hitting([one for one in sets[1:] if number not in one], most - 1)
        if rest is not None:
            return rest | {number}
    return None


class GivensMaker(Maker[ParametersT, PuzzleT]):
    """Fills an empty puzzle at random and prints as few of the numbers as it takes."""

    least_free: ClassVar[int] = 1
    """A puzzle with fewer groups that could be given as well is not made easier."""

    @abstractmethod
    def empty(self, parameters: ParametersT) -> PuzzleT:
        """The puzzle with nothing printed."""

    def groups(self, parameters: ParametersT, cells: int) -> Iterable[Group]:
        """All groups of a puzzle with this many cells."""
        return ((place,) for place in range(cells))

    def style(self, parameters: ParametersT, cells: int) -> Style:
        """The requirements on the givens of a puzzle with this many cells."""
        return Style()

    def pattern(self, parameters: ParametersT) -> Sequence[int] | None:
        """The indices of exactly those cells that are given, if the parameters say so."""
        return None

    def favoured(self, parameters: ParametersT) -> str:
        """Digits that should occur often."""
        return ""

    def may_be_given(self, parameters: ParametersT, number: int) -> bool:
        """Whether a number of the solution may be printed."""
        return True

    def proposals(self, parameters: ParametersT, tools: MakerTools) -> Iterator[PuzzleT]:
        empty = self.empty(parameters)
        prepared = tools.prepare(empty.model(), empty.capabilities.labeling)
        pattern, style = self.pattern(parameters), self.style(parameters, len(empty.cells))
        while True:
            tools.attempt()
            numbers = self._filling(parameters, prepared, tools.dice)
            if numbers is None:
                continue
            if pattern is not None:
                yield printed(empty, numbers, set(pattern))
                continue
            groups = list(self.groups(parameters, len(numbers)))
            tools.dice.shuffle(groups)
            if tools.unique:
                kept = chosen(groups, numbers, prepared, tools, style)
            else:
                kept = unproved(groups, tools.dice, style)
            if kept is not None:
                yield printed(empty, numbers, {place for group in kept for place in group})

    def _filling(
        self, parameters: ParametersT, prepared: Prepared, dice: Random
    ) -> tuple[int, ...] | None:
        """A random solution with many of the favoured digits."""
        favoured = self.favoured(parameters)
        fillings = (prepared.fill(dice) for _ in range(FILLINGS if favoured else 1))
        return max(
            filter(None, fillings),
            key=lambda numbers: sum(str(number) in favoured for number in numbers),
            default=None,
        )

    def easier(
        self, parameters: ParametersT, puzzle: PuzzleT, solution: Any, dice: Random
    ) -> PuzzleT | None:
        """The puzzle with one more group given, unless only one group is left to find."""
        style = self.style(parameters, len(puzzle.cells))
        if style.number is not None or style.fewest or self.pattern(parameters) is not None:
            return None
        given = given_places(puzzle)
        near = {other for place in given for other in (style.apart or {}).get(place, ())}
        groups = self.groups(parameters, len(puzzle.cells))
        open_groups = [group for group in groups if not given.issuperset(group)]
        numbers = numbers_of(puzzle, solution)
        free = [
            group
            for group in open_groups
            if not near & set(group)
            if all(self.may_be_given(parameters, numbers[place]) for place in group)
        ]
        if len(open_groups) < 2 or len(free) < self.least_free:
            return None
        given.update(dice.choice(free))
        return printed(puzzle, numbers, given)

    def thinner(self, parameters: ParametersT, puzzle: PuzzleT) -> Mapping[Group, PuzzleT]:
        given = given_places(puzzle)
        values = [givens_of(puzzle).get(cell) for cell in puzzle.cells]
        groups = self.groups(parameters, len(puzzle.cells))
        return {
            group: with_givens(puzzle, [None if at in group else v for at, v in enumerate(values)])
            for group in groups
            if given.issuperset(group)
        }


def given_places(puzzle: PuzzleT) -> set[int]:
    """The indices of the given cells."""
    return {at for at, cell in enumerate(puzzle.cells) if cell in givens_of(puzzle)}


def printed(puzzle: PuzzleT, numbers: Sequence[int], given: set[int]) -> PuzzleT:
    """A puzzle that prints the numbers at these indices, and no others."""
    return with_givens(
        puzzle, [number if at in given else None for at, number in enumerate(numbers)]
    )
