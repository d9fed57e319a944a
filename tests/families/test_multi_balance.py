"""Multi-Balance: boards with one solution, with two and with none, and numbers of two figures."""

import pytest

from quincunx import explain, hint, solving
from quincunx.cli.families import rule_book_data
from quincunx.families import parse, read_state, sketch_of
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import MAX_SIDE
from quincunx.proofs import certify
from tests.cp.engines.cases import CP_SAT
from tests.reasoning.evidence import check_explanation


def test_largest_board_is_read_drawn_and_refused_by_the_solver_at_once() -> None:
    puzzle = MultiBalance(9, ("#" + "." * (MAX_SIDE - 1),) * MAX_SIDE)
    assert parse(puzzle.identifier) == puzzle
    assert str(sketch_of(puzzle)).count("▲") == MAX_SIDE
    assert solving.solve(puzzle).verdict == "none"


# Solutions.


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("1:.", "there is no fulcrum to balance on"),
        ("1:#", "there is no cell for a digit"),
        ("4:##/##", "no line has exactly one fulcrum"),
        ("9:#.", "there are fewer cells than digits"),
        ("3:#..../.#.../..#../...#./....#", "a fulcrum takes two digits, and three are too few"),
        ("5:.#.../#..../...../....#/...#.", "five digits never make rows and columns of two"),
    ],
)
def test_boards_that_cannot_be_solved(body: str, why: str) -> None:
    assert solving.verdict(f"multi-balance:{body}") == "none", why


FULCRUMS = {1: 9, 4: 9, 9: 13, 10: 9, 12: 1, 19: 6}
TWO_SOLUTIONS = MultiBalance(
    8, tuple("".join(".#"[FULCRUMS.get(r) == c] for c in range(1, 14)) for r in range(1, 20))
)
"""In rows 1, 4 and 10 any of 1-2, 3-6 and 4-8 balances; columns 1 and 13 leave two orders."""


def test_board_with_two_solutions_has_no_third() -> None:
    result = solving.solve(TWO_SOLUTIONS, limit=None)
    assert result.verdict == "multiple"
    assert [[row[0] + row[-1] for row in s if row[0] in "134"] for s in result.solutions] == [
        ["12", "48", "36"],
        ["36", "12", "48"],
    ]


# Numbers of two figures.

TEN = MultiBalance(10, (".#....", "...#..", "#...##", ".#....", "..#..."))
ELEVEN = MultiBalance(11, ("...#...", "##..#.#", "...#...", "...#..."))
TWELVE = MultiBalance(12, ("...#...", "###.#.#", "...#...", "...#..."))
SOLVED = {
    TEN: ["9#..3.", "6..#85", "#...##", "4#...1", "A.#.72"],
    ELEVEN: ["98.#A.B", "##..#.#", "7..#6.5", "14.#2.3"],
    TWELVE: ["78A#B.C", "###.#.#", "3..#9..", "245#1.6"],
}


@pytest.mark.parametrize("puzzle", SOLVED, ids=lambda puzzle: f"{puzzle.digits}")
@pytest.mark.parametrize("engine", ["kernel", CP_SAT])
def test_boards_of_ten_and_more_have_one_solution(puzzle: MultiBalance, engine: str) -> None:
    found = solving.solve(puzzle, engine=engine)
    assert (found.verdict, found.solutions) == ("unique", (SOLVED[puzzle],))
    if engine != "kernel":
        assert certify(puzzle).statement == "unique"


def test_explanations_of_ten_and_more_prove_every_step() -> None:
    given = MultiBalance(11, tuple(row.replace("A", ".") for row in SOLVED[ELEVEN]))
    for puzzle in (TEN, given):
        explanation = explain(puzzle)
        assert explanation.solved
        assert check_explanation(explanation.as_dict(), rule_book_data(puzzle)) == []
    assert hint(given).sentences(3)[-1].endswith("so r1c5 is 10.")


@pytest.mark.parametrize("note", ["{x,9,A}", "{x,9,10}"])
def test_note_may_name_ten_by_letter_or_in_figures(note: str) -> None:
    state = read_state(TEN, f"{note}#..../...#../#...##/.#...A/..#...")
    assert state.candidates[1, 1] == frozenset({0, 9, 10})
    assert state.numbers[4, 6] == 10
    assert state.text(TEN).startswith("{x,9,A}#")
