"""Sum Star: identifiers, documents and answers, read strictly and written back exactly."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.errors import PuzzleError
from quincunx.families import from_document, parse
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import body_of, from_body, read_solution, to_document
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import (
    MAX_COORDINATE,
    MAX_STARS,
    MAX_SUM,
    Star,
    black_triangles,
    letters,
)
from tests.families.fuzzing import read_or_refused
from tests.families.random_stars import grown

PAPER = from_body(SumStar, SumStar.example.identifier.removeprefix("sum-star:"))
ANSWER: list[list[int]] = SumStar.example.solution
SUM = "expected a whole number from 0 to 999"
COORDINATE = "expected a whole number from -1000 to 1000"
CONTENT = "expected a whole number from 0 to 9 or X"
BROKEN = "the givens break a rule:"
PRINTED = """A: X 4 X 7 6 3 X 5 9 8 X 2 1
B: 6 X 3 X 7 X 1 2 4 8 5 9 X
C: 9 5 X 3 8 6 X 7 X 2 X 1 4"""


@st.composite
def puzzles(draw: st.DrawFn) -> SumStar:
    places = grown(draw(st.integers(1, 6)), Random(draw(st.integers())))
    q, r = draw(st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
    places = tuple((q + dq, r + dr) for dq, dr in places)
    sums: list[list[int | None]] = [[None] * 6 for _ in places]
    for black in black_triangles(places):
        number = draw(st.none() | st.integers(0, MAX_SUM))
        for d, square in black.squares:
            sums[d - 1][square // 2] = number
    givens = st.lists(st.none() | st.integers(0, 9), min_size=13, max_size=13)
    stars = [Star(place, tuple(row)) for place, row in zip(places, sums, strict=True)]
    if draw(st.booleans()):
        # Givens of the last dodecagon, as many of them as break no rule.
        for c, given in enumerate(draw(givens)):
            cells = (*stars[-1].cells[:c], given, *stars[-1].cells[c + 1 :])
            more = [*stars[:-1], replace(stars[-1], cells=cells)]
            if read_or_refused(lambda: SumStar(tuple(more)), "sum-star: the givens"):  # noqa: B023
                stars = more
    return SumStar(tuple(stars))


@given(puzzles())
def test_identifier_and_document_give_the_same_puzzle_back(puzzle: SumStar) -> None:
    assert parse(puzzle.identifier) == puzzle
    assert parse(puzzle.identifier).identifier == puzzle.identifier
    assert from_document(json.loads(json.dumps(to_document(puzzle)))) == puzzle


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "dodecagon A is '', expected q.r=six sums, as in 0.0=6,33,_,_,_,_"),
        ("0.0", "dodecagon A is '0.0', expected q.r=six sums, as in 0.0=6,33,_,_,_,_"),
        ("0.0=1,2,3", "dodecagon A: sums has 3 numbers, expected 6"),
        ("0.0=1,2,3,4,5,6,7", "dodecagon A: sums has 7 numbers, expected 6"),
        ("0.0= 1,2,3,4,5,6", f"dodecagon A: sum 1 is ' 1', {SUM} or _"),
        ("0.0=1,+2,3,4,5,6", f"dodecagon A: sum 2 is '+2', {SUM} or _"),
        ("0.0=1,2,03,4,5,6", f"dodecagon A: sum 3 is '03', {SUM} or _"),
        ("0.0=1,2,3,-4,5,6", f"dodecagon A: sum 4 is '-4', {SUM} or _"),
        ("0.0=1,2,3,4,²,6", f"dodecagon A: sum 5 is '²', {SUM} or _"),
        ("0.0=1,2,3,4,5,1000", f"dodecagon A: sum 6 is '1000', {SUM} or _"),
        ("-0.0=_,_,_,_,_,_", f"dodecagon A: coordinate is '-0', {COORDINATE}"),
        ("0.1001=_,_,_,_,_,_", f"dodecagon A: coordinate is '1001', {COORDINATE}"),
        ("0.0=_,_,_,_,_,_@X", "dodecagon A: cells has 1 given, expected 13"),
        (
            "0.0=_,_,_,_,_,_@_____________",
            "dodecagon A: givens are all _, expected some that are not, or no @ before them",
        ),
        (
            "0.0=_,_,_,_,_,_@0____________",
            "dodecagon A: cell 1 is '0', expected X or a digit from 1 to 9 or _",
        ),
        (
            "0.0=_,_,_,_,_,_/0.0=_,_,_,_,_,_",
            "dodecagon B is at 0.0 like A, expected a place of its own",
        ),
        (
            "0.0=_,_,_,_,_,_/1.1=_,_,_,_,_,_",
            "dodecagon B is not connected with A, expected every dodecagon to touch another",
        ),
        (
            "0.0=_,33,_,_,_,_/1.0=_,_,_,_,_,34",
            "the triangle at A3/B11 has 33 at A3 and 34 at B11, expected the same",
        ),
        (
            "0.0=_,_,45,_,_,_/1.0=_,_,_,_,45,_/0.1=_,_,_,_,_,_",
            "the triangle at A5/B9/C1 has 45 at A5 and null at C1, expected the same",
        ),
        ("0.0=_,_,_,_,_,_@3__3_________", f"{BROKEN} A holds the digit 3 twice, expected once."),
        ("0.0=_,_,_,_,_,_@X_X_X_X_X____", f"{BROKEN} A holds X 5 times, expected 4 times."),
        ("0.0=_,_,_,_,_,_@XX___________", f"{BROKEN} A1 and A2 share an edge and are both X."),
        ("0.0=_,_,_,_,_,_@X___________X", f"{BROKEN} A1 and A13 share an edge and are both X."),
        (
            "0.0=_,_,_,_,_,_@___X_________/1.0=_,_,_,_,_,_@_________X___",
            f"{BROKEN} A4 and B10 share an edge and are both X.",
        ),
        (
            "0.0=_,33,_,_,_,_@__7__________/1.0=_,_,_,_,_,33@__________7__",
            f"{BROKEN} The digit 7 is at A3 and B11, around the triangle 33 at A3/B11, "
            "expected once.",
        ),
        (
            "0.0=6,_,_,_,_,_@5__________2_",
            f"{BROKEN} The triangle 6 at A1 already sums to 7, expected 6.",
        ),
        ("0.0=6,_,_,_,_,_@X2_________3_", f"{BROKEN} The triangle 6 at A1 sums to 5, expected 6."),
        ("1" * 1_000_000, "puzzle has 1000000 characters, expected at most 48000"),
        ("/" * MAX_STARS, f"stars has {MAX_STARS + 1} dodecagons, expected 1 to {MAX_STARS}"),
        (
            "/".join(f"{q}.0=_,_,_,_,_,_" for q in range(MAX_STARS + 1)),
            f"stars has {MAX_STARS + 1} dodecagons, expected 1 to {MAX_STARS}",
        ),
    ],
)
def test_malformed_identifier_is_rejected(body: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        from_body(SumStar, body)
    assert str(refusal.value) == f"sum-star: {message}"


def star(**changes: Any) -> dict[str, Any]:
    """A dodecagon of a document, with some of it replaced."""
    return {"at": [0, 0], "sums": [6, 33, 45, 11, 22, 10]} | changes


@pytest.mark.parametrize(
    ("stars", "message"),
    [
        (None, "stars is null, expected a list of 1 to 60 dodecagons"),
        ([], "stars has 0 dodecagons, expected 1 to 60"),
        ([3], "dodecagon A is 3, expected an object with at and sums"),
        ([star(place=3)], "dodecagon A has the key 'place', expected at, sums, cells"),
        ([star(at=None)], "dodecagon A: at is null, expected a list of 2 coordinates"),
        ([star(at=[0])], "dodecagon A: at has 1 coordinate, expected 2"),
        ([star(at=[0, 0.0])], f"dodecagon A: coordinate is 0.0, {COORDINATE}"),
        ([star(at=[True, 0])], f"dodecagon A: coordinate is true, {COORDINATE}"),
        ([{"at": [0, 0]}], "dodecagon A: sums is null, expected a list of 6 numbers"),
        ([star(sums=[6, 33, 45, "11", 22, 10])], f"dodecagon A: sum 4 is '11', {SUM} or null"),
        ([star(sums=[6, 33, 45, 11, 22, 1000])], f"dodecagon A: sum 6 is 1000, {SUM} or null"),
        ([star(cells=[None] * 12)], "dodecagon A: cells has 12 givens, expected 13"),
        ([star(cells=[None] * 12 + [10])], f"dodecagon A: cell 13 is 10, {CONTENT} or null"),
        ([star(cells=[False] + [None] * 12)], f"dodecagon A: cell 1 is false, {CONTENT} or null"),
    ],
)
def test_malformed_document_is_rejected(stars: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        from_document({"family": "sum-star", "stars": stars})
    assert str(refusal.value) == f"sum-star: {message}"


def test_the_constructor_is_as_strict_as_the_readers() -> None:
    with pytest.raises(PuzzleError, match="dodecagon A is 3, expected an object with at and sums"):
        SumStar((3,))  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="dodecagon A: sums has 1 number, expected 6"):
        SumStar((Star((0, 0), (5,)),))


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


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, " is null, expected a list of 3 dodecagons"),
        ("", " has 1 dodecagon, expected 3"),
        (ANSWER[:2], " has 2 dodecagons, expected 3"),
        ([*ANSWER[:2], [1, 2]], ", dodecagon C has 2 cells, expected 13"),
        ([ANSWER[0], [10] * 13, ANSWER[2]], f", cell B1 is 10, {CONTENT}"),
        ([*ANSWER[:2], [True] * 13], f", cell C1 is true, {CONTENT}"),
        (PRINTED.replace("A:", "B:"), ", dodecagon A is called 'B', expected A"),
        (PRINTED.replace("X 2 1", "0 2 1"), ", cell A11 is '0', expected X or a digit from 1 to 9"),
        ("X" * 1_000_000, " has 1000000 characters, expected at most 48000"),
    ],
)
def test_malformed_answer_is_rejected(data: object, message: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        read_solution(PAPER, data)
    assert str(refusal.value) == f"sum-star: solution{message}"
