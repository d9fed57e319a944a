"""Aztec Math: its forms, its rules, and its solutions against brute force."""

from itertools import permutations, product
from random import Random

import pytest

from quincunx import solving
from quincunx.errors import PuzzleError
from quincunx.families.aztec_math import AztecMath
from quincunx.families.base.capabilities import count_without_listing
from quincunx.families.base.documents import from_body, read_solution


@pytest.mark.parametrize(
    ("pyramid", "how"),
    [
        ("7/43", "sum"),
        ("1/43", "difference, left minus right"),
        ("1/34", "difference, right minus left"),
        ("8/42", "product"),
        ("2/42", "quotient, left by right"),
        ("2/24", "quotient, right by left"),
    ],
)
def test_top_may_be_sum_difference_product_or_quotient(pyramid: str, how: str) -> None:
    puzzle = from_body(AztecMath, pyramid)
    assert puzzle.violations(read_solution(puzzle, pyramid)) == [], how
    assert solving.count(puzzle) == solving.tally(puzzle, listing=True).count == 1, how


@pytest.mark.parametrize(
    ("levels", "count"), [(1, 9), (2, 134), (3, 3_398), (4, 118_272), (5, 4_216_658)]
)
def test_all_pyramids_are_counted(levels: int, count: int) -> None:
    empty = AztecMath(tuple((None,) * i for i in range(1, levels + 1)))
    assert count_without_listing(empty) == count
    if count <= 5_000:
        assert solving.tally(empty, listing=True).count == count


def test_pyramid_of_nine_levels_is_found() -> None:
    empty = AztecMath(tuple((None,) * i for i in range(1, 10)))
    assert len(solving.solve(empty, limit=1).solutions) == 1


@pytest.mark.slow
def test_solutions_agree_with_brute_force() -> None:
    dice = Random(8)
    counts = []
    for _ in range(300):
        puzzle = random_puzzle(dice, levels=dice.choice([2, 3, 3, 4]))
        expected = brute_force(puzzle)
        found = [tuple(map(tuple, digits)) for digits in solving.solutions(puzzle)]
        assert len(found) == len(set(found)), puzzle
        assert set(found) == expected, puzzle
        assert count_without_listing(puzzle) == len(expected), puzzle
        counts.append(len(expected))
    assert {min(count, 2) for count in counts} == {0, 1, 2}


def random_puzzle(dice: Random, levels: int) -> AztecMath:
    """A pyramid of which about half the cells are given, by a rule-abiding hand or at random."""
    while True:
        bottom = dice.sample(range(1, 10), levels)
        rows = [bottom]
        while len(rows[0]) > 1:
            above = []
            for a, b in zip(rows[0], rows[0][1:], strict=False):
                choices = [n for n in range(1, 10) if n not in above and made_of(n, a, b)]
                above.append(dice.choice(choices or [dice.randint(1, 9)]))
            rows.insert(0, above)
        share = dice.choice([0.35, 0.5, 0.7])
        kept = [[digit if dice.random() < share else None for digit in row] for row in rows]
        kept[-1][0] = bottom[0]
        try:
            return AztecMath(tuple(map(tuple, kept)))
        except PuzzleError:
            continue


def made_of(top: int, left: int, right: int) -> bool:
    a, b = max(left, right), min(left, right)
    return top in (a + b, a - b, a * b) or (a % b == 0 and top == a // b)


def brute_force(puzzle: AztecMath) -> set[tuple[tuple[int, ...], ...]]:
    """Try every bottom row, and above it every row that can stand there."""
    levels = len(puzzle.rows)

    def agrees(row: tuple[int, ...], level: int) -> bool:
        givens = puzzle.rows[level - 1]
        return len(set(row)) == level and all(
            given in (None, digit) for given, digit in zip(givens, row, strict=True)
        )

    pyramids: set[tuple[tuple[int, ...], ...]] = {
        (row,) for row in permutations(range(1, 10), levels) if agrees(row, levels)
    }
    for level in range(levels - 1, 0, -1):
        pyramids = {
            (above, *pyramid)
            for pyramid in pyramids
            for above in product(
                *(
                    [top for top in range(1, 10) if made_of(top, left, right)]
                    for left, right in zip(pyramid[0], pyramid[0][1:], strict=False)
                )
            )
            if agrees(above, level)
        }
    return pyramids
