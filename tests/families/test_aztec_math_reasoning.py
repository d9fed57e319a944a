"""Words of explanations of Aztec Math."""

from __future__ import annotations

import re

import pytest

from quincunx.cp.constraints.table import Table
from quincunx.cp.words.phrases import Deduction
from quincunx.families import Cell
from quincunx.families.base.capabilities import phrases_of
from quincunx.families.base.documents import givens_of
from quincunx.families.base.puzzle_input import find_puzzle, parse
from quincunx.reasoning import explain


@pytest.mark.parametrize(
    ("known", "clash"),
    [
        ({(1, 1): {8}, (2, 1): {1, 2}, (2, 2): {1, 2}}, "1/2 and 1/2 never make 8"),
        ({(1, 1): {1, 9}, (2, 1): {3}, (2, 2): {1, 5}}, "3 and 1/5 never make 1/9"),
        ({(1, 1): {1, 7, 9}, (2, 1): {9}, (2, 2): {4}}, "9 and 4 never make 1/7/9"),
        ({(1, 1): {1, 4, 5, 7, 8}, (2, 1): {9}, (2, 2): {3, 6, 7}}, "9 and 3/6/7 make only 2/3/6"),
        (
            {(1, 1): {1, 4, 5, 6, 9}, (2, 1): {1, 2, 3}, (2, 2): {5, 9}},
            "1/2/3 and 5/9 never make r1c1",
        ),
    ],
)
def test_contradiction_of_a_triple_says_what_is_wrong_with_it(
    known: dict[Cell, set[int]], clash: str
) -> None:
    puzzle = parse("aztec-math:_/__")
    rule = next(one for one in puzzle.model().constraints if isinstance(one, Table))
    values = {v: sorted(known[puzzle.cells[v.index]]) for v in rule.variables}
    found = Deduction((rule,), values, frozenset(values), {})
    assert phrases_of(puzzle).link(found) == clash


@pytest.mark.parametrize(
    ("before", "who"),
    [
        (["r2c2=1/2", "r2c1=3 (row 2)"], "they"),
        (["r2c2=1/2", "r2c1≠3"], "3 and 1/2"),
        (["r2c2=1/2", "r2c1=3, r3c1=4"], "3 and 1/2"),
        (["r2c2=1/2"], "3 and 1/2"),
    ],
)
def test_contradiction_of_a_triple_repeats_no_digits(before: list[str], who: str) -> None:
    puzzle = parse("aztec-math:_/__")
    rule = next(one for one in puzzle.model().constraints if isinstance(one, Table))
    values = dict(zip(rule.variables, [(8,), (3,), (1, 2)], strict=True))
    found = Deduction((rule,), values, frozenset(values), {})
    assert phrases_of(puzzle).link(found, before) == f"{who} never make 8"


def test_contradiction_of_a_row_names_the_digit_that_is_in_it_twice() -> None:
    puzzle = parse("aztec-math:_/__")
    row = next(one for one in puzzle.model().constraints if not isinstance(one, Table))
    found = Deduction((row,), dict.fromkeys(row.variables, (3,)), frozenset(), {})
    assert phrases_of(puzzle).link(found) == "row 2 has 3 twice"


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("aztec-math/10", "r5c4=2: r4c3=5/9; r4c4=4/6; they never make 2."),
        ("aztec-math/16", "r3c2 is 4 or 5 (below 2/3/5 and 2/4/5/9)"),
        ("aztec-math/19", "r5c5 is 3 or 4 (above 2/9 and 5; row 5 has 7 already)"),
        ("aztec-math/19", "r5c2 is 6 (7 − 1; below 2)"),
        ("aztec-math:5/__/2_7/____/6_9_4", "r3c2 is not 7 (already in row 3)"),
        ("aztec-math:9/__/7_2/____/2_7_8", "(above 1 and 8); r4c4 is 7 or 9 (row 4); r4c1 is 8"),
        # What comes between needs the first claim about r2c2.
        (
            "aztec-math:9/__/6_9/____/_8_9_/8_____",
            "r2c2 is 3 or 6 (above 3 and 9); r2c1 is 3 (6 − 3; below 9)",
        ),
    ],
)
def test_claims_about_a_cell_are_said_once_with_their_reasons(puzzle: str, said: str) -> None:
    assert said in " ".join(step.sentence for step in explain(puzzle).steps)


@pytest.mark.parametrize(
    "name", ["aztec-math/14", "aztec-math/19", "aztec-math:9/__/7_1/____/9_4_6"]
)
def test_lists_hold_no_digit_that_stands_in_the_row(name: str) -> None:
    puzzle = find_puzzle(name)
    known = dict(givens_of(puzzle))
    claim = r"r(\d)c(\d) (?:is|are) ((?:\d(?: to \d)?(?:, | or )?)+)"
    for step in explain(puzzle).steps:
        for r, c, held in re.findall(claim, step.conclusion):
            ends = re.findall(r"(\d)(?: to (\d))?", held)
            listed = {n for a, b in ends for n in range(int(a), int(b or a) + 1)}
            row = {n for cell, n in known.items() if cell[0] == int(r) and cell[1] != int(c)}
            assert len(listed) == 1 or not listed & row
        known |= dict(step.sets)
