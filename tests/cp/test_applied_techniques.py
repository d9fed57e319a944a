"""Ways to look at a constraint: what each finds, and that it leaves the rest to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import pytest

from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.cp.model import Model
from quincunx.cp.words.propagators import AlreadyThere, OnlyPlaces, Residues, SmallSets
from quincunx.families import AnyPuzzle
from quincunx.reasoning.candidates import Candidates
from quincunx.reasoning.path import Path
from quincunx.solving import solve
from tests.reasoning.puzzles import GALLERY, MADE

EXACTLY_1_TO_3 = dict.fromkeys((1, 2, 3), (1, 1))
"""Each of 1, 2 and 3 once, whatever else there is."""
AT_MOST_ONCE = dict.fromkeys(range(1, 5), (0, 1))


def left(
    domains: Sequence[Sequence[int]], make: Callable[..., Propagator], *arguments: object
) -> list[list[int]] | None:
    """What one look leaves of variables with these values; nothing is a contradiction."""
    model = Model()
    for number, values in enumerate(domains):
        model.variable(f"x{number}", values)
    candidates = Candidates(model, {})
    variables: list[Variable] = list(candidates.variables)
    changes = candidates.deduce([make(variables, *arguments)])
    if changes is None:
        return None
    after = {change.variable: change.after for change in changes}
    return [
        list(candidates.values(v.index, after.get(v.index, v.bits))) for v in candidates.variables
    ]


@pytest.mark.parametrize(
    ("domains", "coefficients", "constant", "modulus", "expected"),
    [
        # Even and odd: with an even number, another even one makes an even sum.
        ([[2, 4], [1, 2, 3]], [1, 1], 10, 2, [[2, 4], [2]]),
        # Twice anything is even, so it does not matter what it is.
        ([[1, 2], [1, 2, 3]], [2, 1], 7, 2, [[1, 2], [1, 3]]),
        # Last digits: 5 + 8 ends in 3, and 15 + 18 does, too; sizes are not its business.
        ([[5, 15, 50], [3, 8, 18]], [1, 1], 33, 10, [[5, 15, 50], [3, 8, 18]]),
        ([[5, 15], [8, 18, 4]], [1, 1], 33, 10, [[5, 15], [8, 18]]),
        # Numbers below zero have remainders as well: 7 - 9 = -2.
        ([[7], [9, 8]], [1, -1], -2, 10, [[7], [9]]),
        ([[-3], [1, 3, 5]], [1, 1], 0, 10, [[-3], [3]]),
        # Three open: any of the first goes with some of the others.
        ([[1, 2], [1, 2], [1, 2]], [1, 1, 1], 4, 2, [[1, 2], [1, 2], [1, 2]]),
        ([[2, 4], [2, 4]], [1, 1], 7, 2, None),  # even and even is never odd
        ([[2, 4]], [0], 0, 2, [[2, 4]]),  # a number that does not count
        ([[2, 4]], [0], 1, 2, None),
        ([], [], 0, 2, []),
    ],
)
def test_remainders(
    domains: Sequence[Sequence[int]],
    coefficients: list[int],
    constant: int,
    modulus: int,
    expected: list[list[int]] | None,
) -> None:
    assert left(domains, Residues, coefficients, constant, modulus) == expected


@pytest.mark.parametrize(
    ("domains", "counts", "expected"),
    [
        ([[1], [1, 2], [1, 3]], AT_MOST_ONCE, [[1], [2], [3]]),
        ([[1], [1]], AT_MOST_ONCE, None),
        ([[1], [1], [1, 2]], {1: (0, 2)}, [[1], [1], [2]]),  # twice is allowed, thrice is not
        ([[5], [5, 6]], AT_MOST_ONCE, [[5], [5, 6]]),  # 5 may stand anywhere
        ([[1], [1, 2], [2, 3]], AT_MOST_ONCE, [[1], [2], [3]]),  # and on from there
        ([[1, 2], [1, 2], [1, 2, 3]], AT_MOST_ONCE, [[1, 2], [1, 2], [1, 2, 3]]),  # a set is none
        ([[1, 2], [2]], {1: (0, 0), 2: (0, 1)}, None),  # 1 stands nowhere, and 2 just once
    ],
)
def test_already_there(
    domains: Sequence[Sequence[int]],
    counts: dict[int, tuple[int, int]],
    expected: list[list[int]] | None,
) -> None:
    assert left(domains, AlreadyThere, counts) == expected


@pytest.mark.parametrize(
    ("domains", "counts", "expected"),
    [
        ([[1, 2, 5], [2, 3], [2, 3]], EXACTLY_1_TO_3, [[1], [2, 3], [2, 3]]),
        ([[2, 3], [2, 3], [2, 3]], EXACTLY_1_TO_3, None),  # 1 has no place
        ([[1, 2], [1, 2], [1, 5]], {5: (0, 1)}, [[1, 2], [1, 2], [1, 5]]),  # 5 need not be
        ([[1, 2], [1, 2], [3]], {1: (2, 2)}, [[1], [1], [3]]),  # two needed, two places
        ([[1, 2], [3, 4]], {1: (1, 1), 2: (1, 1)}, None),  # one place for two values
    ],
)
def test_only_places(
    domains: Sequence[Sequence[int]],
    counts: dict[int, tuple[int, int]],
    expected: list[list[int]] | None,
) -> None:
    assert left(domains, OnlyPlaces, counts) == expected


@pytest.mark.parametrize(
    ("domains", "counts", "expected"),
    [
        # Two cells with two values between them.
        ([[1, 2], [1, 2], [1, 2, 3, 4]], AT_MOST_ONCE, [[1, 2], [1, 2], [3, 4]]),
        # Three cells with three values, no two of them a pair.
        ([[1, 2], [2, 3], [1, 3], [1, 4]], AT_MOST_ONCE, [[1, 2], [2, 3], [1, 3], [4]]),
        # Two values with two cells left hold these cells.
        (
            [[1, 2, 5, 6], [1, 2, 7, 8], [3, 5, 6], [5, 6, 7]],
            EXACTLY_1_TO_3,
            [[1, 2], [1, 2], [3, 5, 6], [5, 6, 7]],
        ),
        # 1 stands somewhere already, so it does not fill one of two cells.
        ([[1], [1, 2, 5], [1, 2, 6]], EXACTLY_1_TO_3, [[1], [1, 2, 5], [1, 2, 6]]),
        # What may stand twice makes no set.
        ([[1, 2], [1, 2], [1, 2, 3]], {1: (0, 2), 2: (0, 1)}, [[1, 2], [1, 2], [1, 2, 3]]),
        # What need not occur is not hidden.
        ([[1, 2, 5], [1, 2, 6], [5, 6]], AT_MOST_ONCE, [[1, 2, 5], [1, 2, 6], [5, 6]]),
        # Four cells with four values are more than a person looks for.
        (
            [[1, 2, 3], [2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 5]],
            AT_MOST_ONCE,
            [[1, 2, 3], [2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 5]],
        ),
        # Three cells for two values: that cannot be.
        ([[1, 2], [1, 2], [1, 2]], AT_MOST_ONCE, None),
    ],
)
def test_small_sets(
    domains: Sequence[Sequence[int]],
    counts: dict[int, tuple[int, int]],
    expected: list[list[int]] | None,
) -> None:
    assert left(domains, SmallSets, counts) == expected


@pytest.mark.parametrize(
    "puzzle",
    [
        *(GALLERY[name] for name in ("c-note/1", "aztec-math/8", "multi-balance/85")),
        *(GALLERY[name] for name in ("power-strike/1", "sum-star/paper")),
        *MADE[::2],
    ],
    ids=lambda puzzle: puzzle.identifier,
)
def test_no_technique_of_a_family_loses_the_solution(puzzle: AnyPuzzle) -> None:
    """Whatever else is known: candidates are drawn at random, those of the solution among them."""
    path = Path(puzzle)
    candidates = path.candidates
    path.follow()
    assert solve(puzzle).verdict == "unique"
    right = [variable.bits for variable in candidates.variables]
    dice = Random(puzzle.identifier)
    for share in (0.1, 0.4, 0.8):
        state = {
            index: bits
            | (candidates.initial[index] & _some(candidates.initial[index], share, dice))
            for index, bits in enumerate(right)
        }
        for rule in candidates.rules:
            for look in rule.looks:
                ask = partial(candidates.deduce, look.propagators or rule.strong)
                changes = candidates.assuming(state, ask)
                assert changes is not None, (rule.constraint, look.technique)
                for change in changes:
                    assert right[change.variable] & change.after, (rule.constraint, look.technique)


def _some(bits: int, share: float, dice: Random) -> int:
    """Some of the bits, chosen at random."""
    kept = 0
    for position in range(bits.bit_length()):
        if dice.random() < share:
            kept |= 1 << position
    return kept
