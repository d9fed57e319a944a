"""Sum Star: identifiers, documents and answers, read strictly and written back exactly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quincunx.families import from_document, parse
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import body_of, from_body, read_solution, to_document
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import (
    MAX_COORDINATE,
    MAX_STARS,
    Star,
    letters,
)

PAPER = from_body(SumStar, SumStar.example.identifier.removeprefix("sum-star:"))
ANSWER: list[list[int]] = SumStar.example.solution
PRINTED = """A: X 4 X 7 6 3 X 5 9 8 X 2 1
B: 6 X 3 X 7 X 1 2 4 8 5 9 X
C: 9 5 X 3 8 6 X 7 X 2 X 1 4"""


def star(**changes: Any) -> dict[str, Any]:
    """A dodecagon of a document, with some of it replaced."""
    return {"at": [0, 0], "sums": [6, 33, 45, 11, 22, 10]} | changes


def test_givens_are_written_as_0_in_json_and_as_x_in_text() -> None:
    cells = [0, 4, None, "X", *[None] * 9]
    puzzle = from_document({"family": "sum-star", "stars": [star(cells=cells)]})
    assert body_of(puzzle) == "0.0=6,33,45,11,22,10@X4_X_________"
    assert to_document(puzzle)["stars"][0]["cells"] == [0, 4, None, 0, *[None] * 9]


@pytest.mark.parametrize("cells", [None, [None] * 13])
def test_no_givens_are_the_same_as_none(cells: Any) -> None:
    puzzle = from_document({"family": "sum-star", "stars": [star(cells=cells)]})
    assert to_document(puzzle) == {"family": "sum-star", "stars": [star()]}
    assert body_of(puzzle) == "0.0=6,33,45,11,22,10"


def test_the_largest_arrangement_and_the_farthest_place_are_read() -> None:
    row = SumStar(tuple(Star((q, MAX_COORDINATE), (None,) * 6) for q in range(MAX_STARS)))
    assert parse(row.identifier) == row
    assert letters(len(row.stars)) == "BH"
    assert str(sketch_of(row)).count("◢") == 2 * MAX_STARS + 1


@pytest.mark.parametrize(
    "data",
    [
        ANSWER,
        json.dumps(ANSWER),
        [["X" if value == 0 else value for value in values] for values in ANSWER],
        PRINTED,
        PRINTED.replace("\n", "\r\n") + "\n",
        PRINTED.replace("\n", "/"),
        "X4X763X598X21/6X3X7X124859X/95X386X7X2X14",
        ["X4X763X598X21", "6X3X7X124859X", "95X386X7X2X14"],
    ],
)
def test_answers_are_read_from_lists_and_from_text(data: object) -> None:
    assert read_solution(PAPER, data) == ANSWER
