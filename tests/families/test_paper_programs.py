"""The programs and generators that the papers print: their answers, their mistakes, their forms."""

from itertools import islice, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import OptionError, PuzzleError, TooBig, check, solve, tally
from quincunx.cp import Limits, Linear, Model, SearchOptions, start
from quincunx.families import AnyPuzzle, givens_of, parse, to_document
from quincunx.families.aztec_math import paper as aztec_math
from quincunx.families.base.capabilities import paper_model, paper_numbers
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.families.c_note import CNote
from quincunx.families.c_note import paper as c_note
from quincunx.families.power_strike import PowerStrike
from tests.cp.engines.cases import CP_SAT
from tests.families.tables import arrows


def paper_program(puzzle: AnyPuzzle) -> Model:
    model = paper_model(puzzle)
    assert model is not None
    return model


# Aztec Math.

FIGURE_2 = "aztec-math:9/__/_8_/5__6/_____/2__3_5"
FIGURE_3 = "aztec-math:7/__/__9/2___/___7_/4_1__5"
ANSWER_3 = [[7], [2, 9], [3, 1, 9], [2, 5, 6, 3], [3, 6, 1, 7, 4], [4, 7, 1, 2, 9, 5]]


@pytest.mark.slow
def test_two_pyramids_of_the_paper() -> None:
    assert solve(FIGURE_3, model="paper", limit=1).solution == ANSWER_3
    assert solve(FIGURE_2, model="paper").verdict == "unique"


def test_paper_generator_keeps_a_fifth_and_draws_zeros() -> None:
    tried = list(islice(aztec_math.proposals(Random(1), 4), 2000))
    cells = [cell for p in tried if p is not None for row in p.rows for cell in row]
    assert {cell for cell in cells if cell is not None} == set(range(1, 10))
    # In ten cells there is no 0 with probability 0.98^10, and few pyramids fail otherwise.
    possible = sum(p is not None for p in tried) / len(tried)
    assert 0.98**10 - 0.06 < possible <= 0.98**10 + 0.03
    kept = sum(cell is not None for cell in cells) / len(cells)
    assert 0.15 < kept < 0.2


@pytest.mark.parametrize("levels", [0, 1000])
def test_paper_generator_refuses_impossible_levels(levels: int) -> None:
    """Instead of trying for ever what cannot be."""
    with pytest.raises(PuzzleError, match="aztec-math"):
        aztec_math.proposals(Random(1), levels)


# C-Note.


@pytest.mark.slow
def test_printed_domain_loses_solutions() -> None:
    """97, 1 and 1 sum to 99: the largest number of three that sum to 100 is 98."""
    puzzle = CNote(100, ((8, 1, 1), (1, 8, 1), (1, 1, 8)))
    result = tally(puzzle, model="paper")
    assert (result.count, result.answers, result.complete) == (1633, 4557, True)
    # A program of its own, written from the paper, counted these.
    assert (result.statistics.nodes, result.statistics.backtracks) == (11_645, 1_266)
    every = solve(puzzle, limit=None).solutions
    assert len(every) == 1688
    assert sum(max(map(max, square)) == 98 for square in every) == 1688 - 1633


def squares(target: int) -> list[tuple[int, int, int, int]]:
    """All squares of two rows and two columns with numbers in 1..Sum - Size * Size."""
    most = target - 4
    return [
        (a, target - a, target - a, a)
        for a in range(1, most + 1)
        if 1 <= target - a <= most
    ]  # fmt: skip


@pytest.mark.parametrize("target", [8, 12, 16, 31])
def test_paper_generator_proposes_digits_of_squares_only(target: int) -> None:
    """One digit of each number, any of them: no more is said of how they are drawn."""
    possible = {
        ((a, b), (c, d))
        for square in squares(target)
        for a, b, c, d in product(*(map(int, str(number)) for number in square))
    }
    drawn = islice(c_note.proposals(Random(target), size=2, target=target), 4000)
    proposed = {puzzle.grid for puzzle in drawn}
    assert proposed <= possible
    assert len(proposed) > 0.9 * len(possible), "and nearly all of it in so many draws"


@pytest.mark.parametrize(("size", "least"), [(2, 8), (3, 14), (4, 22)])
def test_paper_generator_refuses_unreachable_targets(size: int, least: int) -> None:
    """Of numbers in 1..Sum - Size * Size: with 4 rows and 21 up to 5, four of which make 20."""
    assert next(c_note.proposals(Random(1), size=size, target=least)).target == least
    with pytest.raises(PuzzleError, match="never add up"):
        c_note.proposals(Random(1), size=size, target=least - 1)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 4), st.integers(22, 120))
