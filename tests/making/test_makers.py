"""Makers of all families: puzzles are as requested, unique, and the same for the same seed."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.families import Cell, parse
from quincunx.families.base.documents import givens_of, with_givens
from quincunx.making import maker_of
from quincunx.solving import verdict
from tests.families.tables import json_or_text, rows
from tests.making.confirm import confirm, series
from tests.making.test_wishes import shown

REQUESTS = """
# The smallest sizes, targets on both sides of four digits, and where few grids have a solution.
c-note | size=2; target=12
c-note | size=2; target=997
c-note | size=2; target=1001
c-note | size=3; target=13
c-note | size=5; target=60
aztec-math | levels=3; pattern=#/__/#_#
multi-balance | digits=4; rows=13; columns=6; givens=0
multi-balance | digits=6; rows=7; columns=5; givens=0
multi-balance | digits=9; rows=16; columns=30; givens=0
multi-balance | digits=10; rows=12; columns=12; givens=0
# Givens on a listed, a cropped and a searched board.
multi-balance | digits=8; givens=2
multi-balance | digits=9; rows=16; columns=30; givens=3
power-strike | cells=2
power-strike | cells=4
power-strike | cells=16
power-strike | cells=24
power-strike | cells=6; multiplier=12
power-strike | cells=12; multiplier=2; givens=1
sum-star | arrangement=pair; givens=0
sum-star | arrangement=triangle; givens=0
sum-star | arrangement=0.0/1.0/2.0
"""


@pytest.mark.parametrize(("family", "options"), rows(REQUESTS))
def test_puzzle_is_as_requested(family: str, options: str) -> None:
    pairs = [option.partition("=") for option in options.split("; ")]
    asked: dict[str, Any] = {name: json_or_text(value) for name, _, value in pairs}
    for made in series(family, seed=2, **asked):
        confirm(made)
        for name, value in shown(made.puzzle).items():
            assert asked.get(name, value) == value or asked[name] in value
        if family == "power-strike":
            assert made.puzzle.ring[0] is not None, "the first cell is given"


def touching(cells: list[Cell]) -> bool:
    """Whether two cells of a pyramid touch."""
    return any({(i, j + 1), (i + 1, j), (i + 1, j + 1)} & {*cells} for i, j in cells)


PINNED = """
aztec-math | levels=4 | aztec-math:4/__/_59/2_4_
aztec-math | levels=5 | aztec-math:1/__/3_6/____/6_7_9
aztec-math | levels=5; pattern=any | aztec-math:5/_4/___/1_45/3__9_
aztec-math | levels=6 | aztec-math:4/3_/__7/9__8/__9__/7_____
aztec-math | levels=9 | aztec-math:1/_4/_7_/_3_1/_____/__3___/______5/____2___/__16_____
c-note | size=2; target=100 | c-note:100:73/34
c-note | size=3; target=100 | c-note:100:124/346/397
c-note | size=4; target=100 | c-note:100:2136/6945/7218/7398
c-note | size=3; target=20 | c-note:20:235/893/182
power-strike | cells=5 | power-strike:2:192,_,_,_,_
power-strike | cells=8 | power-strike:3:6625,_,_,_,_,_,_,_
power-strike | digits=4 | power-strike:2:361,_,_,_,_,_,_,_,_,_,_
power-strike | cells=8; multiplier=7 | power-strike:7:6459,_,_,_,_,_,_,_
power-strike | cells=16 | power-strike:3:34,_,_,_,_,_,18,_,_,_,_,_,_,_,115,_
sum-star | arrangement=one | sum-star:0.0=11,24,9,12,9,7
sum-star | arrangement=one; givens=0 | sum-star:0.0=19,12,8,9,16,17
sum-star | arrangement=pair | sum-star:0.0=1,25,27,23,14,2/1.0=17,2,8,16,27,25
sum-star | arrangement=triangle | sum-star:0.0=21,16,35,26,2,13/1.0=4,12,24,15,35,16/0.1=35,15,11,22,19,26
sum-star | arrangement=triangle; givens=0 | sum-star:0.0=4,7,15,23,23,19/1.0=10,13,21,38,15,7/0.1=15,38,20,4,7,23
"""  # noqa: E501


@pytest.mark.parametrize(("family", "options", "identifier"), rows(PINNED))
def test_seed_determines_the_puzzle(family: str, options: str, identifier: str) -> None:
    pairs = [option.partition("=") for option in options.split("; ")]
    asked: dict[str, Any] = {name: json_or_text(value) for name, _, value in pairs}
    assert next(series(family, seed=1, **asked)).puzzle.identifier == identifier


SPARE: list[tuple[str, dict[str, Any]]] = [
    *[
        ("aztec-math", {"levels": at, "seed": 4, "number": 3 if at < 7 else 1})
        for at in range(2, 10)
    ],
    ("power-strike", {"cells": 10, "multiplier": 2, "seed": 8, "number": 12}),
]


@pytest.mark.parametrize(("family", "options"), SPARE)
def test_no_given_can_be_spared(family: str, options: dict[str, Any]) -> None:
    spared = 0
    for made in series(family, **options):
        given = givens_of(made.puzzle)
        for cell in given if len(given) > 1 or family != "power-strike" else ():
            values = [None if at == cell else given.get(at) for at in made.puzzle.cells]
            assert verdict(with_givens(made.puzzle, values)) == "multiple", (made.puzzle, cell)
            spared += 1
    assert spared > 0


FORMS = """
aztec-math:8/4_/_9_/8__2 | aztec-math:8/_4/_9_/2__8 | 2
power-strike:2:6,_,_,48,_ | power-strike:2:48,_,6,_,_ | 5
multi-balance:6:......#./...#..../#......#/......../......../.....#.. |
    multi-balance:6:.....#../......../......../#......#/...#..../......#. | 8
multi-balance:6:......#./...#..../#......#/......../......../.....#.. |
    multi-balance:6:........../.......#../....#...../.#......#./........../........../......#... | 8
sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11 |
    sum-star:0.0=6,33,45,11,22,10/0.1=45,11,17,13,9,11/1.0=15,3,7,11,45,33 | 12
"""


@pytest.mark.parametrize(("one", "other", "number"), rows(FORMS))
def test_symmetric_puzzles_have_the_same_forms(one: str, other: str, number: str) -> None:
    puzzle, image = parse(one), parse(other)
    forms = set(maker_of(type(puzzle)).forms(puzzle))
    assert forms == set(maker_of(type(puzzle)).forms(image))
    assert len(forms) == int(number)
    for body in forms:
        assert verdict(f"{puzzle.family}:{body}") == verdict(puzzle)
        assert set(maker_of(type(puzzle)).forms(parse(f"{puzzle.family}:{body}"))) == forms
