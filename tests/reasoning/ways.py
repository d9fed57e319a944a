"""Ways to fill cells, looked for until one is found or there is none.

Vocabulary: that of `narrowing`, and
  state      the candidates of some cells
  way        a state with one candidate wherever it matters which one it is
  contested  of a cell: more than one condition still asks something of it
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tests.reasoning.narrowing import Candidates, Cell, Condition

State: TypeAlias = dict[Cell, Candidates]

MOST_NODES = 20_000
"""Attempts after which a search gives up."""
HALVED = 12
"""Where a cell has more candidates, a search tries one half of them and then the other."""


class GaveUp(Exception):
    """Too many attempts to find a way."""


def narrowed(
    state: State, conditions: Sequence[Condition], changed: Cell | None = None
) -> State | None:
    """What the conditions leave of the candidates, each for itself, until nothing changes; None
    if nothing is left somewhere. `changed` is the only cell, if there is one, that is not as it was
    when nothing changed any more."""
    if any(held is not None and not held for held in state.values()):
        return None
    state = dict(state)
    waiting = [c for c in conditions if changed is None or changed in c.cells]
    while waiting:
        condition = waiting.pop(0)
        before = tuple(state[cell] for cell in condition.cells)
        after = condition.narrow(before)
        if after is None:
            return None
        news: set[Cell] = set()
        for cell, was, held in zip(condition.cells, before, after, strict=True):
            if held is not None and not held:
                return None
            if held != was:
                state[cell] = held
                news.add(cell)
        if news:
            waiting += [
                other
                for other in conditions
                if other is not condition and other not in waiting and news & {*other.cells}
            ]
    return state


def way_through(
    state: State, conditions: Sequence[Condition], changed: Cell | None = None
) -> State | None:
    """A way to fill the cells as all conditions ask, or None if there is none; `changed` as for
    `_narrowed`."""
    nodes = 0

    def search(state: State, changed: Cell | None) -> State | None:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise GaveUp
        left = narrowed(state, conditions, changed)
        if left is None:
            return None
        cell = _contested(left, conditions)
        if cell is None:
            return left
        for part in _parts(left[cell] or frozenset()):
            way = search({**left, cell: part}, cell)
            if way is not None:
                return way
        return None

    return search(state, changed)


def _contested(state: State, conditions: Iterable[Condition]) -> Cell | None:
    """The cell to decide next. One that a single condition still asks something of can wait: each
    condition for itself can be met with what it has left, so all can where none is contested."""
    asked: dict[Cell, int] = {}
    for condition in conditions:
        if not condition.idle(tuple(state[cell] for cell in condition.cells)):
            for cell in condition.cells:
                asked[cell] = asked.get(cell, 0) + 1
    best: tuple[bool, int, int, Cell] | None = None
    for cell, count in asked.items():
        held = state[cell]
        if held is not None and len(held) > 1 and count > 1:
            # First which cells hold nothing: that is often all a claim is about.
            rank = (0 not in held, len(held), -count, cell)
            best = rank if best is None else min(best, rank)
    return None if best is None else best[3]


def _parts(held: frozenset[int]) -> list[frozenset[int]]:
    """The candidates of a cell, divided to be tried one part after the other."""
    if 0 in held:
        return [frozenset((0,)), held - {0}]
    values = sorted(held)
    if len(values) <= HALVED:
        return [frozenset((value,)) for value in values]
    middle = len(values) // 2
    return [frozenset(values[:middle]), frozenset(values[middle:])]
