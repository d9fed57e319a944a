"""Power Strike as constraints, and its number of solutions.

A stretch is the cells from one given to the next. Only numbers on a path through the number graph
from one given to the next are in a domain, so hardly any search is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model
from quincunx.errors import TooBig
from quincunx.families.power_strike.number_graph import Edge, TooManyNumbersError, path_counts

if TYPE_CHECKING:
    from quincunx.families.power_strike import PowerStrike


def build_model(puzzle: PowerStrike) -> Model:
    """One variable for each cell, and a table of edges for each step.

    If no path leads from a given to the next, the tables are empty, and the cells between hold
    the given before them because a domain must not be empty.
    """
    edges: list[set[Edge]] = []
    domains: list[set[int]] = []
    ends = stretches(puzzle.ring)
    for start, end in ends:
        between = stretch_edges(puzzle, start, end)
        edges += between
        domains += [{n for n, _ in step} or {puzzle.ring[start] or 0} for step in between]
    model = Model(puzzle.identifier)
    size, first = len(puzzle.ring), ends[0][0]
    for i in range(size):
        model.variable(f"cell {i + 1}", domains[i - first])
    means = f"times {puzzle.multiplier}, or one digit removed"
    for i in range(size):
        after = (i + 1) % size
        rows = Rows(tuple(sorted(edges[i - first])), means)
        label = f"the step from cell {i + 1} to cell {after + 1}"
        model.add(Table((model.variables[i], model.variables[after]), rows, label=label))
    return model


def plain_rules(puzzle: PowerStrike) -> Model:
    """A variable for each cell and no constraints: a cell may hold any number, so only the checker
    can tell that a step is wrong. It takes no time, however long the ring is."""
    model = Model(puzzle.identifier)
    for place in range(len(puzzle.ring)):
        model.variable(f"cell {place + 1}", [1], other=-1)
    return model


def count_solutions(puzzle: PowerStrike) -> int:
    """The number of solutions: the product of the numbers of paths of all stretches."""
    counts = (path_counts(stretch_edges(puzzle, *ends))[-1] for ends in stretches(puzzle.ring))
    return prod(sum(ways.values()) for ways in counts)


def stretches(ring: Sequence[int | None]) -> list[tuple[int, int]]:
    """The places of each given and of the next one, from the first given on.

    >>> stretches([None, 6, None, 12])
    [(1, 3), (3, 1)]
    """
    givens = [i for i, number in enumerate(ring) if number is not None]
    return list(zip(givens, givens[1:] + givens[:1], strict=True))


@lru_cache(maxsize=4)  # the models of search and of reasoning have the same stretches
def stretch_edges(puzzle: PowerStrike, start: int, end: int) -> list[set[Edge]]:
    """For each step of a stretch the edges on a path to the next given; they must not be modified.

    Raises:
        TooBig: Too many numbers can stand in a cell.
    """
    size = len(puzzle.ring)
    number, following = puzzle.ring[start] or 0, puzzle.ring[end] or 0
    try:
        return puzzle.graph.edges(number, following, (end - start - 1) % size + 1)
    except TooManyNumbersError as error:
        cell = (start + error.steps) % size + 1
        raise TooBig(f"power-strike: too many numbers can stand in cell {cell}") from None
