"""Changing the filling of many dodecagons until nothing needs to be given.

Vocabulary, beside that of `filling`:
  sharp  of a filling: its numbers leave few solutions, none but itself at best

A flower has 24 numbers for 91 cells. Annealed fillings, whose numbers are not vague one by one,
still have many rivals, and hardly ever none. So here the numbers are judged together: two cells
change places, and that stays if the rules then leave the cells fewer candidates, or hardly more.
Once few enough are left for a search to come to its end, solutions are counted instead, and what
leaves no more of them stays. Where a filling is stuck, another one is begun with.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import TypeAlias

from quincunx.families.base.maker import Bench
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.filling import UNIT, Filling, luck

Blunt: TypeAlias = tuple[int, int]
"""How many solutions there are, and how many candidates, as a sum of logarithms."""
SEARCHED = 110 * UNIT
"""Solutions are counted where fewer candidates are left than this."""
NODES = 400
"""A count that takes more nodes than this is none."""
MANY = 500
"""So many solutions, or more, are all the same."""
STALE = 400
"""A filling that was changed so many times without becoming sharper is stuck."""
SECOND = 3
"""One change in so many is followed by a second one at once."""
A_TRY = 20
"""So many changes make up a try: they take about as long as another filling."""
DOUBT = tuple(round(UNIT * log(max(1, number))) for number in range(11))
"""What a cell adds to the sum, by how many candidates it has."""


def sharpened(
    filling: Filling, puzzle_of: Callable[[Filling], SumStar], bench: Bench
) -> SumStar | None:
    """The puzzle of a filling without rivals, changed from this one; nothing if it got stuck."""
    sharpest = now = _blunt(puzzle_of(filling), bench)
    waited = changes = 0
    while now[0] > 1 and waited < STALE:
        changes += 1
        if changes % A_TRY == 0:
            bench.attempt()
        bench.near(f"{now[0]} solutions" if now[0] < MANY else "many solutions")
        other = filling.varied(bench.dice)
        if bench.dice.randrange(SECOND) == 0:
            other = other.varied(bench.dice)
        then = _blunt(puzzle_of(other), bench)
        if _stays(now, then, luck(bench.dice) // 4):
            filling, now = other, then
        waited = 0 if now < sharpest else waited + 1
        sharpest = min(sharpest, now)
    return puzzle_of(filling) if now[0] == 1 else None


def _stays(now: Blunt, then: Blunt, worse: int) -> bool:
    """Whether a change stays that leads from the one to the other; it may be a little worse."""
    if now[0] < MANY:
        return then[0] <= now[0]
    return then[0] < MANY or then[1] <= now[1] + worse


def _blunt(puzzle: SumStar, bench: Bench) -> Blunt:
    """How far a puzzle is from having one solution."""
    prepared = bench.prepare(puzzle.model(), puzzle.capabilities.labeling)
    left = sum(DOUBT[number] for number in prepared.candidates())
    if left < SEARCHED:
        found = prepared.search({}, MANY, NODES)
        if found.complete:
            return len(found.solutions), left
    return MANY, left
