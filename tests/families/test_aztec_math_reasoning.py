"""Words of explanations of Aztec Math."""

from __future__ import annotations

import pytest

from quincunx.cp.constraints.table import Table
from quincunx.cp.words.phrases import Deduction
from quincunx.families import Cell
from quincunx.families.base.capabilities import phrases_of
from quincunx.families.base.puzzle_input import parse


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


def test_contradiction_of_a_row_names_the_digit_that_is_in_it_twice() -> None:
    puzzle = parse("aztec-math:_/__")
    row = next(one for one in puzzle.model().constraints if not isinstance(one, Table))
    found = Deduction((row,), dict.fromkeys(row.variables, (3,)), frozenset(), {})
    assert phrases_of(puzzle).link(found) == "row 2 has 3 twice"
