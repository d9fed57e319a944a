"""All single Sum Stars without givens: held against fillings that are tried cell by cell, and
against the solver."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from quincunx.families.sum_star.catalogue import TOTALS, SingleStars, fillings
from quincunx.families.sum_star.dodecagons import CELLS, SQUARES, TRIANGLES, shared_edges

SINGLE = SingleStars()
WEIGHTS = {cell: 2 if cell in TRIANGLES else 1 if cell in SQUARES else 0 for cell in CELLS}
"""How often a cell is counted in the total."""


def tried(total: int) -> Iterator[dict[int, int]]:
    """All fillings with a total: X in four cells of which no two touch, and digits elsewhere, the
    largest first, as long as the total can still be reached."""
    touching = {frozenset((a, b)) for (_, a), (_, b) in shared_edges([(0, 0)])}
    for crosses in combinations(CELLS, 4):
        if any(frozenset(pair) in touching for pair in combinations(crosses, 2)):
            continue
        yield from placed(total, 9, [cell for cell in CELLS if cell not in crosses])


def placed(total: int, digit: int, cells: list[int]) -> Iterator[dict[int, int]]:
    if digit == 0:
        if total == 0:
            yield {}
        return
    weights = sorted(WEIGHTS[cell] for cell in cells)
    most = sum(weight * d for weight, d in zip(weights, range(1, digit + 1), strict=True))
    least = sum(weight * d for weight, d in zip(weights, range(digit, 0, -1), strict=True))
    if not least <= total <= most:
        return
    for cell in cells:
        others = [other for other in cells if other != cell]
        for filling in placed(total - WEIGHTS[cell] * digit, digit - 1, others):
            yield {**filling, cell: digit}


def numbers(filling: dict[int, int]) -> tuple[int, ...]:
    """The six numbers around a filling."""
    return tuple(
        sum(filling.get((cell - 1) % 12 + 1, 0) for cell in (square - 1, square, square + 1))
        for square in SQUARES
    )


def first_of_twelve(sums: tuple[int, ...]) -> tuple[int, ...]:
    turned = [sums[at:] + sums[:at] for at in range(6)]
    return min(turned + [each[::-1] for each in turned])


def listed(total: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The numbers of all stars with this total, with their fillings."""
    found = {}
    for puzzle, (filling,) in SINGLE.found(f"total {total}"):
        (one,) = puzzle.stars
        found[tuple(number or 0 for number in one.sums)] = tuple(filling)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("total", [TOTALS[0], TOTALS[-1]])
def test_part_of_enumeration_agrees_with_brute_force(total: int) -> None:
    times = Counter(map(numbers, tried(total)))
    alone = {first_of_twelve(sums) for sums, count in times.items() if count == 1}
    assert len(times) > 5_000
    assert set(listed(total)) == alone


def test_totals_cover_all_fillings() -> None:
    for total in (TOTALS[0] - 1, TOTALS[-1] + 1):
        assert list(tried(total)) == []
        assert list(fillings(total)) == []


COUNTS = """
    489 1096 1935 2669 3562 4477 5428 6519 7657 9091 9692 10824 11686 12583 13227 14275 14617
    15216 15484 16633 17815 18763 19834 20602 20593 20258 20522 19587 19529 17171 16770 13748
    14335 12572 11891 10261 9823 7426 7033 5362 4677 2680 2304 1194 653
"""
"""How many there are by their totals, from the least on. All of them take a minute; so few are
counted anew."""


def test_enumeration_finds_the_known_number_of_puzzles() -> None:
    counts = dict(zip(TOTALS, map(int, COUNTS.split()), strict=True))
    assert sum(counts.values()) == 492_563
    for total in (40, 80):
        assert sum(1 for _ in fillings(total)) == counts[total]


def test_unpacking_reverses_packing() -> None:
    for puzzle, solution in SINGLE.found("total 83"):
        packed = SINGLE.pack(puzzle, solution)
        assert SINGLE.unpack(packed) == (puzzle, solution)
        assert puzzle.violations(solution) == []
