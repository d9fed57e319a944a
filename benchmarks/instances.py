"""The models that the kernel's benchmark solves, written with the model language alone.

The first are searched. The others grow, and are only propagated: each is made for what takes
long there when it is done in the obvious way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Variable
from quincunx.cp.options import Consistency


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


def latin_square(order: int) -> Model:
    """The numbers from 0 on, each once in every row and column."""
    model = Model(f"Latin square of order {order}")
    cells = [[model.variable(f"{r},{c}", range(order)) for c in range(order)] for r in range(order)]
    for line in [*map(tuple, cells), *zip(*cells, strict=True)]:
        model.add(AllDifferent(line))
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
    Instance("empty 5-level pyramid, first 10,000", lambda: pyramid(5), 10_000, 10_000),
    Instance("magic square of order 4, first 100", lambda: magic_square(4), 100, 100),
]


def different(domains: Sequence[Sequence[int]]) -> Model:
    """Variables that are all different."""
    model = Model()
    model.add(AllDifferent(_scope(model, domains)))
    return model


def triangle(count: int) -> Model:
    """The last value of all is needed by one, so the one before by another, and so on."""
    return different([range(number, count) for number in range(count)])


def windows(count: int) -> Model:
    """Each can have one of three neighbours, and there is just enough room."""
    return different([range(max(0, number - 1), min(count, number + 2)) for number in range(count)])


def ring(count: int) -> Model:
    """Each can have one of two, and if one moves on, all have to."""
    return different([sorted({number, (number + 1) % count}) for number in range(count)])


def threes(count: int) -> Model:
    """Each can have one of three values, a solution's and any others."""
    dice = Random(count)
    values = range(count)
    return different([sorted({number, *dice.sample(values, 2)}) for number in values])


def counted(count: int) -> Model:
    """Every value twice."""
    model = Model()
    scope = _scope(model, [range(count // 2)] * count)
    model.add(Cardinality(scope, dict.fromkeys(range(count // 2), 2)))
    return model


def dense_sum(count: int) -> Model:
    """A sum of `count` numbers up to 5,000."""
    model = Model()
    model.add(Linear(_scope(model, [range(5000)] * count), (1,) * count, "==", 2500 * count))
    return model


def sum_with_holes(count: int) -> Model:
    """A sum of `count` numbers up to 2,000, of which half are missing."""
    dice = Random(count)
    model = Model()
    scope = _scope(model, [sorted(dice.sample(range(2000), 1000)) for _ in range(count)])
    model.add(Linear(scope, (1,) * count, "==", 1000 * count))
    return model


def long_table(count: int) -> Model:
    """`count` rows of twelve values out of fifteen, of which twelve are possible."""
    dice = Random(count)
    model = Model()
    scope = _scope(model, [sorted(dice.sample(range(15), 12)) for _ in range(12)])
    model.add(Table(scope, Rows(tuple(tuple(dice.choices(range(15), k=12)) for _ in range(count)))))
    return model


def pairs(count: int) -> Model:
    """`count` pairs of numbers up to 1,000."""
    dice = Random(count)
    model = Model()
    drawn = {(dice.randrange(1000), dice.randrange(1000)) for _ in range(count)}
    model.add(Table(_scope(model, [range(1000)] * 2), Rows(tuple(sorted(drawn)))))
    return model


def _scope(model: Model, domains: Sequence[Sequence[int]]) -> tuple[Variable, ...]:
    return tuple(model.variable(f"x{place}", values) for place, values in enumerate(domains))


@dataclass(frozen=True)
class Growing:
    """A model of growing size, and the strengths at which it is propagated."""

    name: str
    model: Callable[[int], Model]
    sizes: tuple[int, ...]
    consistencies: tuple[Consistency, ...] = ("domain", "bounds")


GROWING = [
    Growing("all different: a triangle", triangle, (50, 100, 200, 400)),
    Growing("all different: windows of three", windows, (50, 100, 200, 400)),
    Growing("all different: a ring", ring, (50, 100, 200, 400)),
    Growing("all different: three of all", threes, (50, 100, 200, 400)),
    Growing("how often: every value twice", counted, (50, 100, 200, 400)),
    Growing("sum: numbers up to 5,000", dense_sum, (12, 25, 50, 100)),
    Growing("sum: half the numbers up to 2,000", sum_with_holes, (12, 25, 50, 100)),
    Growing("table: rows of twelve", long_table, (4000, 8000, 16_000, 32_000), ("domain",)),
    Growing("table: pairs up to 1,000", pairs, (2500, 5000, 10_000, 20_000), ("domain",)),
]
