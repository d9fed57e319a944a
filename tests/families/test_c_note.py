"""C-Note: its forms, its rules, and its solutions against brute force."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from quincunx import solving
from quincunx.errors import PuzzleError
from quincunx.families import from_document
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import from_body, read_solution
from quincunx.families.c_note import MAX_SIZE, MAX_TARGET, CNote


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "'' has no colon, expected TARGET:ROW/ROW/..."),
        ("884/625/361", "'884/625/361' has no colon, expected TARGET:ROW/ROW/..."),
        (":88/62", "target is '', expected a whole number from 1 to 100000"),
        ("0:88/62", "target is '0', expected a whole number from 1 to 100000"),
        ("007:88/62", "target is '007', expected a whole number from 1 to 100000"),
        ("+5:88/62", "target is '+5', expected a whole number from 1 to 100000"),
        (" 5:88/62", "target is ' 5', expected a whole number from 1 to 100000"),
        ("-5:88/62", "target is '-5', expected a whole number from 1 to 100000"),
        ("٥:88/62", "target is '٥', expected a whole number from 1 to 100000"),
        ("100001:88/62", "target is '100001', expected a whole number from 1 to 100000"),
        pytest.param(
            "9" * 9000 + ":88/62",
            f"target is '{'9' * 37}...', expected a whole number from 1 to 100000",
            id="a target of 9000 digits",
        ),
        ("100:", "grid has 1 row, expected 2 to 30"),
        ("100:8", "grid has 1 row, expected 2 to 30"),
        ("100:884/62/361", "row 2 has 2 digits, expected 3"),
        ("100:884/625/3612", "row 3 has 4 digits, expected 3"),
        ("100:88/6²", "row 2, column 2 is '²', expected a digit from 0 to 9"),
        ("100:88/6٣", "row 2, column 2 is '٣', expected a digit from 0 to 9"),
        ("100:88/6_", "row 2, column 2 is '_', expected a digit from 0 to 9"),
        ("100:88/62 ", "row 2, column 3 is ' ', expected a digit from 0 to 9"),
        ("100:" + "/".join(["8"] * 31), "grid has 31 rows, expected 2 to 30"),
        pytest.param(
            "1" * 3_000_000,
            "puzzle has 3000000 characters, expected at most 90000",
            id="megabytes",
        ),
    ],
)
def test_bad_identifiers_say_where_and_what_was_expected(body: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        from_body(CNote, body)
    assert str(error.value) == f"c-note: {message}"


@pytest.mark.parametrize(
    ("target", "grid", "message"),
    [
        (True, [[8, 8], [6, 2]], "target is true, expected a whole number from 1 to 100000"),
        (100.0, [[8, 8], [6, 2]], "target is 100.0, expected a whole number from 1 to 100000"),
        ("100", [[8, 8], [6, 2]], "target is '100', expected a whole number from 1 to 100000"),
        (None, [[8, 8], [6, 2]], "target is null, expected a whole number from 1 to 100000"),
        pytest.param(
            10**5000,
            [[8, 8], [6, 2]],
            "target is a number of over 4000 digits, expected a whole number from 1 to 100000",
            id="a target that cannot be printed",
        ),
        (100, None, "grid is null, expected a list of 2 to 30 rows"),
        (100, {}, "grid is an object, expected a list of 2 to 30 rows"),
        (100, "88/62", "grid is '88/62', expected a list of 2 to 30 rows"),
        (100, [[8, 8]], "grid has 1 row, expected 2 to 30"),
        (100, [[8] * 10_000] * 10_000, "grid has 10000 rows, expected 2 to 30"),
        (100, [[8, 8], [6] * 10_000], "row 2 has 10000 digits, expected 2"),
        (100, [[8, 8], 62], "row 2 is 62, expected a list of 2 digits"),
        (100, [[8, 8], "62"], "row 2 is '62', expected a list of 2 digits"),
        (100, [[8, 8], [6, 10]], "row 2, column 2 is 10, expected a whole number from 0 to 9"),
        (100, [[8, 8], [6, -1]], "row 2, column 2 is -1, expected a whole number from 0 to 9"),
        (100, [[8, 8], [6, True]], "row 2, column 2 is true, expected a whole number from 0 to 9"),
        (100, [[8, 8], [6, None]], "row 2, column 2 is null, expected a whole number from 0 to 9"),
        (100, [[8, 8], [6, 2.0]], "row 2, column 2 is 2.0, expected a whole number from 0 to 9"),
        (100, [[8, 8], [6, [2]]], "row 2, column 2 is a list, expected a whole number from 0 to 9"),
    ],
)
def test_bad_documents_say_where_and_what_was_expected(
    target: Any, grid: Any, message: str
) -> None:
    with pytest.raises(PuzzleError) as error:
        from_document({"family": "c-note", "target": target, "grid": grid})
    assert str(error.value) == f"c-note: {message}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, " is null, expected a list of 2 rows"),
        (12, " is 12, expected a list of 2 rows"),
        ("", " has 1 row, expected 2"),
        ("[[1, 2], [3, 4]", " is not valid JSON (Expecting ',' delimiter: line 1 column 16"),
        ("1,2/3", ", row 2 has 1 number, expected 2"),
        ("1,2/3,4/5,6", " has 3 rows, expected 2"),
        ("1,2/3,x", ", row 2, column 2 is 'x', expected a whole number of at most 19 digits"),
        ("1,2/3,04", ", row 2, column 2 is '04', expected a whole number of at most 19 digits"),
        ([[1, 2], [3, "4"]], ", row 2, column 2 is '4', expected a whole number of at most 19"),
        ([[1, 2], [3, True]], ", row 2, column 2 is true, expected a whole number of at most 19"),
        ([[1, 2], "3,4"], ", row 2 is '3,4', expected a list of 2 numbers"),
        ([[1, 2], [3, 10**5000]], ", row 2, column 2 is a number of over 4000 digits, expected"),
        pytest.param(
            "1" * 100_000, " has 100000 characters, expected at most 90000", id="a long text"
        ),
    ],
)
def test_answers_of_another_shape_are_refused(data: object, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        read_solution(from_body(CNote, "100:88/62"), data)
    assert str(error.value).startswith(f"c-note: solution{message}")


@pytest.mark.parametrize(
    ("answer", "violations"),
    [
        ("28,72/72,28", []),
        (
            "28,71/72,28",  # one number wrong: its row, its column, and a digit is gone
            [
                (
                    "given digit",
                    "Row 1, column 2 is 71, expected a number with the given digit 2.",
                    ((1, 2),),
                ),
                ("row sum", "Row 1 sums to 99, expected 100.", ((1, 1), (1, 2))),
                ("column sum", "Column 2 sums to 99, expected 100.", ((1, 2), (2, 2))),
            ],
        ),
        (
            "28,72/72,-82",  # not positive, though the digits of -82 include the 8
            [
                (
                    "positive number",
                    "Row 2, column 2 is -82, expected a positive number.",
                    ((2, 2),),
                ),
                ("row sum", "Row 2 sums to -10, expected 100.", ((2, 1), (2, 2))),
                ("column sum", "Column 2 sums to -10, expected 100.", ((1, 2), (2, 2))),
            ],
        ),
        (
            "82,21/72,28",
            [
                ("row sum", "Row 1 sums to 103, expected 100.", ((1, 1), (1, 2))),
                ("column sum", "Column 1 sums to 154, expected 100.", ((1, 1), (2, 1))),
                ("column sum", "Column 2 sums to 49, expected 100.", ((1, 2), (2, 2))),
            ],
        ),
    ],
)
def test_every_broken_rule_is_named(answer: str, violations: list[Any]) -> None:
    puzzle = from_body(CNote, "100:82/78")
    found = puzzle.violations(read_solution(puzzle, answer))
    assert [(v.rule, v.sentence, v.cells) for v in found] == violations


def test_a_given_zero_is_part_of_a_number_and_not_a_number() -> None:
    puzzle = from_body(CNote, "10:00/00")
    assert [v.rule for v in puzzle.violations([[0, 10], [10, 0]])] == ["positive number"] * 2
    assert solving.count("c-note:110:00/00") == len(brute_force(from_body(CNote, "110:00/00")))


@pytest.mark.parametrize(
    ("identifier", "count", "why"),
    [
        ("c-note:100:884/625/361", 31, "the original example"),
        ("c-note:100:811/181/118", 1688, "numbers up to 98: a bound of 97 loses 55 of them"),
        ("c-note:100:924/441/957", 1, "unique, although numbers hold a digit twice"),
        ("c-note:2:11/11", 1, "a cell can only be 1"),
        ("c-note:1:11/11", 0, "less than one for each cell"),
        ("c-note:1:00/00", 0, "no number up to the target holds a 0"),
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


def test_the_model_names_rows_and_columns() -> None:
    assert str(from_body(CNote, "12:12/90").model()) == (
        "model: c-note:12:12/90\n"
        "variables:\n"
        "  row 1, column 1 in {1, 10, 11}\n"
        "  row 1, column 2 in {2}\n"
        "  row 2, column 1 in {9}\n"
        "  row 2, column 2 in {10}\n"
        "constraints:\n"
        "  row 1: row 1, column 1 + row 1, column 2 == 12\n"
        "  row 2: row 2, column 1 + row 2, column 2 == 12\n"
        "  column 1: row 1, column 1 + row 2, column 1 == 12\n"
        "  column 2: row 1, column 2 + row 2, column 2 == 12"
    )


@pytest.mark.parametrize(("size", "target"), [(2, MAX_TARGET), (MAX_SIZE, 1000)])
def test_large_puzzles_become_models(size: int, target: int) -> None:
    puzzle = CNote(target, ((1,) * size,) * size)
    model = puzzle.model()
    assert len(model.decisions) == len(puzzle.cells) == size**2
    assert [v.domain[-1] for v in model.decisions] == [
        max(n for n in range(target - size + 2) if "1" in str(n))
    ] * size**2


def test_the_drawing_of_a_puzzle() -> None:
    assert str(sketch_of(from_body(CNote, "1500:80/62"))) == (
        "┌───────┬───────┐\n"
        "│   8   │   0   │ 1500\n"
        "├───────┼───────┤\n"
        "│   6   │   2   │ 1500\n"
        "└───────┴───────┘\n"
        "  1500    1500"
    )


def test_the_drawing_of_an_answer_tells_the_given_digit_from_those_written() -> None:
    drawing = sketch_of(from_body(CNote, "100:82/78"), [[28, 72], [72, 28]])
    assert str(drawing) == (
        "┌─────┬─────┐\n"
        "│  28 │  72 │ 100\n"
        "├─────┼─────┤\n"
        "│  72 │  28 │ 100\n"
        "└─────┴─────┘\n"
        "  100   100"
    )
    by_role = {
        role: "".join(text for line in drawing.runs() for text, is_role in line if is_role == role)
        for role in ("given", "answer", "clue")
    }
    assert by_role == {"given": "8278", "answer": "2722", "clue": "100" * 4}
