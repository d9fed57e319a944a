"""The program that the C-Note paper prints: its answers, its mistakes, and its search."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.limits import Limits
from quincunx.cp.options import Consistency, SearchOptions
from quincunx.errors import PuzzleError
from quincunx.families.c_note import CNote
from quincunx.families.c_note.paper import printed_program, proposals
from quincunx.solving import solve, tally


def calls_that_succeed(number: int, digit: int) -> int:
    """How often `includes_digit` succeeds: once for each digit, and a 0 stands before them all."""
    here = int(number % 10 == digit)
    return here + (calls_that_succeed(number // 10, digit) if number > 0 else 0)


def answers(
    puzzle: CNote, labeling: str = "", consistency: Consistency = "bounds"
) -> Counter[object]:
    """How often the program answers each square."""
    model = printed_program(puzzle)
    run = KernelRun(model, SearchOptions(labeling, consistency))
    places = [variable.index for variable in model.decisions]
    return Counter(tuple(values[place] for place in places) for values in run)


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


def test_all_squares_that_the_paper_shows() -> None:
    shown = [[18, 8, 74], [69, 26, 5], [13, 66, 21]]
    result = solve("c-note:100:884/625/361", model="paper", limit=None)
    assert shown in result.solutions
    assert result.count <= 31
    assert all(
        calls_that_succeed(number, int(digit)) >= 1
        for square in result.solutions
        for row, digits in zip(square, ("884", "625", "361"), strict=True)
        for number, digit in zip(row, digits, strict=True)
    )


# Its generator.


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
    drawn = islice(proposals(Random(target), size=2, target=target), 4000)
    proposed = {puzzle.grid for puzzle in drawn}
    assert proposed <= possible
    assert len(proposed) > 0.9 * len(possible), "and nearly all of it in so many draws"


@pytest.mark.parametrize(("size", "least"), [(2, 8), (3, 14), (4, 22)])
def test_paper_generator_refuses_unreachable_targets(size: int, least: int) -> None:
    """Of numbers in 1..Sum - Size * Size: with 4 rows and 21 up to 5, four of which make 20."""
    assert next(proposals(Random(1), size=size, target=least)).target == least
    with pytest.raises(PuzzleError, match="never add up"):
        proposals(Random(1), size=size, target=least - 1)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 4), st.integers(22, 120))
def test_paper_generator_proposes_solvable_puzzles(seed: int, size: int, target: int) -> None:
    """A grid was labelled before its digits were kept: numbers in 1..Sum - Size * Size."""
    (puzzle,) = islice(proposals(Random(seed), size=size, target=target), 1)
    assert (puzzle.size, puzzle.target) == (size, target)
    model = puzzle.model()
    for cell in model.decisions:
        model.add(Linear((cell,), (1,), "<=", target - size * size))
    assert KernelRun(model, SearchOptions(limits=Limits(solutions=1))).count() == 1
