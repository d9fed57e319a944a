"""Arithmetic of a lever: the torques that its arms can have, with all digits different.

An arm is a cell of a lever: its distance to the fulcrum, and the digits it may hold, ascending,
0 among them if it may stay empty. A side is the arms on one side of the fulcrum. A balance is a
digit for every arm, such that both sides have the same torque.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

from quincunx.cp.kernel.engine import Variable as Unknown

Arm: TypeAlias = tuple[int, Sequence[int]]
Side: TypeAlias = Sequence[Arm]
Load: TypeAlias = int
"""A torque and the digits that make it: digit d is bit d, and the torque is shifted above these."""
T = TypeVar("T")

DIGIT_BITS = 13
"""Digits are below this."""
MAX_CACHED = 2_048
"""A cache is cleared when it has this many entries: each takes half a kilobyte."""


def torque_bounds(side: Side) -> tuple[int, int]:
    """Bounds of the torque of a side, as a person sees them: large digits on the farthest arms.

    >>> torque_bounds([(3, range(9)), (1, range(9))])
    (0, 31)
    >>> torque_bounds([(2, [1, 2]), (1, [1, 2]), (5, [0])])
    (4, 5)
    """
    distances = sorted((distance for distance, values in side if values[-1]), reverse=True)
    forced = sorted((distance for distance, values in side if values[0]), reverse=True)
    digits = sorted({value for _, values in side for value in values if value})
    least = sum(distance * digit for distance, digit in zip(forced, digits, strict=False))
    most = sum(distance * digit for distance, digit in zip(distances, digits[::-1], strict=False))
    return (
        max(least, sum(distance * values[0] for distance, values in side)),
        min(most, sum(distance * values[-1] for distance, values in side)),
    )


def balances(sides: tuple[Side, Side]) -> Iterator[tuple[int, ...]]:
    """All balances: a digit for each arm, of one side and then of the other.

    >>> list(balances(([(1, range(6))], [(4, range(5)), (1, [0, 1])])))
    [(0, 0, 0), (4, 1, 0)]
    """

    def extended(begun: tuple[int, ...], torque: int) -> Iterator[tuple[int, ...]]:
        if len(begun) == len(arms):
            if torque == 0:
                yield begun
            return
        distance, values = arms[len(begun)]
        for value in values:
            if not value or value not in begun:
                yield from extended((*begun, value), torque + distance * value)

    arms = [*sides[0], *((-distance, values) for distance, values in sides[1])]
    yield from extended((), 0)


def balanced_digits(sides: tuple[Side, Side]) -> list[list[int]] | None:
    """The digits of each arm that occur in some balance; `None` if there is none.

    >>> balanced_digits(([(1, range(5))], [(4, range(5))]))
    [[0, 4], [0, 1]]
    >>> balanced_digits(([(1, range(1, 3))], [(1, range(1, 3))])) is None
    True
    """
    reached = [_loads(side) for side in sides]
    balanced = _balanced_loads(reached[0][-1], reached[1][-1])
    if not balanced[0]:
        return None
    left: list[list[int]] = []
    for side, loads, wanted in zip(sides, reached, balanced, strict=True):
        found: list[list[int]] = []
        for (distance, values), before in zip(side[::-1], loads[-2::-1], strict=True):
            kept: list[int] = []
            came_from: set[Load] = set()
            for value in values:
                more = _load(distance, value)
                bit = more & -more
                sources = {load - more for load in wanted if load & bit == bit} & before
                if sources:
                    kept.append(value)
                    came_from |= sources
            found.append(kept)
            wanted = came_from
        left += found[::-1]
    return left


def _load(distance: int, value: int) -> Load:
    return distance * value << DIGIT_BITS | 1 << value if value else 0


def _loads(side: Side) -> list[set[Load]]:
    """The loads of the first arms together: of none of them, the first, the first two, ..."""
    reached: list[set[Load]] = [{0}]
    for distance, values in side:
        loads: set[Load] = set()
        for value in values:
            more = _load(distance, value)
            bit = more & -more
            loads |= {load + more for load in reached[-1] if not load & bit}
        reached.append(loads)
    return reached


def _balanced_loads(one: set[Load], other: set[Load]) -> tuple[set[Load], set[Load]]:
    """The loads of each side that balance some load of the other."""
    by_torque: dict[int, list[Load]] = {}
    for load in other:
        by_torque.setdefault(load >> DIGIT_BITS, []).append(load)
    digits = (1 << DIGIT_BITS) - 1
    kept: tuple[set[Load], set[Load]] = (set(), set())
    for load in one:
        against = [o for o in by_torque.get(load >> DIGIT_BITS, ()) if not load & o & digits]
        if against:
            kept[0].add(load)
            kept[1].update(against)
    return kept


class DomainCache(Generic[T]):
    """Caches a function of the current domains of some cells; results must not be modified.

    Trying values one after the other leads back to the same lines with the same digits left: four
    times of five in the puzzles that are hardest to grade.
    """

    def __init__(self, cells: Sequence[Unknown], compute: Callable[[], T]) -> None:
        self._cells = cells
        self._compute = compute
        self._results: dict[tuple[int, ...], T] = {}

    def __call__(self) -> T:
        domains = tuple([cell.bits for cell in self._cells])
        try:
            return self._results[domains]
        except KeyError:
            result = self._compute()
        if len(self._results) >= MAX_CACHED:
            self._results.clear()
        self._results[domains] = result
        return result
