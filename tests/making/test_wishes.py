"""Every wish holds or is refused: random combinations of options, in all families."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quincunx import OptionError, PuzzleError, verdict
from quincunx.families import AnyPuzzle, givens_of, with_givens
from quincunx.families.aztec_math import AztecMath
from quincunx.families.c_note import CNote
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.power_strike import PowerStrike
from quincunx.families.sum_star import SumStar
from quincunx.making import generate, maker_of
from tests.families.tables import cases, options

TRIES = 60
"""Attempts for one puzzle, after which a combination is given up."""


def shown(puzzle: AnyPuzzle) -> dict[str, Any]:
    """The wishes that a puzzle shows."""
    found: dict[str, Any] = {"givens": len(givens_of(puzzle))}
    match puzzle:
        case PowerStrike():
            found |= {"cells": len(puzzle.ring), "multiplier": puzzle.multiplier}
        case CNote():
            found |= {"size": puzzle.size, "target": puzzle.target}
        case AztecMath():
            found |= {"levels": puzzle.levels}
        case MultiBalance():
            found |= {"digits": puzzle.digits}
            found |= {"rows": len(puzzle.board), "columns": len(puzzle.board[0])}
        case SumStar():
            places = {"one": 1, "pair": 2, "triangle": 3, "0.0/1.0/1.-1": 3, "0.0/1.0/2.0": 3}
            found["arrangement"] = [name for name, n in places.items() if n == len(puzzle.stars)]
    return found


def has_pattern(puzzle: Any, pattern: str) -> bool:
    """Whether the givens lie on a pattern."""
    given = givens_of(puzzle)
    marks = "".join("#" if cell in given else "_" for cell in puzzle.cells)
    if pattern == "symmetric":
        if isinstance(puzzle, SumStar):  # the numbers at the rim need not be symmetric
            stars = tuple(replace(star, sums=(None,) * 6) for star in puzzle.stars)
            puzzle = replace(puzzle, stars=stars)
        single = [with_givens(puzzle, [1 if at == cell else None for at in puzzle.cells])
                  for cell in given]  # fmt: skip
        images = [
            sorted(one) for one in zip(*map(maker_of(type(puzzle)).forms, single), strict=True)
        ]
        return not given or any(images.count(image) > 1 for image in images)
    if pattern == "hexagons":
        return {cell[1] for cell in given} == {13}
    drawn = {"any": marks, "classic": "#__#_#____#_#_#"}.get(pattern, pattern.replace("/", ""))
    return marks == (drawn if pattern != "classic" or len(marks) == 15 else "#___#_#__#")


@pytest.mark.parametrize(("family", "values"), cases("making/cases/wishes.txt"))
def test_every_wish_holds_or_is_refused(family: str, values: str) -> None:
    dice = Random(f"wishes of {family}")
    met = 0
    for _ in range(16):
        wishes = {
            name: dice.choice(some) for name, some in options(values).items() if dice.random() < 0.5
        }
        unique = dice.random() < 0.5
        try:
            made = list(generate(family, seed=dice.randrange(99), unique=unique, patience=TRIES,
                                 **wishes))  # fmt: skip
        except (PuzzleError, OptionError):
            continue
        for one in made:
            found = shown(one.puzzle)
            assert one.puzzle.violations(one.solution) == []
            assert not unique or verdict(one.puzzle) == "unique"
            for name, value in wishes.items():
                asked = (family, wishes, unique, one.puzzle.identifier)
                if name == "arrangement":
                    assert value in found[name], asked
                elif name == "pattern":
                    assert has_pattern(one.puzzle, value), asked
                elif name in found and not (name in ("rows", "columns") and wishes.get("crop")):
                    assert found[name] == value, asked
            met += 1
    assert met >= 6, "most combinations are possible"
