"""Products for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.linear.machine_words import Terms, add_columns
from quincunx.cp.constraints.times import Times, product_bounds
from quincunx.cp.engines.machine_words import Rewriter, add_in_machine_words, numbers_fit


@add_in_machine_words.register(Times)
def add(constraint: Times, rewriter: Rewriter) -> None:
    """Long multiplication: each digit of x times each digit of y, added up to the digits of z."""
    if rewriter.add_unchanged(constraint):
        return
    x, y, z = map(rewriter.digits_of, constraint.variables)
    columns: list[Terms] = [[] for _ in range(max(len(x) + len(y) - 1, len(z)))]
    for i, one in enumerate(x):
        for j, other in enumerate(y):
            low, high = product_bounds(one, other)
            name = f"{constraint.title} digit {i} times digit {j}"
            product = rewriter.variable(name, range(low, high + 1))
            rewriter.add(Times((one, other, product), label=constraint.label))
            columns[i + j].append((1, product))
    for place, digit in enumerate(z):
        columns[place].append((-1, digit))
    equation = Linear((), (), "==", 0, label=constraint.label)
    add_columns(equation, rewriter, columns, [0] * len(columns))


@numbers_fit.register(Times)
def fits(constraint: Times, rewriter: Rewriter) -> bool:
    x, y, _ = constraint.variables
    return rewriter.fits(product_bounds(x, y))
