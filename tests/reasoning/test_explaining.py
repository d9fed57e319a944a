"""Explanations: they lead to the solution in a few sentences, and say what else there is to say."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from statistics import median

import pytest

import quincunx
from quincunx.cli.families import rule_book_data
from quincunx.cp.words.techniques import SEARCH
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import reasoning_model, rule_book_of
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.reasoning import Explanation, explain, grades
from quincunx.reasoning.glossary import glossary
from quincunx.reasoning.path import Path
from quincunx.solving import solve
from tests.reasoning.evidence import check_explanation
from tests.reasoning.judging import INTERNAL, judged
from tests.reasoning.puzzles import GALLERY, MADE, PUBLISHED, mostly_slow, random_puzzles
from tests.reasoning.sentences import check_sentences
from tests.reasoning.transcripts import FOLDER, TOLD, transcript

OTHERS = [*random_puzzles(seed=11, count=12), *MADE[::2]]
of_all = pytest.mark.parametrize(
    "puzzle", mostly_slow([*GALLERY.values(), *OTHERS], 3), ids=lambda p: p.identifier
)
of_others = pytest.mark.parametrize("puzzle", OTHERS, ids=lambda puzzle: puzzle.identifier)
UNIQUE = [name for name, puzzle in GALLERY.items() if solve(puzzle).verdict == "unique"]


@cache
def explanation_of(puzzle: AnyPuzzle) -> Explanation:
    return explain(puzzle)


def words(explanation: Explanation) -> int:
    return sum(len(step.sentence.split()) for step in explanation.steps)


@pytest.mark.parametrize("name", TOLD)
def test_transcripts_are_unchanged(name: str) -> None:
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_transcript_has_a_puzzle() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(TOLD)


# How much is said.


@pytest.mark.slow
def test_half_of_the_published_puzzles_take_less_than_160_words() -> None:
    assert len(PUBLISHED) == 55
    assert median(words(explanation_of(GALLERY[name])) for name in PUBLISHED) < 160


MOST_WORDS = {"power-strike": 400, "multi-balance": 400, "sum-star": 700}


@pytest.mark.parametrize("name", mostly_slow(PUBLISHED, 3))
def test_explanations_are_short(name: str) -> None:
    explanation = explanation_of(GALLERY[name])
    assert words(explanation) <= MOST_WORDS.get(explanation.puzzle.family, 600)
    sentences = [s for step in explanation.steps for s in step.sentences]
    for sentence in (explanation.opening, *sentences):
        assert len(sentence.split()) < 60, sentence
    if explanation.puzzle.family == "multi-balance":
        assert "nothing" not in str(explanation), "no line balances against nothing"


@pytest.mark.slow
def test_explanation_has_at_most_as_many_steps_as_moves() -> None:
    for name in UNIQUE:
        assert len(explanation_of(GALLERY[name]).steps) <= quincunx.grade(GALLERY[name]).steps, name


@of_all
def test_every_step_is_complete(puzzle: AnyPuzzle) -> None:
    explanation = explanation_of(puzzle)
    techniques = {entry.technique.name: entry.technique for entry in glossary()}
    rules = {rule.id for rule in rule_book_of(explanation.puzzle)}
    for number, step in enumerate(explanation.steps, 1):
        data = step.as_dict()
        assert step.technique in techniques
        assert step.tier == techniques[step.technique].tier
        assert step.effort > 0
        assert step.rules
        assert rules >= set(step.rules)
        assert bool(step.sets or step.removes or step.leaves) is not data.get(
            "contradiction", False
        )
        assert "contradiction" not in data or number == len(explanation.steps)
        assert step.about
        assert step.reason
        for case in step.chain:
            assert case.links
            assert [not (link.sets or link.removes) for link in case.links] == [
                *[False] * (len(case.links) - 1),
                True,
            ]


@of_others
def test_sentences_are_sentences_and_show_nothing_internal(puzzle: AnyPuzzle) -> None:
    for step in explanation_of(puzzle).steps:
        for sentence in step.sentences:
            assert re.fullmatch(r"([A-Z0-9]|r\d+c\d).*[.]", sentence), sentence
        assert not INTERNAL.search(step.sentence), step.sentence


def test_lines_are_looked_at_as_a_whole_instead_of_bounds_again_and_again() -> None:
    """The others make at least 29, 39, 49, 59 in column 1, if one always takes the easiest step."""
    explanation = explanation_of(GALLERY["c-note/12"])
    assert len(explanation.steps) <= 8
    assert str(explanation).count("at least") <= 1


@pytest.mark.parametrize("name", mostly_slow(UNIQUE, 7))
def test_no_step_is_much_harder_than_the_grade_says(name: str) -> None:
    """Another order of moves takes other efforts, and simplification may add some."""
    path = Path(GALLERY[name])
    path.follow()
    hardest = max(move.effort for moves in Path(GALLERY[name]).rounds() for move in moves)
    looks = [move.effort for move in path.made if move.deduce is not None]
    assert max(looks) <= max(hardest, SEARCH.effort / 2)


def test_cases_that_refute_all_values_of_a_cell_are_one_step() -> None:
    *_, last = explain("c-note:47:732/237/363").steps
    assert len(last.chain) > 1
    assert not last.noted
    assert last.conclusion == "So nothing is left for r1c1."
    assert [row.split("=")[0] for row, _, _ in (case.row for case in last.chain)] == ["r1c1"] * 2


def test_easy_moves_are_merged_into_one_step() -> None:
    """Four rows and columns of c-note/1 that follow from the step before."""
    *_, last = explanation_of(GALLERY["c-note/1"]).steps
    assert len(last.rules) > 1
    assert len(last.sets) > 3


@pytest.mark.parametrize(
    "name", ["aztec-math/10", "c-note/1", "multi-balance/demo", "power-strike/16", "sum-star/paper"]
)
def test_moves_are_told_one_by_one_on_request(name: str) -> None:
    puzzle = GALLERY[name]
    together, apart = explanation_of(puzzle), explain(puzzle, one_by_one=True)
    assert len(apart.steps) > len(together.steps)
    data = apart.as_dict()
    assert check_explanation(data, rule_book_data(puzzle)) + check_sentences(data) == []
    found = [{cell for step in told.steps for cell, _ in step.sets} for told in (together, apart)]
    assert found[0] == found[1]


def test_values_of_one_cell_tried_in_a_row_are_one_step() -> None:
    explanation = explanation_of(GALLERY["aztec-math/18"])
    merged = [step for step in explanation.steps if len(step.chain) > 1]
    assert merged
    for step in merged:
        assert len({case.cell for case in step.chain}) == 1
        ((cell, removed),) = step.removes or ((step.sets[0][0], ()),)
        assert cell == step.chain[0].cell
        if not step.sets:
            assert sorted(removed) == sorted(case.value for case in step.chain)


# Where it leads.


def known_at_first(puzzle: AnyPuzzle) -> dict[Cell, int]:
    """The givens, and the cells for which there was never a choice."""
    decisions = zip(puzzle.cells, reasoning_model(puzzle).decisions, strict=True)
    fixed = {cell: variable.domain[0] for cell, variable in decisions if len(variable.domain) == 1}
    return {**fixed, **givens_of(puzzle)}


def assert_leads_to_its_solution(explanation: Explanation) -> None:
    numbers = known_at_first(explanation.puzzle)
    for step in explanation.steps:
        for cell, value in step.sets:
            assert numbers.setdefault(cell, value) == value, (explanation.puzzle, cell)
            assert cell in step.cells
    assert (
        explanation.puzzle.solution([numbers[cell] for cell in explanation.puzzle.cells])
        == explanation.solution
    )
    assert explanation.puzzle.violations(explanation.solution) == []


@pytest.mark.parametrize("name", UNIQUE)
def test_steps_of_gallery_puzzles_set_every_cell_right(name: str) -> None:
    assert_leads_to_its_solution(explanation_of(GALLERY[name]))


def test_steps_of_random_puzzles_set_every_cell_right() -> None:
    unique = [explanation for explanation in map(explanation_of, OTHERS) if explanation.solved]
    assert len(unique) > 20
    for explanation in unique:
        assert_leads_to_its_solution(explanation)


def test_puzzle_without_solution_ends_in_a_contradiction() -> None:
    impossible = [
        explanation for explanation in map(explanation_of, OTHERS) if explanation.verdict == "none"
    ]
    assert len({explanation.puzzle.family for explanation in impossible}) >= 3
    for explanation in impossible:
        *_, last = explanation.steps
        assert (last.sets, last.removes, last.leaves) == ((), (), ())
        assert explanation.ending == "So there is no solution."
        assert (explanation.solved, explanation.solution) == (False, None)


@pytest.mark.parametrize(
    "puzzle",
    [puzzle for puzzle in OTHERS if 1 < len(solve(puzzle, limit=500).solutions) < 500],
    ids=lambda puzzle: puzzle.identifier,
)
def test_cells_common_to_all_solutions_are_found(puzzle: AnyPuzzle) -> None:
    explanation = explanation_of(puzzle)
    rows = [
        numbers_of(explanation.puzzle, solution)
        for solution in solve(explanation.puzzle, limit=500).solutions
    ]
    common = {
        cell: column[0]
        for cell, column in zip(explanation.puzzle.cells, zip(*rows, strict=True), strict=True)
        if len(set(column)) == 1
    }
    found = {cell: value for step in explanation.steps for cell, value in step.sets}
    assert {**known_at_first(explanation.puzzle), **found} == common
    assert (
        explanation.ending
        == "There is more than one solution; no other cell is the same in all of them."
    )


# Puzzles that once were explained wrongly.


@pytest.mark.slow
def test_deduction_used_later_is_in_the_sentence() -> None:
    """A search was used by the steps after it, and only the data explanation of it."""
    puzzle = quincunx.parse("aztec-math:3/_6/46_/___1/___7_/___4__/___4___/________/__5______")
    found = judged(puzzle)
    assert found.complaints == []
    assert_leads_to_its_solution(found.explanation)


def test_cell_shared_by_fourteen_solutions_is_set() -> None:
    explanation = explain("aztec-math:9/6_/1__/3__2/1____/_7___1")
    assert explanation.verdict == "multiple"
    assert ((6, 4), 3) in [one for step in explanation.steps for one in step.sets]


def test_rules_have_different_names() -> None:
    puzzle = quincunx.parse("sum-star:0.0=2,8,8,15,23,9/1.0=2,5,17,20,8,8")
    triangles = [
        constraint.label
        for constraint in reasoning_model(puzzle).constraints
        if any(rule.startswith("triangle") for rule in constraint.rules)
    ]
    assert len(triangles) == len(set(triangles)) > 0


def test_several_solutions_are_reported_without_reasoning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not after the seconds that reasoning about numbers up to 3000 takes."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("reasoned about")

    monkeypatch.setattr(grades, "Path", never)
    assert quincunx.grade("c-note:3000:456/789/123").reason == "it has more than one solution"


# What stops it, and data.


@pytest.mark.slow
@pytest.mark.parametrize("most", [20, 40, 80, 160])
def test_cancelled_explanation_keeps_the_steps_so_far(most: int) -> None:
    """Wherever the work is stopped, what was found is right; on the fastest machines all is."""
    asked = count()
    puzzle = GALLERY["aztec-math/18"]
    explanation = explain(puzzle, cancel=lambda: next(asked) >= most)
    assert explanation.verdict in ("unknown", "unique")
    assert explanation.solved or explanation.ending == "A limit stopped the work here."
    assert check_explanation(explanation.as_dict(), rule_book_data(puzzle)) == []


def test_explanation_without_time_is_empty() -> None:
    explanation = explain(GALLERY["aztec-math/18"], time_limit=0)
    assert (explanation.verdict, explanation.steps) == ("unknown", ())
    assert explanation.ending == "A limit stopped the work here."


def test_explanation_as_json() -> None:
    data = quincunx.explain("aztec-math:9/5_").as_dict()
    (step,) = data.pop("steps")
    assert data == {
        "puzzle": "aztec-math:9/5_",
        "family": "aztec-math",
        "solved": True,
        "verdict": "unique",
        "hardness": 1.0,
        "length": 1,
        "opening": "",
        "ending": "That is the solution, and there is no other.",
        "solution": [[9], [5, 4]],
    }
    assert step == {
        "technique": "last one",
        "tier": 1,
        "effort": 1.0,
        "sentence": step["sentence"],
        "rules": ["r1c1", "row 2"],
        "because": [
            {"cell": [1, 1], "candidates": [9]},
            {"cell": [2, 1], "candidates": [5]},
            {"cell": [2, 2], "candidates": [1, 2, 3, 4, 5, 6, 7, 8, 9]},
        ],
        "cells": [[1, 1], [2, 1], [2, 2]],
        "sets": [{"cell": [2, 2], "value": 4}],
        "removes": [{"cell": [2, 2], "values": [1, 2, 3, 5, 6, 7, 8, 9]}],
        "leaves": [],
        "chain": [],
    }
