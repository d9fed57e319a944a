"""Power Strike: its forms, known numbers of solutions, and rings with a single given."""

import sys
from collections.abc import Iterator

import pytest

from quincunx import PuzzleError, TooBig, solving
from quincunx.families import from_document, parse
from quincunx.families.base.capabilities import count_without_listing
from quincunx.families.base.documents import from_body, read_solution, to_document
from quincunx.families.power_strike import PowerStrike, number_graph
from quincunx.families.power_strike.catalogue import OneGiven, only_round
from tests.families.fuzzing import refusal
from tests.reasoning import narrowing


def test_variant_is_written_only_if_chosen() -> None:
    plain = {"family": "power-strike", "multiplier": 2, "cells": [6, None]}
    assert to_document(from_document(plain)) == plain
    assert to_document(from_document(plain | {"leading_zeros": "vanish"})) == plain
    strict = plain | {"leading_zeros": "forbid"}
    assert to_document(from_document(strict)) == strict
    assert from_document(strict).identifier == "power-strike:2z:6,_"


@pytest.mark.parametrize(
    ("body", "count", "why"),
    [
        ("7:41" + ",_" * 13, 19_440, "zeros in front vanish"),
        ("7z:41" + ",_" * 13, 8_205, "no zero may come to stand in front"),
        ("2:7,_", 0, "14 does not lead back to 7"),
        ("1:7,_,_", 1, "times 1 changes nothing"),
        ("10:7,_", 1, "70 loses its 0"),
        ("2:6,12,24,48,96", 1, "all given"),
        ("2:_,_,_,6,_", 1, "the given need not come first"),
        ("2:6,_,_,90,_", 0, "no way leads from 6 to 90 in three steps"),
        (f"10:{'7' * 1000},_", 1, "numbers of a thousand digits"),
        (f"{10**40}:123,_,_", 0, "multipliers of any size"),
        (f"{10**8}:5,_", 0, "a multiplier that ends in as many zeros as the window is wide"),
    ],
)
def test_puzzle_has_the_known_number_of_solutions(body: str, count: int, why: str) -> None:
    puzzle = from_body(PowerStrike, body)
    assert count_without_listing(puzzle) == count, why
    if count < 1_000:
        assert solving.tally(puzzle, listing=True).count == count, why


def test_ring_with_too_many_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(number_graph, "MAX_LAYER_DIGITS", 1_000)
    puzzle = from_body(PowerStrike, "7:_,_,41" + ",_" * 50)
    for act in (PowerStrike.model, count_without_listing):
        with pytest.raises(TooBig, match=r"too many numbers can stand in cell 10$"):
            act(puzzle)


@pytest.fixture
def few_digits() -> Iterator[None]:
    """A Python that neither reads nor prints numbers of more than 640 digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("few_digits")
def test_python_limit_on_digits_is_respected() -> None:
    assert parse("power-strike:2:6,_,_,_,_").violations([6, 12, 24, 48, 96]) == []
    longest = parse(f"power-strike:2:{'1' * 630},_,_,_,_")
    assert longest.identifier.startswith("power-strike:2:111")
    large = {"family": "power-strike", "multiplier": 2, "cells": [10**700, None]}
    for puzzle, message in [
        (f"power-strike:2:{'1' * 700},_", "of at most 640 digits or _"),
        (f"power-strike:2:{'1' * 639},_", "numbers could grow to 641 digits, expected at most 640"),
        (large, "cell 1 is a number of over 640 digits"),
        (large | {"multiplier": 10**600, "cells": [7, None]}, "numbers could grow to 1203 digits"),
    ]:
        assert message in refusal(parse if isinstance(puzzle, str) else from_document, puzzle)
    with pytest.raises(PuzzleError, match="cell 2 is a number of over 640 digits"):
        read_solution(longest, [int("1" * 630), 10**700, 1, 1, 1])


# All rings with a single given.


def rounds(multiplier: int, start: int, size: int) -> Iterator[list[int]]:
    """All rings that begin at a number, by trying every step from every number, with digits as
    text; a number from which no removals lead back in time is left."""
    unfinished = [[start]]
    while unfinished:
        ring = unfinished.pop()
        nexts = narrowing.following(ring[-1], multiplier, zeros=True)
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
    assert [ring for _, ring in OneGiven().found("multiplier 3, 5 cells")] == expected
