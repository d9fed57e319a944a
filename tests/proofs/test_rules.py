"""The checker's reading of the rules, held against the families' own.

The checker shares nothing with the families, so each can show the other wrong.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import parse, solve
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import rule_book_of
from quincunx.families.base.documents import numbers_of, read_solution, to_document
from quincunx.families.gallery import entry_named, gallery, names
from quincunx.proofs import verifier
from tests.proofs.helpers import SMALL, answers_of_formula

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


@pytest.mark.parametrize("identifier", [row[0] for row in PUZZLES], ids=[r[1] for r in PUZZLES])
def test_the_clauses_allow_exactly_the_solutions(identifier: str) -> None:
    puzzle = parse(identifier)
    result = solve(puzzle, limit=MOST)
    answers = written(puzzle, answers_of_formula(puzzle, MOST))
    if result.complete:
        assert answers == {json.dumps(solution) for solution in result.solutions}
    else:
        assert len(answers) == MOST
        assert all(puzzle.violations(json.loads(answer)) == [] for answer in answers)


@pytest.mark.parametrize("name", names())
def test_every_clause_names_a_rule_of_the_rule_book(name: str) -> None:
    puzzle = entry_named(name).puzzle
    book = {rule.id for rule in rule_book_of(puzzle)}
    named = set(verifier.rules_of(to_document(puzzle)).clauses.values())
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
        verifier.check_solution(to_document(puzzle), answer)
        wrong = False
    except verifier.Refuted:
        wrong = True
    assert wrong == bool(puzzle.violations(answer))


@pytest.mark.parametrize("name", [n for n in names() if gallery()[n].solution is not None])
def test_printed_answers_are_right(name: str) -> None:
    entry = entry_named(name)
    answer = read_solution(entry.puzzle, entry.solution)
    verifier.check_solution(to_document(entry.puzzle), answer)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (None, "unknown family None"),
        ({"family": "chess"}, "unknown family 'chess'"),
        ({"family": "c-note"}, "not a document of its family ('grid')"),
        ({"family": "c-note", "grid": [[1, 2], [3]], "target": 9}, "a square grid"),
        ({"family": "c-note", "grid": [[1, 2], [3, 10]], "target": 9}, "digits from 0 to 9"),
        ({"family": "c-note", "grid": [[1, 2], [3, 4]], "target": "9"}, "a target"),
        ({"family": "aztec-math", "rows": [[1], [2]]}, "one more cell in each row"),
        ({"family": "aztec-math", "rows": [[0]]}, "digits from 1 to 9"),
        ({"family": "power-strike", "multiplier": 2, "cells": [None, None]}, "its family"),
        ({"family": "power-strike", "multiplier": 0, "cells": [3, None]}, "positive numbers"),
        (
            {"family": "power-strike", "multiplier": 2, "cells": [3], "leading_zeros": "no"},
            "vanish or forbid",
        ),
        ({"family": "multi-balance", "digits": 13, "board": ["#."]}, "a board"),
        ({"family": "multi-balance", "digits": 2, "board": ["#.", "."]}, "a board"),
        ({"family": "multi-balance", "digits": 2, "board": ["#x"]}, "fulcrums and digits"),
        ({"family": "sum-star", "stars": [{"at": [0, 0], "sums": [1]}]}, "six numbers"),
        (
            {
                "family": "sum-star",
                "stars": [
                    {"at": [0, 0], "sums": [None] * 6},
                    {"at": [1, 0], "sums": [9, 9, 9, 9, 9, 9]},
                ],
            },
            "shared triangles that agree",
        ),
    ],
)
def test_invalid_documents_are_unreadable(document: Any, expected: str) -> None:
    with pytest.raises(verifier.Unreadable) as caught:
        verifier.rules_of(document)
    assert expected in str(caught.value)
