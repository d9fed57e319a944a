"""The pyramids of five levels that four givens decide: no fewer ever do.

All 4,216,658 pyramids of five levels were listed, and it was counted for each of the 1,365 sets of
four cells how many of them are the only ones with their digits there. There are 18 on 8 sets of
cells; of each and its mirror image one is kept here, on the patterns below. Whoever lists them
again goes through these patterns; `python -m benchmarks.pyramids 5` goes through all sets.

Vocabulary: that of `enumerating`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.catalogue import OnPattern
from quincunx.families.base.catalogue import Enumeration

LEVELS, GIVENS = 5, 4
PATTERNS = (
    "_/#_/_#_/__#_/___#_",
    "_/__/#_#/_#__/__#__",
    "_/__/_#_/#__#/_#___",
    "_/__/_#_/#___/_#__#",
)


class FourGivens(Enumeration[AztecMath]):
    """All pyramids of five levels with four givens."""

    family = AztecMath
    name = "four-givens"
    bounds = f"pyramid of {LEVELS} levels with one solution in which four digits are given"
    symmetry = "are each other's mirror image"
    measures = OnPattern.measures

    def parts(self) -> list[str]:
        return [f"{pattern} {part}" for pattern in PATTERNS for part in OnPattern(pattern).parts()]

    def found(self, part: str) -> Iterator[tuple[AztecMath, Any]]:
        pattern, _, part = part.partition(" ")
        return OnPattern(pattern).found(part)

    def measured(self, puzzle: AztecMath) -> dict[str, int]:
        return OnPattern(PATTERNS[0]).measured(puzzle)
