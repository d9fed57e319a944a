"""All pyramids on a pattern: held against pyramids that are filled in every way."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.catalogue import CLASSICS, OnPattern, on_pattern
from quincunx.solving import verdict


def filled(levels: int) -> list[tuple[tuple[int, ...], ...]]:
    """All filled pyramids, by trying every digit everywhere and asking the checker's rules."""
    rows = [list(permutations(range(1, 10), i)) for i in range(1, levels + 1)]

    def fits(upper: tuple[int, ...], lower: tuple[int, ...]) -> bool:
        return all(
            top in (a + b, a - b, b - a, a * b) or top * a == b or top * b == a
            for top, a, b in zip(upper, lower, lower[1:], strict=False)
        )

    found: list[tuple[tuple[int, ...], ...]] = [(top,) for top in rows[0]]
    for level in rows[1:]:
        found = [(*above, row) for above, row in product(found, level) if fits(above[-1], row)]
    return found


def listed(pattern: str) -> list[list[list[int]]]:
    enumeration = OnPattern(pattern)
    return [solution for part in enumeration.parts() for _, solution in enumeration.found(part)]


@pytest.mark.parametrize(
    "pattern",
    ["#/__", "_/##", "_/#_", "#/_#", "#/__/#__", "#/__/#_#", "_/__/###", "#/#_/#__", "_/_#/#_#"],
)
def test_every_pattern_of_up_to_three_levels(pattern: str) -> None:
    rows = pattern.split("/")
    pyramids = filled(len(rows))

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


@pytest.mark.parametrize(("levels", "count"), [(4, 60), (5, 12_880)])
def test_number_of_pyramids_is_known(levels: int, count: int) -> None:
    """With mirror images: none is its own, because the digits of row 2 differ."""
    assert len(both_ways(CLASSICS[levels])) == count
    catalogue = on_pattern(CLASSICS[levels])
    assert catalogue is not None
    assert len(catalogue) == count // 2


def test_other_digits_on_the_pattern_have_no_or_several_solutions() -> None:
    both = both_ways(CLASSICS[4])
    dice = Random(4)
    for _ in range(60):
        top, middle = dice.randint(1, 9), dice.randint(1, 9)
        left, right = dice.sample(range(1, 10), 2)
        puzzle = AztecMath(((top,), (None, None), (None, middle, None), (left, None, None, right)))
        assert (verdict(puzzle) == "unique") == (puzzle.rows in both)


@pytest.mark.parametrize("pattern", ["", "_", "#/_", "#/___", "x/__", "__/#", "#/__/___/____" * 2])
def test_wrong_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(PuzzleError, match=r"^aztec-math: pattern is .*, expected 1 to 6 rows"):
        OnPattern(pattern)
