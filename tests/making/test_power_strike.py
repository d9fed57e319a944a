"""The generator of Power Strikes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.base.capabilities import count_without_listing
from quincunx.families.base.documents import from_body, givens_of
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.catalogue import single_givens
from quincunx.families.power_strike.maker import LONGEST, StrikeMaker, StrikeParameters
from quincunx.families.power_strike.number_graph import NumberGraph
from quincunx.families.power_strike.rings import NO_RING, ring_exists
from quincunx.making import generate
from quincunx.making.records import questions
from quincunx.solving import verdict
from tests.making.confirm import confirm, series


@pytest.mark.parametrize("cells", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 24])
def test_sizes(cells: int) -> None:
    for made in series("power-strike", cells=cells, seed=3, number=3):
        confirm(made)
        ring = made.puzzle.ring
        assert len(ring) == cells
        assert ring[0] is not None, "the first cell is given"
        assert None in ring


@pytest.mark.parametrize("multiplier", range(2, 13))
def test_multipliers(multiplier: int) -> None:
    cells = 6
    repeats = multiplier == 10
    asked: dict[str, Any] = {"cells": cells, "multiplier": multiplier, "repeats": repeats}
    made = next(series("power-strike", **asked, seed=3))
    confirm(made)
    assert made.puzzle.multiplier == multiplier


def test_no_given_of_a_short_ring_can_be_spared() -> None:
    for made in series("power-strike", cells=8, seed=8, number=20):
        ring = made.puzzle.ring
        given = [i for i, number in enumerate(ring) if number is not None]
        for i in given if len(given) > 1 else []:
            fewer = PowerStrike(made.puzzle.multiplier, (*ring[:i], None, *ring[i + 1 :]))
            assert (count_without_listing(fewer) or 0) > 1


@pytest.fixture(scope="module")
def made() -> list[Any]:
    """A hundred that nothing was asked of."""
    return list(series("power-strike", seed=5, number=100))


def test_the_whole_range_occurs(made: list[Any]) -> None:
    puzzles = [one.puzzle for one in made]
    assert {puzzle.multiplier for puzzle in puzzles} == set(range(2, 10))
    assert {len(puzzle.ring) for puzzle in puzzles} == set(range(5, 12))
    assert {sum(map(bool, puzzle.ring)) for puzzle in puzzles} >= {1, 2}
    assert {len(str(n)) for puzzle in puzzles for n in puzzle.ring if n} >= {2, 3, 4}


def test_rings_look_like_published_ones(made: list[Any]) -> None:
    """Most have a single given; no two givens touch, none ends in 0, no number comes twice."""
    assert sum(len(givens_of(one.puzzle)) == 1 for one in made) > 50
    for one in made:
        ring, numbers = one.puzzle.ring, one.solution
        assert not any(a and b for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
        assert not any(number and number % 10 == 0 for number in ring)
        assert len(set(numbers)) == len(numbers)
        assert not {10 * number for number in numbers} & set(numbers)


def test_different_seeds_share_little(made: list[Any]) -> None:
    """Of all rings with a small single given there are 924; so others are mixed in."""
    form: Callable[[Any], str] = StrikeMaker().canonical
    others = series("power-strike", seed=6, number=30)
    one, other = ({form(ring.puzzle) for ring in rings} for rings in (made[:30], others))
    assert len(one & other) <= 3
    known = {form(entry.puzzle) for entry in single_givens() or ()}
    beyond = [body for body in one if body not in known]
    assert 5 <= len(beyond) <= 25


@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({"multiplier": 5, "cells": 8, "givens": 1}, 0),
        ({"multiplier": 7, "cells": 8, "givens": 1}, 5),
        ({"multiplier": 7, "pattern": "__#_____"}, 5),
        ({"multiplier": 7, "cells": 8, "givens": 1, "fewest": True}, 5),
    ],
)
def test_single_givens_continue_beyond_the_catalogue(options: dict[str, Any], known: int) -> None:
    """It ends at 999, and with 2125 × 5 has a ring of 8 cells."""
    made = list(series("power-strike", seed=1, number=known + 1, **options))
    at = options.get("pattern", "#").index("#")
    givens = [one.puzzle.ring[at] or 0 for one in made]
    assert sum(given <= 999 for given in givens) == known
    for one in made:
        confirm(one)
        assert len(givens_of(one.puzzle)) == 1


def test_long_rings_with_a_single_given() -> None:
    made = next(series("power-strike", multiplier=2, cells=12, givens=1, seed=1))
    confirm(made)
    assert [*map(bool, made.puzzle.ring)] == [True, *[False] * 11]


def made_of(digits: str) -> Callable[[Any, Any], bool]:
    """Whether all givens of a ring are made of these digits."""
    return lambda ring, _: all(set(str(number)) <= set(digits) for number in ring if number)


@pytest.mark.parametrize(
    ("options", "holds"),
    [
        ({"givens": 1}, lambda ring, _: sum(map(bool, ring)) == 1),
        ({"cells": 8, "givens": 3}, lambda ring, _: sum(map(bool, ring)) == 3),
        (
            {"pattern": "#___#___"},
            lambda ring, _: [bool(n) for n in ring] == [True, *[False] * 3] * 2,
        ),
        ({"zeros": False}, lambda _, numbers: "0" not in "".join(map(str, numbers))),
        ({"favour": "12", "givens": 2}, made_of("12")),
        ({"favour": "123"}, made_of("123")),
        ({"cells": 7, "fewest": True}, lambda ring, _: len(ring) == 7),
    ],
)
def test_parameters_are_respected(
    options: dict[str, Any], holds: Callable[[Any, Any], bool]
) -> None:
    for made in series("power-strike", seed=2, number=6 if "favour" in options else 3, **options):
        confirm(made)
        assert holds(made.puzzle.ring, made.solution)


def test_givens_added_for_a_grade_are_favoured() -> None:
    maker, dice = StrikeMaker(), Random(1)
    puzzle, solution = from_body(PowerStrike, "2:6,_,_,_,_"), [6, 12, 24, 48, 8]
    for favour, expected in (("12", {12}), ("124", {24, 12}), ("9", set())):
        asked = StrikeParameters(favour=favour, neighbours=True)
        easier = [maker.easier(asked, puzzle, solution, dice) for _ in range(20)]
        assert {n for one in easier if one for n in one.ring[1:] if n} == expected


def test_the_fewest_givens_really_are() -> None:
    for made in series("power-strike", cells=7, fewest=True, seed=4, number=6):
        given = sum(map(bool, made.puzzle.ring))
        for cells in combinations(range(7), given - 1):
            ring = tuple(n if at in cells else None for at, n in enumerate(made.solution))
            apart = not any((at + 1) % 7 in cells for at in cells)
            if any(ring) and apart:
                assert verdict(PowerStrike(made.puzzle.multiplier, ring)) == "multiple"


@pytest.mark.parametrize(
    ("cells", "multiplier", "identifier"),
    [
        (5, None, "power-strike:2:192,_,_,_,_"),
        (8, None, "power-strike:3:6625,_,_,_,_,_,_,_"),
        (8, 7, "power-strike:7:6459,_,_,_,_,_,_,_"),
        (16, None, "power-strike:3:34,_,_,_,_,_,18,_,_,_,_,_,_,_,115,_"),
    ],
)
def test_seed_determines_the_puzzle(cells: int, multiplier: int | None, identifier: str) -> None:
    made = next(series("power-strike", cells=cells, multiplier=multiplier, seed=1))
    assert made.puzzle.identifier == identifier


def test_rings_longer_than_the_record_warn() -> None:
    """As the records have them."""
    (question,) = questions("power-strike")
    known = {int(one.case.split()[1]): one.best.split()[0] for one in question.records[1:]}
    assert {multiplier: int(cells) for multiplier, cells in known.items()} == LONGEST
    for multiplier in (2, 11):
        cells = LONGEST[multiplier]
        asked: dict[str, Any] = {"multiplier": multiplier, "givens": 1}
        assert generate("power-strike", cells=cells, **asked).warning == ""
        assert generate("power-strike", cells=cells + 1, **asked).warning == (
            f"power-strike: no ring of {cells + 1} cells with one given and multiplier "
            f"{multiplier} is known: the longest known has {cells}"
        )
    assert generate("power-strike", cells=20, givens=1).warning == ""
    assert "the longest known has 20" in generate("power-strike", cells=21, givens=1).warning
    assert generate("power-strike", cells=24).warning == "", "with several givens"


def test_a_ring_begun_elsewhere_is_the_same_puzzle() -> None:
    maker = StrikeMaker()
    one, other = from_body(PowerStrike, "2:6,_,_,48,_"), from_body(PowerStrike, "2:48,_,6,_,_")
    assert set(maker.forms(one)) == set(maker.forms(other))
    assert len(set(maker.forms(one))) == 5


@pytest.mark.parametrize("multiplier", range(2, 13))
def test_ring_exists_agrees_with_search(multiplier: int) -> None:
    """Numbers up to 999 show the rings there are; that there are no others is proved."""
    for cells in (2, 3, 4):
        graph = NumberGraph(multiplier)
        exists = any(graph.edges(number, number, cells)[0] for number in range(1, 1000))
        assert ring_exists(multiplier, cells) == exists
    assert all(cells <= 4 for few in NO_RING.values() for cells in few)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cells": 1}, "cells is 1, expected a whole number from 2 to 24"),
        ({"multiplier": 1}, "multiplier is 1, expected a whole number from 2 to 12"),
        (
            {"cells": 4, "multiplier": 2},
            "cells is 4, but with multiplier 2 no number, however large, leads "
            "back to itself in so many steps, expected 5, 6, 7, 8, ...",
        ),
        ({"cells": 5, "givens": 5}, "givens is 5 of 5 cells, expected fewer"),
        ({"cells": 11, "fewest": True}, "fewest with 11 cells, expected at most 10"),
        ({"pattern": "##"}, "pattern is '##', expected 2 to 24 cells as in #___#___"),
        (
            {"pattern": "#__", "cells": 4},
            "cells is 4, but the pattern has 3, expected one of the two",
        ),
        ({"favour": "x"}, "favour is 'x', expected digits from 1 to 9"),
        (
            {"cells": 6, "multiplier": 10},
            "multiplier is 10, so that of two numbers side by side one is ten times "
            "the other, expected repeats to be allowed, or another multiplier",
        ),
        (
            {"cells": 4, "multiplier": 10, "givens": 1, "repeats": True},
            "one given of 4 cells with multiplier 10 leaves several ways: up and "
            "down in turns, or twice up and twice down first; expected 2 cells, or more givens",
        ),
        (
            {"cells": 5, "givens": 3},
            "givens is 3 of 5 cells, none beside another, expected at most 2",
        ),
        ({"givens": 6}, "givens is 6 of 11 cells, none beside another, expected at most 5"),
        ({"givens": 11, "neighbours": True}, "givens is 11 of 11 cells, expected at most 10"),
        (
            {"cells": 7, "multiplier": 10},
            "cells is 7, but with multiplier 10 no number, however large, leads "
            "back to itself in so many steps, expected 2, 4, 6, 8, ...",
        ),
    ],
)
def test_impossible_parameters_are_rejected(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        generate("power-strike", **options)
    assert str(refused.value) == f"power-strike: {message}"
