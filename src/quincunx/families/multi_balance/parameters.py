"""What can be chosen about Multi-Balances that are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quincunx.errors import PuzzleError
from quincunx.families.base.maker import Parameters, a_number, a_switch
from quincunx.families.multi_balance.catalogue import SIDES, SMALLEST
from quincunx.families.multi_balance.forms import MAX_SIDE
from quincunx.families.multi_balance.placements import shapes


@dataclass(frozen=True)
class BalanceParameters(Parameters):
    """How many digits are placed, and how large the board is."""

    family: ClassVar[str] = "multi-balance"

    digits: int = a_number("how many digits are placed", 8, min(SIDES), max(SIDES))
    rows: int = a_number("rows of the board", 12, 4, MAX_SIDE)
    columns: int = a_number("columns of the board", 12, 4, MAX_SIDE)
    crop: bool = a_switch("cut off rows and columns outside of all fulcrums", False)
    givens: int | None = a_number(
        "how many digits are given; unless you say none, or as many as a grade takes",
        None,
        0,
        max(SIDES) - 1,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not shapes(self.digits):
            most = self.digits // 2
            raise PuzzleError(
                f"multi-balance: {self.digits} digits fit on no board: with two or more in each "
                f"line they have at most {most} rows and {most} columns, which cross in "
                f"{most * most} cells; expected {', '.join(map(str, SIDES))} digits"
            )
        if self.givens is not None and self.givens >= self.digits:
            raise PuzzleError(
                f"multi-balance: givens is {self.givens} of {self.digits} digits, expected fewer"
            )

    def fits(self, height: int, width: int) -> bool:
        """Whether a board so large fits, turned if need be."""
        short, long = sorted((self.rows, self.columns))
        return min(height, width) <= short and max(height, width) <= long

    @property
    def too_small(self) -> bool:
        """Whether the board is known to have no room for a puzzle without givens."""
        listed = max(self.rows, self.columns) <= SIDES[self.digits]
        return listed and not any(self.fits(*box) for box in SMALLEST[self.digits])
