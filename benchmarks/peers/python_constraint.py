"""python-constraint2: backtracking in Python with constraints as functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version as installed
from itertools import combinations

from constraint import AllDifferentConstraint, ExactSumConstraint, Problem

from benchmarks.peers import CannotExpress, Task, rules
from benchmarks.peers.rules import Document
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import to_document

MAX_VALUES = 1_000_000
"""A domain is a list of all its values; with more than this one list would fill the memory."""


def version() -> str:
    """The version of the library."""
    return installed("python-constraint2")


def solve(puzzle: AnyPuzzle, task: Task) -> int:
    """With the library's default solver."""
    problem = Problem()
    MODELS[puzzle.family](problem, to_document(puzzle))
    if task == "first":
        return 0 if problem.getSolution() is None else 1
    return sum(1 for _ in problem.getSolutionIter())


def power_strike(problem: Problem, puzzle: Document) -> None:
    """A function for every two neighbours."""
    cells, most = puzzle["cells"], rules.largest_strike(puzzle)
    if most > MAX_VALUES:
        raise CannotExpress(f"domains of {most:,} values")
    for i, number in enumerate(cells):
        problem.addVariable(i, [number] if number else list(range(1, most + 1)))
    for i in range(len(cells)):
        following = (i + 1) % len(cells)
        problem.addConstraint(
            partial(rules.follows, multiplier=puzzle["multiplier"]), [i, following]
        )


def c_note(problem: Problem, puzzle: Document) -> None:
    """Numbers that hold the digits, with equal sums."""
    target, grid = puzzle["target"], puzzle["grid"]
    for i, digit in enumerate(digit for row in grid for digit in row):
        problem.addVariable(i, rules.numbers_with(digit, target))
    for line in rules.lines(len(grid)):
        problem.addConstraint(ExactSumConstraint(target), line)


def multi_balance(problem: Problem, puzzle: Document) -> None:
    """The cell of each digit; a fulcrum is looked at when all digits are placed."""
    board, digits = rules.balance(puzzle), range(1, puzzle["digits"] + 1)
    held = {digit: cell for cell, digit in board.givens.items()}
    for digit in digits:
        cells = [held[digit]] if digit in held else list(range(len(board.cells)))
        problem.addVariable(digit, cells)
    problem.addConstraint(AllDifferentConstraint(), list(digits))
    for row, column in zip(board.rows, board.columns, strict=True):
        problem.addConstraint(partial(_balanced, dict(row), dict(column)), list(digits))


def _balanced(row: dict[int, int], column: dict[int, int], *cells: int) -> bool:
    """Whether both lines of a fulcrum balance and just one of them holds digits."""
    used = 0
    for line in (row, column):
        torques = [digit * line[cell] for digit, cell in enumerate(cells, 1) if cell in line]
        if sum(torques):
            return False
        used += bool(torques)
    return used == 1


def sum_star(problem: Problem, puzzle: Document) -> None:
    """A digit or 0 in each cell; each digit once in a dodecagon, four times 0."""
    stars = rules.stars(puzzle)
    for cell in range(stars.size):
        given = stars.givens.get(cell)
        problem.addVariable(cell, list(range(10)) if given is None else [given])
    for first in range(0, stars.size, 13):
        cells = list(range(first, first + 13))
        for one, other in combinations(cells, 2):
            problem.addConstraint(_differ, [one, other])
        problem.addConstraint(ExactSumConstraint(45), cells)
    for touching, total in stars.triangles:
        for one, other in combinations(touching, 2):
            problem.addConstraint(_differ, [one, other])
        if total is not None:
            problem.addConstraint(ExactSumConstraint(total), touching)
    for edge in stars.edges:
        problem.addConstraint(_not_both_empty, list(edge))


def _differ(one: int, other: int) -> bool:
    return one != other or one == 0


def _not_both_empty(one: int, other: int) -> bool:
    return one + other > 0


def aztec_math(problem: Problem, puzzle: Document) -> None:
    """Different digits in a row, and a function for each cell and the two below it."""
    given = [number for row in puzzle["rows"] for number in row]
    for i, number in enumerate(given):
        problem.addVariable(i, [number] if number else list(range(1, 10)))
    rows, triples = rules.pyramid(len(puzzle["rows"]))
    for row in rows[1:]:
        problem.addConstraint(AllDifferentConstraint(), row)
    tops = set(rules.tops())
    for triple in triples:
        problem.addConstraint(lambda *values: values in tops, list(triple))


MODELS: dict[str, Callable[[Problem, Document], None]] = {
    "power-strike": power_strike,
    "c-note": c_note,
    "multi-balance": multi_balance,
    "sum-star": sum_star,
    "aztec-math": aztec_math,
}
