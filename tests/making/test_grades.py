"""Puzzles of the grade asked for: families, sizes and grades with fixed seeds."""

from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from quincunx.families.base.documents import givens_of, with_givens
from quincunx.families.base.grades import GRADES
from quincunx.making import request
from quincunx.reasoning import grade
from tests.families.tables import cases, options
from tests.making.confirm import confirm, series
from tests.making.test_series import CHEAP


@pytest.mark.parametrize(
    ("family", "parameters", "wanted"),
    [
        ("aztec-math", {"levels": 3}, "easy"),
        *[("aztec-math", {"levels": 5}, wanted) for wanted in ("easy", "medium", "hard")],
        *[("aztec-math", {"levels": 7}, wanted) for wanted in GRADES],
        ("c-note", {"target": 125}, "easy"),
        *[("c-note", {"size": 3}, wanted) for wanted in ("easy", "medium", "hard")],
        ("c-note", {"size": 2, "target": 30}, "easy"),
        ("c-note", {"size": 4}, "hard"),
        *[("multi-balance", {"digits": 8}, wanted) for wanted in ("easy", "medium", "hard")],
        ("multi-balance", {"digits": 6, "rows": 8, "columns": 8}, "easy"),
        *[("power-strike", {"cells": 8}, wanted) for wanted in GRADES],
        ("power-strike", {"cells": 3}, "easy"),
        *[("sum-star", {"arrangement": "one"}, wanted) for wanted in ("easy", "medium")],
        ("sum-star", {"arrangement": "pair"}, "easy"),
        ("sum-star", {"arrangement": "pair", "givens": 0}, "medium"),
    ],
)
def test_puzzles_have_exactly_the_requested_grade(
    family: str, parameters: dict[str, Any], wanted: str
) -> None:
    made = next(series(family, grade=wanted, seed=1, **parameters))
    confirm(made)
    assert grade(made.puzzle.identifier).grade == made.grade == wanted


def test_grade_adds_no_givens_when_none_are_allowed() -> None:
    made = next(series("sum-star", arrangement="pair", givens=0, grade="medium", seed=2))
    assert "@" not in made.puzzle.identifier


def test_rare_grade_is_asked_for_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = request("aztec-math", levels=4, grade="hard")
    for counts, said in (
        ({"easy": 900, "hard": 100}, ""),
        ({"easy": 1499, "hard": 1}, "1 of 1,500 such puzzles in a sample was hard"),
        ({"easy": 1472, "hard": 28}, "28 of 1,500 such puzzles in a sample were hard"),
        (
            {"easy": 1500},
            "none of 1,500 such puzzles in a sample was hard; a search may take very long",
        ),
        (None, "it is not known how many such puzzles are hard"),
    ):
        monkeypatch.setattr(type(asked.maker), "sampled", lambda *_, counts=counts: counts)
        assert asked.warning == (f"aztec-math: {said}" if said else "")


@pytest.mark.parametrize(("family", "asked", "said"), cases("making/cases/warnings.txt"))
def test_warning_reports_how_rare_puzzles_are(family: str, asked: str, said: str) -> None:
    assert request(family, **options(asked)).warning == (f"{family}: {said}" if said else "")


def test_technique_of_another_family_may_be_forbidden() -> None:
    request("c-note", forbid="torque ways")
    request("multi-balance", require="torque ways, cases")


def test_samples_count_all_grades() -> None:
    """A warning counts all generated puzzles, of every grade."""
    for family in CHEAP:
        asked = request(family)
        sampled = asked.maker.sampled(asked.parameters)
        if sampled is not None:
            assert set(sampled) <= set(GRADES)
            assert sum(sampled.values()) >= 100


def test_givens_added_for_a_grade_are_trimmed_again() -> None:
    """An easy pyramid of nine levels once had 26 givens; none of these can be spared."""
    made = next(series("aztec-math", levels=9, grade="easy", seed=1))
    given = givens_of(made.puzzle)
    assert len(given) <= 16
    for cell in list(given)[::4]:
        values = [None if at == cell else given.get(at) for at in made.puzzle.cells]
        fewer = with_givens(made.puzzle, values)
        assert quincunx.verdict(fewer) != "unique" or grade(fewer).grade != "easy"


@pytest.mark.parametrize(
    ("wishes", "holds"),
    [
        ({"score": "5..7"}, lambda made: 5 <= made.score <= 7),
        ({"score": "9.."}, lambda made: made.score >= 9),
        ({"score": "..3"}, lambda made: made.score <= 3),
        ({"forbid": "cases"}, lambda made: "cases" not in made.techniques),
        ({"require": "cases"}, lambda made: "cases" in made.techniques),
        ({"score": "..8", "forbid": "cases, parity"},
         lambda made: made.score <= 8 and not {"cases", "parity"} & made.techniques.keys()),
    ],
)  # fmt: skip
def test_scores_and_techniques_are_as_required(
    wishes: dict[str, Any], holds: Callable[[Any], bool]
) -> None:
    for made in series("aztec-math", levels=5, seed=2, number=3, **wishes):
        confirm(made)
        assert holds(made)
        again = grade(made.puzzle)
        assert (again.score, dict(again.techniques)) == (made.score, made.techniques)
