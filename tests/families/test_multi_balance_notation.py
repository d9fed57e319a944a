"""Multi-Balance: identifiers, documents and answers, read strictly, written back and drawn."""

from __future__ import annotations

from hypothesis import strategies as st

from quincunx import solving
from quincunx.families import parse
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import from_body
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import MAX_SIDE, mark_of
from tests.families.fuzzing import read_or_refused

DEMO = from_body(MultiBalance, MultiBalance.example.identifier.removeprefix("multi-balance:"))
ANSWER: list[str] = MultiBalance.example.solution


@st.composite
def puzzles(draw: st.DrawFn) -> MultiBalance:
    digits, width = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    row = st.text(".....#", min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=1, max_size=12))
    puzzle = MultiBalance(digits, tuple(rows))
    # Givens, as many of them as break no rule.
    for row_number, column in draw(st.lists(st.sampled_from(puzzle.cells or [(1, 1)]))):
        text = puzzle.board[row_number - 1]
        digit = mark_of(draw(st.integers(1, digits)))
        changed = list(puzzle.board)
        changed[row_number - 1] = text[: column - 1] + digit + text[column:]
        more = tuple(changed)
        puzzle = read_or_refused(lambda: MultiBalance(digits, more), "multi-balance") or puzzle  # noqa: B023
    return puzzle


def test_the_largest_board_is_read_drawn_and_refused_by_the_solver_at_once() -> None:
    puzzle = MultiBalance(9, ("#" + "." * (MAX_SIDE - 1),) * MAX_SIDE)
    assert parse(puzzle.identifier) == puzzle
    assert str(sketch_of(puzzle)).count("▲") == MAX_SIDE
    assert solving.solve(puzzle).verdict == "none"


def test_the_drawing_of_an_answer() -> None:
    sketch = sketch_of(MultiBalance(6, ("......#6", *DEMO.board[1:])), ANSWER)
    assert str(sketch) == (
        "    1 2 3 4 5 6 7 8\n"
        "  ┌─────────────────┐\n"
        "1 │ 1 · · · · · ▲ 6 │\n"
        "2 │ 4 · · ▲ · · · 3 │\n"
        "3 │ ▲ · · · · · · ▲ │\n"
        "4 │ · · · · · · · · │\n"
        "5 │ · · · · · · · · │\n"
        "6 │ 2 · · · · ▲ · 5 │\n"
        "  └─────────────────┘"
    )
    by_role = {
        role: [text for line in sketch.runs() for text, its in line if its == role]
        for role in ("given", "answer", "clue")
    }
    assert by_role == {"given": ["6"], "answer": ["1", "4", "3", "2", "5"], "clue": ["▲"] * 5}


def test_wide_boards_leave_room_for_the_numbers_of_columns() -> None:
    assert str(sketch_of(MultiBalance(4, ("#.........", "..........")))) == (
        "     1  2  3  4  5  6  7  8  9 10\n"
        "  ┌───────────────────────────────┐\n"
        "1 │  ▲  ·  ·  ·  ·  ·  ·  ·  ·  · │\n"
        "2 │  ·  ·  ·  ·  ·  ·  ·  ·  ·  · │\n"
        "  └───────────────────────────────┘"
    )
