"""What can be chosen about Power Strikes that are made, and which rings there are.

Vocabulary:
  pattern  which cells are given, drawn round the ring: `#` a given, `_` an open cell
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quincunx.errors import PuzzleError
from quincunx.families.base.maker import Parameters, a_number, a_switch, a_text
from quincunx.families.base.validation import shown

SHORT = 10
"""Most steps of which all ways are looked at."""
STARTS = (99, 99, 999)
"""What a ring begins with is at most one of these."""
BEYOND = 9_999
"""So large may a single given be that is in no list."""
MULTIPLIERS = range(2, 10)
"""What the dice choose the multiplier from,"""
SIZES = range(5, 12)
"""and the number of cells."""
NO_RING = {2: (2, 3, 4), 4: (2,), 8: (2, 3), 12: (3,)}
"""By multiplier, the numbers of cells in which no number, however large, leads back to itself.

Let N be multiplied by K in all, then lose some digits and be N again. Let B be the last j digits,
those behind the last that is lost. N and K N both end in B, and have it in the same place. So
(K - 1) B is X 10^j for a whole number X; and X is less than K - 1, since B is less than 10^j.

- K is 2, 4 or 8: X is a sum of digits lost and pieces kept, with no minus in it; K - 1 has no
  factor in common with 10, so it divides X, which is 0 then, and so is N.
- K is 64 or 144, and one digit d is lost: X is d less (K - 10) times what stands before it, which
  is nothing then; so K - 1 divides d, and 63 and 143 do not.
- K is 12, and two digits are lost, with i digits between them: 11 divides X, which is 0 then. But
  X has a minus only before twice what these i digits are, less than 2 10^i, and the digits before
  them add at least 10 10^i.

What is left is 2 with 4 cells, by turns doubled and short a digit. Both numbers then have equally
many digits, L, and doubled one more, so that a 1 leads. If it stayed, the next double would be too
short; so it is lost both times: N = 2 (2 N - 10^L) - 10^L, which makes N 10^L, a digit too long.
"""
GIVEN, OPEN = "#", "_"


@dataclass(frozen=True)
class StrikeParameters(Parameters):
    """How many cells the ring has, what stands in its middle, and what is given."""

    family: ClassVar[str] = "power-strike"

    cells: int | None = a_number(
        f"cells of the ring; the dice choose {SIZES[0]} to {SIZES[-1]} if you do not", None, 2, 24
    )
    multiplier: int | None = a_number(
        "the number in the middle; the dice choose one up to 9 if you do not", None, 2, 12
    )
    givens: int | None = a_number(
        "how many numbers are given; unless you say one, or where none is found that will do, so "
        "many that none can be spared",
        None,
        1,
        23,
    )
    fewest: bool = a_switch(
        f"whether it is proved that no fewer numbers of the solution would do, up to {SHORT} cells",
        False,
    )
    pattern: str = a_text("which cells are given, drawn as in #___#___", "")
    neighbours: bool = a_switch("whether givens may stand side by side", False)
    zeros: bool = a_switch("whether numbers may hold a zero", True)
    repeats: bool = a_switch(
        "whether a number may come twice, or one be ten times another, as all are with multiplier "
        "10",
        False,
    )
    favour: str = a_text("digits that givens shall be made of, as in 123", "")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pattern:
            self._check_pattern()
        cells = self.cells
        times = self.multiplier
        if cells is not None and times is not None and not ring_exists(times, cells):
            other = [n for n in range(2, 9) if ring_exists(times, n)]
            raise PuzzleError(
                f"power-strike: cells is {cells}, but with multiplier {times} no "
                "number, however large, leads back to itself in so many steps, expected "
                f"{', '.join(map(str, other))}, ..."
            )
        if times == 10 and not self.repeats:
            # Times 10 and back: see `ring_exists`.
            raise PuzzleError(
                "power-strike: multiplier is 10, so that of two numbers side by side one is ten "
                "times the other, expected repeats to be allowed, or another multiplier"
            )
        if cells is not None and self.givens is not None and self.givens >= cells:
            raise PuzzleError(
                f"power-strike: givens is {self.givens} of {cells} cells, expected fewer"
            )
        self._check_room()
        if self.fewest and (cells is not None and cells > SHORT):
            raise PuzzleError(f"power-strike: fewest with {cells} cells, expected at most {SHORT}")
        if set(self.favour) - set("123456789"):
            raise PuzzleError(
                f"power-strike: favour is {shown(self.favour)}, expected digits from 1 to 9"
            )

    def _check_room(self) -> None:
        """Refuse more givens than a ring has room for."""
        cells = SIZES[-1] if self.cells is None else self.cells
        most = cells - 1 if self.neighbours else cells // 2
        if self.givens is not None and not self.pattern and self.givens > most:
            apart = "" if self.neighbours else ", none beside another"
            raise PuzzleError(
                f"power-strike: givens is {self.givens} of {cells} cells{apart}, expected at most "
                f"{most}"
            )

    def _check_pattern(self) -> None:
        wrong = set(self.pattern) - {GIVEN, OPEN} or not 2 <= len(self.pattern) <= 24
        if wrong or GIVEN not in self.pattern or OPEN not in self.pattern:
            raise PuzzleError(
                f"power-strike: pattern is {shown(self.pattern)}, expected 2 to 24 cells as in "
                "#___#___"
            )
        for name, value, drawn in (
            ("cells", self.cells, len(self.pattern)),
            ("givens", self.givens, self.pattern.count(GIVEN)),
        ):
            if value not in (None, drawn):
                raise PuzzleError(
                    f"power-strike: {name} is {value}, but the pattern has {drawn}, expected one "
                    "of the two"
                )

    @property
    def size(self) -> int | None:
        """The number of cells, where it was said."""
        return len(self.pattern) or self.cells

    @property
    def single(self) -> bool:
        """Whether a single given was asked for."""
        return self.givens == 1 or self.pattern.count(GIVEN) == 1

    def favours(self, number: int) -> bool:
        """Whether a number is made of favoured digits, if there are any."""
        return not self.favour or not set(str(number)) - set(self.favour)


def ring_exists(multiplier: int, cells: int) -> bool:
    """Whether some number leads back to itself in so many steps.

    Times 10 adds a zero and no other digit, so only zeros can be removed, one at a time; so the
    number of steps is even.
    """
    if multiplier == 10:
        return cells % 2 == 0
    return cells not in NO_RING.get(multiplier, ())
