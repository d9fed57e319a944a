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
from tests.proofs.helpers import SMALL, answers_of_formula, counted, formula_of

MOST = 300
"""Maximum number of solutions to compare."""

PUZZLES = [
    ("c-note:100:884/625/361", "31 solutions"),
    ("c-note:7:88/88", "no number fits"),
    ("c-note:40:10/02", "zeros"),
    ("c-note:12:111/111/111", "many small numbers"),
    ("aztec-math:_/__/_9_", "few givens"),
    ("aztec-math:7", "a single cell"),
    ("aztec-math:2/__/1_6/____/5_1_3", "a published one"),
    ("power-strike:7:41,_,_,_,_,_,_,_", "58 solutions"),
    ("power-strike:7z:41,_,_,_,_,_,_,_", "without zeros in front"),
    ("power-strike:1:105,_,_", "times 1"),
    ("power-strike:2:7,_,_", "none"),
    ("power-strike:2z:2057,_,_,_,57,_,_,_", "several givens"),
    ("multi-balance:6:......#./...#..../#......#/......../......../.....#..", "published"),
    ("multi-balance:6:......#./4..#..../#......#/......../......../.....#..", "a given"),
    ("multi-balance:4:#..#/..../.#../#...", "none, or few"),
    ("multi-balance:3:..#../#...#/.....", "two fulcrums in a row"),
    ("sum-star:0.0=6,33,45,11,22,10", "no solution: 45 of three cells"),
    ("sum-star:0.0=12,14,16,8,10,9", "one dodecagon"),
    ("sum-star:0.0=_,14,_,8,10,_@X_____5______", "numbers left out, givens"),
    ("sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11", "the paper's"),
]


def written(puzzle: AnyPuzzle, answers: list[dict[str, int]]) -> set[str]:
    """Answers by the checker's cells as the family writes solutions."""
    return {json.dumps(puzzle.solution(list(answer.values()))) for answer in answers}


def check(puzzle: AnyPuzzle, answer: Any) -> None:
    """Raises `Refuted` if the checker calls an answer wrong."""
    read = verifier.puzzle_of(to_document(puzzle))
    numbers = dict(zip(read.cells, numbers_of(puzzle, answer), strict=True))
    verifier.check_solution(read, numbers, verifier.Budget())


@pytest.mark.parametrize("identifier", [row[0] for row in PUZZLES], ids=[r[1] for r in PUZZLES])
def test_the_clauses_allow_exactly_the_solutions(identifier: str) -> None:
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


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (None, "one of the families"),
        ({"family": "chess"}, "one of the families"),
        ({"family": "c-note"}, "exact keys"),
        (c_note(9, [[1, 2], [3, 4, 5]]), "a square"),
        (c_note(9, [[1, 2], [3, 10]]), "exact keys, types"),
        (c_note(2_000_000, [["", ""], ["", ""]]), "exact keys, types"),
        (c_note(100_001, [[1, 2], [3, 4]]), "sizes"),
        (c_note(9, [[1] * 31] * 31), "sizes"),
        (c_note(9, [[1] * 700] * 700), "sizes"),
        ({"family": "aztec-math", "rows": [[1], [2]]}, "one more cell in each row"),
        ({"family": "aztec-math", "rows": [[0]]}, "exact keys, types"),
        (ring(2, [None, None]), "a given number"),
        (ring(0, [3, None]), "exact keys, types"),
        (ring(10**1_000, [3, None]), "sizes"),
        (ring(10**999, [3, None, None, None]), "cannot grow beyond 4000 digits"),
        (ring(2, [3] + 20_000 * [None]), "sizes"),
        ({**ring(2, [3, 4]), "leading_zeros": "vanish"}, "exact keys"),
        (board(13, ["#."]), "exact keys, types"),
        (board(2, ["#.", "."]), "rows of one length"),
        (board(2, ["#x"]), "exact keys, types"),
        (board(2, ["#3"]), "the marks .12#"),
        (board(2, ["#" * 41]), "sizes"),
        (stars([0, 0], sums=[1]), "exact keys, types"),
        (stars([0, 0], [2, 0]), "connected dodecagons"),
        (stars([0, 0], [0, 0]), "connected dodecagons"),
        (stars(*([0, n] for n in range(61))), "sizes"),
        (stars([0, 0], [1, 0], sums=[None] * 5 + [9]), "shared triangles that agree"),
        (stars([0, 0], cells=[None] * 13), "givens, if cells are listed"),
    ],
)
def test_invalid_documents_are_unreadable(document: Any, expected: str) -> None:
    with pytest.raises(verifier.Unreadable) as caught:
        verifier.puzzle_of(document)
    assert expected in str(caught.value)
