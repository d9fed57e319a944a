"""Puzzles of the grade asked for: families, sizes and grades with fixed seeds."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.errors import PuzzleError
from quincunx.grades import GRADES
from quincunx.making import generate, request
from quincunx.reasoning import grade
from tests.making.confirm import confirm, series
from tests.making.test_series import CHEAP


@pytest.mark.parametrize(
    ("family", "parameters", "wanted"),
    [
        ("aztec-math", {"levels": 3}, "easy"),
        *[("aztec-math", {"levels": 5}, wanted) for wanted in ("easy", "medium", "hard")],
        *[("aztec-math", {"levels": 7}, wanted) for wanted in GRADES],
        *[("aztec-math", {"levels": 6, "givens": "symmetric"}, w) for w in ("easy", "medium")],
        *[("c-note", {"size": 3}, wanted) for wanted in ("easy", "medium", "hard")],
        ("c-note", {"size": 2, "target": 30}, "easy"),
        ("c-note", {"size": 4}, "medium"),
        *[("multi-balance", {"digits": 8}, wanted) for wanted in ("easy", "medium", "hard")],
        ("multi-balance", {"digits": 6, "rows": 8, "columns": 8}, "easy"),
        *[("power-strike", {"cells": 8}, wanted) for wanted in ("easy", "medium")],
        ("power-strike", {"cells": 24}, "hard"),
        ("power-strike", {"cells": 3}, "easy"),
        *[("sum-star", {"arrangement": "one"}, wanted) for wanted in ("easy", "medium")],
        ("sum-star", {"arrangement": "pair"}, "easy"),
        ("sum-star", {"arrangement": "pair", "givens": False}, "medium"),
    ],
)
def test_the_grade_is_exactly_what_was_asked_for(
    family: str, parameters: dict[str, Any], wanted: str
) -> None:
    made = next(series(family, grade=wanted, seed=1, **parameters))
    confirm(made)
    assert grade(made.puzzle.identifier).grade == made.grade == wanted


def test_a_symmetric_pattern_stays_symmetric_when_more_is_given() -> None:
    made = next(series("aztec-math", levels=8, givens="symmetric", grade="easy", seed=1))
    for row in made.puzzle.rows:
        assert [digit is None for digit in row] == [digit is None for digit in row[::-1]]


def test_nothing_is_given_where_nothing_may_be() -> None:
    made = next(series("sum-star", arrangement="pair", givens=False, grade="medium", seed=2))
    assert "@" not in made.puzzle.identifier


@pytest.mark.parametrize(
    ("family", "parameters", "wanted", "possible"),
    [
        ("aztec-math", {"levels": 2}, "medium", "easy"),
        ("aztec-math", {"levels": 4}, "expert", "easy or medium"),
        ("c-note", {"size": 2}, "medium", "easy"),
        ("c-note", {"size": 3, "target": 29}, "hard", "easy"),
        ("c-note", {"size": 3, "target": 200}, "easy", "medium or hard or expert"),
        ("multi-balance", {"digits": 7}, "hard", "easy"),
        ("power-strike", {"cells": 5}, "hard", "easy"),
        ("power-strike", {"cells": 8, "multiplier": 10}, "medium", "easy"),
        ("power-strike", {"cells": 20}, "expert", "easy or medium or hard"),
        ("sum-star", {"givens": False}, "easy", "hard or expert"),
    ],
)
def test_grades_that_cannot_be_had_are_refused(
    family: str, parameters: dict[str, Any], wanted: str, possible: str
) -> None:
    with pytest.raises(PuzzleError) as refused:
        generate(family, grade=wanted, **parameters)
    assert str(refused.value) == (
        f"{family}: among the puzzles sampled with such parameters none was {wanted}, "
        f"expected {possible}"
    )


def test_no_puzzle_has_a_grade_that_would_be_refused() -> None:
    for family, parameters in CHEAP.items():
        asked = request(family, **parameters)
        possible = asked.maker.grades(asked.parameters)
        for made in series(family, seed=12, number=8, **parameters):
            assert made.grade in possible
