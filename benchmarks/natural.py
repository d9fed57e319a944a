"""The puzzles for OR-Tools CP-SAT, as written by someone who knows nothing of our models.

Each function adds a puzzle's rules to a CP-SAT model and answers the variables of its cells.
Digits that are placed or counted get a literal each, as CP-SAT likes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from ortools.sat.python import cp_model

Cp = cp_model.CpModel
Var = cp_model.IntVar

NEIGHBOURS = {2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0), 12: (0, -1)}
"""Sum Star: the place of the dodecagon across each triangle."""


def power_strike(model: Cp, puzzle: dict[str, Any]) -> None:
    """Each number times k, or the one before it without the digit at some place."""
    given, factor = puzzle["cells"], puzzle["multiplier"]
    most = max(number for number in given if number) * factor ** (len(given) - 1)
    places = [10**place for place in range(len(str(most)))]
    cells = [
        model.new_constant(number) if number else model.new_int_var(1, most, f"cell {i}")
        for i, number in enumerate(given)
    ]
    for before, after in pairwise([*cells, cells[0]]):
        times = model.new_bool_var("times")
        model.add(after == before * factor).only_enforce_if(times)
        ways = [times]
        for place in places:
            removed = model.new_bool_var("removed")
            above = model.new_int_var(0, most // (10 * place), "")
            below = model.new_int_var(0, place - 1, "")
            model.add_division_equality(above, before, 10 * place)
            model.add_modulo_equality(below, before, place)
            model.add(after == above * place + below).only_enforce_if(removed)
            model.add(before >= place).only_enforce_if(removed)
            ways.append(removed)
        # One way at the least; which one is part of no solution, so the first that fits counts.
        model.add_bool_or(ways)
        _first_that_fits(model, before, after, factor, most, places, ways)


def _first_that_fits(
    model: Cp, before: Var, after: Var, factor: int, most: int, places: list[int], ways: list[Any]
) -> None:
    model.add_exactly_one(ways)
    model.add(after != before * factor).only_enforce_if(ways[0].negated())
    for place, removed in zip(places, ways[2:], strict=False):
        # Removing one of two equal neighbouring digits is the same step: only the lower counts.
        pair = model.new_int_var(0, 99, "")
        above = model.new_int_var(0, most, "")
        model.add_division_equality(above, before, place)
        model.add_modulo_equality(pair, above, 100)
        for double in range(0, 100, 11):
            model.add(pair != double).only_enforce_if(removed)


def c_note(model: Cp, puzzle: dict[str, Any]) -> None:
    """Numbers that hold the digits, with equal sums."""
    target, grid = puzzle["target"], puzzle["grid"]
    cells: list[list[Var]] = []
    for row in grid:
        line: list[Var] = []
        for digit in row:
            values = [n for n in range(1, target + 1) if str(digit) in str(n)]
            line.append(model.new_int_var_from_domain(cp_model.Domain.from_values(values), ""))
        cells.append(line)
    for sums in [*cells, *zip(*cells, strict=True)]:
        model.add(sum(sums) == target)


def multi_balance(model: Cp, puzzle: dict[str, Any]) -> None:
    """A literal for each digit in each cell; torques, and fulcrums that are used one way."""
    board, digits = puzzle["board"], range(1, puzzle["digits"] + 1)
    height, width = len(board), len(board[0])
    fulcrums = [(r, c) for r in range(height) for c in range(width) if board[r][c] == "#"]
    rows, columns = [r for r, _ in fulcrums], [c for _, c in fulcrums]
    here = {
        (r, c, d): model.new_bool_var("")
        for r in range(height)
        for c in range(width)
        if board[r][c] != "#" and rows.count(r) == 1 and columns.count(c) == 1
        for d in digits
    }
    for d in digits:
        model.add_exactly_one(v for (_, _, digit), v in here.items() if digit == d)
    for r in range(height):
        for c in range(width):
            literals = [here[r, c, d] for d in digits if (r, c, d) in here]
            model.add_at_most_one(literals)
            if board[r][c].isdigit():
                model.add(here[r, c, int(board[r][c])] == 1)
    for fr, fc in fulcrums:
        in_row = {k: v for k, v in here.items() if k[0] == fr and rows.count(fr) == 1}
        in_column = {k: v for k, v in here.items() if k[1] == fc and columns.count(fc) == 1}
        model.add(sum(d * (c - fc) * v for (_, c, d), v in in_row.items()) == 0)
        model.add(sum(d * (r - fr) * v for (r, _, d), v in in_column.items()) == 0)
        by_row, by_column = model.new_bool_var(""), model.new_bool_var("")
        model.add_max_equality(by_row, [0, *in_row.values()])
        model.add_max_equality(by_column, [0, *in_column.values()])
        model.add_exactly_one([by_row, by_column])


def sum_star(model: Cp, puzzle: dict[str, Any]) -> None:
    """A literal for each digit in each cell; sums and differences around black triangles."""
    stars = {tuple(star["at"]): star for star in puzzle["stars"]}
    here = {
        (at, cell, d): model.new_bool_var("")
        for at in stars
        for cell in range(1, 14)
        for d in range(10)
    }
    for at, star in stars.items():
        for cell in range(1, 14):
            model.add_exactly_one(here[at, cell, d] for d in range(10))
            given = (star.get("cells") or [None] * 13)[cell - 1]
            if given is not None:
                model.add(here[at, cell, int(given)] == 1)
        for d in range(1, 10):
            model.add_exactly_one(here[at, cell, d] for cell in range(1, 14))
        for cell in range(1, 13):
            model.add_bool_or(here[at, cell, 0].negated(), here[at, cell % 12 + 1, 0].negated())
            if cell % 2:
                model.add_bool_or(here[at, cell, 0].negated(), here[at, 13, 0].negated())
            else:
                across = (at[0] + NEIGHBOURS[cell][0], at[1] + NEIGHBOURS[cell][1])
                facing = here.get((across, (cell + 5) % 12 + 1, 0))
                if facing is not None:
                    model.add_bool_or(here[at, cell, 0].negated(), facing.negated())
        for square, total in zip(range(1, 12, 2), star["sums"], strict=True):
            touching = around(stars, at, square)
            for d in range(1, 10):
                model.add_at_most_one(here[where, cell, d] for where, cell in touching)
            if total is not None:
                model.add(
                    sum(d * here[w, cell, d] for w, cell in touching for d in range(1, 10)) == total
                )


def around(
    stars: Iterable[tuple[int, int]], at: tuple[int, int], square: int
) -> list[tuple[tuple[int, int], int]]:
    """The cells that touch the black triangle outside a square."""
    before, after = (square - 2) % 12 + 1, square % 12 + 1
    cells = [(at, before), (at, square), (at, after)]
    for side, other in ((before, (square + 3) % 12 + 1), (after, (square + 7) % 12 + 1)):
        place = (at[0] + NEIGHBOURS[side][0], at[1] + NEIGHBOURS[side][1])
        if place in stars:
            cells += [(place, (other - 2) % 12 + 1), (place, other), (place, other % 12 + 1)]
    return cells


def aztec_math(model: Cp, puzzle: dict[str, Any]) -> None:
    """Different digits in a row, and a table for each cell and the two below it."""
    digits = range(1, 10)
    tops = [
        (top, a, b)
        for a in digits
        for b in digits
        for top in digits
        if top in (a + b, a - b, b - a, a * b) or top * b == a or top * a == b
    ]
    rows = [
        [model.new_constant(n) if n else model.new_int_var(1, 9, "") for n in row]
        for row in puzzle["rows"]
    ]
    for row in rows:
        model.add_all_different(row)
    for above, below in pairwise(rows):
        for top, left, right in zip(above, below, below[1:], strict=False):
            model.add_allowed_assignments([top, left, right], tops)


MODELS: dict[str, Callable[[Cp, dict[str, Any]], None]] = {
    "power-strike": power_strike,
    "c-note": c_note,
    "multi-balance": multi_balance,
    "sum-star": sum_star,
    "aztec-math": aztec_math,
}
