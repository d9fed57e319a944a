"""Every published Multi-Balance lies in the catalogue of its kind."""

from __future__ import annotations

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
