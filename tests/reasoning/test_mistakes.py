"""Which rules are broken on a board that is not full, against rules written a second time."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from quincunx import generate, parse
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.making.series import GeneratedPuzzle
from quincunx.reasoning.mistakes import broken_rules
from tests.reasoning.narrowing import Candidates
from tests.reasoning.rules_anew import READERS, read


@cache
def made_of(family: str) -> list[GeneratedPuzzle]:
    """Puzzles of a family, made once for all tests that write on them."""
    return list(generate(family, number=5, seed=3))


def expected(puzzle: AnyPuzzle, numbers: dict[Cell, int]) -> set[str]:
    """The rules that cannot hold any more, each with the cells of its own alone."""
    anew = read(puzzle.identifier)
    cells: dict[Cell, Candidates] = {
        cell: frozenset([numbers[cell]]) if cell in numbers else values
        for cell, values in anew.cells.items()
    }
    broken = set()
    for rule, conditions in anew.conditions.items():
        for condition in conditions:
            left = condition.narrow(tuple(cells[cell] for cell in condition.cells))
            if left is None or frozenset() in left:
                broken.add(rule)
    return broken


def random_board(puzzle: AnyPuzzle, solution: object, dice: Random) -> dict[Cell, int]:
    """Some of the right numbers, and some that belong elsewhere."""
    right = dict(zip(puzzle.cells, numbers_of(puzzle, solution), strict=True))
    numbers = {cell: n for cell, n in right.items() if dice.random() < dice.choice([0.3, 0.9])}
    for cell in dice.sample(list(puzzle.cells), min(len(puzzle.cells), dice.randint(0, 3))):
        numbers[cell] = dice.choice(list(right.values()))
    return {**numbers, **givens_of(puzzle)}


@pytest.mark.parametrize("boards", [40, pytest.param(120, marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", sorted(READERS))
def test_rules_are_broken_exactly_if_they_cannot_hold_alone(family: str, boards: int) -> None:
    dice = Random(family)
    seen: Counter[bool] = Counter()
    for made in made_of(family):
        for _ in range(boards // 5):
            numbers = random_board(made.puzzle, made.solution, dice)
            found = broken_rules(made.puzzle, numbers)
            broken = expected(made.puzzle, numbers)
            ids = {violation.entry or violation.rule for violation in found}
            assert ids == broken, (made.puzzle.identifier, numbers)
            seen[bool(broken)] += 1
            anew = read(made.puzzle.identifier)
            for violation in found:
                # A fulcrum is no cell that is written in.
                cells = set(violation.cells) & set(made.puzzle.cells)
                assert cells <= numbers.keys(), "an open cell breaks nothing"
                if violation.entry:
                    assert cells <= set(anew.scopes[violation.entry])
    assert min(seen[True], seen[False]) > 5, seen


def test_only_the_broken_rule_is_named() -> None:
    (broken,) = broken_rules(parse("aztec-math:9/__/6_7/____/3_9_6"), {(2, 1): 4, (3, 2): 1})
    assert (broken.entry, broken.cells) == ("r2c1", ((2, 1), (3, 1), (3, 2)))


def test_cells_that_take_no_part_are_not_named() -> None:
    (broken,) = broken_rules(parse("aztec-math:9/__/6_7/____/3_9_6"), {(5, 2): 3, (5, 4): 5})
    assert (broken.entry, broken.cells) == ("row 5", ((5, 1), (5, 2)))
