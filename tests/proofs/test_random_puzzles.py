"""Random puzzles: certificates agree with the kernel.

`certify` fails by itself if a proof contradicts the kernel's verdict.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from quincunx import PuzzleError, parse, solve
from quincunx.families import AnyPuzzle
from quincunx.proofs import certify
from quincunx.proofs.certificate import STATEMENTS

TIMES = 60
"""Puzzles of each kind."""


def rows(dice: Random, marks: str, *sizes: int) -> str:
    """Rows of these sizes, with slashes between."""
    return "/".join("".join(dice.choices(marks, k=size)) for size in sizes)


def grid(dice: Random) -> str:
    size, target = dice.choice([(2, dice.randint(2, 60)), (3, dice.randint(15, 50))])
    return f"c-note:{target}:{rows(dice, '0123456789', *[size] * size)}"


def pyramid(dice: Random) -> str:
    return f"aztec-math:{rows(dice, '_' * 6 + '123456789', *range(1, dice.randint(3, 6)))}"


def ring(dice: Random) -> str:
    cells = [str(dice.randint(1, 60)), *dice.choices(["_"] * 7 + ["6", "12"], k=dice.randint(2, 7))]
    return f"power-strike:{dice.randint(1, 9)}{dice.choice(['', 'z'])}:{','.join(cells)}"


def board(dice: Random) -> str:
    return f"multi-balance:{dice.randint(2, 6)}:{rows(dice, '.' * 40 + '#' * 7 + '12', *[6] * 6)}"


def dodecagon(dice: Random) -> str:
    numbers = [dice.choice([*map(str, range(1, 25)), *["_"] * 8]) for _ in range(6)]
    return f"sum-star:0.0={','.join(numbers)}@{rows(dice, '_' * 8 + 'X123456789', 13)}"


def drawn(draw: Callable[[Random], str], dice: Random) -> AnyPuzzle:
    """The next that is a puzzle: givens must not break a rule on their own."""
    while True:
        with suppress(PuzzleError):
            return parse(draw(dice))


@pytest.mark.parametrize("draw", [grid, pyramid, ring, board, dodecagon])
def test_statements_agree_with_the_kernel(draw: Callable[[Random], str]) -> None:
    dice = Random(draw.__name__)
    seen: Counter[str] = Counter()
    for _ in range(TIMES):
        puzzle = drawn(draw, dice)
        made = certify(puzzle)
        assert made.statement == STATEMENTS[solve(puzzle).verdict], puzzle
        seen[made.statement] += 1
    # Two solutions need no proof.
    assert seen["unique"] + seen["none"] >= 10, seen
