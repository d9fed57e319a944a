"""A puzzle turned, mirrored or written down in another order is as hard as before."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.families import AnyPuzzle, parse
from quincunx.reasoning import grade
from tests.reasoning.images import images
from tests.reasoning.puzzles import GALLERY, MADE, mostly_slow, random_puzzles

MOST = 5
"""Images of one puzzle that are graded, spread over all of them."""
SLOW = ("c-note/paper-labeling",)
"""Graded in seconds, and not in hundredths."""


def difficulty(identifier: str) -> dict[str, Any]:
    """The grade with its evidence, without the cells of the hardest step."""
    found = grade(identifier).as_dict()
    return {name: said for name, said in found.items() if name not in ("puzzle", "decisive")}


def assert_alike(puzzle: AnyPuzzle) -> None:
    expected = difficulty(puzzle.identifier)
    others = images(puzzle.identifier)
    for image in others[:: -(-len(others) // MOST)]:
        assert difficulty(image) == expected, image


@pytest.mark.parametrize("name", mostly_slow(n for n in GALLERY if n not in SLOW))
def test_images_of_the_gallery_are_graded_alike(name: str) -> None:
    assert_alike(GALLERY[name])


@pytest.mark.slow
def test_images_of_others_are_graded_alike() -> None:
    for puzzle in (*random_puzzles(seed=4, count=6), *MADE[::2]):
        assert_alike(puzzle)


@pytest.mark.slow
def test_images_that_need_search_are_graded_alike() -> None:
    """All that a search decides is decided at once, and not the first cell that is found."""
    board = "..#...../..#...../......../##.#...#/..#...../......../......../..#....."
    puzzle = parse(f"multi-balance:11:{board}")
    assert grade(puzzle).techniques["search"] > 1
    assert_alike(puzzle)
