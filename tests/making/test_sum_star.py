"""Series Sum Stars."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import black_triangles
from quincunx.families.sum_star.filling import Filling, vagueness
from quincunx.families.sum_star.making import ARRANGEMENTS, StarMaker, _with_numbers
from quincunx.making import generate
from quincunx.solving import verdict
from tests.making.confirm import confirm, series

PAPER = SumStar.from_body(SumStar.example.identifier.partition(":")[2])


def given(puzzle: SumStar) -> list[tuple[int, ...]]:
    return [
        cell for cell in puzzle.cells if puzzle.stars[cell[0] - 1].cells[cell[1] - 1] is not None
    ]


@pytest.mark.parametrize(
    ("arrangement", "givens"),
    [
        ("one", True),
        ("one", False),
        ("pair", True),
        ("pair", False),
        ("triangle", True),
        ("triangle", False),
        ("0.0/1.0/2.0", True),
    ],
)
def test_arrangements(arrangement: str, givens: bool) -> None:
    for made in series("sum-star", arrangement=arrangement, givens=givens, seed=2, number=2):
        confirm(made)
        if not givens:
            assert given(made.puzzle) == []


def test_no_given_can_be_spared() -> None:
    seen = 0
    for made in series("sum-star", arrangement="pair", seed=2, number=4):
        bodies = made.puzzle.identifier
        for d, c in given(made.puzzle):
            star = made.puzzle.stars[d - 1]
            text = "".join("_" if v is None else "X" if v == 0 else str(v) for v in star.cells)
            fewer = f"{text[: c - 1]}_{text[c:]}"
            assert verdict(bodies.replace(text, fewer).replace("@" + "_" * 13, "")) == "multiple"
            seen += 1
    assert seen > 0


def test_fillings_obey_the_rules_and_become_less_vague() -> None:
    places = ARRANGEMENTS["triangle"]
    values = [value for star in PAPER.example.solution for value in star]
    sides = [len(black.squares) for black in black_triangles(places)]

    def vague(filling: Filling) -> int:
        return sum(vagueness(s, n) for s, n in zip(sides, filling.numbers, strict=True))

    filling = Filling(places, values)
    assert _with_numbers(places, filling.numbers) == PAPER
    before = vague(filling)
    filling.anneal(4000, Random(1))
    assert filling.values != values
    assert vague(filling) < before
    rows = [filling.values[i : i + 13] for i in range(0, 39, 13)]
    assert _with_numbers(places, filling.numbers).violations(rows) == []


def test_how_vague_a_number_is() -> None:
    assert vagueness(1, 1) == 0, "X 1 X"
    assert vagueness(1, 24) == 1792, "7, 8 and 9 in six orders"
    assert vagueness(2, 39) == 6579, "4 to 9 in 720 orders"
    assert vagueness(1, 24) < vagueness(1, 12) < vagueness(2, 12)


@pytest.mark.parametrize(
    ("arrangement", "givens", "identifier"),
    [
        ("one", True, "sum-star:0.0=4,1,2,14,24,10@_______9_____"),
        ("pair", True, "sum-star:0.0=5,8,29,22,14,2/1.0=1,2,10,24,29,8@________5____"),
        (
            "triangle",
            True,
            "sum-star:0.0=18,9,17,16,7,23/1.0=3,13,19,8,17,9/0.1=17,8,1,11,23,16@2____________",
        ),
        (
            "triangle",
            False,
            "sum-star:0.0=3,6,16,17,24,11/1.0=2,13,23,11,16,6/0.1=16,11,4,17,22,17",
        ),
    ],
)
def test_the_same_puzzle_on_every_machine(arrangement: str, givens: bool, identifier: str) -> None:
    made = next(series("sum-star", arrangement=arrangement, givens=givens, seed=1))
    assert made.puzzle.identifier == identifier


def test_twelve_forms_all_with_the_same_solutions() -> None:
    maker = StarMaker()
    forms = set(maker.forms(PAPER))
    assert len(forms) == 12
    for body in forms:
        assert verdict(f"sum-star:{body}") == "unique"
        assert set(maker.forms(SumStar.from_body(body))) == forms


@pytest.mark.parametrize(
    ("arrangement", "message"),
    [
        (
            "ring",
            "sum-star: arrangement is 'ring', expected one, pair, triangle, rhombus, flower, "
            "or places as in 0.0/1.0/0.1",
        ),
        (
            "0.0/1",
            "sum-star: arrangement is '0.0/1', expected one, pair, triangle, rhombus, flower, "
            "or places as in 0.0/1.0/0.1",
        ),
        (
            "0.0/2.0",
            "sum-star: dodecagon B is not connected with A, "
            "expected every dodecagon to touch another",
        ),
        (
            "/".join(f"{q}.0" for q in range(8)),
            "sum-star: arrangement has 8 dodecagons, expected at most 7",
        ),
    ],
)
def test_what_is_refused(arrangement: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        generate("sum-star", arrangement=arrangement)
    assert str(refused.value) == message
