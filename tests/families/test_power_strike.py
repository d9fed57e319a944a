"""Power Strike: its forms, its rules, and its solutions against brute force."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from quincunx import solving
from quincunx.errors import PuzzleError, TooBig
from quincunx.families import from_document, parse
from quincunx.families.base.capabilities import count_without_listing
from quincunx.families.base.documents import from_body, read_solution, to_document
from quincunx.families.power_strike import PowerStrike, number_graph


def test_the_variant_is_written_only_where_it_is_chosen() -> None:
    plain = {"family": "power-strike", "multiplier": 2, "cells": [6, None]}
    assert to_document(from_document(plain)) == plain
    assert to_document(from_document(plain | {"leading_zeros": "vanish"})) == plain
    strict = plain | {"leading_zeros": "forbid"}
    assert to_document(from_document(strict)) == strict
    assert from_document(strict).identifier == "power-strike:2z:6,_"


POSITIVE = "expected a positive whole number of at most 1000 digits"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "'' has no colon, expected MULTIPLIER:CELL,CELL,..."),
        ("6,_,_", "'6,_,_' has no colon, expected MULTIPLIER:CELL,CELL,..."),
        (":6,_", f"multiplier is '', {POSITIVE}"),
        ("0:6,_", f"multiplier is '0', {POSITIVE}"),
        ("02:6,_", f"multiplier is '02', {POSITIVE}"),
        ("2zz:6,_", f"multiplier is '2z', {POSITIVE}"),
        ("z2:6,_", f"multiplier is 'z2', {POSITIVE}"),
        ("+2:6,_", f"multiplier is '+2', {POSITIVE}"),
        ("²:6,_", f"multiplier is '²', {POSITIVE}"),
        ("2:", "ring has 1 cell, expected 2 to 400"),
        ("2:6", "ring has 1 cell, expected 2 to 400"),
        ("2:" + ",".join("_" * 401), "ring has 401 cells, expected 2 to 400"),
        ("2:6,", f"cell 2 is '', {POSITIVE} or _"),
        ("2:6,007", f"cell 2 is '007', {POSITIVE} or _"),
        ("2:6,0", f"cell 2 is '0', {POSITIVE} or _"),
        ("2:6,-3", f"cell 2 is '-3', {POSITIVE} or _"),
        ("2:6, 12", f"cell 2 is ' 12', {POSITIVE} or _"),
        ("2:6,1_2", f"cell 2 is '1_2', {POSITIVE} or _"),
        ("2:6,١٢", f"cell 2 is '١٢', {POSITIVE} or _"),
        ("2:6,12:", f"cell 2 is '12:', {POSITIVE} or _"),
        ("2:_,_", "no cell is given, expected at least one"),
        ("2:6,13,_", "cell 2 is 13, but 6 before it leads only to 12 (times 2)"),
        (
            "2:6,_,18",
            "cell 1 is 6, but 18 before it leads only to 36 (times 2) "
            "and to 8 or 1 (a digit removed)",
        ),
        (
            "2z:_,205,5,_",
            "cell 3 is 5, but 205 before it leads only to 410 (times 2) "
            "and to 25 or 20 (a digit removed)",
        ),
        (
            "2:_,12345,5,_",
            "cell 3 is 5, but 12345 before it leads only to 24690 (times 2) "
            "and to 12345 with a digit removed",
        ),
        pytest.param(
            f"2:6,{'9' * 1001}",
            f"cell 2 is '{'9' * 37}...', {POSITIVE} or _",
            id="a given of 1001 digits",
        ),
        pytest.param(
            f"2:6,{'9' * 1_000_000}",
            f"cell 2 is '{'9' * 37}...', {POSITIVE} or _",
            id="a given of a million digits",
        ),
        pytest.param(
            f"{'9' * 1000}:6,_,_,_",
            "numbers could grow to 4001 digits, expected at most 4000",
            id="numbers too long to print",
        ),
        pytest.param(
            "9" * 3_000_000,
            "puzzle has 3000000 characters, expected at most 1608010",
            id="megabytes",
        ),
    ],
)
def test_malformed_identifier_is_rejected(body: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        from_body(PowerStrike, body)
    assert str(error.value) == f"power-strike: {message}"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"multiplier": True}, f"multiplier is true, {POSITIVE}"),
        ({"multiplier": 2.0}, f"multiplier is 2.0, {POSITIVE}"),
        ({"multiplier": "2"}, f"multiplier is '2', {POSITIVE}"),
        ({"multiplier": -2}, f"multiplier is -2, {POSITIVE}"),
        ({"cells": None}, "ring is null, expected a list of 2 to 400 cells"),
        ({"cells": "6,_"}, "ring is '6,_', expected a list of 2 to 400 cells"),
        ({"cells": [6] * 10_000}, "ring has 10000 cells, expected 2 to 400"),
        ({"cells": [6, 0]}, f"cell 2 is 0, {POSITIVE} or null"),
        ({"cells": [6, "_"]}, f"cell 2 is '_', {POSITIVE} or null"),
        ({"cells": [6, 1.5]}, f"cell 2 is 1.5, {POSITIVE} or null"),
        ({"cells": [True, None]}, f"cell 1 is true, {POSITIVE} or null"),
        ({"cells": [6, 10**5000]}, f"cell 2 is a number of over 4000 digits, {POSITIVE} or null"),
        ({"cells": [None, None]}, "no cell is given, expected at least one"),
        ({"leading_zeros": "keep"}, 'leading_zeros is \'keep\', expected "vanish" or "forbid"'),
        ({"leading_zeros": None}, 'leading_zeros is null, expected "vanish" or "forbid"'),
        ({"leading_zeros": []}, 'leading_zeros is a list, expected "vanish" or "forbid"'),
    ],
)
def test_malformed_document_is_rejected(changes: dict[str, Any], message: str) -> None:
    document = {"family": "power-strike", "multiplier": 2, "cells": [6, None]} | changes
    with pytest.raises(PuzzleError) as error:
        from_document(document)
    assert str(error.value) == f"power-strike: {message}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, " is null, expected a list of 3 numbers"),
        (6, " is 6, expected a list of 3 numbers"),
        ("", " has 1 number, expected 3"),
        ("6,12", " has 2 numbers, expected 3"),
        ("6,12,x", ", cell 3 is 'x', expected a whole number of at most 4000 digits"),
        ("6,12,_", ", cell 3 is '_', expected a whole number of at most 4000 digits"),
        ([6, 12, None], ", cell 3 is null, expected a whole number of at most 4000 digits"),
        ([6, 12, "3"], ", cell 3 is '3', expected a whole number of at most 4000 digits"),
        ([6, 12, False], ", cell 3 is false, expected a whole number of at most 4000 digits"),
        ([6, 12, 10**4500], ", cell 3 is a number of over 4000 digits, expected a whole number"),
        ("[6, 12, 3", " is not valid JSON (Expecting ',' delimiter: line 1 column 10"),
        ('{"a": 1}', " is an object, expected a list of 3 numbers"),
    ],
)
def test_malformed_answer_is_rejected(data: object, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        read_solution(from_body(PowerStrike, "2:6,_,_"), data)
    assert str(error.value).startswith(f"power-strike: solution{message}")


@pytest.mark.parametrize(
    ("body", "answer", "violations"),
    [
        ("2:6,_,_,_,_", "6,12,24,48,96", []),
        (
            "2:6,_,_,_,_",
            "6,12,25,50,5",
            [
                ("step", "Cell 1 is 6, but 5 before it leads only to 10 (times 2).", ((5,), (1,))),
                (
                    "step",
                    "Cell 3 is 25, but 12 before it leads only to 24 (times 2) "
                    "and to 2 or 1 (a digit removed).",
                    ((2,), (3,)),
                ),
            ],
        ),
        (
            "2:6,_,_,48,_",  # right in itself, but not this puzzle's answer
            "12,24,48,96,6",
            [
                ("given", "Cell 1 is 12, but 6 is given there.", ((1,),)),
                ("given", "Cell 4 is 96, but 48 is given there.", ((4,),)),
            ],
        ),
        (
            "2:7,_",  # 7 cannot lose its digit
            "7,0",
            [
                ("positive number", "Cell 2 is 0, expected a positive number.", ((2,),)),
                ("step", "Cell 2 is 0, but 7 before it leads only to 14 (times 2).", ((1,), (2,))),
            ],
        ),
        (
            "10:1,_,_",  # 10 cannot lose its 1
            "1,10,0",
            [
                ("positive number", "Cell 3 is 0, expected a positive number.", ((3,),)),
                (
                    "step",
                    "Cell 3 is 0, but 10 before it leads only to 100 (times 10) "
                    "and to 1 (a digit removed).",
                    ((2,), (3,)),
                ),
            ],
        ),
        ("7:41,_,_,_", "41,287,2009,9", [("step", None, ((4,), (1,)))]),
        (
            "7z:41,_,_,_",  # 2009 must not lose its 2
            "41,287,2009,9",
            [
                ("step", None, ((4,), (1,))),
                (
                    "step",
                    "Cell 4 is 9, but 2009 before it leads only to 14063 (times 7) "
                    "and to 209 or 200 (a digit removed).",
                    ((3,), (4,)),
                ),
            ],
        ),
    ],
)
def test_violations_name_rules_and_cells(body: str, answer: str, violations: list[Any]) -> None:
    puzzle = from_body(PowerStrike, body)
    found = puzzle.violations(read_solution(puzzle, answer))
    assert [(v.rule, v.cells) for v in found] == [(rule, cells) for rule, _, cells in violations]
    for violation, (_, sentence, _) in zip(found, violations, strict=True):
        assert sentence is None or violation.sentence == sentence


def test_wrong_numbers_of_any_length_get_a_sentence() -> None:
    puzzle = PowerStrike(10**100, (10**900 + 1, None))
    answer = [10**900 + 1, 10**3999 + 7]
    sentences = [violation.sentence for violation in puzzle.violations(answer)]
    assert len(sentences) == 2
    assert all(len(sentence) < 400 for sentence in sentences)


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
def test_known_counts(body: str, count: int, why: str) -> None:
    puzzle = from_body(PowerStrike, body)
    assert count_without_listing(puzzle) == count, why
    if count < 1_000:
        assert solving.tally(puzzle, listing=True).count == count, why


def test_solutions_agree_with_brute_force() -> None:
    dice = Random(41)
    counts = []
    for _ in range(300):
        puzzle = random_puzzle(dice)
        expected = set(brute_force(puzzle))
        found = [tuple(numbers) for numbers in solving.solutions(puzzle)]
        assert len(found) == len(set(found)), puzzle
        assert set(found) == expected, puzzle
        assert count_without_listing(puzzle) == len(expected), puzzle
        counts.append(len(expected))
    assert {min(count, 2) for count in counts} == {0, 1, 2}


def random_puzzle(dice: Random) -> PowerStrike:
    """A ring with a first given, of which some solution or chance gives more."""
    while True:
        size = dice.randint(2, 7)
        start = dice.choice([dice.randint(1, 9), dice.randint(10, 99), dice.randint(100, 2100)])
        ring: list[int | None] = [start, *[None] * (size - 1)]
        multiplier = dice.choice([1, 2, 2, 3, 5, 6, 7, 9, 10, 11, 25, 50])
        variant = dice.choice(["vanish", "forbid"])
        whole = list(brute_force(PowerStrike(multiplier, tuple(ring), variant)))
        for i in range(1, size):
            if dice.random() < 0.25:
                ring[i] = dice.choice(whole)[i] if whole else dice.randint(1, 200)
        turn = dice.randrange(size)
        try:
            return PowerStrike(multiplier, tuple(ring[turn:] + ring[:turn]), variant)
        except PuzzleError:
            continue


def brute_force(puzzle: PowerStrike) -> Iterator[tuple[int, ...]]:
    """Walk every way round the ring from one given, digit strings in hand."""
    ring = puzzle.ring
    start = next(i for i, number in enumerate(ring) if number is not None)
    turned = ring[start:] + ring[:start]

    def following(number: int) -> set[int]:
        text = str(number)
        results = {number * puzzle.multiplier}
        for i in range(len(text)):
            rest = text[:i] + text[i + 1 :]
            if puzzle.leading_zeros == "forbid" and rest[:1] == "0":
                continue
            if rest and int(rest) > 0:
                results.add(int(rest))
        return results

    ways: list[tuple[int, ...]] = [(number,) for number in turned[:1] if number is not None]
    for given_number in turned[1:]:
        ways = [
            (*way, number)
            for way in ways
            for number in following(way[-1])
            if given_number in (None, number)
        ]
    for way in ways:
        if way[0] in following(way[-1]):
            yield way[len(ring) - start :] + way[: len(ring) - start]


def test_the_model_speaks_of_cells() -> None:
    assert str(parse("power-strike:2:6,_,_,_,_").model()) == (
        "model: power-strike:2:6,_,_,_,_\n"
        "variables:\n"
        "  cell 1 in {6}\n"
        "  cell 2 in {12}\n"
        "  cell 3 in {24}\n"
        "  cell 4 in {48}\n"
        "  cell 5 in {96}\n"
        "constraints:\n"
        "  the step from cell 1 to cell 2: times 2, or one digit removed: cell 1, cell 2\n"
        "  the step from cell 2 to cell 3: times 2, or one digit removed: cell 2, cell 3\n"
        "  the step from cell 3 to cell 4: times 2, or one digit removed: cell 3, cell 4\n"
        "  the step from cell 4 to cell 5: times 2, or one digit removed: cell 4, cell 5\n"
        "  the step from cell 5 to cell 1: times 2, or one digit removed: cell 5, cell 1"
    )


def test_rings_with_too_many_numbers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(number_graph, "MAX_LAYER_DIGITS", 1_000)
    puzzle = from_body(PowerStrike, "7:_,_,41" + ",_" * 50)
    for act in (PowerStrike.model, count_without_listing):
        with pytest.raises(TooBig, match="too many numbers can stand in cell 10, expected"):
            act(puzzle)


@pytest.fixture
def few_digits() -> Iterator[None]:
    """A Python that neither reads nor prints numbers of more than 640 digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("few_digits")
def test_where_python_prints_fewer_digits_numbers_are_refused_in_a_line() -> None:
    assert parse("power-strike:2:6,_,_,_,_").violations([6, 12, 24, 48, 96]) == []
    longest = parse(f"power-strike:2:{'1' * 630},_,_,_,_")
    assert longest.identifier.startswith("power-strike:2:111")
    for text, message in [
        (f"power-strike:2:{'1' * 700},_", "of at most 640 digits or _"),
        (f"power-strike:2:{'1' * 639},_", "numbers could grow to 641 digits, expected at most 640"),
    ]:
        with pytest.raises(PuzzleError) as error:
            parse(text)
        assert message in str(error.value)
    for multiplier, given, message in [
        (2, 10**700, "cell 1 is a number of over 640 digits"),
        (10**600, 7, "numbers could grow to 1203 digits, expected at most 640"),
    ]:
        document = {"family": "power-strike", "multiplier": multiplier, "cells": [given, None]}
        with pytest.raises(PuzzleError) as error:
            from_document(document)
        assert message in str(error.value)
    with pytest.raises(PuzzleError, match="cell 2 is a number of over 640 digits"):
        read_solution(longest, [int("1" * 630), 10**700, 1, 1, 1])
