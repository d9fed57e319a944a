"""Makes Aztec Math: fills a pyramid at random, and removes digits while one solution is left.

By default, pyramids of five levels have the pattern of the published ones, which has thousands of
puzzles.

Vocabulary:
  pattern  which cells are given, drawn row by row: `#` a given, `_` an open cell
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from quincunx.errors import PuzzleError
from quincunx.families.aztec_math import MAX_LEVELS, AztecMath
from quincunx.families.aztec_math.catalogue import (
    CLASSICS,
    FEWEST_GIVENS,
    FourGivens,
    OnPattern,
    on_pattern,
)
from quincunx.families.base.catalogue import AnyEnumeration, Catalogue, shipped
from quincunx.families.base.documents import body_of, givens_of
from quincunx.families.base.givens import GIVEN, SYMMETRIC, GivensMaker, drawn_givens, wrong_number
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Parameters, Sizes, choice_parameter, number_parameter
from quincunx.families.base.validation import shown

CLASSIC, ANY = "classic", "any"
USUAL = 5
"""The default number of levels."""
FIVE_GIVENS = "#/__/_#_/#__#/__#__"
SIX_LEVELS = ("#/__/_#_/#__#/_____/#__#_#", "#/__/#_#/____/_#_#_/#_____")
SEVERAL = (*(CLASSICS[USUAL], FIVE_GIVENS) * 2, CLASSICS[USUAL], *SIX_LEVELS)
"""Patterns that take turns where none is named. No two givens touch."""
MAX_GIVENS = MAX_LEVELS * (MAX_LEVELS + 1) // 2


@dataclass(frozen=True)
class AztecParameters(Parameters):
    """The height of the pyramid, and which of its digits are given."""

    family: ClassVar[str] = "aztec-math"

    levels: int = number_parameter("levels of the pyramid", USUAL, 2, MAX_LEVELS)
    givens: int | None = number_parameter(
        "how many digits are given; by default as few as are needed", None, 1, MAX_GIVENS
    )
    pattern: str = choice_parameter(
        f"which cells are given: {ANY}; {SYMMETRIC}; {CLASSIC}, as in published pyramids of 4 and "
        f"5 levels; or drawn, as in {CLASSICS[USUAL]}; by default {CLASSIC} with {USUAL} levels "
        f"and {ANY} with others",
        "",
    )

    def faults(self) -> Iterator[str]:
        cells = self.levels * (self.levels + 1) // 2
        drawn = self.drawn.count(GIVEN) if self.drawn else None
        yield from wrong_number(self.givens, cells, drawn)

    @property
    def drawn(self) -> str:
        """The pattern as it is drawn; empty if any pattern is allowed."""
        if self.pattern in ("", ANY, SYMMETRIC):
            return ""
        drawn = CLASSICS.get(self.levels, "") if self.pattern == CLASSIC else self.pattern
        if drawn_givens(drawn, range(1, self.levels + 1)) is None:
            example = CLASSICS.get(self.levels, CLASSICS[USUAL])
            raise PuzzleError(
                f"aztec-math: pattern is {shown(self.pattern)}, expected {ANY}, {SYMMETRIC}, "
                f"{CLASSIC} with 4 or 5 levels, or {self.levels} rows as in {example}"
            )
        return drawn


class AztecMaker(GivensMaker[AztecParameters, AztecMath]):
    """Makes pyramids."""

    parameters = AztecParameters
    rows_per_size = 100_000
    sizes = Sizes("levels", {4: GRADES[:1], 5: GRADES[:2], 6: GRADES[:3], 7: GRADES})
    mixture = tuple(AztecParameters(one.count("/") + 1, pattern=one) for one in SEVERAL)
    samples: ClassVar = {AztecParameters(): {"medium": 6250, "hard": 190}}

    def check(self, parameters: AztecParameters, unique: bool) -> None:
        super().check(parameters, unique)
        given = parameters.drawn.count(GIVEN) if parameters.drawn else parameters.givens
        fewest = FEWEST_GIVENS.get(parameters.levels, 0)
        if unique and given is not None and given < fewest:
            raise PuzzleError(
                f"aztec-math: no pyramid of {parameters.levels} levels has one solution with "
                f"{given} given, as a list of all pyramids shows, expected {fewest} or more"
            )

    def empty(self, parameters: AztecParameters) -> AztecMath:
        return AztecMath(tuple((None,) * i for i in range(1, parameters.levels + 1)))

    def enumerations(self) -> list[AnyEnumeration]:
        return [*(OnPattern(pattern) for pattern in CLASSICS.values()), FourGivens()]

    def enumeration(self, kind: str) -> AnyEnumeration:
        """A catalogue that ships with the package, or that of any pattern, as it is drawn."""
        return FourGivens() if kind == FourGivens.name else OnPattern(kind)

    def catalogue(self, parameters: AztecParameters) -> Catalogue | None:
        if (parameters.levels, parameters.givens, parameters.drawn) == (5, 4, ""):
            listed = shipped(FourGivens())
            return listed and listed.matching(lambda _: parameters.pattern != SYMMETRIC)
        return on_pattern(CLASSICS[USUAL] if self.others(parameters) else parameters.drawn)

    def others(self, parameters: AztecParameters) -> bool:
        """By default pyramids are like published ones, and then any others."""
        return parameters == AztecParameters()

    def placed(self, parameters: AztecParameters, puzzle: AztecMath, dice: Random) -> AztecMath:
        """As it is or mirrored, if the pattern stays the same."""
        mirrored = _mirrored(puzzle)
        same = {*givens_of(mirrored)} == {*givens_of(puzzle)}
        return dice.choice((puzzle, mirrored)) if same else puzzle

    def pattern(self, parameters: AztecParameters) -> list[int] | None:
        drawn = parameters.drawn
        return drawn_givens(drawn, range(1, parameters.levels + 1)) if drawn else None

    def forms(self, puzzle: AztecMath) -> tuple[str, ...]:
        return body_of(puzzle), body_of(_mirrored(puzzle))

    def solution_class(self, puzzle: AztecMath, solution: list[list[int]]) -> str:
        return self.canonical(AztecMath(tuple(map(tuple, solution))))


def _mirrored(puzzle: AztecMath) -> AztecMath:
    return AztecMath(tuple(row[::-1] for row in puzzle.rows))
