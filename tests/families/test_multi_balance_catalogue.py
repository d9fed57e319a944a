"""Every Multi-Balance there is, held against boards that the kernel solves one by one."""

from functools import partial
from itertools import chain, combinations, product

import pytest

from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.catalogue import (
    SMALLEST,
    boards,
    boxes,
    puzzle_of,
    puzzles,
    shapes,
)
from quincunx.solving import solve


def all_boards(digits: int, height: int, width: int) -> list[tuple[tuple[int, int], ...]]:
    """Every set of fulcrums that could be a board with this box, up to mirroring.

    Its first row holds a fulcrum. Were the row empty, the fulcrum's column would use it and hold
    digits on one side only. So the row holds digits and just this fulcrum, and not in a corner,
    where two lines with digits would use it. The same goes for the other three borders.
    """
    across, down = range(1, width - 1), range(1, height - 1)
    inner = list(product(down, across))
    numbers = {sum(shape) for shape in shapes(digits)}
    return [
        ((0, top), (height - 1, bottom), (left, 0), (right, width - 1), *others)
        for top, bottom, left, right in product(across, across, down, down)
        if top <= width - 1 - top and left <= height - 1 - left
        for others in chain(*(combinations(inner, number - 4) for number in sorted(numbers)))
    ]


def board(digits: int, height: int, width: int, fulcrums: object) -> MultiBalance:
    held = set(fulcrums)  # type: ignore[call-overload]
    rows = ("".join(".#"[(r, c) in held] for c in range(width)) for r in range(height))
    return MultiBalance(digits, tuple(rows))


@pytest.mark.slow
@pytest.mark.parametrize(("digits", "height", "width"), [(4, 6, 13)])
def test_kernel_finds_as_many_solutions_as_listed(digits: int, height: int, width: int) -> None:
    listed = boards(digits, height, width)
    for fulcrums in all_boards(digits, height, width):
        answer = solve(board(digits, height, width, fulcrums), limit=None)
        assert answer.complete
        assert answer.count == len(listed.get(frozenset(fulcrums), ())), fulcrums


@pytest.mark.slow
@pytest.mark.parametrize(("digits", "side"), [(8, 9)])
def test_listed_placements_are_all_solutions_of_their_board(digits: int, side: int) -> None:
    for height, width in boxes(digits, side, side):
        for fulcrums, placements in boards(digits, height, width).items():
            puzzle = board(digits, height, width, fulcrums)
            found = solve(puzzle, limit=None)
            assert sorted(found.solutions) == sorted(puzzle_of(p)[1] for p in placements)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("digits", "side", "number"),
    [(4, 40, 31), (6, 15, 143), (7, 15, 75), (8, 10, 108), (9, 9, 18), (10, 6, 1)],
)
def test_enumeration_finds_the_known_number_of_puzzles(digits: int, side: int, number: int) -> None:
    found = {box: len(puzzles(digits, *box)) for box in boxes(digits, side, side)}
    assert sum(found.values()) == number
    having = [box for box, count in found.items() if count]
    smallest = [box for box in having if sum(map(partial(fits, box), having)) == 1]
    assert smallest == [box for box in SMALLEST[digits] if box[1] <= side]


def fits(box: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether another box fits into this one."""
    return other[0] <= box[0] and other[1] <= box[1]


# The catalogues that are shipped.
