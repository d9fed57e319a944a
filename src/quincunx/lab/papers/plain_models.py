"""Three puzzles modelled as their papers did it, to see how much of a cost is the model's.

Vocabulary:
  standard  the model that a family gives itself
  plain     what a paper posted: no redundant constraints, no tables of what is possible

The figures of a paper are those of its model. Our own models find by propagation much of
what these papers searched for, and leave labeling options less to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.linear import Linear
from quincunx.constraints.table import Rows, Table
from quincunx.model import Model, Variable

STANDARD = "standard"


def positions(document: Mapping[str, Any]) -> Model:
    """Multi-Balance: one variable a digit, the number of its cell."""
    board: list[str] = document["board"]
    width = len(board[0])
    fulcrums = [(r, c) for r, row in enumerate(board) for c, m in enumerate(row) if m == "#"]
    rows = [r for r, _ in fulcrums]
    columns = [c for _, c in fulcrums]
    allowed = [
        r * width + c
        for r in range(len(board))
        for c in range(width)
        if rows.count(r) == columns.count(c) == 1 and board[r][c] != "#"
    ]
    model = Model("digits and their cells")
    digits = range(1, document["digits"] + 1)
    places = tuple(model.variable(f"digit {d}", allowed) for d in digits)
    model.decisions = places
    model.add(AllDifferent(places, label="one digit a cell"))
    for row, column in fulcrums:
        for along in (0, 1):
            # Only a line with one fulcrum holds digits.
            if (rows.count(row) if along == 0 else columns.count(column)) != 1:
                continue

            def arm(cell: int, along: int = along, row: int = row, column: int = column) -> int:
                r, c = divmod(cell, width)
                if along == 0:
                    return c - column if r == row else 0
                return r - row if c == column else 0

            torques = tuple(
                follower(model, place, {cell: d * arm(cell) for cell in allowed})
                for d, place in enumerate(places, start=1)
            )
            model.add(Linear(torques, (1,) * len(torques), "==", 0, label="a line balances"))
        near = {cell: int(cell // width == row or cell % width == column) for cell in allowed}
        users = tuple(follower(model, place, near) for place in places)
        model.add(Linear(users, (1,) * len(users), ">=", 1, label="a fulcrum is used"))
    return model


def follower(model: Model, variable: Variable, values: Mapping[int, int]) -> Variable:
    """A variable that has the value belonging to another's."""
    other = model.variable(f"{variable.name}, followed {len(model.variables)}", values.values())
    model.add(Table((variable, other), Rows(tuple(values.items())), label="follows"))
    return other


def decimals(document: Mapping[str, Any]) -> Model:
    """C-Note: one variable a cell, not narrowed beforehand, tied to its decimal digits."""
    grid: list[list[int]] = document["grid"]
    target, size = document["target"], len(document["grid"])
    most = target - size + 1
    width = len(str(most))
    model = Model("cells and their digits")
    cells = {
        (i, j): model.variable(f"row {i + 1}, column {j + 1}", range(1, most + 1))
        for i in range(size)
        for j in range(size)
    }
    model.decisions = cells.values()
    for i in range(size):
        for line in ([cells[i, j] for j in range(size)], [cells[j, i] for j in range(size)]):
            model.add(Linear(tuple(line), (1,) * size, "==", target, label="sum"))
    holding = [Rows(_digit_rows(digit, most, width)) for digit in range(10)]
    for (i, j), cell in cells.items():
        digits = tuple(model.variable(f"{cell.name}, digit {k}", range(10)) for k in range(width))
        worth = tuple(-(10 ** (width - 1 - k)) for k in range(width))
        model.add(Linear((cell, *digits), (1, *worth), "==", 0, label="decimal digits"))
        model.add(Table(digits, holding[grid[i][j]], label="includes the digit"))
    return model


def _digit_rows(digit: int, most: int, width: int) -> tuple[tuple[int, ...], ...]:
    """The digits, zeros before them, of the numbers that include a digit."""
    numbers = [n for n in range(1, most + 1) if str(digit) in str(n)]
    return tuple(tuple(map(int, str(n).zfill(width))) for n in numbers)


ACROSS = {2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0), 12: (0, -1)}
"""Where the dodecagon across an even cell lies."""


def sums(document: Mapping[str, Any]) -> Model:
    """Sum Star: cells, contents, sums, different digits, and no X beside X."""
    stars = {tuple(star["at"]): star["sums"] for star in document["stars"]}
    model = Model("cells and sums")
    cells = {
        (at, cell): model.variable(f"{at} {cell}", range(10))
        for at in stars
        for cell in range(1, 14)
    }
    for at in stars:
        contents = [cells[at, cell] for cell in range(1, 14)]
        counts = {0: 4, **dict.fromkeys(range(1, 10), 1)}
        model.add(Cardinality(contents, counts, label="contents"))
    for scope, total in _triangles(stars):
        around = tuple(cells[cell] for cell in scope)
        model.add(AllDifferent(around, frozenset({0}), label="different digits"))
        if total is not None:
            model.add(Linear(around, (1,) * len(around), "==", total, label="sum"))
    for one, other in _edges(stars):
        model.add(Linear((cells[one], cells[other]), (1, 1), ">=", 1, label="not both X"))
    return model


Place = tuple[Any, int]


def _triangles(stars: Mapping[Any, list[int | None]]) -> Iterator[tuple[list[Place], int | None]]:
    """The cells around each black triangle, and its number."""
    seen = set()
    for at, numbers in stars.items():
        for square in range(1, 13, 2):
            corners = [(at, square)]
            # Seen from the dodecagons across its two neighbours, a triangle lies a third of a
            # turn further.
            for across, turned in ((_ring(square + 1), 8), (_ring(square - 1), 4)):
                neighbour = _beside(at, across)
                if neighbour in stars:
                    corners.append((neighbour, _ring(square + turned)))
            if frozenset(corners) not in seen:
                seen.add(frozenset(corners))
                scope = [(a, _ring(s + step)) for a, s in corners for step in (-1, 0, 1)]
                yield scope, numbers[square // 2]


def _edges(stars: Mapping[Any, object]) -> Iterator[tuple[Place, Place]]:
    """Every two cells that share an edge."""
    for at in stars:
        for cell in range(1, 13):
            yield (at, cell), (at, _ring(cell + 1))
            if cell % 2:
                yield (at, cell), (at, 13)
            elif cell < 7 and _beside(at, cell) in stars:
                yield (at, cell), (_beside(at, cell), cell + 6)


def _ring(cell: int) -> int:
    """A cell of the ring, counted around it."""
    return (cell - 1) % 12 + 1


def _beside(at: Any, across: int) -> tuple[int, int]:
    return (at[0] + ACROSS[across][0], at[1] + ACROSS[across][1])


PLAIN: dict[str, Callable[[Mapping[str, Any]], Model]] = {
    "decimals": decimals,
    "positions": positions,
    "sums": sums,
}
"""The plain models by name; each takes the puzzle's document."""
