"""Makes Kakuros: a random filling of a random board gives the clues.

Nothing is taken away or added afterwards: the generator proves that a proposal has one solution,
and grades it if a grade is wanted. Digits near 1 and 9 are preferred, because there are fewer sets
of digits with a small or a large sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import ClassVar

from quincunx.families import Maker, MakerTools, Parameters, number_parameter
from quincunx_kakuro import BLOCK, DIGITS, Kakuro, Square

WEIGHTS = (9, 7, 3, 1, 1, 1, 3, 7, 9)
"""How often each digit is tried first."""


@dataclass(frozen=True)
class KakuroParameters(Parameters):
    """What can be asked for."""

    family: ClassVar[str] = "kakuro"
    size: int = number_parameter("rows and columns, without those of the first clues", 3, 2, 6)


class KakuroMaker(Maker[KakuroParameters, Kakuro]):
    """Proposes boards with a filling's sums as clues."""

    parameters = KakuroParameters

    def proposals(self, parameters: KakuroParameters, tools: MakerTools) -> Iterator[Kakuro]:
        while True:
            tools.attempt()
            digits = _filled(_blocks(parameters.size, tools.dice), tools.dice)
            if digits is not None:
                yield Kakuro(_with_clues(digits))


def _blocks(size: int, dice: Random) -> list[list[bool]]:
    """A square with some blocked cells, the same when it is turned by half a circle."""
    blocked = [[False] * size for _ in range(size)]
    for _ in range(size * size // 8):
        r, c = dice.randrange(size), dice.randrange(size)
        blocked[r][c] = blocked[size - 1 - r][size - 1 - c] = True
    return blocked


def _filled(blocked: Sequence[Sequence[bool]], dice: Random) -> list[list[int]] | None:
    """Random digits, 0 in blocked cells; none twice in a run. `None` if they do not work out."""
    filled: list[list[int]] = []
    for r, row in enumerate(blocked):
        filled.append([])
        for c, is_block in enumerate(row):
            above = takewhile(bool, (filled[other][c] for other in range(r - 1, -1, -1)))
            taken = {*above, *takewhile(bool, reversed(filled[r]))}
            free = [digit for digit in DIGITS if digit not in taken]
            if not (free or is_block):
                return None
            weights = [WEIGHTS[digit - 1] for digit in free]
            filled[r].append(0 if is_block else dice.choices(free, weights)[0])
    return filled if any(map(any, filled)) else None


def _with_clues(filled: Sequence[Sequence[int]]) -> tuple[tuple[Square, ...], ...]:
    """The board of a filling: blocked cells, and a row and a column before it, get the clues."""
    width = len(filled[0]) + 1
    whole = [[0] * width, *([0, *row] for row in filled)]

    def total(r: int, c: int, down: int, across: int) -> str:
        found = 0
        while (r := r + down) < len(whole) and (c := c + across) < width and whole[r][c]:
            found += whole[r][c]
        return str(found or "")

    def square(r: int, c: int) -> Square:
        if whole[r][c]:
            return None
        clue = f"{total(r, c, 1, 0)}\\{total(r, c, 0, 1)}"
        return BLOCK if clue == "\\" else clue

    return tuple(tuple(square(r, c) for c in range(width)) for r in range(len(whole)))
