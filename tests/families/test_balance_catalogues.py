"""Every Multi-Balance there is, held against boards that the kernel solves one by one."""

from __future__ import annotations

from functools import partial
from itertools import chain, combinations, product

import pytest

from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.families.base.documents import body_of
from quincunx.families.gallery import entry_named, names
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.catalogue import (
    ENUMERATIONS,
    SMALLEST,
    BalanceEnumeration,
    box_of,
    puzzle_of,
)
from quincunx.families.multi_balance.maker import BalanceMaker
from quincunx.families.multi_balance.placements import boards, boxes, puzzles, shapes
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
@pytest.mark.parametrize(("digits", "height", "width"), [(4, 6, 13), (6, 5, 7)])
def test_boards_and_their_solutions_are_those_that_the_kernel_finds(
    digits: int, height: int, width: int
) -> None:
    listed = boards(digits, height, width)
    for fulcrums in all_boards(digits, height, width):
        answer = solve(board(digits, height, width, fulcrums), limit=None)
        assert answer.complete
        assert answer.count == len(listed.get(frozenset(fulcrums), ())), fulcrums


@pytest.mark.slow
@pytest.mark.parametrize(("digits", "side"), [(8, 9), (9, 9)])
def test_every_board_has_the_solutions_that_were_listed(digits: int, side: int) -> None:
    for height, width in boxes(digits, side, side):
        for fulcrums, placements in boards(digits, height, width).items():
            puzzle = board(digits, height, width, fulcrums)
            found = solve(puzzle, limit=None)
            assert sorted(found.solutions) == sorted(puzzle_of(p)[1] for p in placements)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("digits", "side", "number"),
    [
        (4, 20, 3),
        (4, 40, 31),
        (6, 12, 17),
        (6, 15, 143),
        (7, 12, 7),
        (7, 15, 75),
        (8, 10, 108),
        (9, 9, 18),  # the list that comes with the program has 851 within 12 by 12
        (10, 6, 1),
        (11, 6, 2),
    ],
)
def test_how_many_there_are(digits: int, side: int, number: int) -> None:
    found = {box: len(puzzles(digits, *box)) for box in boxes(digits, side, side)}
    assert sum(found.values()) == number
    having = [box for box, count in found.items() if count]
    smallest = [box for box in having if sum(map(partial(fits, box), having)) == 1]
    assert smallest == [box for box in SMALLEST[digits] if box[1] <= side]


def fits(box: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether another box fits into this one."""
    return other[0] <= box[0] and other[1] <= box[1]


@pytest.mark.parametrize("digits", [1, 2, 3, 5])
def test_with_so_many_digits_there_is_no_puzzle_on_any_board(digits: int) -> None:
    """Lines hold two digits or more, so there are at most half as many rows as digits, and as
    many columns: they cross in too few cells."""
    assert (digits // 2) ** 2 < digits
    assert shapes(digits) == []


@pytest.mark.parametrize("enumeration", ENUMERATIONS, ids=lambda e: e.name)
def test_what_is_packed_is_unpacked(enumeration: BalanceEnumeration) -> None:
    height, width = SMALLEST[enumeration.digits][-1]
    found = list(enumeration.found(f"{height} x {width}"))
    assert found
    for puzzle, solution in found:
        packed = enumeration.pack(puzzle, solution)
        assert enumeration.unpack(packed) == (puzzle, solution)
        assert box_of(packed) == (height, width)
        assert puzzle.violations(solution) == []


@pytest.mark.parametrize("name", names("multi-balance"))
def test_published_puzzles_are_among_them(name: str) -> None:
    puzzle = entry_named(name).puzzle
    maker = BalanceMaker()
    assert isinstance(puzzle, MultiBalance)
    forms = set(maker.forms(puzzle))
    rows = min(forms).split(":")[1].split("/")
    box = sorted((len(rows), len(rows[0])))
    listed = {body_of(puzzle_of(placement)[0]) for placement in puzzles(puzzle.digits, *box)}
    assert forms & listed


def test_it_stops_when_it_is_time() -> None:
    with pytest.raises(Stopped), watching(Limits(seconds=0)):
        puzzles(9, 13, 14)
