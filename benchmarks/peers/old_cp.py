"""OR-Tools' older CP solver (`pywrapcp`), on models as its own examples are written."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version as version_of
from itertools import pairwise
from typing import Any

from ortools.constraint_solver import pywrapcp

from benchmarks.peers import Task, rules
from benchmarks.peers.rules import Document
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import to_document


def version() -> str:
    """The version of OR-Tools."""
    return version_of("ortools")


def solve(puzzle: AnyPuzzle, task: Task) -> int:
    """Search for the smallest domain first, smallest value first, unless the model says more."""
    solver = pywrapcp.Solver(puzzle.family)
    decisions, cells = MODELS[puzzle.family](solver, to_document(puzzle))
    phase = solver.Phase(decisions, solver.CHOOSE_MIN_SIZE_LOWEST_MIN, solver.ASSIGN_MIN_VALUE)
    solver.NewSearch(phase)
    found: set[tuple[int, ...]] = set()
    while solver.NextSolution():
        # Two ways to the same numbers are one solution.
        found.add(tuple(cell.Value() for cell in cells))
        if task == "first":
            break
    solver.EndSearch()
    return len(found)


Variables = list[Any]


def power_strike(solver: Any, puzzle: Document) -> tuple[Variables, Variables]:
    """Which way each step goes is decided first: 0 times the multiplier, p without digit p."""
    factor, most = puzzle["multiplier"], rules.largest_strike(puzzle)
    cells = [
        solver.IntConst(number) if number else solver.IntVar(1, most, f"cell {i}")
        for i, number in enumerate(puzzle["cells"])
    ]
    ways = []
    for before, after in pairwise([*cells, cells[0]]):
        results = [(before * factor).Var()]
        for place in rules.places(most):
            below = before - (before // place) * place
            rest = (before // (10 * place)) * place + below
            # A digit that is not there cannot be removed: 0 is no cell's number.
            results.append((rest * (before >= place)).Var())
        way = solver.IntVar(0, len(results) - 1, "way")
        solver.Add(solver.Element(results, way) == after)
        ways.append(way)
    return [*ways, *cells], cells


def c_note(solver: Any, puzzle: Document) -> tuple[Variables, Variables]:
    """Numbers that hold the digits, with equal sums."""
    target, grid = puzzle["target"], puzzle["grid"]
    cells = [solver.IntVar(rules.numbers_with(digit, target), "") for row in grid for digit in row]
    for line in rules.lines(len(grid)):
        solver.Add(solver.Sum([cells[i] for i in line]) == target)
    return cells, cells


def multi_balance(solver: Any, puzzle: Document) -> tuple[Variables, Variables]:
    """A digit or 0 in each cell; torques, and fulcrums that are used one way."""
    board, digits = rules.balance(puzzle), puzzle["digits"]
    cells = [solver.IntVar(0, digits, "") for _ in board.cells]
    for cell, digit in board.givens.items():
        solver.Add(cells[cell] == digit)
    solver.Add(solver.Distribute(cells, list(range(1, digits + 1)), [solver.IntConst(1)] * digits))
    for row, column in zip(board.rows, board.columns, strict=True):
        used = []
        for line in (row, column):
            if line:
                solver.Add(solver.Sum([cells[i] * distance for i, distance in line]) == 0)
                used.append((solver.Sum([cells[i] for i, _ in line]) > 0).Var())
        solver.Add(solver.Sum(used) == 1)
    return cells, cells


def sum_star(solver: Any, puzzle: Document) -> tuple[Variables, Variables]:
    """A digit or 0 in each cell; sums and differences around black triangles."""
    stars = rules.stars(puzzle)
    cells = [solver.IntVar(0, 9, "") for _ in range(stars.size)]
    for cell, digit in stars.givens.items():
        solver.Add(cells[cell] == digit)
    for first in range(0, stars.size, 13):
        counts = [solver.IntConst(4), *[solver.IntConst(1)] * 9]
        solver.Add(solver.Distribute(cells[first : first + 13], list(range(10)), counts))
    for touching, total in stars.triangles:
        solver.Add(solver.AllDifferentExcept([cells[i] for i in touching], 0))
        if total is not None:
            solver.Add(solver.Sum([cells[i] for i in touching]) == total)
    for one, other in stars.edges:
        solver.Add(cells[one] + cells[other] > 0)
    return cells, cells


def aztec_math(solver: Any, puzzle: Document) -> tuple[Variables, Variables]:
    """Different digits in a row, and a table for each cell and the two below it."""
    given = [number for row in puzzle["rows"] for number in row]
    cells = [solver.IntVar(*((n, n) if n else (1, 9)), "") for n in given]
    rows, triples = rules.pyramid(len(puzzle["rows"]))
    for row in rows[1:]:
        solver.Add(solver.AllDifferent([cells[i] for i in row]))
    tops = rules.tops()
    for triple in triples:
        solver.Add(solver.AllowedAssignments([cells[i] for i in triple], tops))
    return cells, cells


MODELS: dict[str, Callable[[Any, Document], tuple[Variables, Variables]]] = {
    "power-strike": power_strike,
    "c-note": c_note,
    "multi-balance": multi_balance,
    "sum-star": sum_star,
    "aztec-math": aztec_math,
}
