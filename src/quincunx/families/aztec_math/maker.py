"""Makes Aztec Math: fills a pyramid at random, and removes digits while one solution is left.

In published pyramids no two givens touch. With four levels there are only 30 such pyramids, up to
mirroring, all on one pattern; with five there are thousands on the pattern of published ones. By
default pyramids of five levels are on that pattern.

Vocabulary:
  pattern  which cells are given, drawn row by row: `#` a given, `_` an open cell
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar, cast

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
from quincunx.families.base.givens import GIVEN, OPEN, GivensMaker, Group, Style, wrong_number
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Parameters, Sizes, a_number, a_value
from quincunx.families.base.validation import shown

SYMMETRIC, CLASSIC, ANY = "symmetric", "classic", "any"
USUAL = 5
"""The default number of levels."""
FEWEST_UP_TO = 7
"""In taller pyramids it takes too long to prove that givens are the fewest possible."""
MOST_GIVENS = MAX_LEVELS * (MAX_LEVELS + 1) // 2


@dataclass(frozen=True)
class AztecParameters(Parameters):
    """The height of the pyramid, and which of its digits are given."""

    family: ClassVar[str] = "aztec-math"

    levels: int = a_number("levels of the pyramid", USUAL, 2, MAX_LEVELS)
    givens: int | None = a_number(
        "how many digits are given; by default as many as are needed, none of which can be spared",
        None,
        1,
        MOST_GIVENS,
    )
    fewest: bool = a_value(
        "whether it is proved that no fewer digits of the solution would do, "
        f"up to {FEWEST_UP_TO} levels",
        False,
    )
    pattern: str = a_value(
        f"which cells are given: {ANY}; {SYMMETRIC}, so that left and right mirror each other; "
        f"{CLASSIC}, as in published pyramids of 4 and 5 levels; or drawn, as in "
        f"{CLASSICS[USUAL]}; by default {CLASSIC} with {USUAL} levels and {ANY} with others",
        "",
    )
    neighbours: bool = a_value("whether givens may touch", True)
    favour: str = a_value("digits that should occur often, as in 123", "")

    def faults(self) -> Iterator[str]:
        cells = self.levels * (self.levels + 1) // 2
        drawn = self.drawn.count(GIVEN) if self.drawn else None
        apart = _touching(self.levels) if not self.neighbours and not self.drawn else None
        yield from wrong_number(self.givens, cells, apart, drawn)
        if self.fewest and self.drawn:
            yield "fewest with a pattern, expected no pattern that is drawn"
        if self.fewest and self.levels > FEWEST_UP_TO:
            yield f"fewest with {self.levels} levels, expected at most {FEWEST_UP_TO}"
        yield from self.digit_faults(self.favour)

    @property
    def drawn(self) -> str:
        """The pattern as it is drawn; empty if any pattern is allowed."""
        if self.pattern in ("", ANY, SYMMETRIC):
            return ""
        drawn = CLASSICS.get(self.levels, "") if self.pattern == CLASSIC else self.pattern
        lengths = [len(row) for row in drawn.split("/")]
        if set(drawn) - {GIVEN, OPEN, "/"} or lengths != [*range(1, self.levels + 1)]:
            example = CLASSICS.get(self.levels, CLASSICS[USUAL])
            raise PuzzleError(
                f"aztec-math: pattern is {shown(self.pattern)}, expected {ANY}, {SYMMETRIC}, "
                f"{CLASSIC} with 4 or 5 levels, or {self.levels} rows as in {example}"
            )
        return drawn

    @property
    def given(self) -> int | None:
        """The number of given digits, if the parameters fix it."""
        return self.drawn.count(GIVEN) if self.drawn else self.givens

    @property
    def sparse(self) -> bool:
        """Whether these are the pyramids with the fewest givens, which are all known."""
        return (self.levels, self.given) == (FourGivens.levels, FourGivens.givens)

    @property
    def usual(self) -> bool:
        """Whether all parameters have their defaults: then pyramids are like published ones."""
        return self == AztecParameters()


class AztecMaker(GivensMaker[AztecParameters, AztecMath]):
    """Makes pyramids."""

    parameters = AztecParameters
    sizes = Sizes("levels", {4: GRADES[:1], 5: GRADES[:3], 6: GRADES, 7: GRADES})
    samples: ClassVar = {
        AztecParameters(4): {"easy": 200},
        AztecParameters(5): {"easy": 772, "medium": 5122, "hard": 546},
        AztecParameters(6): {"easy": 75, "medium": 60, "hard": 53, "expert": 12},
    }

    def check(self, parameters: AztecParameters, unique: bool) -> None:
        given = parameters.given
        fewest = FEWEST_GIVENS.get(parameters.levels, 0)
        if unique and given is not None and given < fewest:
            raise PuzzleError(
                f"aztec-math: no pyramid of {parameters.levels} levels has one solution with "
                f"{given} given, as a list of all pyramids shows, expected {fewest} or more"
            )
        if unique and parameters.sparse and not self.catalogue(parameters):
            raise PuzzleError(
                f"aztec-math: only 18 pyramids of {FourGivens.levels} levels have one solution "
                f"with {FourGivens.givens} given, as a list of all pyramids shows, and in none of "
                f"them are they given so, expected other cells, or {FourGivens.givens + 1} or more"
            )

    def empty(self, parameters: AztecParameters) -> AztecMath:
        return AztecMath(tuple((None,) * i for i in range(1, parameters.levels + 1)))

    def groups(self, parameters: AztecParameters, cells: int) -> Iterator[Group]:
        return _groups(parameters.levels, parameters.pattern == SYMMETRIC)

    def enumerations(self) -> list[AnyEnumeration]:
        return [*(OnPattern(pattern) for pattern in CLASSICS.values()), FourGivens()]

    def enumeration(self, kind: str) -> AnyEnumeration:
        """A catalogue that ships with the package, or that of any pattern, as it is drawn."""
        return FourGivens() if kind == FourGivens.name else OnPattern(kind)

    def catalogue(self, parameters: AztecParameters) -> Catalogue | None:
        if parameters.sparse:
            # There are too few of them to choose the digits as well.
            listed = shipped(FourGivens())
            return listed and listed.those(
                lambda entry: _given_so(parameters, cast("AztecMath", entry.puzzle))
            )
        if parameters.favour:
            return None
        if parameters.usual:
            return on_pattern(CLASSICS[USUAL])
        few = parameters.givens is None and not parameters.fewest and not parameters.drawn
        if few and parameters.levels == 4 and not parameters.neighbours:
            # All 118,272 fillings were checked: no other pattern without touching givens
            # determines any of them.
            return on_pattern(CLASSICS[4])
        return on_pattern(parameters.drawn)

    def others(self, parameters: AztecParameters) -> bool:
        return parameters.usual

    def placed(self, parameters: AztecParameters, puzzle: AztecMath, dice: Random) -> AztecMath:
        """As it is or mirrored, if the pattern stays the same."""
        mirrored = _mirrored(puzzle)
        if parameters.sparse:
            both = (puzzle, mirrored)
            drawn = parameters.drawn
            return dice.choice([each for each in both if drawn in ("", _pattern_of(each))])
        same = {*givens_of(mirrored)} == {*givens_of(puzzle)}
        return dice.choice((puzzle, mirrored)) if same else puzzle

    def style(self, parameters: AztecParameters, cells: int) -> Style:
        touching = None if parameters.neighbours else _touching(parameters.levels)
        return Style(parameters.givens, parameters.fewest, touching)

    def pattern(self, parameters: AztecParameters) -> list[int] | None:
        if not parameters.drawn:
            return None
        cells = parameters.drawn.replace("/", "")
        return [at for at, cell in enumerate(cells) if cell == GIVEN]

    def favoured(self, parameters: AztecParameters) -> str:
        return parameters.favour

    def forms(self, puzzle: AztecMath) -> tuple[str, ...]:
        return body_of(puzzle), body_of(_mirrored(puzzle))

    def solution_class(self, puzzle: AztecMath, solution: list[list[int]]) -> str:
        return self.canonical(AztecMath(tuple(map(tuple, solution))))


def _mirrored(puzzle: AztecMath) -> AztecMath:
    return AztecMath(tuple(row[::-1] for row in puzzle.rows))


def _pattern_of(puzzle: AztecMath) -> str:
    """Which cells of a puzzle are given.

    >>> _pattern_of(AztecMath(((9,), (None, 5))))
    '#/_#'
    """
    return "/".join("".join(GIVEN if digit else OPEN for digit in row) for row in puzzle.rows)


def _given_so(parameters: AztecParameters, puzzle: AztecMath) -> bool:
    """Whether the givens of a puzzle, or of its mirror image, satisfy the parameters."""
    both = {_pattern_of(puzzle), _pattern_of(_mirrored(puzzle))}
    if parameters.drawn and parameters.drawn not in both:
        return False
    if parameters.pattern == SYMMETRIC and len(both) > 1:
        return False
    cells = _pattern_of(puzzle).replace("/", "")
    given = {at for at, cell in enumerate(cells) if cell == GIVEN}
    touching = any(near & given for at, near in _touching(puzzle.levels).items() if at in given)
    return parameters.neighbours or not touching


def _groups(levels: int, mirrored: bool) -> Iterator[Group]:
    """The groups of a pyramid, by the indices of their cells.

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


def _touching(levels: int) -> dict[int, set[int]]:
    """For each cell those beside, above and below it, by their indices.

    >>> _touching(2)
    {0: {1, 2}, 1: {0, 2}, 2: {0, 1}}
    """
    place = {
        (i, j): at for at, (i, j) in enumerate((i, j) for i in range(levels) for j in range(i + 1))
    }
    around = ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1))
    return {
        at: {place[i + a, j + b] for a, b in around if (i + a, j + b) in place}
        for (i, j), at in place.items()
    }
