"""Walking round the graph of numbers of a Power Strike.

Vocabulary:
  step      from a number to the next: times the multiplier, or one digit removed
  round     as many steps as the ring has cells, back to where they began
  stretch   the cells from one given to the next
  plain     of a ring: all its numbers are different, and none is ten times another

Up to `SHORT` cells all rounds from a number are known at once. A longer ring is walked in
stretches, the first of them wherever the dice lead, and the last one back to the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import TypeAlias

from quincunx.families.base.maker import Bench
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.layers import Link, Steps, TooManyNumbersError
from quincunx.families.power_strike.parameters import (
    BEYOND,
    GIVEN,
    SHORT,
    SIZES,
    STARTS,
    StrikeParameters,
)

Ring: TypeAlias = tuple[int | None, ...]

BIGGEST = 99_999
"""Walks stay below: a person has to calculate with these numbers."""
PATHS = 10
"""So many rounds from a number are looked at."""


class Walk:
    """Rings of one size and multiplier."""

    def __init__(self, parameters: StrikeParameters, steps: Steps, size: int, bench: Bench) -> None:
        self._parameters = parameters
        self._steps = steps
        self._size = size
        self._bench = bench

    @property
    def wants_one(self) -> bool:
        """Whether a single given is what to look for first; in a long ring only where it was asked
        for, since few such rings have one solution."""
        parameters = self._parameters
        unsaid = parameters.givens is None and not parameters.pattern
        return parameters.single or (unsaid and self._size <= SIZES[-1])

    def listed(self) -> list[int] | None:
        """All numbers that make a ring as the only given, one of each, where they are known."""
        parameters = self._parameters
        fewest = parameters.fewest and not parameters.single  # no ring has fewer givens than one
        if parameters.repeats or parameters.favour or fewest:
            return None
        rings = single_givens(self._steps.multiplier, self._size)
        if rings is None:
            return None
        return [ring[0] for ring in rings if self._plain(ring)]

    def one_given(self) -> Ring | None:
        """A ring with a single given, if the next number that the dice name makes one."""
        path = self._only_round(self._start())
        if path is None or not self._plain(path):
            return None
        # Of the numbers that would do, the smallest is given, so that a ring makes one puzzle.
        others = [n for n in path if n <= STARTS[-1] and n != path[0]]
        also = [n for n in others if self._likes(n) and self._only_round(n) is not None]
        return (min([path[0], *also]), *[None] * (self._size - 1))

    def beyond(self) -> Ring | None:
        """A ring with a single given that is in no list because all numbers that would do are too
        large, if the next number that the dice name makes one."""
        path = self._only_round(self._bench.dice.randint(STARTS[-1] + 1, BEYOND))
        if path is None or not self._plain(path):
            return None
        for number in sorted(n for n in path if n <= BEYOND and self._likes(n)):
            if self._only_round(number) is not None:
                return (number, *[None] * (self._size - 1)) if number > STARTS[-1] else None
        return None

    def several_given(self) -> Ring | None:
        """A ring with as many givens as it takes, if one begins with the number that the dice
        name."""
        try:
            found = self._several_given()
        except TooManyNumbersError:
            return None
        if found is None or self._parameters.pattern:
            return found
        first = next(at for at, number in enumerate(found) if number is not None)
        return found[first:] + found[:first]

    def _several_given(self) -> Ring | None:
        size, dice, steps = self._size, self._bench.dice, self._steps
        corners = _corners(steps, self._start(), size, dice)
        stretches: list[list[list[Link]]] = []
        for (at, number), (end, following) in pairwise(corners):
            self._bench.near(f"{at} of {size} cells")
            links = steps.links(number, following, end - at)
            if not links[0]:
                return None
            stretches.append([sorted(step) for step in links])
        for _ in range(PATHS):
            path = [number for links in stretches for number in _path(links, dice)]
            if self._plain(path):
                break
        else:
            return None
        if not self._bench.unique:
            given = {at for at, _ in corners[:-1]}
        elif self._parameters.pattern:
            given = {at for at, mark in enumerate(self._parameters.pattern) if mark == GIVEN}
        else:
            given = set()
            for (at, _), ways in zip(corners, stretches, strict=False):
                more = _needed(ways, path[at : at + len(ways)], self._parameters, dice)
                if more is None:
                    return None
                given |= {at + place for place in more}
            if size <= SHORT:
                given = self._fewer(path, given)
        return self._with_number(path, given)

    def _fewer(self, path: Sequence[int], given: set[int]) -> set[int]:
        """The givens without those that the others make superfluous; or as few as can be."""
        if self._parameters.fewest:
            cells = range(self._size)
            for number in range(1, len(given)):
                for some in combinations(cells, number):
                    if self._decided(path, some) and self._apart(some):
                        return set(some)
            return given
        for at in sorted(given):
            if len(given) > 1 and self._decided(path, given - {at}):
                given = given - {at}
        return given

    def _with_number(self, path: Sequence[int], given: set[int]) -> Ring | None:
        """The ring with these givens, and as many more as were asked for; none where something
        would be given that is not made of favoured digits."""
        wanted = self._parameters.givens
        if wanted is not None and self._bench.unique:
            if len(given) > wanted:
                return None
            places = list(range(self._size))
            self._bench.dice.shuffle(places)
            for at in places:
                wanting = len(given) < wanted and self._parameters.favours(path[at])
                if wanting and self._apart({*given, at}):
                    given = given | {at}
            if len(given) < wanted:
                return None
        if not all(self._parameters.favours(path[at]) for at in given):
            return None
        return tuple(number if at in given else None for at, number in enumerate(path))

    def _apart(self, given: Sequence[int] | set[int]) -> bool:
        """Whether no two cells are side by side that must not be."""
        if self._parameters.neighbours or len(given) < 2:
            return True
        return not any((at + 1) % self._size in given for at in given)

    def _decided(self, path: Sequence[int], given: Sequence[int] | set[int]) -> bool:
        ring = tuple(number if at in given else None for at, number in enumerate(path))
        return PowerStrike(self._steps.multiplier, ring).count_solutions() == 1

    def _start(self) -> int:
        """A number to begin with, made of favoured digits if there are any."""
        dice, favour = self._bench.dice, self._parameters.favour
        most = dice.choice(STARTS)
        if favour:
            return int("".join(dice.choice(favour) for _ in range(dice.randint(1, len(str(most))))))
        start = dice.randint(1, most)
        while not self._likes(start):
            start = dice.randint(1, most)
        return start

    def _likes(self, number: int) -> bool:
        """Whether a number may be given: unless only zeros come and go, it does not end in one."""
        ends_well = number % 10 != 0 or self._steps.multiplier % 10 == 0
        return ends_well and self._parameters.favours(number)

    def _only_round(self, start: int) -> list[int] | None:
        """The round from a number, if there is just one and that is seen."""
        from quincunx.families.power_strike.catalogue import only_round

        try:
            return only_round(self._steps.multiplier, start, self._size)
        except TooManyNumbersError:
            return None

    def _plain(self, path: Sequence[int]) -> bool:
        """Whether the numbers of a ring are such as were asked for."""
        if not self._parameters.zeros and any("0" in str(number) for number in path):
            return False
        if self._parameters.repeats:
            return True
        numbers = set(path)
        return len(numbers) == len(path) and not any(10 * number in numbers for number in numbers)


@cache
def single_givens(multiplier: int, cells: int) -> list[tuple[int, ...]] | None:
    """All rings that have a number which may be the only given, beginning with the smallest such
    number; None where there is no list of them."""
    from quincunx.families.power_strike.catalogue import CELLS, MULTIPLIERS, one_given

    known = multiplier in MULTIPLIERS and cells in CELLS
    catalogue = one_given() if known else None
    if catalogue is None:
        return None
    smallest: dict[frozenset[int], tuple[int, ...]] = {}
    for entry in catalogue:
        if (entry.measures["multiplier"], entry.measures["cells"]) == (multiplier, cells):
            ring = tuple(entry.solution)
            smallest[frozenset(ring)] = min(ring, smallest.get(frozenset(ring), ring))
    return list(smallest.values())


def _corners(steps: Steps, start: int, size: int, dice: Random) -> list[tuple[int, int]]:
    """Cells and numbers that divide the ring into stretches short enough; the last is the
    first again."""
    corners = [(0, start)]
    at, number = 0, start
    while size - at > SHORT:
        length = dice.randint(4, SHORT - 2)
        for _ in range(length):
            following = sorted(steps.following({number}))
            number = dice.choice([n for n in following if n <= BIGGEST])
        at += length
        corners.append((at, number))
    return [*corners, (size, start)]


def _needed(
    steps: list[list[Link]], path: Sequence[int], parameters: StrikeParameters, dice: Random
) -> list[int] | None:
    """The cells of a stretch that have to be given, beside those at its ends, so that there is
    one way along it; None if such cells would stand side by side and must not."""
    given = [0]
    steps = list(steps)
    while True:
        before, behind = _ways(steps), _ways([_reversed(step) for step in steps[::-1]])[::-1]
        if len(before[-1]) == 1 and sum(before[-1].values()) == 1:
            return given
        free = [
            at
            for at in range(1, len(steps))
            if at not in given
            and (
                parameters.neighbours
                or (at != len(steps) - 1 and not {at - 1, at + 1} & set(given))
            )
        ]
        if not free:
            return None
        ways = {at: before[at][path[at]] * behind[at][path[at]] for at in free}
        fewest = min(ways.values())
        at = dice.choice([at for at in free if ways[at] == fewest])
        given.append(at)
        steps[at - 1] = [link for link in steps[at - 1] if link[1] == path[at]]
        steps[at] = [link for link in steps[at] if link[0] == path[at]]


def _path(steps: list[list[Link]], dice: Random) -> list[int]:
    """One of all the ways along these links, each as likely as any other."""
    behind = _ways([_reversed(step) for step in steps[::-1]])[::-1]
    path = [steps[0][0][0]]
    for at, step in enumerate(steps[:-1], start=1):
        following = [number for before, number in step if before == path[-1]]
        weights = [behind[at].get(number, 0) for number in following]
        thrown = dice.randrange(sum(weights))
        for number, weight in zip(following, weights, strict=True):
            thrown -= weight
            if thrown < 0:
                path.append(number)
                break
    return path


def _ways(steps: list[list[Link]]) -> list[dict[int, int]]:
    """For each cell how many ways lead along the links to each number it can hold.

    >>> _ways([[(7, 14), (7, 49)], [(14, 4), (49, 4)]])
    [{7: 1}, {14: 1, 49: 1}, {4: 2}]
    """
    ways: list[dict[int, int]] = [{number: 1 for number, _ in steps[0]}]
    for step in steps:
        reached: dict[int, int] = {}
        for number, following in step:
            reached[following] = reached.get(following, 0) + ways[-1].get(number, 0)
        ways.append(reached)
    return ways


def _reversed(step: list[Link]) -> list[Link]:
    return [(following, number) for number, following in step]
