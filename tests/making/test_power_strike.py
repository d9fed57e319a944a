"""The generator of Power Strikes."""

from collections.abc import Callable
from typing import Any

import pytest

from quincunx.families.base.documents import givens_of
from quincunx.families.power_strike.maker import StrikeMaker
from quincunx.families.power_strike.number_graph import NumberGraph
from quincunx.families.power_strike.rings import NO_RING, ring_exists
from tests.making.confirm import confirm, series


@pytest.fixture(scope="module")
def made() -> list[Any]:
    """A hundred that nothing was asked of."""
    return list(series("power-strike", seed=5, number=100))


def test_all_sizes_and_values_occur(made: list[Any]) -> None:
    puzzles = [one.puzzle for one in made]
    assert {puzzle.multiplier for puzzle in puzzles} >= {2, 3, 4, 6, 7, 8, 9}, "5 has few rings"
    assert {len(puzzle.ring) for puzzle in puzzles} == set(range(5, 12))
    assert {len(str(n)) for puzzle in puzzles for n in puzzle.ring if n} >= {2, 3}


def test_rings_look_like_published_ones(made: list[Any]) -> None:
    """Most have a single given; no two givens touch, none ends in 0, no number comes twice."""
    assert sum(len(givens_of(one.puzzle)) == 1 for one in made) > 50
    for one in made:
        ring, numbers = one.puzzle.ring, one.solution
        assert not any(a and b for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
        assert not any(number and number % 10 == 0 for number in ring)
        assert len(set(numbers)) == len(numbers)
        assert not {10 * number for number in numbers} & set(numbers)
        assert max(numbers) <= 9_999, "people have to calculate with them"


def test_different_seeds_share_little(made: list[Any]) -> None:
    """Of all rings with a single given and small numbers there are 557."""
    form: Callable[[Any], str] = StrikeMaker().canonical
    others = series("power-strike", seed=6, number=30)
    one, other = ({form(ring.puzzle) for ring in rings} for rings in (made[:30], others))
    assert len(one & other) <= 9


@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({"multiplier": 5, "cells": 8, "givens": 1}, 0),
        ({"multiplier": 7, "cells": 8, "givens": 1}, 5),
    ],
)
def test_single_givens_continue_beyond_the_catalogue(options: dict[str, Any], known: int) -> None:
    """It ends at 999, and with 2125 × 5 has a ring of 8 cells."""
    made = list(series("power-strike", seed=1, number=known + 1, **options))
    givens = [one.puzzle.ring[0] or 0 for one in made]
    assert sum(given <= 999 for given in givens) == known
    for one in made:
        confirm(one)
        assert len(givens_of(one.puzzle)) == 1


@pytest.mark.parametrize("multiplier", [*range(2, 10), 11, 12])
def test_ring_exists_agrees_with_search(multiplier: int) -> None:
    """Numbers up to 999 show the rings there are; that there are no others is proved."""
    for cells in (2, 3, 4):
        graph = NumberGraph(multiplier)
        exists = any(graph.edges(number, number, cells)[0] for number in range(1, 1000))
        assert ring_exists(multiplier, cells) == exists
    assert all(cells <= 4 for few in NO_RING.values() for cells in few)
