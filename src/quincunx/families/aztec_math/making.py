"""Making Aztec Math: fill a pyramid at random, then take digits away while one solution is left.

Vocabulary:
  given  a digit that is printed
  group  the cells whose givens come and go together: one, or one and its mirror image

A group can be spared when, with all the other givens, its cells cannot hold anything else. What
cannot be spared at some time cannot be spared later, when there are fewer givens; so it is
enough to look at every group once, and no given of the puzzle that remains can go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, TypeAlias

from quincunx.families._maker import Bench, Maker, Parameters, Prepared, a_number, a_word
from quincunx.families.aztec_math import MAX_LEVELS, AztecMath, Digits
from quincunx.grades import GRADES

Numbers: TypeAlias = tuple[int, ...]
Group: TypeAlias = tuple[int, ...]

FEWEST, SYMMETRIC = "fewest", "symmetric"


@dataclass(frozen=True)
class AztecParameters(Parameters):
    """How tall the pyramid is, and which of its digits are given."""

    family: ClassVar[str] = "aztec-math"

    levels: int = a_number("levels of the pyramid", 4, 2, MAX_LEVELS)
    givens: str = a_word(
        "which digits are given: fewest, so that none can be spared, or symmetric, so that left "
        "and right mirror each other; more where a grade asks for them",
        (FEWEST, SYMMETRIC),
    )


class AztecMaker(Maker[AztecParameters, AztecMath]):
    """Makes pyramids."""

    parameters = AztecParameters

    def proposals(self, parameters: AztecParameters, bench: Bench) -> Iterator[AztecMath]:
        empty = AztecMath(tuple((None,) * i for i in range(1, parameters.levels + 1)))
        prepared = bench.prepare(empty.model(), empty.labeling)
        mirrored = parameters.givens == SYMMETRIC
        while True:
            bench.attempt()
            numbers = prepared.fill(bench.dice)
            if numbers is None:
                continue
            groups = list(_groups(parameters.levels, mirrored))
            bench.dice.shuffle(groups)
            if bench.unique:
                kept = _needed(groups, numbers, prepared, bench)
            else:
                kept = groups[: bench.dice.randrange(len(groups))]
            yield _printed(empty, numbers, {place for group in kept for place in group})

    def grades(self, parameters: AztecParameters) -> tuple[str, ...]:
        return GRADES[: parameters.levels - 1]

    def forms(self, puzzle: AztecMath) -> tuple[str, ...]:
        return puzzle.body(), AztecMath(tuple(row[::-1] for row in puzzle.rows)).body()

    def easier(
        self, parameters: AztecParameters, puzzle: AztecMath, solution: Digits, dice: Random
    ) -> AztecMath | None:
        given = {at for at, (i, j) in enumerate(puzzle.cells) if puzzle.rows[i - 1][j - 1]}
        groups = _groups(parameters.levels, parameters.givens == SYMMETRIC)
        open_groups = [group for group in groups if not given.issuperset(group)]
        if len(open_groups) < 2:
            return None
        given.update(dice.choice(open_groups))
        return _printed(puzzle, [digit for row in solution for digit in row], given)


def _groups(levels: int, mirrored: bool) -> Iterator[Group]:
    """The groups of a pyramid, by the places of their cells.

    >>> list(_groups(3, mirrored=True))
    [(0,), (1, 2), (3, 5), (4,)]
    """
    place = 0
    for i in range(1, levels + 1):
        for j in range(i):
            other = i - 1 - j
            if not mirrored or j == other:
                yield (place + j,)
            elif j < other:
                yield (place + j, place + other)
        place += i


def _needed(groups: list[Group], numbers: Numbers, prepared: Prepared, bench: Bench) -> list[Group]:
    """What is left when every group was taken away that can be spared, in this order."""
    kept = list(groups)
    for at, group in enumerate(groups):
        bench.near(f"{at} of {len(groups)} cells looked at, {len(kept)} givens left")
        others = {place: (numbers[place],) for other in kept if other != group for place in other}
        found = prepared.search(others, 2)
        if found.complete and len(found.solutions) == 1:
            kept.remove(group)
    return kept


def _printed(puzzle: AztecMath, numbers: Sequence[int], given: set[int]) -> AztecMath:
    """The pyramid with just these places given."""
    rows = puzzle.solution([number if at in given else 0 for at, number in enumerate(numbers)])
    return AztecMath(tuple(tuple(digit or None for digit in row) for row in rows))
