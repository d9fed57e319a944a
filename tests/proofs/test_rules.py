"""The checker's reading of the rules, held against the families' own.

The checker shares nothing with the families, so each can show the other wrong.
"""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import parse, solve
from quincunx.families import AnyPuzzle, numbers_of, to_document
from quincunx.families.base.capabilities import rule_book_of
from quincunx.families.gallery import entry_named, names
from quincunx.proofs import verifier
from tests.families.tables import arrows
from tests.proofs.helpers import SMALL, answers_of_formula, counted, formula_of

MOST = 300
"""Maximum number of solutions to compare."""


def written(puzzle: AnyPuzzle, answers: list[dict[str, int]]) -> set[str]:
    """Answers by the checker's cells as the family writes solutions."""
    return {json.dumps(puzzle.solution(list(answer.values()))) for answer in answers}


def check(puzzle: AnyPuzzle, answer: Any) -> None:
    """Raises `Refuted` if the checker calls an answer wrong."""
    read = verifier.puzzle_of(to_document(puzzle))
    numbers = dict(zip(read.cells, numbers_of(puzzle, answer), strict=True))
    verifier.check_solution(read, numbers, verifier.Budget())


@pytest.mark.parametrize(("identifier", "why"), arrows("proofs/cases/puzzles.txt"))
def test_the_clauses_allow_exactly_the_solutions(identifier: str, why: str) -> None:
    puzzle = parse(identifier)
    result = solve(puzzle, limit=MOST)
    answers = written(puzzle, answers_of_formula(puzzle, MOST))
    if result.complete:
        assert answers == {json.dumps(solution) for solution in result.solutions}
        read = verifier.puzzle_of(to_document(puzzle))
        assert puzzle.family == "sum-star" or counted(read, range(len(read.cells))) == len(answers)
    else:
        assert len(answers) == MOST
        assert all(puzzle.violations(json.loads(answer)) == [] for answer in answers)


@pytest.mark.parametrize("name", names())
def test_every_clause_names_a_rule_of_the_rule_book(name: str) -> None:
    puzzle = entry_named(name).puzzle
    book = {rule.id for rule in rule_book_of(puzzle)}
    named = set(formula_of(to_document(puzzle)).clauses.values())
    others = {rule for rule in named - book if not rule.startswith(("cell ", "steps to cell "))}
    assert others == set()
    assert len(named & book) >= 3


@pytest.mark.parametrize("identifier", SMALL.values(), ids=SMALL)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_verifier_and_family_agree_on_wrong_answers(identifier: str, data: st.DataObject) -> None:
    puzzle = parse(identifier)
    numbers = numbers_of(puzzle, solve(puzzle).solution)
    for _ in range(data.draw(st.integers(0, 3), "changes")):
        at = data.draw(st.integers(0, len(numbers) - 1), "cell")
        change = st.sampled_from(numbers) | st.integers(0, 9)
        numbers[at] = data.draw(change, "number")
    answer: Any = puzzle.solution(numbers)
    try:
        check(puzzle, answer)
        wrong = False
    except verifier.Refuted:
        wrong = True
    assert wrong == bool(puzzle.violations(answer))


def c_note(target: Any, grid: Any) -> dict[str, Any]:
    return {"family": "c-note", "target": target, "grid": grid}


def ring(multiplier: Any, cells: Any) -> dict[str, Any]:
    return {"family": "power-strike", "multiplier": multiplier, "cells": cells}


def stars(*places: list[int], **more: Any) -> dict[str, Any]:
    """Dodecagons at these places, all alike."""
    each = {"sums": [None] * 6, **more}
    return {"family": "sum-star", "stars": [{"at": at, **each} for at in places]}


def board(digits: int, rows: Any) -> dict[str, Any]:
    return {"family": "multi-balance", "digits": digits, "board": rows}


@pytest.mark.parametrize(("document", "expected"), arrows("proofs/cases/documents.txt"))
def test_invalid_documents_are_unreadable(document: str, expected: str) -> None:
    with pytest.raises(verifier.Unreadable) as caught:
        verifier.puzzle_of(eval(document))
    assert expected in str(caught.value)
