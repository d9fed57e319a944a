"""Aztec Math: all pyramids on a pattern, held against brute force."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from quincunx import PuzzleError, solving
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.catalogue import CLASSICS, OnPattern, on_pattern
from quincunx.families.base.capabilities import count_without_listing


def empty(levels: int) -> AztecMath:
    return AztecMath(tuple((None,) * i for i in range(1, levels + 1)))


@pytest.mark.parametrize(
    ("levels", "count"), [(1, 9), (2, 134), (3, 3_398), (4, 118_272), (5, 4_216_658)]
)
def test_all_pyramids_are_counted(levels: int, count: int) -> None:
    assert count_without_listing(empty(levels)) == count
    if count <= 5_000:
        assert solving.tally(empty(levels), listing=True).count == count


def test_pyramid_of_nine_levels_is_found() -> None:
    assert len(solving.solve(empty(9), limit=1).solutions) == 1


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


# All pyramids on a pattern.


def listed(pattern: str) -> list[list[list[int]]]:
    enumeration = OnPattern(pattern)
    return [solution for part in enumeration.parts() for _, solution in enumeration.found(part)]


@pytest.mark.parametrize(
    "pattern",
    ["#/__", "_/##", "_/#_", "#/_#", "#/__/#__", "#/__/#_#", "_/__/###", "#/#_/#__", "_/_#/#_#"],
)
def test_every_pattern_of_up_to_three_levels(pattern: str) -> None:
    rows = pattern.split("/")
    pyramids = brute_force(empty(len(rows)))

    def key(pyramid: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        marked = zip(pattern.replace("/", ""), [d for row in pyramid for d in row], strict=True)
        return tuple(digit for mark, digit in marked if mark == "#")

    times = Counter(map(key, pyramids))
    alone = {pyramid for pyramid in pyramids if times[key(pyramid)] == 1}
    if all(row == row[::-1] for row in rows):
        alone = {p for p in alone if p <= tuple(row[::-1] for row in p)}
    found = [tuple(map(tuple, solution)) for solution in listed(pattern)]
    assert len(found) == len(alone)
    assert set(found) == alone


def both_ways(pattern: str) -> set[tuple[tuple[int | None, ...], ...]]:
    """The puzzles of a catalogue and their mirror images."""
    catalogue = on_pattern(pattern)
    assert catalogue is not None
    puzzles = [entry.puzzle for entry in catalogue]
    return {
        tuple(row[::step] for row in puzzle.rows)
        for puzzle in puzzles
        if isinstance(puzzle, AztecMath)
        for step in (1, -1)
    }


def test_other_digits_on_the_pattern_have_no_or_several_solutions() -> None:
    both = both_ways(CLASSICS[4])
    dice = Random(4)
    for _ in range(60):
        top, middle = dice.randint(1, 9), dice.randint(1, 9)
        left, right = dice.sample(range(1, 10), 2)
        puzzle = AztecMath(((top,), (None, None), (None, middle, None), (left, None, None, right)))
        assert (solving.verdict(puzzle) == "unique") == (puzzle.rows in both)


@pytest.mark.parametrize("pattern", ["", "_", "#/_", "#/___", "x/__", "__/#", "#/__/___/____" * 2])
def test_wrong_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(PuzzleError, match=r"^aztec-math: pattern is .*, expected 1 to 6 rows"):
        OnPattern(pattern)
