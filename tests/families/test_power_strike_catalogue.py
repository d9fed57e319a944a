"""All Power Strikes with a single given: held against walks that try every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from quincunx.families.power_strike.catalogue import OneGiven, only_round, single_givens
from tests.reasoning.narrowing import following

ONE_GIVEN = OneGiven()


def rounds(multiplier: int, start: int, size: int) -> Iterator[list[int]]:
    """All rings that begin at a number, by trying every step from every number, with digits as
    text; a number from which no removals lead back in time is left."""
    unfinished = [[start]]
    while unfinished:
        ring = unfinished.pop()
        nexts = following(ring[-1], multiplier, zeros=True)
        if len(ring) == size:
            if start in nexts:
                yield ring
        else:
            unfinished += [[*ring, number] for number in nexts]


@pytest.mark.parametrize(
    ("multiplier", "size", "starts"),
    [(2, 5, 200), (3, 5, 100), (3, 6, 40), (4, 6, 30), (5, 5, 60), (7, 5, 60), (9, 6, 20)],
)
def test_only_round_agrees_with_brute_force(multiplier: int, size: int, starts: int) -> None:
    for start in range(1, starts + 1):
        tried = list(rounds(multiplier, start, size))
        expected = tried[0] if len(tried) == 1 else None
        assert only_round(multiplier, start, size) == expected, start


def test_part_of_enumeration_agrees_with_brute_force() -> None:
    expected = [
        ring
        for start in range(1, 1000)
        if start % 10
        for tried in [list(rounds(3, start, 5))]
        if len(tried) == 1
        for ring in tried
        if len(set(ring)) == 5
    ]
    assert [ring for _, ring in ONE_GIVEN.found("multiplier 3, 5 cells")] == expected


def test_catalogue_size() -> None:
    catalogue = single_givens()
    assert catalogue is not None
    assert len(catalogue) == 924
    counts = Counter(entry.measures["multiplier"] for entry in catalogue)
    assert [counts[m] for m in range(2, 10)] == [81, 232, 118, 8, 110, 190, 82, 103]
