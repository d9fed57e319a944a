"""Catalogues of Aztec Math: all pyramids that the digits on a pattern of cells determine.

Vocabulary:
  pattern  which cells are given, drawn row by row: `#` a given, `_` an open cell
  key      the digits of a filled pyramid at the givens of the pattern, from the top

All filled pyramids are built row by row from the top; a row is remembered with the keys so far,
and with each key the pyramid that has it, or `None` if there are several. A key that one
pyramid has in the end is a puzzle. The parts are the digits at the first given, so that equal
keys meet in the same part.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, permutations, product
from typing import TypeAlias

from quincunx.cp.limits import poll
from quincunx.errors import PuzzleError
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.checker import made_of
from quincunx.families.base.catalogue import Catalogue, Enumeration, Measure, shipped
from quincunx.families.base.givens import GIVEN, drawn_givens
from quincunx.families.base.validation import shown

Row: TypeAlias = tuple[int, ...]
Pyramid: TypeAlias = tuple[Row, ...]
PyramidsByKey: TypeAlias = dict[Row, Pyramid | None]
"""By key the pyramid so far; `None` if there are several."""

CLASSICS = {4: "#/__/_#_/#__#", 5: "#/__/#_#/____/#_#_#"}
"""By levels, the pattern of published pyramids."""
FEWEST_GIVENS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 4}
"""By levels, the fewest givens of a pyramid with one solution, from a list of all pyramids."""
DIGITS = range(1, 10)
TALLEST = 6
"""There are more than a billion pyramids of seven levels."""


class OnPattern(Enumeration[AztecMath]):
    """All pyramids with these cells given."""

    family = AztecMath
    symmetry = "are each other's mirror image, where the pattern is its own"
    measures = (
        Measure("levels", "levels of the pyramid", lambda one: len(one.rows)),
        Measure("top", "the digit given at the top, or 0", lambda one: one.rows[0][0] or 0),
    )

    def __init__(self, pattern: str) -> None:
        self.name = pattern
        self.bounds = f"pyramid with one solution in which the cells {pattern} are given"
        self.rows = pattern.split("/")
        levels = len(self.rows)
        if levels > TALLEST or not drawn_givens(pattern, range(1, levels + 1)):
            raise PuzzleError(
                f"aztec-math: pattern is {shown(pattern)}, expected 1 to {TALLEST} rows with "
                f"one cell more in each and at least one given, as in {CLASSICS[4]}"
            )

    def parts(self) -> list[str]:
        return [f"first given {digit}" for digit in DIGITS]

    def found(self, part: str) -> Iterator[tuple[AztecMath, list[list[int]]]]:
        symmetric = all(row == row[::-1] for row in self.rows)
        for pyramid in decided(self.rows, int(part.rpartition(" ")[2])):
            if not symmetric or pyramid <= tuple(row[::-1] for row in pyramid):
                yield self._puzzle(pyramid), [list(row) for row in pyramid]

    def pack(self, puzzle: AztecMath, solution: list[list[int]]) -> str:
        """The solution alone: the pattern says which cells are given."""
        return "".join(str(digit) for row in solution for digit in row)

    def unpack(self, text: str) -> tuple[AztecMath, list[list[int]]]:
        digits = iter(map(int, text))
        solution = [[next(digits) for _ in row] for row in self.rows]
        return self._puzzle(solution), solution

    def _puzzle(self, solution: Sequence[Sequence[int]]) -> AztecMath:
        rows = (zip(*row, strict=True) for row in zip(self.rows, solution, strict=True))
        given = (tuple(n if mark == GIVEN else None for mark, n in row) for row in rows)
        return AztecMath(tuple(given))


FOUR_GIVENS_PATTERNS = (
    "_/#_/_#_/__#_/___#_",
    "_/__/#_#/_#__/__#__",
    "_/__/_#_/#__#/_#___",
    "_/__/_#_/#___/_#__#",
)


class FourGivens(Enumeration[AztecMath]):
    """All pyramids of five levels with four givens, the fewest that determine one.

    All 4,216,658 filled pyramids of five levels were listed. On each of the 1,365 sets of four
    cells, those whose digits there occur in no other pyramid were counted: 18 on 8 sets. One of
    each and its mirror image is kept, on the patterns above. `python -m benchmarks.pyramids 5` goes
    through all sets.
    """

    family = AztecMath
    name = "four-givens"
    givens, levels = 4, 5
    bounds = f"pyramid of {levels} levels with one solution in which four digits are given"
    symmetry = "are each other's mirror image"
    measures = OnPattern.measures

    def parts(self) -> list[str]:
        patterns = FOUR_GIVENS_PATTERNS
        return [f"{pattern} {part}" for pattern in patterns for part in OnPattern(pattern).parts()]

    def found(self, part: str) -> Iterator[tuple[AztecMath, list[list[int]]]]:
        pattern, _, part = part.partition(" ")
        return OnPattern(pattern).found(part)


def on_pattern(pattern: str) -> Catalogue | None:
    """The catalogue of the pyramids on a pattern, if it ships with the package.

    >>> on_pattern("#/__") is None
    True
    """
    return shipped(OnPattern(pattern)) if pattern in CLASSICS.values() else None


def decided(pattern: Sequence[str], first: int) -> Iterator[Pyramid]:
    """The pyramids that the pattern's givens determine, with the digit `first` at the first given.

    >>> list(decided(["_", "##"], 5))
    [((1,), (5, 6)), ((2,), (5, 7)), ((3,), (5, 8)), ((4,), (5, 9))]
    """
    above: dict[Row, PyramidsByKey] = {(): {(): ()}}
    found: PyramidsByKey = {}
    for level, drawn in enumerate(pattern, 1):
        places = [at for at, mark in enumerate(drawn) if mark == GIVEN]
        below: dict[Row, PyramidsByKey] = {}
        for row in permutations(DIGITS, len(drawn)):
            poll()
            own = tuple(row[at] for at in places)
            # Nothing depends on the last row.
            known: PyramidsByKey = found if level == len(pattern) else {}
            for upper in rows_above(row):
                for key, pyramid in above.get(upper, {}).items():
                    longer = key + own
                    if longer[:1] in ((), (first,)):
                        if pyramid is None or longer in known:
                            known[longer] = None
                        else:
                            known[longer] = (*pyramid, row)
            if known:
                below[row] = known
        above = below
    for key in sorted(found):
        if (pyramid := found[key]) is not None:
            yield pyramid


def rows_above(row: Row) -> Iterator[Row]:
    """All rows that can stand right above another.

    >>> list(rows_above((8, 4, 5))), list(rows_above((7,)))
    ([(4, 9), (4, 1), (2, 9), (2, 1)], [()])
    """
    for upper in product(*(_above(a, b) for a, b in pairwise(row))):
        if len(set(upper)) == len(upper):
            yield upper


@cache
def _above(left: int, right: int) -> list[int]:
    """The digits that can stand above two others."""
    return [number for number in made_of(left, right) if number in DIGITS]
