"""The models that the kernel's benchmark solves, written with the model language alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.linear import Linear
from quincunx.constraints.table import Rows, Table
from quincunx.model import Model


def c_note(grid: Sequence[Sequence[int]], target: int) -> Model:
    """Numbers that hold the given digits, all rows and columns with the same sum."""
    size = len(grid)
    model = Model(f"C-Note {size}×{size}, target {target}")
    cells = [
        [
            model.variable(
                f"row {r + 1}, column {c + 1}",
                [n for n in range(1, target - size + 2) if str(digit) in str(n)],
            )
            for c, digit in enumerate(row)
        ]
        for r, row in enumerate(grid)
    ]
    for number, row in enumerate(cells, 1):
        model.add(Linear(tuple(row), (1,) * size, "==", target, label=f"row {number}"))
    for number, column in enumerate(zip(*cells, strict=True), 1):
        model.add(Linear(column, (1,) * size, "==", target, label=f"column {number}"))
    return model


def made_grid(size: int, target: int, seed: int) -> list[list[int]]:
    """The digits of a C-Note with a solution, picked from a random square with the right sums."""
    dice = Random(seed)
    # A circulant square of any numbers with the right sum has equal rows and columns.
    cuts = sorted(dice.sample(range(1, target), size - 1))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, target], strict=True)]
    order = list(range(size))
    dice.shuffle(order)
    square = [[parts[(r + c) % size] for c in range(size)] for r in order]
    return [[int(dice.choice(str(number))) for number in row] for row in square]


def made_c_note(size: int, target: int, seed: int) -> Model:
    """A C-Note with a solution."""
    return c_note(made_grid(size, target, seed), target)


def pyramid(levels: int) -> Model:
    """The empty Aztec pyramid: each cell the sum, difference, product or quotient of two below."""
    model = Model(f"Aztec pyramid, {levels} levels")
    digits = range(1, 10)
    rows = [
        [model.variable(f"row {r + 1}, cell {c + 1}", digits) for c in range(r + 1)]
        for r in range(levels)
    ]
    tops = Rows.where(
        lambda top, a, b: top in (a + b, abs(a - b), a * b) or top * a == b or top * b == a,
        [digits] * 3,
    )
    for above, below in pairwise(rows):
        for place, top in enumerate(above):
            model.add(Table((top, below[place], below[place + 1]), tops))
    for row in rows[1:]:
        model.add(AllDifferent(tuple(row)))
    return model


def magic_square(order: int) -> Model:
    """The numbers 1 to n², all rows, columns and diagonals with the same sum."""
    total = order * (order * order + 1) // 2
    model = Model(f"magic square of order {order}")
    cells = [
        [model.variable(f"{r},{c}", range(1, order * order + 1)) for c in range(order)]
        for r in range(order)
    ]
    model.add(AllDifferent(tuple(cell for row in cells for cell in row)))
    lines = [*map(tuple, cells), *zip(*cells, strict=True)]
    lines.append(tuple(cells[i][i] for i in range(order)))
    lines.append(tuple(cells[i][order - 1 - i] for i in range(order)))
    for line in lines:
        model.add(Linear(line, (1,) * order, "==", total))
    return model


@dataclass(frozen=True)
class Instance:
    """A model to solve, and how many of its solutions to look for (all if `None`)."""

    name: str
    model: Callable[[], Model]
    solutions: int | None
    expected: int
    """How many solutions are there to be found."""


EXAMPLE = [[8, 8, 4], [6, 2, 5], [3, 6, 1]]
LABELING = [[5, 2, 7, 1], [7, 1, 5, 9], [8, 8, 3, 7], [5, 2, 9, 1]]

INSTANCES = [
    Instance("C-Note 3×3, target 100, all", lambda: c_note(EXAMPLE, 100), None, 31),
    Instance("C-Note 4×4, target 100, first", lambda: c_note(LABELING, 100), 1, 1),
    Instance("C-Note 7×7, target 60, first", lambda: made_c_note(7, 60, seed=1), 1, 1),
    Instance("C-Note 3×3, target 1500, first", lambda: made_c_note(3, 1500, seed=1), 1, 1),
    Instance("empty 5-level pyramid, 200,000", lambda: pyramid(5), 200_000, 200_000),
    Instance("magic square of order 4, first 100", lambda: magic_square(4), 100, 100),
]
