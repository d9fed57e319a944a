"""Aztec Math: its forms, its rules, and its solutions against brute force."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import solving
from quincunx.errors import PuzzleError
from quincunx.families import from_document, parse
from quincunx.families.aztec_math import AztecMath
from quincunx.families.base.capabilities import count_without_listing, sketch_of
from quincunx.families.base.documents import from_body, read_solution


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "row 1 has 0 cells, expected 1"),
        ("8/", "row 2 has 0 cells, expected 2"),
        ("8/__/_9", "row 3 has 2 cells, expected 3"),
        ("8_/__", "row 1 has 2 cells, expected 1"),
        ("8/_0", "row 2, cell 2 is '0', expected a digit from 1 to 9 or _"),
        ("8/_٣", "row 2, cell 2 is '٣', expected a digit from 1 to 9 or _"),
        ("/".join("_" * i for i in range(1, 11)), "pyramid has 10 rows, expected 1 to 9"),
        ("_/__/7_7", "row 3 has the digit 7 more than once, expected all different"),
        (
            "7/49",
            "row 1, cell 1 is 7, but 4 and 9 below it give only "
            "13 (sum), 5 (difference) or 36 (product)",
        ),
        (
            "_/_9/_26",
            "row 2, cell 2 is 9, but 2 and 6 below it give only "
            "8 (sum), 4 (difference), 12 (product) or 3 (quotient)",
        ),
        pytest.param(
            "_" * 3_000_000,
            "puzzle has 3000000 characters, expected at most 4000",
            id="megabytes",
        ),
    ],
)
def test_bad_identifiers_say_where_and_what_was_expected(body: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        from_body(AztecMath, body)
    assert str(error.value) == f"aztec-math: {message}"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (None, "pyramid is null, expected a list of 1 to 9 rows"),
        ("8/__", "pyramid is '8/__', expected a list of 1 to 9 rows"),
        ([], "pyramid has 0 rows, expected 1 to 9"),
        ([[None] * 10_000] * 10_000, "pyramid has 10000 rows, expected 1 to 9"),
        ([[None] * 10_000], "row 1 has 10000 cells, expected 1"),
        ([8], "row 1 is 8, expected a list of 1 cell"),
        ([[8], [None]], "row 2 has 1 cell, expected 2"),
        ([[0]], "row 1, cell 1 is 0, expected a whole number from 1 to 9 or null"),
        ([[10]], "row 1, cell 1 is 10, expected a whole number from 1 to 9 or null"),
        ([["8"]], "row 1, cell 1 is '8', expected a whole number from 1 to 9 or null"),
        ([[None], [5, 5]], "row 2 has the digit 5 more than once, expected all different"),
    ],
)
def test_bad_documents_say_where_and_what_was_expected(rows: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        from_document({"family": "aztec-math", "rows": rows})
    assert str(error.value) == f"aztec-math: {message}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("8/5", ", row 2 has 1 cell, expected 2"),
        ("8/53/493", " has 3 rows, expected 2"),
        ("8/5_", ", row 2, cell 2 is '_', expected a digit"),
        ("8/5٣", ", row 2, cell 2 is '٣', expected a digit"),
        ([[8], [5, None]], ", row 2, cell 2 is null, expected a whole number of at most 19"),
        ([[8], "53"], ", row 2 is '53', expected a list of 2 cells"),
    ],
)
def test_answers_of_another_shape_are_refused(data: object, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        read_solution(from_body(AztecMath, "8/__"), data)
    assert str(error.value).startswith(f"aztec-math: solution{message}")


@pytest.mark.parametrize(
    ("answer", "violations"),
    [
        ("8/53/493", []),
        (
            "8/53/498",
            [
                (
                    "top",
                    "Row 2, cell 2 is 3, but 9 and 8 below it give only "
                    "17 (sum), 1 (difference) or 72 (product).",
                    ((2, 2), (3, 2), (3, 3)),
                )
            ],
        ),
        (
            "8/44/593",  # 4 + 4 = 8 all the same
            [
                (
                    "all different",
                    "Row 2 holds 4 more than once, expected all different.",
                    ((2, 1), (2, 2)),
                ),
                (
                    "top",
                    "Row 2, cell 2 is 4, but 9 and 3 below it give only "
                    "12 (sum), 6 (difference), 27 (product) or 3 (quotient).",
                    ((2, 2), (3, 2), (3, 3)),
                ),
            ],
        ),
        (
            "2/53/493",
            [("given", "Row 1, cell 1 is 2, but 8 is given there.", ((1, 1),))],
        ),
        (
            [[8], [5, 3], [4, 9, 12]],  # 12 - 9 = 3, but 12 is no digit
            [("digits", "Row 3, cell 3 is 12, expected a digit from 1 to 9.", ((3, 3),))],
        ),
        (
            [[8], [8, 0], [9, 9, 9]],  # 8 + 0 = 8 and 9 - 9 = 0 are right, and nothing else
            [
                ("digits", "Row 2, cell 2 is 0, expected a digit from 1 to 9.", ((2, 2),)),
                (
                    "all different",
                    "Row 3 holds 9 more than once, expected all different.",
                    ((3, 1), (3, 2), (3, 3)),
                ),
                (
                    "top",
                    "Row 2, cell 1 is 8, but 9 and 9 below it give only "
                    "18 (sum), 0 (difference), 81 (product) or 1 (quotient).",
                    ((2, 1), (3, 1), (3, 2)),
                ),
            ],
        ),
    ],
)
def test_every_broken_rule_is_named(answer: Any, violations: list[Any]) -> None:
    puzzle = from_body(AztecMath, "8/__/_9_")
    found = puzzle.violations(read_solution(puzzle, answer))
    assert [(v.rule, v.sentence, v.cells) for v in found] == violations


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
def test_a_top_may_be_sum_difference_product_or_quotient(pyramid: str, how: str) -> None:
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


def test_a_pyramid_of_nine_levels_is_found() -> None:
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


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_counting_agrees_with_listing(seed: int) -> None:
    puzzle = random_puzzle(Random(seed), levels=5 + seed % 2)
    counted = count_without_listing(puzzle)
    if counted is not None and counted <= 2_000:
        assert solving.tally(puzzle, listing=True).count == counted


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


def test_the_model_names_rows_and_cells() -> None:
    model = parse("aztec-math:_/1_/___").model()
    assert [variable.name for variable in model.decisions[:3]] == [
        "row 1, cell 1",
        "row 2, cell 1",
        "row 2, cell 2",
    ]
    assert [constraint.label for constraint in model.constraints] == [
        "row 2",
        "row 3",
        "row 1, cell 1 and the two below it",
        "row 2, cell 1 and the two below it",
        "row 2, cell 2 and the two below it",
    ]


def test_the_drawing_of_a_puzzle() -> None:
    assert str(sketch_of(from_body(AztecMath, "8/__/_9_"))) == (
        "    ┌───┐\n"
        "    │ 8 │\n"
        "  ┌─┴─┬─┴─┐\n"
        "  │   │   │\n"
        "┌─┴─┬─┴─┬─┴─┐\n"
        "│   │ 9 │   │\n"
        "└───┴───┴───┘"
    )


def test_the_drawing_of_an_answer_tells_givens_from_what_was_found() -> None:
    drawing = sketch_of(from_body(AztecMath, "8/__"), [[8], [5, 3]])
    assert str(drawing) == "  ┌───┐\n  │ 8 │\n┌─┴─┬─┴─┐\n│ 5 │ 3 │\n└───┴───┘"
    by_role = {
        role: "".join(text for line in drawing.runs() for text, is_role in line if is_role == role)
        for role in ("given", "answer")
    }
    assert by_role == {"given": "8", "answer": "53"}
