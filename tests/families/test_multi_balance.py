"""Multi-Balance: its rules, and its solutions against brute force."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, product
from random import Random
from typing import TypeAlias

import pytest

from quincunx import explain, hint, solving
from quincunx.cli.families import rule_book_data
from quincunx.families import parse, read_state, sketch_of
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import MAX_SIDE
from quincunx.proofs import certify
from tests.cp.engines.cases import CP_SAT
from tests.families.fuzzing import read_or_refused
from tests.reasoning.evidence import check_explanation

Place: TypeAlias = tuple[int, int]
"""A cell for brute force: row and column, counted from 0."""


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


def test_board_with_two_solutions() -> None:
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


# Brute force, from the rules alone.


def follows_the_rules(placed: dict[Place, int], puzzle: MultiBalance) -> bool:
    """Whether digits in these cells, counted from 0, are an answer."""
    fulcrums = fulcrums_of(puzzle.board)
    if sorted(placed.values()) != list(range(1, puzzle.digits + 1)):
        return False
    for axis in (0, 1):
        for line in {cell[axis] for cell in placed}:
            digits = {cell[1 - axis]: d for cell, d in placed.items() if cell[axis] == line}
            supports = [cell[1 - axis] for cell in fulcrums if cell[axis] == line]
            if len(digits) == 1 or len(supports) != 1:
                return False
            if sum(d * (at - supports[0]) for at, d in digits.items()):
                return False
    rows, columns = {r for r, _ in placed}, {c for _, c in placed}
    return all((r in rows) != (c in columns) for r, c in fulcrums)


def fulcrums_of(board: Sequence[str]) -> list[Place]:
    return [(r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if mark == "#"]


def brute_force(puzzle: MultiBalance) -> Iterator[list[str]]:
    """All answers: each fulcrum used one way or the other, then the used rows filled in turn,
    where they cross used columns, in every way that balances."""
    board = puzzle.board
    fulcrums = fulcrums_of(board)
    for ways in product("rc", repeat=len(fulcrums)):
        used = list(zip(ways, fulcrums, strict=True))
        rows = [(r, c) for way, (r, c) in used if way == "r"]
        columns = {c for way, (_, c) in used if way == "c"}
        for placed in balanced(board, rows, columns, set(range(1, puzzle.digits + 1))):
            if (
                {r for r, _ in placed} == {r for r, _ in rows}
                and {c for _, c in placed} == columns
                and placed.items() >= digits_of(board).items()
                and follows_the_rules(placed, puzzle)
            ):
                yield [
                    "".join(str(placed.get((r, c), mark)) for c, mark in enumerate(row))
                    for r, row in enumerate(board)
                ]


def balanced(
    board: Sequence[str], rows: Sequence[Place], columns: set[int], digits: set[int]
) -> Iterator[dict[Place, int]]:
    """Every way to balance rows, named by their fulcrums, with some of the digits."""
    if not rows:
        yield {}
        return
    (row, fulcrum), *others = rows
    cells = [(row, column) for column in columns if board[row][column] != "#"]
    for values in product((0, *digits), repeat=len(cells)):
        placed = {cell: digit for cell, digit in zip(cells, values, strict=True) if digit}
        taken = set(placed.values())
        if len(taken) == len(placed) and not sum(d * (c - fulcrum) for (_, c), d in placed.items()):
            for more in balanced(board, others, columns, digits - taken):
                yield placed | more


def digits_of(board: Sequence[str]) -> dict[Place, int]:
    return {
        (r, c): int(mark)
        for r, row in enumerate(board)
        for c, mark in enumerate(row)
        if mark.isdigit()
    }


def spots(lines: Sequence[Sequence[int]], size: int) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Places for the digits of lines that cross others, such that each line has a place for its
    fulcrum; with these."""
    for places in combinations(range(size), len(lines[0])):
        middles = [
            divmod(sum(d * at for d, at in zip(line, places, strict=True)), sum(line))
            for line in lines
        ]
        if all(rest == 0 and at not in places for at, rest in middles):
            yield places, [at for at, _ in middles]


def made_board(dice: Random, height: int, width: int, size: int) -> MultiBalance:
    """A board with a solution of `height` times `width` digits on `size` times `size` cells."""
    digits = list(range(1, height * width + 1))
    while True:
        dice.shuffle(digits)
        rows = [digits[i : i + width] for i in range(0, len(digits), width)]
        across = list(spots(rows, size))
        down = list(spots(list(zip(*rows, strict=True)), size)) if across else []
        if across and down:
            break
    (columns, row_fulcrums), (lines, column_fulcrums) = dice.choice(across), dice.choice(down)
    board = [["."] * size for _ in range(size)]
    for row, at in zip(lines, row_fulcrums, strict=True):
        board[row][at] = "#"
    for column, at in zip(columns, column_fulcrums, strict=True):
        board[at][column] = "#"
    return MultiBalance(len(digits), tuple("".join(row) for row in board))


def random_puzzle(seed: int) -> MultiBalance:
    """A small board with a solution, or one that had one before a fulcrum was moved, or any;
    now and then with a given."""
    dice = Random(seed)
    height, width, size = dice.choice([(2, 2, 13), (2, 3, 10), (3, 2, 10)])
    puzzle = made_board(dice, height, width, size)
    board = [list(row) for row in puzzle.board]
    spoiled = dice.random() < 0.3
    if spoiled:
        row, column = dice.choice(fulcrums_of(puzzle.board))
        board[row][column] = "."
        board[dice.randrange(size)][dice.randrange(size)] = "#"
    if dice.random() < 0.5:
        row, column = dice.choice(puzzle.cells)
        if board[row - 1][column - 1] == ".":
            board[row - 1][column - 1] = str(dice.randint(1, puzzle.digits))
    return MultiBalance(puzzle.digits, tuple("".join(row) for row in board))


def turned(puzzle: MultiBalance) -> MultiBalance:
    """The board with rows for columns."""
    return MultiBalance(puzzle.digits, tuple("".join(c) for c in zip(*puzzle.board, strict=True)))


@pytest.mark.slow
def test_counts_agree_with_brute_force() -> None:
    made = [read_or_refused(partial(random_puzzle, seed), "multi-balance: ") for seed in range(60)]
    counts = []
    for puzzle in [TWO_SOLUTIONS, turned(TWO_SOLUTIONS), *made]:
        if puzzle is None:
            continue
        expected = sorted(brute_force(puzzle))
        assert sorted(solving.solve(puzzle, limit=None).solutions) == expected, puzzle
        assert solving.tally(puzzle, listing=True).count == len(expected)
        counts.append(len(expected))
    assert len(counts) > 50
    assert counts.count(0) > 4
    assert counts.count(1) > 12
    assert counts[:2] == [2, 2]
