"""Rings of boxes: what a Power Strike looks like, whatever its size."""

from __future__ import annotations

import pytest

from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import from_body
from quincunx.families.power_strike import PowerStrike


def test_the_drawing_of_a_puzzle() -> None:
    assert str(sketch_of(from_body(PowerStrike, "7:12,_,_,_,_,_,_,_"))) == (
        "┌─────┐   ┌─────┐   ┌─────┐\n"
        "│  12 │ → │     │ → │     │\n"
        "└─────┘   └─────┘   └─────┘\n"
        "   ↑                   ↓\n"
        "┌─────┐             ┌─────┐\n"
        "│     │     × 7     │     │\n"
        "└─────┘             └─────┘\n"
        "   ↑                   ↓\n"
        "┌─────┐   ┌─────┐   ┌─────┐\n"
        "│     │ ← │     │ ← │     │\n"
        "└─────┘   └─────┘   └─────┘"
    )


def test_the_drawing_of_an_answer_goes_clockwise_and_tells_givens_apart() -> None:
    drawing = sketch_of(
        from_body(PowerStrike, "2z:9,_,_,6,_,_,_,_"), [9, 18, 36, 6, 12, 24, 48, 96]
    )
    by_role = {
        role: [text for line in drawing.runs() for text, is_role in line if is_role == role]
        for role in ("given", "answer", "clue", "note")
    }
    assert by_role["given"] == ["9", "6"]
    assert by_role["answer"] == ["18", "36", "96", "48", "24", "12"]
    assert by_role["clue"] == ["× 2"]
    assert "No removal may leave a zero in front." in by_role["note"]


@pytest.mark.parametrize("size", range(2, 41))
@pytest.mark.parametrize("number", [6, 10**15, 10**200])
def test_rings_of_any_size_are_drawn_whole_and_narrow(size: int, number: int) -> None:
    puzzle = PowerStrike(7, (number, *[None] * (size - 1)))
    drawing = str(sketch_of(puzzle, [number] * size))
    shown = str(number)[:11]
    assert drawing.count(shown) == drawing.count("┌") == drawing.count("┘") == size
    assert sum(drawing.count(arrow) for arrow in "→←↑↓↖↙") == size
    assert "× 7" in drawing
    assert max(map(len, drawing.splitlines())) <= 78
