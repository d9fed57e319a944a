"""The catalogues of Multi-Balance that come with the program: how many puzzles fit on which board,
how hard they are, and that every published one is among them."""

from __future__ import annotations

from collections import Counter

import pytest

from quincunx.families.base.catalogue_files import shipped
from quincunx.families.base.documents import body_of, givens_of
from quincunx.families.gallery import gallery
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.catalogue import ENUMERATIONS
from quincunx.families.multi_balance.maker import BalanceMaker
from quincunx.solving import verdict


@pytest.mark.slow
def test_published_boards_lie_in_their_catalogues() -> None:
    maker = BalanceMaker()
    forms: dict[int, set[str]] = {}
    for enumeration in ENUMERATIONS:
        catalogue = shipped(enumeration)
        if catalogue is not None:
            forms[enumeration.digits] = {body_of(entry.puzzle) for entry in catalogue}
    seen = 0
    for entry in gallery().values():
        puzzle = entry.puzzle
        if isinstance(puzzle, MultiBalance) and not givens_of(puzzle):
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


@pytest.mark.parametrize(
    ("digits", "grades", "least", "most"),
    [
        (10, {"easy": 2, "medium": 9, "hard": 25, "expert": 50}, 6.7, 27.5),
        (11, {"medium": 1, "hard": 7, "expert": 38}, 12.0, 35.5),
        (12, {"hard": 1, "expert": 32}, 16.4, 43.4),
    ],
)
def test_how_hard_those_of_ten_numbers_and_more_are(
    digits: int, grades: dict[str, int], least: float, most: float
) -> None:
    (enumeration,) = (each for each in ENUMERATIONS if each.digits == digits)
    catalogue = shipped(enumeration)
    assert catalogue is not None
    assert Counter(entry.grade for entry in catalogue) == grades
    scores = [entry.score for entry in catalogue]
    assert (min(scores), max(scores)) == (least, most)
