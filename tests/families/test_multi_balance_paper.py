"""The paper's program of Multi-Balance: what it tries, in which order, and what it gets wrong."""

from __future__ import annotations

import pytest

from quincunx.cp.engines import start
from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.families import AnyPuzzle, parse
from quincunx.families.base.capabilities import paper_model, paper_numbers
from quincunx.families.base.documents import givens_of, to_document
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.solving import solve
from tests.cp.engines.cases import CP_SAT


def program(puzzle: AnyPuzzle) -> Model:
    model = paper_model(puzzle)
    assert model is not None
    return model


def test_failing_clauses_add_up_to_the_printed_backtracks() -> None:
    """Of puzzle 1 it prints 10,544 backtracks."""
    puzzle = find_puzzle("multi-balance/paper-1")
    width = len(to_document(puzzle)["board"][0])
    model = program(puzzle)
    (balance,) = model.sleeping
    lines = balance.lines  # type: ignore[attr-defined]
    cells = sorted(model.decisions[0].domain)
    failures = 0

    def weighed(placed: list[int]) -> bool:
        nonlocal failures
        digits = {cell: digit for digit, cell in enumerate(placed, start=1)}
        for line in lines:
            failures += 1  # a line with one fulcrum is not one with another number of them
            if sum(arm * digits.get(cell, 0) for cell, arm in line):
                failures += 1
                return False
        return True

    def place(placed: list[int]) -> bool:
        nonlocal failures
        if len(placed) == len(model.decisions):
            return weighed(placed)
        left = [cell for cell in cells if cell not in placed]
        for row in sorted({cell // width for cell in left}):
            for cell in left:
                if cell // width == row:
                    if place([*placed, cell]):
                        return True
                    failures += 2  # its row and its column are looked up again
            failures += 1
        failures += 1
        return False

    assert place([])
    assert failures == pytest.approx(10_544, rel=0.002)


def test_paper_program_finds_forbidden_answers() -> None:
    """Nothing asks that every fulcrum is used, here not one in a corner that is added."""
    first = find_puzzle("multi-balance/paper-1")
    board = [f"{row}." for row in to_document(first)["board"]] + ["........#"]
    puzzle = parse(f"multi-balance:6:{'/'.join(board)}")
    assert solve(puzzle).verdict == "none"
    model = program(puzzle)
    (found,) = start(model, SearchOptions([], "bounds", limits=Limits(solutions=1)))
    assert puzzle.violations(puzzle.solution(paper_numbers(puzzle, found[:6])))
    assert model.notes is not None
    assert model.notes.errs
    assert not model.notes.loses


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("#1./.#./...", "the fulcrum of its row stands at the end, and no cell is left at all"),
        ("#1..../.#..../....../...#../......", "there are other cells, which are not its own"),
        ("#..../1.#../...../..#..", "the fulcrum of its column stands at the end"),
    ],
)
@pytest.mark.parametrize("engine", ["kernel", CP_SAT])
def test_digit_given_outside_the_balance_has_no_solution(board: str, why: str, engine: str) -> None:
    width = max(map(len, board.split("/")))
    puzzle = parse(f"multi-balance:2:{'/'.join(row.ljust(width, '.') for row in board.split('/'))}")
    assert solve(puzzle).verdict == "none"
    (given,) = givens_of(puzzle).values()
    assert given == 1
    result = solve(puzzle, model="paper", engine=engine)
    assert (result.count, result.complete) == (0, True), why


def test_rows_columns_and_cells_are_called_as_people_count_them() -> None:
    """The program counts from 0; names and formulas, by which it is known, stay as they are."""
    model = program(find_puzzle("multi-balance/paper-1"))
    first, row, column = (model.variables[at] for at in (0, 6, 7))
    assert (first.name, row.name, column.name) == ("digit 1", "row of digit 1", "column of digit 1")
    assert (first.called[40], row.called[0], column.called[7]) == ("r6c1", "1", "8")
    assert "digit 1 in {0, 3, 7, 8, 15, 40, 43, 47}" in str(model)
