"""The model of a C-Note: one variable a cell, and one equation a row and a column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.model import Model, Values, Variable, domain

if TYPE_CHECKING:
    from quincunx.families.c_note import CNote


def build_model(puzzle: CNote) -> Model:
    """The model: each cell holds a number that includes its given digit."""
    most = largest_number(puzzle.size, puzzle.target)
    choices = [numbers_holding(digit, most) for _, digit in puzzle.digits()]
    return sums_model(puzzle.identifier, puzzle.size, puzzle.target, choices)


def largest_number(size: int, target: int) -> int:
    """The largest number a cell can hold: the other cells of its row hold at least 1 each."""
    return target - (size - 1)


def sums_model(name: str, size: int, target: int, choices: Sequence[Iterable[int]]) -> Model:
    """A square of numbers, each one of its choices, whose rows and columns sum to the target."""
    model = Model(name)
    for place, numbers in enumerate(choices):
        model.variable(f"row {place // size + 1}, column {place % size + 1}", numbers)
    add_sums(model, model.variables, size, target)
    return model


def add_sums(model: Model, cells: Sequence[Variable], size: int, target: int) -> None:
    """Add that every row and every column of a square sums to the target."""
    rows = [cells[i * size : (i + 1) * size] for i in range(size)]
    columns = [cells[j::size] for j in range(size)]
    for kind, lines in (("row", rows), ("column", columns)):
        for number, line in enumerate(lines, 1):
            model.add(Linear(tuple(line), (1,) * size, "==", target, label=f"{kind} {number}"))


@lru_cache(maxsize=64)
def numbers_holding(digit: int, most: int) -> Values:
    """The numbers from 1 to `most` whose decimal digits include this one.

    If there is none, a cell still needs a value: the smallest number with the digit, which is more
    than `most` and so too much for every row.

    >>> numbers_holding(0, 40)
    (10, 20, 30, 40)
    >>> numbers_holding(0, 9)
    range(10, 11)
    """
    # It is the last digit, or what stands before that holds it.
    found = set(range(digit or 10, most + 1, 10))
    if most >= 10:
        for tens in numbers_holding(digit, most // 10):
            found.update(range(10 * tens, min(10 * tens + 9, most) + 1))
    return domain(found or [digit or 10])
