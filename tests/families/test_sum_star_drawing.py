"""Dodecagons on their lattice: what a Sum Star looks like, whatever its arrangement."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import from_body
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import CELLS, Star, black_triangles
from tests.families.random_stars import grown


def test_the_drawing_of_an_answer() -> None:
    paper = from_body(SumStar, SumStar.example.identifier.removeprefix("sum-star:"))
    assert str(sketch_of(paper, SumStar.example.solution)) == (
        "◥10◤ ╭───◢6◣───╮◥33◤ ╭──◢15◣───╮ ◥3◤\n"
        "    ╱ 2 │ X │ 4 ╲   ╱ 9 │ 6 │ X ╲\n"
        "   ╱ X ╱  A  ╲ X ╲ ╱ 5 ╱  B  ╲ 3 ╲\n"
        "  │ 8 │   1   │ 7 │ 8 │   X   │ X │\n"
        "   ╲ 9 ╲     ╱ 6 ╱ ╲ 4 ╲     ╱ 7 ╱\n"
        "    ╲ 5 │ X │ 3 ╱   ╲ 2 │ 1 │ X ╱\n"
        "◢22◣ ╰──◥11◤────◢45◣────◥11◤───╯ ◢7◣\n"
        "            ╱ 1 │ 9 │ 5 ╲\n"
        "           ╱ X ╱  C  ╲ X ╲\n"
        "          │ 2 │   4   │ 3 │\n"
        "           ╲ X ╲     ╱ 8 ╱\n"
        "            ╲ 7 │ X │ 6 ╱\n"
        "         ◢9◣ ╰──◥13◤───╯◢17◣\n"
        "\n"
        "  A: X 4 X 7 6 3 X 5 9 8 X 2 1\n"
        "  B: 6 X 3 X 7 X 1 2 4 8 5 9 X\n"
        "  C: 9 5 X 3 8 6 X 7 X 2 X 1 4"
    )


def test_the_drawing_of_a_puzzle_tells_givens_clues_and_empty_cells_apart() -> None:
    sketch = sketch_of(from_body(SumStar, "0.0=6,_,45,_,_,10@X__1_________"))
    assert str(sketch) == (
        "◥10◤ ╭───◢6◣───╮ ◥ ◤\n"
        "    ╱ · │ X │ · ╲\n"
        "   ╱ · ╱  A  ╲ · ╲\n"
        "  │ · │   ·   │ 1 │\n"
        "   ╲ · ╲     ╱ · ╱\n"
        "    ╲ · │ · │ · ╱\n"
        " ◢ ◣ ╰───◥ ◤───╯◢45◣"
    )
    by_role = {
        role: [text for line in sketch.runs() for text, its in line if its == role]
        for role in ("given", "answer", "clue")
    }
    assert by_role["given"] == ["X", "1"]
    assert by_role["answer"] == []
    assert by_role["clue"] == ["◥10◤", "◢6◣", "◥ ◤", "◢ ◣", "◥ ◤", "◢45◣"]


@given(st.integers(1, 12), st.integers())
def test_every_arrangement_is_drawn_whole(size: int, seed: int) -> None:
    places = grown(size, Random(seed))
    puzzle = SumStar(tuple(Star(place, (None,) * 6) for place in places))
    solution = [[7] * 13 for _ in places]
    drawing, _, lists = str(sketch_of(puzzle, solution)).partition("\n\n")
    assert drawing.count("7") == len(CELLS) * size
    assert drawing.count("◢") + drawing.count("◥") == len(black_triangles(places))
    assert lists.count("7") == len(CELLS) * size
