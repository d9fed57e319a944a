"""Grades: what they rest on, who has none, and what may stop the work."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count, pairwise
from math import sqrt

import pytest

from benchmarks.grades import DOCUMENT, document
from quincunx import parse
from quincunx.cp.words.techniques import TOO_MUCH
from quincunx.errors import OptionError
from quincunx.families.base.grades import GradeName
from quincunx.reasoning import GRADES, Grade, grade
from quincunx.reasoning.grades import BOUNDS, grade_of
from quincunx.reasoning.path import Path
from quincunx.solving import solve
from tests.reasoning.puzzles import GALLERY, MADE

UNIQUE = {name: p for name, p in GALLERY.items() if solve(p).verdict == "unique"}


@cache
def graded(name: str) -> Grade:
    return grade(UNIQUE[name])


@pytest.mark.parametrize("name", UNIQUE)
def test_grade_follows_from_score_and_cites_the_hardest_step_and_the_next_grade(name: str) -> None:
    found = graded(name)
    assert found.grade == grade_of(found.score)
    assert found.steps == sum(found.techniques.values()) > 0
    assert found.hardness > 0
    assert found.decisive.endswith(".")
    assert f"{found.hardness:g}" in found.reason
    assert f"{found.score:g}" in found.reason
    assert any(repr(technique) in found.reason for technique in found.techniques)
    above = [*GRADES, None][GRADES.index(found.grade) + 1]
    expected = f"to be {above} it would have to score {BOUNDS[above]:g}" if above else ""
    assert found.next == expected


def test_published_puzzles_have_all_grades() -> None:
    assert {found.grade for found in map(graded, UNIQUE)} == set(GRADES)


def test_score_is_the_mean_of_how_long_and_how_hard() -> None:
    for name in ("c-note/1", "aztec-math/6", "multi-balance/demo"):
        efforts = [moves[0].effort for moves in Path(GALLERY[name]).rounds()]
        found = graded(name)
        assert (found.hardness, found.length) == (max(efforts), len(efforts))
        assert found.score == round(sqrt(max(efforts) * len(efforts)), 1)


def test_what_takes_cases_is_never_easy_and_what_takes_a_search_is_hard_at_least() -> None:
    short = graded("aztec-math/2")
    assert sqrt(short.hardness * short.length) < BOUNDS["medium"]
    assert (short.score, short.grade) == (BOUNDS["medium"], "medium")
    for found in (*map(graded, UNIQUE), *map(grade, MADE)):
        assert found.grade != "easy" or not {"cases", "search"} & found.techniques.keys()
        assert found.grade in GRADES[2:] or "search" not in found.techniques


def test_consecutive_rounds_of_bounds_count_as_one() -> None:
    """Bounds that narrow each other in turn: 30 rounds, a third of them in runs of bounds."""
    found = graded("c-note/12")
    rounds = list(Path(GALLERY["c-note/12"]).rounds())
    bounds = [all(move.technique is TOO_MUCH for move in moves) for moves in rounds]
    again = sum(one and other for one, other in pairwise(bounds))
    assert (len(rounds), again) == (30, 9)
    assert (found.length, found.grade) == (len(rounds) - again, "medium")


def test_bounds_of_grades_rise() -> None:
    assert list(BOUNDS) == list(GRADES[1:])
    assert sorted(BOUNDS.values()) == list(BOUNDS.values())
    for name, least in BOUNDS.items():
        assert grade_of(least) == name
        assert GRADES.index(grade_of(least - 0.1)) == GRADES.index(name) - 1


@pytest.mark.slow
@pytest.mark.parametrize("at_most", GRADES)
def test_work_stops_when_a_puzzle_is_harder_than_wanted(at_most: GradeName) -> None:
    for puzzle in (*list(UNIQUE.values())[::5], *MADE[::5]):
        whole = grade(puzzle)
        assert whole.grade is not None
        found = grade(puzzle, at_most=at_most)
        if GRADES.index(whole.grade) <= GRADES.index(at_most):
            assert found == whole
        else:
            assert found.grade is None
            assert found.reason == f"it is harder than {at_most}"
            assert found.steps <= whole.steps


TAKES_NINE_SEARCHES = parse(
    "sum-star:0.0=15,34,35,31,15,13/1.0=16,14,12,7,35,34/0.1=35,7,13,12,16,31"
)


@pytest.mark.slow
def test_grade_without_the_hardest_step_in_words_is_the_same() -> None:
    """Its searches need not prove that there is one solution."""
    for puzzle in (TAKES_NINE_SEARCHES, *list(UNIQUE.values())[::5], *MADE[::5]):
        whole, found = grade(puzzle), grade(puzzle, decisive=False)
        assert replace(found, decisive=whole.decisive) == whole
        assert (whole.techniques.get("search") == 9) == (puzzle == TAKES_NINE_SEARCHES)


def test_work_stops_at_a_score() -> None:
    whole = graded("aztec-math/2")
    assert grade(GALLERY["aztec-math/2"], at_most=whole.score) == whole
    found = grade(GALLERY["aztec-math/2"], at_most=whole.score / 2)
    assert (found.grade, found.steps < whole.steps) == (None, True)
    assert found.reason == f"it is harder than {whole.score / 2}"


def test_unknown_grade_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown grade 'evil', expected one of easy, medium"):
        grade("c-note:2:11/11", at_most="evil")  # type: ignore[arg-type]


def test_cancelled_grading_stops_in_the_middle() -> None:
    asked = count()
    found = grade(GALLERY["aztec-math/18"], cancel=lambda: next(asked) >= 12)
    assert (found.grade, found.complete) == (None, False)
    assert found.steps < grade(GALLERY["aztec-math/18"]).steps


# The document about grades.


@pytest.mark.slow
def test_document_about_grades_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document()


def test_document_about_grades_has_every_grade() -> None:
    rows = DOCUMENT.read_text(encoding="utf-8").splitlines()
    assert all(any(f"| {grade} | " in row for row in rows) for grade in GRADES)
