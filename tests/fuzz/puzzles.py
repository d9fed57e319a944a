"""Random puzzles: answers, counts and checks against rules written a second time.

`tests.reasoning.rules_anew` reads the puzzles from their identifiers and shares nothing with the
program; the solver here is its narrowing and a search.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

import quincunx
from quincunx.errors import PuzzleError
from tests.fuzz.target import Target, reproduction
from tests.proofs.test_random_puzzles import board, dodecagon, grid, pyramid, ring
from tests.reasoning.narrowing import Candidates, Cell
from tests.reasoning.rules_anew import Puzzle, read

MOST_SOLUTIONS = 40


@st.composite
def identifiers(draw: st.DrawFn) -> str:
    """Small puzzles of all families; most have few solutions or none."""
    make = draw(st.sampled_from([grid, pyramid, ring, board, dodecagon]))
    identifier = make(draw(st.randoms(use_true_random=False)))
    try:
        quincunx.parse(identifier)
    except PuzzleError:
        assume(False)
    return identifier


def narrowed(puzzle: Puzzle, cells: dict[Cell, Candidates]) -> dict[Cell, Candidates] | None:
    """The candidates after all rules have been applied until nothing changes."""
    conditions = [condition for held in puzzle.conditions.values() for condition in held]
    while True:
        before = dict(cells)
        for condition in conditions:
            left = condition.narrow(tuple(cells[cell] for cell in condition.cells))
            if left is None or frozenset() in left:
                return None
            cells.update(zip(condition.cells, left, strict=True))
        if cells == before:
            return cells


def answers(puzzle: Puzzle, cells: dict[Cell, Candidates]) -> Iterator[dict[Cell, int]]:
    """All ways to fill the cells by the rules."""
    left = narrowed(puzzle, dict(cells))
    if left is None:
        return
    open_cells = [cell for cell, values in left.items() if values is None or len(values) > 1]
    if not open_cells:
        yield {cell: next(iter(values)) for cell, values in left.items() if values}
        return
    cell = min(open_cells, key=lambda cell: len(left[cell] or range(10**9)))
    for value in sorted(left[cell] or ()):
        yield from answers(puzzle, {**left, cell: frozenset([value])})


def by_cell(puzzle: Puzzle, answer: Any) -> dict[Cell, int] | None:
    """An answer cell by cell; None if something stands where no cell is."""
    rows = [row if isinstance(row, list | str) else [row] for row in answer]
    values: dict[Cell, int] = {
        (r, c): (0 if value in ".#" else int(value, 36)) if isinstance(value, str) else value
        for r, row in enumerate(rows, 1)
        for c, value in enumerate(row, 1)
    }
    if (1,) in puzzle.cells:
        return {cell[:1]: value for cell, value in values.items()}
    if any(value for cell, value in values.items() if cell not in puzzle.cells):
        return None
    return {cell: values[cell] for cell in puzzle.cells}


def obeys(puzzle: Puzzle, cells: dict[Cell, int] | None) -> bool:
    """Whether the rules allow an answer."""
    if cells is None:
        return False
    alone: dict[Cell, Candidates] = {cell: frozenset([value]) for cell, value in cells.items()}
    printed = puzzle.cells.items()
    return (
        all(possible is None or cells[cell] in possible for cell, possible in printed)
        and narrowed(puzzle, alone) is not None
    )


def solving(identifier: str, engine: str) -> None:
    """The first answers are the answers, and a finished search has found all of them."""
    reproduction.append(identifier)
    puzzle = read(identifier)
    found = list(islice(quincunx.solutions(identifier, engine=engine), MOST_SOLUTIONS))
    cells = [by_cell(puzzle, answer) for answer in found]
    assert all(obeys(puzzle, answer) for answer in cells)
    assert len({str(answer) for answer in found}) == len(found)
    if len(found) < MOST_SOLUTIONS:
        expected = list(islice(answers(puzzle, puzzle.cells), MOST_SOLUTIONS))
        assert len(found) == len(expected)
        assert quincunx.count(identifier) == len(found)
        assert quincunx.verdict(identifier) == ("none", "unique", "multiple")[min(len(found), 2)]


def checking(identifier: str, dice: Random) -> None:
    """An answer with a few changes breaks a rule exactly if the rules written anew say so."""
    reproduction.append(identifier)
    puzzle = read(identifier)
    answer: Any = quincunx.solve(identifier).solution
    if answer is None:
        return
    for _ in range(dice.randint(0, 2)):
        answer = changed(answer, dice)
    reproduction.append(f"answer = {answer!r}")
    assert (quincunx.check(identifier, answer) == []) is obeys(puzzle, by_cell(puzzle, answer))


def changed(answer: Any, dice: Random) -> Any:
    """The answer with two places swapped, or one number a little larger or smaller."""
    if not isinstance(answer[0], list | str):
        return changed([answer], dice)[0]
    rows = [list(row) for row in answer]
    places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "#"]
    (r, c), (s, d) = dice.choice(places), dice.choice(places)
    if isinstance(rows[r][c], str) or dice.random() < 0.5:
        rows[r][c], rows[s][d] = rows[s][d], rows[r][c]
    else:
        rows[r][c] = max(1, rows[r][c] + dice.choice([-1, 1]))
    return [
        "".join(row) if isinstance(old, str) else row for row, old in zip(rows, answer, strict=True)
    ]


TARGETS = {
    "solving": Target(solving, (identifiers(), st.sampled_from(["kernel", "cp-sat"]))),
    "checking": Target(checking, (identifiers(), st.randoms(use_true_random=False))),
}
