"""Arithmetic of a lever: the torques that its arms can have, with all digits different.

An arm is a cell of a lever: its distance to the fulcrum, and the digits it may hold, ascending,
0 among them if it may stay empty. A side is the arms on one side of the fulcrum. A balance is a
digit for every arm, such that both sides have the same torque.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from quincunx.cp.kernel.engine import Variable as Unknown

Arm: TypeAlias = tuple[int, Sequence[int]]
Side: TypeAlias = Sequence[Arm]
Load: TypeAlias = tuple[int, int, tuple[int, ...]]
"""A torque, the digits that make it (digit d is bit d), and the digit of each arm."""
T = TypeVar("T")

MAX_CACHED = 2_048
"""Maximum number of entries of a cache: each takes half a kilobyte."""


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


def balances(sides: tuple[Side, Side]) -> list[tuple[int, ...]]:
    """All balances: a digit for each arm, of one side and then of the other.

    >>> balances(([(1, range(6))], [(4, range(5)), (1, [0, 1])]))
    [(0, 0, 0), (4, 1, 0)]
    """
    by_torque: dict[int, list[Load]] = {}
    for load in _loads(sides[1]):
        by_torque.setdefault(load[0], []).append(load)
    return [
        digits + others
        for torque, used, digits in _loads(sides[0])
        for _, also_used, others in by_torque.get(torque, ())
        if not used & also_used
    ]


def balanced_digits(sides: tuple[Side, Side]) -> list[list[int]] | None:
    """The digits of each arm that occur in some balance; `None` if there is none.

    >>> balanced_digits(([(1, range(5))], [(4, range(5))]))
    [[0, 4], [0, 1]]
    >>> balanced_digits(([(1, range(1, 3))], [(1, range(1, 3))])) is None
    True
    """
    found = balances(sides)
    return [sorted(set(digits)) for digits in zip(*found, strict=True)] if found else None


def _loads(side: Side) -> list[Load]:
    """All ways to fill the arms of a side with different digits."""
    loads: list[Load] = [(0, 0, ())]
    for distance, values in side:
        loads = [
            (torque + distance * value, used | bit, (*digits, value))
            for value, bit in [(value, value and 1 << value) for value in values]
            for torque, used, digits in loads
            if not used & bit
        ]
    return loads


def cached_by_domains(cells: Sequence[Unknown], compute: Callable[[], T]) -> Callable[[], T]:
    """Cache a function of the current domains of some cells; results must not be modified.

    Trying values one after the other leads back to the same lines with the same digits left: four
    times of five in the puzzles that are hardest to grade.
    """

    @lru_cache(MAX_CACHED)
    def computed(*domains: int) -> T:
        return compute()

    return lambda: computed(*[cell.bits for cell in cells])
