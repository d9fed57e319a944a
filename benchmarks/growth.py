"""How the propagators' cost grows with the size of what they look at.

Run it with `make bench`. Each row is one propagation of one constraint, the fastest of a few, at
both strengths in the same process; the last column says by which power of the size the cost of
the row before has grown: 1 is in proportion, 2 with the square.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log
from random import Random

from quincunx import kernel
from quincunx.backends.to_kernel import KernelRun
from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.linear import Linear
from quincunx.constraints.table import Rows, Table
from quincunx.labeling import CONSISTENCIES, Order
from quincunx.limits import Limits
from quincunx.model import Model

REPETITIONS = 3


@dataclass(frozen=True)
class Case:
    """One constraint that can be made in several sizes."""

    name: str
    model: Callable[[int], Model]
    sizes: tuple[int, ...]


def triangular(size: int) -> Model:
    """All different, the i-th at most i: everything is decided, one after the other."""
    model = Model()
    scope = [model.variable(f"x{i}", range(i)) for i in range(1, size + 1)]
    model.add(AllDifferent(tuple(scope)))
    return model


def scattered(size: int) -> Model:
    """All different, each with six values of as many as there are variables and a few more."""
    dice = Random(size)
    model = Model()
    values = range(size + size // 10)
    # One value of each variable makes a solution.
    mine = dice.sample(values, size)
    scope = [model.variable(f"x{i}", {mine[i], *dice.sample(values, 5)}) for i in range(size)]
    model.add(AllDifferent(tuple(scope)))
    return model


def counted(size: int) -> Model:
    """How often values occur, among three times as many variables."""
    dice = Random(size)
    model = Model()
    scope = [
        model.variable(f"x{i}", {i % size, *dice.sample(range(size), min(size, 4))})
        for i in range(3 * size)
    ]
    model.add(Cardinality(tuple(scope), dict.fromkeys(range(size), (1, 3))))
    return model


def long_sum(size: int) -> Model:
    """A sum of many variables with a thousand values each, every third missing."""
    model = Model()
    values = [value for value in range(1_500) if value % 3]
    scope = [model.variable(f"x{i}", values) for i in range(size)]
    model.add(Linear(tuple(scope), (1,) * size, "==", 700 * size))
    return model


def rows(size: int) -> Model:
    """A table of five columns of twenty values."""
    dice = Random(size)
    model = Model()
    scope = [model.variable(f"x{i}", range(20)) for i in range(5)]
    table = tuple(tuple(dice.randrange(20) for _ in scope) for _ in range(size))
    model.add(Table(tuple(scope), Rows(table)))
    return model


CASES = (
    Case("all different, triangular, variables", triangular, (50, 100, 200, 400, 800)),
    Case("all different, scattered, variables", scattered, (50, 100, 200, 400, 800)),
    Case("cardinality, values", counted, (25, 50, 100, 200)),
    Case("long sum, terms", long_sum, (10, 20, 40, 80)),
    Case("table, rows, searched through", rows, (500, 1_000, 2_000, 4_000)),
)


def seconds(model: Model, consistency: str) -> float:
    """The shortest time of a few runs: one propagation, or for a table the whole search."""
    best = float("inf")
    for _ in range(REPETITIONS):
        run = KernelRun(model, Order(consistency=consistency), Limits(seconds=20))
        began = time.perf_counter()
        if isinstance(model.constraints[0], Table):
            run.count()
        else:
            run.engine.propagate()
        best = min(best, time.perf_counter() - began)
        if best > 1:
            break
    return best


def measured() -> Iterator[tuple[str, int, dict[str, float]]]:
    """Every case in every size."""
    for case in CASES:
        for size in case.sizes:
            model = case.model(size)
            yield case.name, size, {c: seconds(model, c) for c in CONSISTENCIES}


def main() -> None:
    """Print the table, row by row as it is measured."""
    print(f"\n{'compiled' if kernel.COMPILED else 'pure Python'} kernel, milliseconds")
    heads = "".join(f"{name:>12}{'grows':>8}" for name in CONSISTENCIES)
    print(f"{'constraint':40}{'size':>8}{heads}")
    last: tuple[str, int, dict[str, float]] | None = None
    for name, size, took in measured():
        text = f"{name:40}{size:8}"
        for consistency in CONSISTENCIES:
            power = ""
            if last is not None and last[0] == name:
                ratio = took[consistency] / last[2][consistency]
                power = f"{log(ratio) / log(size / last[1]):.1f}"
            text += f"{took[consistency] * 1e3:12.2f}{power:>8}"
        print(text, flush=True)
        last = (name, size, took)


if __name__ == "__main__":
    main()