def test_paper_generator_proposes_solvable_puzzles(seed: int, size: int, target: int) -> None:
    """A grid was labelled before its digits were kept: numbers in 1..Sum - Size * Size."""
    (puzzle,) = islice(c_note.proposals(Random(seed), size=size, target=target), 1)
    assert (puzzle.size, puzzle.target) == (size, target)
    model = puzzle.model()
    for cell in model.decisions:
        model.add(Linear((cell,), (1,), "<=", target - size * size))
    assert start(model, SearchOptions(limits=Limits(solutions=1))).count() == 1


# Power Strike.

SMALL, BIG = "power-strike:2:6,_,_,_,_", "power-strike:7:41,_,_,_,_,_,_,_"
MEDIUM = "power-strike:2:9,_,_,_,_,_,_,_"


def test_printed_bound_makes_the_small_example_impossible() -> None:
    result = solve(SMALL, model="paper")
    assert (result.count, result.answers, result.complete) == (0, 0, True)
    assert result.verdict == "unknown", "a program that loses solutions proves nothing"
    assert solve(SMALL).solution == [6, 12, 24, 48, 96]


@pytest.mark.parametrize(
    ("identifier", "printed"),
    [(MEDIUM, [9, 18, 36, 6, 12, 24, 48, 96]), (BIG, [41, 4, 28, 196, 19, 9, 63, 441])],
)
def test_first_answers_are_the_printed_ones(identifier: str, printed: list[int]) -> None:
    """Of the big example's 58 solutions, and of all that the program takes for one, the labeling
    ff, bisect, up comes to just that one first."""
    result = solve(identifier, model="paper", limit=1)
    assert result.solution == printed
    assert result.answers == 1


@pytest.mark.parametrize(
    ("ring", "solutions", "why"),
    [
        ((9, None, None, 6, None, None, None, None), 1, "another number is given"),
        ((None, 9, 18, 36, 6, 12, 24, 48), 1, "the first that is given is the start"),
        ((6, None, None, None, 96), 0, "a given beyond the bound"),
    ],
)
def test_paper_program_takes_other_givens(
    ring: tuple[int | None, ...], solutions: int, why: str
) -> None:
    result = solve(PowerStrike(2, ring), model="paper", limit=1)
    assert result.count == solutions, why


def test_domains_that_are_too_large_are_refused() -> None:
    with pytest.raises(TooBig, match="expected at most 67108864"):
        solve("power-strike:1000:99999,_,_", model="paper")


# Multi-Balance.


def test_paper_program_finds_forbidden_answers() -> None:
    """Nothing asks that every fulcrum is used, here not one in a corner that is added."""
    first = find_puzzle("multi-balance/paper-1")
    board = [f"{row}." for row in to_document(first)["board"]] + ["........#"]
    puzzle = parse(f"multi-balance:6:{'/'.join(board)}")
    assert solve(puzzle).verdict == "none"
    model = paper_program(puzzle)
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
    model = paper_program(find_puzzle("multi-balance/paper-1"))
    first, row, column = (model.variables[at] for at in (0, 6, 7))
    assert (first.name, row.name, column.name) == ("digit 1", "row of digit 1", "column of digit 1")
    assert (first.called[40], row.called[0], column.called[7]) == ("r6c1", "1", "8")
    assert "digit 1 in {0, 3, 7, 8, 15, 40, 43, 47}" in str(model)


# Sum Star.


@pytest.mark.parametrize(
    "text",
    ["sum-star:0.0=_,_,_,_,_,_", "sum-star:0.0=_,_,_,_,_,_/1.0=_,_,_,_,_,_/1.-1=_,_,_,_,_,_"],
)
def test_paper_program_refuses_other_arrangements(text: str) -> None:
    assert paper_model(parse(text)) is None
    with pytest.raises(OptionError) as refused:
        solve(text, model="paper")
    assert str(refused.value) == (
        "sum-star: the paper's program takes three dodecagons around one triangle only"
    )


# Puzzles and answers in the forms that the papers print.


def test_cells_of_the_digits_are_an_answer() -> None:
    assert check("multi-balance/paper-1", "[0, 40, 15, 8, 47, 7]") == []
    assert check("multi-balance/paper-1", [0, 40, 15, 8, 47, 7]) == []
    assert check("multi-balance/paper-1", "[0, 40, 15, 8, 47, 6]")
    with pytest.raises(PuzzleError, match=r"solution has 2 numbers, expected 6$"):
        check("multi-balance/paper-1", "[0, 40]")


@pytest.mark.parametrize(("text", "identifier"), arrows("families/cases/paper_lists.txt"))
def test_lists_of_the_programs_are_read(text: str, identifier: str) -> None:
    assert parse(text).identifier == identifier


@pytest.mark.parametrize(("text", "message"), arrows("families/cases/malformed_lists.txt"))
def test_malformed_list_is_refused_with_the_form(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        parse(text)
