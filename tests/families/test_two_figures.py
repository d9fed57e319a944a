"""Multi-Balance with 10, 11 and 12: numbers of two figures, through everything that meets them."""

from __future__ import annotations

import pytest

from quincunx.cli.families import rule_book_data
from quincunx.families import from_document, parse
from quincunx.families.base.capabilities import build_scene, sketch_of
from quincunx.families.base.documents import numbers_of, read_solution, read_state, to_document
from quincunx.families.multi_balance import MultiBalance
from quincunx.proofs import certify
from quincunx.reasoning import explain, hint
from quincunx.solving import solve
from tests.cp.engines.cases import CP_SAT
from tests.reasoning.evidence import check_explanation

TEN = MultiBalance(10, (".#....", "...#..", "#...##", ".#....", "..#..."))
ELEVEN = MultiBalance(11, ("...#...", "##..#.#", "...#...", "...#..."))
TWELVE = MultiBalance(12, ("...#...", "###.#.#", "...#...", "...#..."))
SOLVED = {
    TEN: ["9#..3.", "6..#85", "#...##", "4#...1", "A.#.72"],
    ELEVEN: ["98.#A.B", "##..#.#", "7..#6.5", "14.#2.3"],
    TWELVE: ["78A#B.C", "###.#.#", "3..#9..", "245#1.6"],
}
puzzles = pytest.mark.parametrize("puzzle", SOLVED, ids=lambda puzzle: f"{puzzle.digits}")


@puzzles
@pytest.mark.parametrize("engine", ["kernel", CP_SAT])
def test_boards_of_ten_and_more_have_one_solution(puzzle: MultiBalance, engine: str) -> None:
    found = solve(puzzle, engine=engine)
    assert (found.verdict, found.solutions) == ("unique", (SOLVED[puzzle],))


@puzzles
def test_identifier_and_document_are_read_again(puzzle: MultiBalance) -> None:
    rows = [row.replace("6", ".") for row in SOLVED[puzzle]]
    for same in (puzzle, MultiBalance(puzzle.digits, tuple(rows))):
        assert parse(same.identifier) == same
        assert from_document(to_document(same)) == same
    assert rows[0] in same.identifier


@puzzles
def test_answers_in_text_rows_and_numbers(puzzle: MultiBalance) -> None:
    solution = SOLVED[puzzle]
    numbers = [[int(m, 36) if m not in ".#" else m for m in row] for row in solution]
    for written in ("/".join(solution), solution, numbers):
        assert read_solution(puzzle, written) == solution
    assert puzzle.solution(numbers_of(puzzle, solution)) == solution
    assert puzzle.violations(solution) == []


def test_explanations_prove_every_step() -> None:
    given = MultiBalance(11, tuple(row.replace("A", ".") for row in SOLVED[ELEVEN]))
    for puzzle in (TEN, given):
        explanation = explain(puzzle)
        assert explanation.solved
        assert check_explanation(explanation.as_dict(), rule_book_data(puzzle)) == []
    assert hint(given).sentences(3)[-1].endswith("so r1c5 is 10.")


@pytest.mark.another_solver
@puzzles
def test_certificates_prove_that_there_is_no_other(puzzle: MultiBalance) -> None:
    assert certify(puzzle).statement == "unique"


@pytest.mark.parametrize("text", ["{x,9,A}", "{x,9,10}"])
def test_notes(text: str) -> None:
    """A note may name ten by its letter or in figures, and is written with the letter."""
    state = read_state(TEN, f"{text}#..../...#../#...##/.#...A/..#...")
    assert state.candidates[1, 1] == frozenset({0, 9, 10})
    assert state.numbers[4, 6] == 10
    text = state.text(TEN)
    assert text.startswith("{x,9,A}#")
    assert read_state(TEN, text) == state


def test_a_sketch_has_room_for_two_figures() -> None:
    given = MultiBalance(10, (*TEN.board[:4], "A.#..."))
    assert str(sketch_of(given, SOLVED[TEN])) == (
        "     1  2  3  4  5  6\n"
        "  ┌───────────────────┐\n"
        "1 │  9  ▲  ·  ·  3  · │\n"
        "2 │  6  ·  ·  ▲  8  5 │\n"
        "3 │  ▲  ·  ·  ·  ▲  ▲ │\n"
        "4 │  4  ▲  ·  ·  ·  1 │\n"
        "5 │ 10  ·  ▲  ·  7  2 │\n"
        "  └───────────────────┘"
    )


def test_pictures_show_numbers() -> None:
    scene = build_scene(MultiBalance(10, (*TEN.board[:4], "A.#...")))
    assert "10" in [place.given for place in scene.places]
    assert "Numbers 1 to 10" in [label.text for label in scene.labels]
