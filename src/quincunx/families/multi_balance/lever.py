"""Arithmetic of a lever: the torques that its arms can have, with all digits different.

An arm is a cell of a lever: its distance to the fulcrum, and the digits it may hold, ascending,
0 among them if it may stay empty. A side is the arms on one side of the fulcrum. A balance is a
digit for every arm, such that both sides have the same torque.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from quincunx.cp.kernel.domain import bits_of
from quincunx.families.multi_balance.propagators import torque_bounds as bounds_of_arms

Arm: TypeAlias = tuple[int, Sequence[int]]
Side: TypeAlias = Sequence[Arm]
Load: TypeAlias = tuple[int, int, tuple[int, ...]]
"""A torque, the digits that make it (digit d is bit d), and the digit of each arm."""


def torque_bounds(side: Side) -> tuple[int, int]:
    """Bounds of the torque of a side, as a person sees them: large digits on the farthest arms.

    >>> torque_bounds([(3, range(9)), (1, range(9))])
    (0, 31)
    >>> torque_bounds([(2, [1, 2]), (1, [1, 2]), (5, [0])])
    (4, 5)
    """
    farthest = sorted(side, key=lambda arm: -arm[0])
    return bounds_of_arms([(distance, bits_of(list(values))) for distance, values in farthest])


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
