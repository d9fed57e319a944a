"""Sum Star: its lattice, its rules, and its solutions against brute force."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
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
from quincunx.families.sum_star.dodecagons import Cell, Place, black_triangles, shared_edges
from tests.families.fuzzing import read_or_refused
from tests.families.random_stars import FLOWER, ONE, THREE, TWO, grown, made_star

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


@pytest.mark.parametrize(
    ("places", "edges", "triangles"),
    [(ONE, 18, 6), (TWO, 37, 10), (THREE, 57, 13), (FLOWER, 138, 24)],
)
def test_edges_and_black_triangles_counted_by_hand(
    places: Sequence[Place], edges: int, triangles: int
) -> None:
    assert len(list(shared_edges(places))) == edges
    assert len(black_triangles(places)) == triangles


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


# Brute force, from the rules alone. The cells of the three dodecagons of the paper that touch
# each black triangle, and those that share an edge across two dodecagons, read off the figure.

AROUND = """
A12 A1 A2; A2 A3 A4 B10 B11 B12; A4 A5 A6 B8 B9 B10 C12 C1 C2; A6 A7 A8 C10 C11 C12; A8 A9 A10;
A10 A11 A12; B12 B1 B2; B2 B3 B4; B4 B5 B6; B6 B7 B8 C2 C3 C4; C4 C5 C6; C6 C7 C8; C8 C9 C10
"""
FACING = ["A4 B10", "A6 C12", "B8 C2"]


def cell(name: str) -> Cell:
    return "ABC".index(name[0]), int(name[1:]) - 1


def follows_the_rules(answer: Sequence[Sequence[int]], puzzle: SumStar) -> bool:
    """Whether the answer is right, for up to three dodecagons placed as in the paper."""
    for values in answer:
        if sorted(values) != [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]:
            return False
        for i in range(12):
            if values[i] == 0 == values[(i + 1) % 12]:
                return False
            if i % 2 == 0 and values[i] == 0 == values[12]:
                return False
    here = "ABC"[: len(answer)]
    for pair in FACING:
        one, other = map(cell, pair.split())
        if max(one[0], other[0]) < len(answer) and not (
            answer[one[0]][one[1]] or answer[other[0]][other[1]]
        ):
            return False
    for names in AROUND.split(";"):
        cells = [cell(name) for name in names.split() if name[0] in here]
        digits = [answer[d][c] for d, c in cells if answer[d][c]]
        if len(set(digits)) < len(digits):
            return False
        if cells:
            number = puzzle.stars[cells[1][0]].sums[cells[1][1] // 2]
            if number is not None and sum(digits) != number:
                return False
    return True


def brute_force(puzzle: SumStar) -> Iterator[list[list[int]]]:
    """All answers: the values that are not given, in every order."""
    choices = []
    for placed in puzzle.stars:
        left = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        for value in placed.cells:
            if value is not None:
                left.remove(value)
        fillings = []
        for order in set(permutations(left)):
            values = iter(order)
            fillings.append([next(values) if v is None else v for v in placed.cells])
        choices.append(fillings)
    for answer in product(*choices):
        if follows_the_rules(answer, puzzle):
            yield list(answer)


def random_puzzle(seed: int) -> SumStar:
    """A small puzzle: a made one with some numbers left out and most cells given, now and then
    with a number changed."""
    dice = Random(seed)
    places = (ONE, TWO, THREE)[seed % 3]
    puzzle, solution = made_star(places, seed // 20)
    open_cells = {1: 6, 2: 4, 3: 3}[len(places)]
    forgotten = set(dice.sample(range(13), dice.randrange(13)))
    shift = dice.choice([0, 0, 0, 1])
    stars = [
        replace(
            placed,
            cells=tuple(None if c in hidden else value for c, value in enumerate(solution[d])),
        )
        for d, placed in enumerate(puzzle.stars)
        for hidden in [dice.sample(range(13), open_cells)]
    ]
    for i, black in enumerate(black_triangles(places)):
        for d, square in black.squares:
            sums = list(stars[d - 1].sums)
            number = sums[square // 2]
            assert number is not None
            sums[square // 2] = None if i in forgotten else number + shift * (i == 0)
            stars[d - 1] = replace(stars[d - 1], sums=tuple(sums))
    return SumStar(tuple(stars))


@pytest.mark.slow
def test_counts_agree_with_brute_force() -> None:
    counts = []
    for seed in range(240):
        puzzle = read_or_refused(lambda: random_puzzle(seed), "sum-star: the givens")  # noqa: B023
        if puzzle is None:
            continue
        expected = sorted(brute_force(puzzle))
        assert sorted(solving.solve(puzzle, limit=None).solutions) == expected, puzzle
        assert solving.tally(puzzle, listing=True).count == len(expected)
        counts.append(len(expected))
    assert len(counts) > 200
    assert counts.count(0) > 5
    assert counts.count(1) > 50
    assert sum(count > 1 for count in counts) > 20
