"""Sum Star: its forms, its lattice and its rules."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx import solving
from quincunx.families import from_document
from quincunx.families.base.documents import body_of, from_body, to_document
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.checker import edges, squares_around
from quincunx.families.sum_star.dodecagons import black_triangles, shared_edges
from tests.families.random_stars import grown

PAPER = from_body(SumStar, SumStar.example.identifier.removeprefix("sum-star:"))
ANSWER: list[list[int]] = SumStar.example.solution


# Forms.


def star(**changes: Any) -> dict[str, Any]:
    """A dodecagon of a document, with some of it replaced."""
    return {"at": [0, 0], "sums": [6, 33, 45, 11, 22, 10]} | changes


def test_givens_are_written_as_0_in_json_and_as_x_in_text() -> None:
    cells = [0, 4, None, "X", *[None] * 9]
    puzzle = from_document({"family": "sum-star", "stars": [star(cells=cells)]})
    assert body_of(puzzle) == "0.0=6,33,45,11,22,10@X4_X_________"
    assert to_document(puzzle)["stars"][0]["cells"] == [0, 4, None, 0, *[None] * 9]


# The lattice, as the model and as the checker see it.


@given(st.integers(1, 20), st.integers())
def test_model_and_checker_agree_on_what_touches(size: int, seed: int) -> None:
    places = grown(size, Random(seed))
    assert {frozenset(edge) for edge in shared_edges(places)} == {
        frozenset(edge) for edge in edges(places)
    }
    assert {frozenset(black.squares) for black in black_triangles(places)} == {
        frozenset(squares) for squares in squares_around(places)
    }


# Solutions.


def test_paper_has_one_solution_and_its_proof_takes_no_search() -> None:
    result = solving.solve(PAPER, limit=None)
    assert result.solutions == (ANSWER,)
    assert result.verdict == "unique"
    assert result.statistics.nodes == 1


@pytest.mark.parametrize(
    ("body", "why"),
    [
        *(
            (f"0.0={number},_,_,_,_,_", "three cells cannot sum to it")
            for number in (0, 25, 44, 999)
        ),
        ("0.0=_,40,_,_,_,_/1.0=_,_,_,_,_,40", "six different digits reach 39"),
    ],
)
def test_unreachable_numbers_leave_no_solution(body: str, why: str) -> None:
    assert solving.verdict(f"sum-star:{body}") == "none", why
