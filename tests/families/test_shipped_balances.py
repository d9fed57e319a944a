"""The catalogues of Multi-Balance that come with the program: how many puzzles fit on which board,
and that every published one is among them."""

from __future__ import annotations

import pytest

from quincunx.families._shipped import shipped
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.catalogues import ENUMERATIONS
from quincunx.families.multi_balance.making import BalanceMaker
from quincunx.published import gallery
from quincunx.solving import verdict


def test_published_boards_lie_in_their_catalogues() -> None:
    maker = BalanceMaker()
    forms: dict[int, set[str]] = {}
    for enumeration in ENUMERATIONS:
        catalogue = shipped(enumeration)
        if catalogue is not None:
            forms[enumeration.digits] = {entry.puzzle.body() for entry in catalogue}
    seen = 0
    for entry in gallery().values():
        puzzle = entry.puzzle
        if isinstance(puzzle, MultiBalance) and not puzzle.givens():
            held = bool(forms[puzzle.digits] & {*maker.forms(puzzle)})
            assert held == (verdict(puzzle) == "unique"), entry.name
            seen += held
    assert seen >= 8


@pytest.mark.parametrize(
    ("digits", "side", "number"),
    [
        (4, 20, 3),
        (6, 12, 17),
        (6, 15, 143),
        (7, 12, 7),
        (7, 15, 75),
        (8, 12, 270),
        (8, 15, 3_221),
        (9, 12, 851),
        (9, 13, 2_840),
        (9, 15, 9_133),
        (9, 14, 4_796),
    ],
)
def test_how_many_fit_on_a_board(digits: int, side: int, number: int) -> None:
    (enumeration,) = (each for each in ENUMERATIONS if each.digits == digits)
    catalogue = shipped(enumeration)
    assert catalogue is not None
    assert len(catalogue.within(rows=(1, side), columns=(1, side))) == number
