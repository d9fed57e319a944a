"""Makers of all families: puzzles are as requested, unique, and the same for the same seed."""

from typing import Any

import pytest

from quincunx import OptionError, PuzzleError
from quincunx.families import Cell, givens_of, parse, with_givens
from quincunx.making import generate, maker_of
from quincunx.solving import verdict
from tests.families.tables import cases, options
from tests.making.confirm import confirm, series
from tests.making.test_wishes import shown


@pytest.mark.parametrize(("family", "asked"), cases("making/cases/requests.txt"))
def test_puzzle_is_as_requested(family: str, asked: str) -> None:
    wished = options(asked)
    for made in series(family, seed=2, **wished):
        confirm(made)
        for name, value in shown(made.puzzle).items():
            assert wished.get(name, value) == value or wished[name] in value
        if family == "power-strike":
            assert made.puzzle.ring[0] is not None, "the first cell is given"


def touching(cells: list[Cell]) -> bool:
    """Whether two cells of a pyramid touch."""
    return any({(i, j + 1), (i + 1, j), (i + 1, j + 1)} & {*cells} for i, j in cells)


@pytest.mark.parametrize(("family", "asked", "identifier"), cases("making/cases/pinned.txt"))
def test_seed_determines_the_puzzle(family: str, asked: str, identifier: str) -> None:
    assert next(series(family, seed=1, **options(asked))).puzzle.identifier == identifier


SPARE: list[tuple[str, dict[str, Any]]] = [
    *[
        ("aztec-math", {"levels": at, "seed": 4, "number": 3 if at < 7 else 1})
        for at in range(2, 10)
    ],
    ("power-strike", {"cells": 10, "multiplier": 2, "seed": 8, "number": 12}),
    ("sum-star", {"arrangement": "pair", "seed": 2, "number": 4}),
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


@pytest.mark.parametrize(("one", "other", "number"), cases("making/cases/forms.txt"))
def test_symmetric_puzzles_have_the_same_forms(one: str, other: str, number: str) -> None:
    puzzle, image = parse(one), parse(other)
    forms = set(maker_of(type(puzzle)).forms(puzzle))
    assert forms == set(maker_of(type(puzzle)).forms(image))
    assert len(forms) == int(number)
    for body in forms:
        assert verdict(f"{puzzle.family}:{body}") == verdict(puzzle)
        assert set(maker_of(type(puzzle)).forms(parse(f"{puzzle.family}:{body}"))) == forms


@pytest.mark.parametrize(("family", "asked", "message"), cases("making/cases/refused.txt"))
def test_impossible_request_is_refused(family: str, asked: str, message: str) -> None:
    with pytest.raises((OptionError, PuzzleError)) as refused:
        generate(family, **options(asked))
    assert str(refused.value) == message
