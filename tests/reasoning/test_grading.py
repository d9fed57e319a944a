"""Grades: what they mean, who has none, and what may stop the work."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import quincunx
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.reasoning import GRADES, TECHNIQUES, grade
from quincunx.reasoning.candidates import Candidates, candidates_of
from quincunx.reasoning.grading import EFFORT, MEANS
from quincunx.reasoning.ladder import Finder, Ladder, Move, Technique
from tests.reasoning.puzzles import GALLERY

GRADED = {
    "aztec-math:7/__/__9/2___/___7_/4_1__5": "easy",
    "aztec-math/8": "medium",
    "aztec-math/1": "hard",
    "aztec-math/18": "expert",
    "c-note/1": "easy",
    "c-note/paper-labeling": "medium",
    "multi-balance/demo": "easy",
    "multi-balance/81": "medium",
    "power-strike/5": "easy",
    "power-strike/7": "medium",
    "sum-star/paper": "medium",
}


def puzzle_named(name: str) -> AnyPuzzle:
    return GALLERY[name] if name in GALLERY else quincunx.parse(name)


@pytest.mark.parametrize(("name", "expected"), GRADED.items())
def test_known_grades(name: str, expected: str) -> None:
    found = grade(puzzle_named(name))
    assert found.grade == expected
    assert found.steps == sum(found.techniques.values()) > 0
    assert found.score > 0


def solved_within(puzzle: AnyPuzzle, means: dict[Technique, float]) -> bool:
    """Whether a ladder with these means only, and no larger moves, leads to the solution."""

    class Bounded:
        def __init__(self, technique: Technique, candidates: Candidates) -> None:
            self._finder: Finder = technique.look(candidates)
            self._most = means[technique]
            self.changed = self._finder.changed

        def find(self) -> Move | None:
            move = self._finder.find()
            return move if move is not None and move.size <= self._most else None

    def bounded(technique: Technique) -> Technique:
        def look(candidates: Candidates) -> Finder:
            return Bounded(technique, candidates)

        return Technique(technique.name, technique.tier, look, "", "")

    candidates = candidates_of(puzzle)
    for _ in Ladder(candidates, [bounded(technique) for technique in means]).moves():
        pass
    return candidates.solved


@pytest.mark.parametrize(("name", "expected"), GRADED.items())
def test_a_grade_means_solved_within_its_means_and_not_within_those_below(
    name: str, expected: str
) -> None:
    puzzle = puzzle_named(name)
    assert solved_within(puzzle, dict(MEANS[expected]))
    if expected != GRADES[0]:
        below = GRADES[GRADES.index(expected) - 1]
        assert not solved_within(puzzle, dict(MEANS[below]))


def test_each_grade_allows_more_than_the_one_below() -> None:
    for easier, harder in pairwise(GRADES):
        below, above = MEANS[easier], MEANS[harder]
        assert all(above.get(technique, -1) >= most for technique, most in below.items())
        assert below != above
    assert set(MEANS[GRADES[-1]]) == set(TECHNIQUES) == set(EFFORT)


@pytest.mark.parametrize(
    ("identifier", "reason"),
    [
        ("power-strike:7:41,_,_,_,_,_,_,_", "it has more than one solution"),
        ("c-note:100:884/625/361", "it has more than one solution"),
        ("c-note:1:11/11", "it has no solution"),
        ("aztec-math:9/__/___/____/9____", "it has more than one solution"),
        ("multi-balance:2:.#.", "it has no solution"),
    ],
)
def test_no_unique_solution_no_grade(identifier: str, reason: str) -> None:
    found = grade(identifier)
    assert (found.grade, found.reason, found.next, found.complete) == (None, reason, "", True)


@pytest.mark.parametrize("at_most", GRADES)
def test_work_stops_when_a_puzzle_is_harder_than_wanted(at_most: str) -> None:
    for name, expected in GRADED.items():
        found = grade(puzzle_named(name), at_most=at_most)
        if GRADES.index(expected) <= GRADES.index(at_most):
            assert found == grade(puzzle_named(name))
        else:
            assert found.grade is None
            assert found.reason == f"it is not solved within the means of {at_most}"
            assert found.steps < grade(puzzle_named(name)).steps


def test_an_unknown_grade_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown grade 'evil', expected one of easy, medium"):
        grade("c-note:2:11/11", at_most="evil")


def test_a_limit_stops_cleanly() -> None:
    found = grade(GALLERY["aztec-math/18"], time_limit=0)
    assert (found.grade, found.complete) == (None, False)
    assert found.reason == "a limit stopped the work before it was known"


def test_cancelling_stops_in_the_middle() -> None:
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    found = grade(GALLERY["aztec-math/18"], cancel=cancel)
    assert (found.grade, found.complete) == (None, False)
    assert 0 < found.steps < 77


def test_a_full_puzzle_is_easy() -> None:
    found = grade("aztec-math:3/12")
    assert (found.grade, found.steps, found.score) == ("easy", 0, 0)
    assert found.reason == "it is full already"


def test_as_data() -> None:
    data: dict[str, Any] = quincunx.grade("c-note:100:878/312/272").as_dict()
    assert data == {
        "puzzle": "c-note:100:878/312/272",
        "family": "c-note",
        "grade": "easy",
        "score": 161.5,
        "steps": 21,
        "techniques": {"last one": 2, "squeeze": 13, "combinations": 6},
        "depth": 0,
        "reason": "it takes 'combinations' (up to 54 values)",
        "next": "to be medium it would have to take 'combinations' (over 60 values), "
        "'two together' or 'what if'",
    }
