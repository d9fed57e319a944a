"""C-Note: its forms, its rules, and its solutions against brute force."""

from itertools import product
from random import Random

import pytest

from quincunx import solving
from quincunx.families.c_note import MAX_SIZE, MAX_TARGET, CNote


@pytest.mark.parametrize(
    ("identifier", "count", "why"),
    [
        ("c-note:100:884/625/361", 31, "the original example"),
        ("c-note:100:811/181/118", 1688, "numbers up to 98: a bound of 97 loses 55 of them"),
        ("c-note:100:924/441/957", 1, "unique, although numbers hold a digit twice"),
        ("c-note:2:11/11", 1, "a cell can only be 1"),
        ("c-note:1:11/11", 0, "less than one for each cell"),
        ("c-note:1:00/00", 0, "no number up to the target holds a 0"),
        ("c-note:110:00/00", 10, "a given 0 is part of a number"),
        ("c-note:9:11/10", 0, "no number up to the target holds a 0"),
    ],
)
def test_known_counts(identifier: str, count: int, why: str) -> None:
    assert solving.tally(identifier, listing=True).count == count, why


@pytest.mark.slow
def test_solutions_agree_with_brute_force() -> None:
    dice = Random(100)
    counts = []
    for _ in range(300):
        size = dice.choice([2, 3])
        target = dice.randint(1, 60 if size == 2 else 35)
        row = range(size)
        grid = tuple(tuple(dice.choice([0, 1, 1, 2, 2, 3, 4, 8]) for _ in row) for _ in row)
        puzzle = CNote(target, grid)
        expected = brute_force(puzzle)
        found = [tuple(map(tuple, numbers)) for numbers in solving.solutions(puzzle)]
        assert len(found) == len(set(found)), puzzle
        assert set(found) == expected, puzzle
        counts.append(len(expected))
    assert {min(count, 2) for count in counts} == {0, 1, 2}


def brute_force(puzzle: CNote) -> set[tuple[tuple[int, ...], ...]]:
    """Try every number in all cells but the last row and column, and work those out."""
    target, size = puzzle.target, len(puzzle.grid)

    def fits(number: int, digit: int) -> bool:
        return number >= 1 and str(digit) in list(str(number))

    block = [
        [number for number in range(1, target + 1) if fits(number, puzzle.grid[i][j])]
        for i in range(size - 1)
        for j in range(size - 1)
    ]
    found = set()
    for numbers in product(*block):
        rows = [list(numbers[i * (size - 1) : (i + 1) * (size - 1)]) for i in range(size - 1)]
        for row in rows:
            row.append(target - sum(row))
        rows.append([target - sum(column) for column in zip(*rows, strict=True)])
        if sum(rows[-1]) == target and all(
            fits(number, digit)
            for row, digits in zip(rows, puzzle.grid, strict=True)
            for number, digit in zip(row, digits, strict=True)
        ):
            found.add(tuple(map(tuple, rows)))
    return found


@pytest.mark.parametrize(("size", "target"), [(2, MAX_TARGET), (MAX_SIZE, 1000)])
def test_large_puzzles_can_be_modelled(size: int, target: int) -> None:
    puzzle = CNote(target, ((1,) * size,) * size)
    model = puzzle.model()
    assert len(model.decisions) == len(puzzle.cells) == size**2
    assert [v.domain[-1] for v in model.decisions] == [
        max(n for n in range(target - size + 2) if "1" in str(n))
    ] * size**2
