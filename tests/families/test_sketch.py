"""Sketches: characters at places, and what each is there for."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.sketch import Role, Sketch
from quincunx.families.power_strike import PowerStrike
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import CELLS, Star, black_triangles
from tests.families.random_stars import grown
from tests.families.sketches import FILE, sketches

PUTS = st.lists(
    st.tuples(
        st.integers(-3, 5),
        st.integers(-3, 9),
        st.text(st.sampled_from("ab ─"), min_size=1, max_size=4),
        st.sampled_from(["given", "answer", "frame"]),
    )
)


@given(PUTS)
def test_every_character_is_drawn_once_with_its_role(
    puts: list[tuple[int, int, str, Role]],
) -> None:
    sketch = Sketch()
    expected: dict[tuple[int, int], tuple[str, Role]] = {}
    for line, column, text, role in puts:
        sketch.put(line, column, text, role)
        for offset, character in enumerate(text):
            expected[line, column + offset] = (character, role)
    left = min((column for _, column in expected), default=0)
    top = min((line for line, _ in expected), default=0)
    drawn = {
        (top + line, left + column): pair
        for line, runs in enumerate(sketch.runs())
        for column, pair in enumerate((c, role) for text, role in runs for c in text)
        if pair[0] != " "
    }
    assert drawn == {place: pair for place, pair in expected.items() if pair[0] != " "}
    bottom, right = (max((place[at] for place in expected), default=-1) for at in (0, 1))
    lines = [
        "".join(expected.get((line, column), " ")[0] for column in range(left, right + 1)).rstrip()
        for line in range(top, bottom + 1)
    ]
    assert str(sketch) == "\n".join(lines)


# Families.


def test_sketches_are_unchanged() -> None:
    assert sketches() == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [6, 10**15, 10**200])
def test_rings_of_any_size_are_drawn_whole_and_narrow(number: int) -> None:
    for size in range(2, 41):
        puzzle = PowerStrike(7, (number, *[None] * (size - 1)))
        drawing = str(sketch_of(puzzle, [number] * size))
        shown = str(number)[:11]
        assert drawing.count(shown) == drawing.count("┌") == drawing.count("┘") == size
        assert sum(drawing.count(arrow) for arrow in "→←↑↓↖↙") == size
        assert "× 7" in drawing
        assert max(map(len, drawing.splitlines())) <= 78


@given(st.integers(1, 12), st.integers())
def test_every_arrangement_is_drawn_whole(size: int, seed: int) -> None:
    places = grown(size, Random(seed))
    puzzle = SumStar(tuple(Star(place, (None,) * 6) for place in places))
    solution = [[7] * 13 for _ in places]
    drawing, _, lists = str(sketch_of(puzzle, solution)).partition("\n\n")
    assert drawing.count("7") == len(CELLS) * size
    assert drawing.count("◢") + drawing.count("◥") == len(black_triangles(places))
    assert lists.count("7") == len(CELLS) * size
