"""A Power Strike as a person sees it: what can follow is listed cell by cell.

Vocabulary:
  listed  of a number: it can be reached from the given before its cell, step by step
  other   stands for every number that is not listed; gone as soon as the list is made

The solver's model knows only numbers that also lead to the next given, which leaves nothing to
reason about. Here a person first goes forward from a given, then back from the next one. Lists
that would get too long are cut to the numbers that do lead on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from quincunx.constraints.table import Rows, Table
from quincunx.families.power_strike.layers import Link, Steps
from quincunx.model import Model

FindLinks: TypeAlias = Callable[[int, int], Sequence[set[Link]]]
"""Finds the links of the steps between two givens, by their places in the ring."""

OTHER = -1
"""No cell ever holds it: the numbers of a ring are positive."""
MAX_LISTED = 2_000
"""Nobody lists more numbers for one cell."""


def listing_model(name: str, steps: Steps, ring: Sequence[int | None], links: FindLinks) -> Model:
    """One variable a cell, with the numbers listed for it and OTHER, and one table a step.

    The tables begin at the first given, so that lists are made before anything leads back.
    """
    layers = listings(steps, ring, links)
    model = Model(name)
    size = len(ring)
    for i, layer in enumerate(layers, start=1):
        model.variable(f"cell {i}", layer, other=OTHER)
    first = next(i for i, number in enumerate(ring) if number is not None)
    for i in [*range(first, size), *range(first)]:
        following = (i + 1) % size
        rows = steps.links_between(layers[i], layers[following])
        rows |= {(OTHER, number) for number in (OTHER, *layers[following])}
        if ring[following] is not None:
            rows |= {(number, OTHER) for number in layers[i]}
        model.add(
            Table(
                (model.variables[i], model.variables[following]),
                Rows(tuple(sorted(rows)), f"times {steps.multiplier}, or one digit removed"),
                label=f"the step from cell {i + 1} to cell {following + 1}",
                rules=(f"step {i + 1}-{following + 1}",),
            )
        )
    return model


def listings(
    steps: Steps, ring: Sequence[int | None], links: FindLinks, most: int = MAX_LISTED
) -> list[set[int]]:
    """The numbers listed for each cell; for a given itself.

    Where there would be more than `most`, `links` says which of them lead on.

    >>> [sorted(layer) for layer in listings(Steps(2), (6, None, None), lambda *_: [])]
    [[6], [12], [1, 2, 24]]
    """
    size = len(ring)
    layers: list[set[int]] = [set() for _ in ring]
    givens = [(i, number) for i, number in enumerate(ring) if number is not None]
    for (start, number), (end, _) in zip(givens, givens[1:] + givens[:1], strict=True):
        cells = (end - start - 1) % size + 1
        layers[start] = {number}
        for step in range(1, cells):
            layer = steps.following(layers[(start + step - 1) % size])
            if len(layer) > most:
                for later, link in enumerate(links(start, end)[step:], step):
                    layers[(start + later) % size] = {before for before, _ in link}
                break
            layers[(start + step) % size] = layer
    return layers
