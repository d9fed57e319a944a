"""Making Aztec Math: fill a pyramid at random, then take digits away while one solution is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from quincunx.families._catalogue import AnyEnumeration
from quincunx.families._maker import Parameters, a_number, a_word
from quincunx.families._thinning import Group, ThinningMaker
from quincunx.families.aztec_math import MAX_LEVELS, AztecMath
from quincunx.grades import GRADES

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


class AztecMaker(ThinningMaker[AztecParameters, AztecMath]):
    """Makes pyramids."""

    parameters = AztecParameters

    def empty(self, parameters: AztecParameters) -> AztecMath:
        return AztecMath(tuple((None,) * i for i in range(1, parameters.levels + 1)))

    def groups(self, parameters: AztecParameters, cells: int) -> Iterator[Group]:
        return _groups(parameters.levels, parameters.givens == SYMMETRIC)

    def enumerations(self) -> list[AnyEnumeration]:
        from quincunx.families.aztec_math.enumerating import CLASSICS, OnPattern

        return [OnPattern(pattern) for pattern in CLASSICS.values()]

    def enumeration(self, kind: str) -> AnyEnumeration:
        """A pattern as it is drawn: any will do."""
        from quincunx.families.aztec_math.enumerating import OnPattern

        return OnPattern(kind)

    def grades(self, parameters: AztecParameters) -> tuple[str, ...]:
        return GRADES[: max(1, parameters.levels - 2)]

    def forms(self, puzzle: AztecMath) -> tuple[str, ...]:
        return puzzle.body(), AztecMath(tuple(row[::-1] for row in puzzle.rows)).body()


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
