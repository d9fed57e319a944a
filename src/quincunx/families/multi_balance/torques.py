"""What the arms of a lever can weigh, with all digits different.

Vocabulary:
  arm    a cell of a line: its distance to the fulcrum, and the digits it may hold, 0 if it may
         stay empty
  side   the arms on one side of the fulcrum
  load   a torque together with the digits that make it, as one integer: digit d is bit d, and the
         torque is what is left of these
  ends   the least and the most that a side can weigh, as a person sees it: the largest digits go
         to the farthest arms
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import TypeAlias

Arm: TypeAlias = tuple[int, Sequence[int]]
Side: TypeAlias = Sequence[Arm]

DIGIT_BITS = 13
"""Digits are below this."""


def ends(side: Side) -> tuple[int, int]:
    """The least and the most that a side can weigh; nothing less or more is possible.

    >>> ends([(3, range(9)), (1, range(9))]), ends([(2, [1, 2]), (1, [1, 2]), (5, [0])])
    ((0, 31), (4, 5))
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


def combinations_of(arms: Side) -> int:
    """How many combinations of digits there are, balanced or not."""
    return prod(len(values) for _, values in arms)


def left_by_ways(sides: tuple[Side, Side]) -> list[list[int]] | None:
    """The digits of each arm, of one side and then of the other, that stand in some balance with
    different digits; None if there is no balance.

    >>> left_by_ways(([(1, range(5))], [(4, range(5))]))
    [[0, 4], [0, 1]]
    >>> left_by_ways(([(1, range(1, 3))], [(1, range(1, 3))])) is None
    True
    """
    reached = [_loads(side) for side in sides]
    balanced = _balanced(reached[0][-1], reached[1][-1])
    if not balanced[0]:
        return None
    left: list[list[int]] = []
    for side, loads, wanted in zip(sides, reached, balanced, strict=True):
        found: list[list[int]] = []
        for (distance, values), before in zip(side[::-1], loads[-2::-1], strict=True):
            kept: list[int] = []
            came_from: set[int] = set()
            for value in values:
                sources = _taken_off(wanted, distance, value) & before
                if sources:
                    kept.append(value)
                    came_from |= sources
            found.append(kept)
            wanted = came_from
        left += found[::-1]
    return left


def _loads(side: Side) -> list[set[int]]:
    """What the first arms can carry together: none of them, the first, the first two, ..."""
    reached = [{0}]
    for distance, values in side:
        loads: set[int] = set()
        for value in values:
            bit = 1 << value
            more = (distance * value << DIGIT_BITS) | bit
            loads |= (
                {load + more for load in reached[-1] if not load & bit} if value else reached[-1]
            )
        reached.append(loads)
    return reached


def _taken_off(loads: set[int], distance: int, value: int) -> set[int]:
    """The loads with a digit, without it."""
    if not value:
        return loads
    bit = 1 << value
    less = (distance * value << DIGIT_BITS) | bit
    return {load - less for load in loads if load & bit}


def _balanced(one: set[int], other: set[int]) -> tuple[set[int], set[int]]:
    """The loads of each side that some load of the other holds in balance."""
    by_torque: dict[int, list[int]] = {}
    for load in other:
        by_torque.setdefault(load >> DIGIT_BITS, []).append(load)
    digits = (1 << DIGIT_BITS) - 1
    kept: tuple[set[int], set[int]] = (set(), set())
    for load in one:
        against = [o for o in by_torque.get(load >> DIGIT_BITS, ()) if not load & o & digits]
        if against:
            kept[0].add(load)
            kept[1].update(against)
    return kept


def balances(sides: tuple[Side, Side]) -> Iterator[tuple[int, ...]]:
    """All balances: a digit for each arm, of one side and then of the other.

    >>> list(balances(([(1, range(6))], [(4, range(5)), (1, [0, 1])])))
    [(0, 0, 0), (4, 1, 0)]
    """
    arms = [*sides[0], *((-distance, values) for distance, values in sides[1])]
    yield from _balances(arms, (), 0)


def _balances(arms: Side, begun: tuple[int, ...], torque: int) -> Iterator[tuple[int, ...]]:
    if not arms:
        if torque == 0:
            yield begun
        return
    distance, values = arms[0]
    for value in values:
        if not value or value not in begun:
            yield from _balances(arms[1:], (*begun, value), torque + distance * value)
