"""Which numbers of a solution are printed, so that there is no other solution.

Vocabulary:
  given   a number that is printed
  group   the cells whose givens come and go together: one, or one and its mirror image
  rival   another solution; a group in which it differs rules it out
  spared  of a group: the others leave one solution without it
  fewest  as few as there can be: it was shown that fewer leave a rival

A group can be spared when, with all the other givens, its cells cannot hold anything else. What
cannot be spared at some time cannot be spared later, when there are fewer givens; so it is
enough to look at every group once, and no given of the puzzle that remains can go. That is not
always the smallest number. For the smallest, rivals are collected until the fewest groups that rule
all of them out leave no other: any givens have to rule out these rivals too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from quincunx.cp.limits import poll
from quincunx.errors import PuzzleError
from quincunx.families.base.maker import Bench, Prepared

Group: TypeAlias = tuple[int, ...]
"""Cells, by their places among all."""

NODES = 50_000
"""A search for a rival that takes more nodes than this is left; the fewest are then not known."""


TRIES_APART = 20
"""So many sets of cells that do not touch are looked at for one solution."""


@dataclass(frozen=True)
class Style:
    """What is asked of givens: how many cells, whether really the fewest groups, and which cells
    must not be given together."""

    number: int | None = None
    fewest: bool = False
    apart: Mapping[int, Collection[int]] | None = None


def chosen(
    groups: Sequence[Group],
    numbers: Sequence[int],
    prepared: Prepared,
    bench: Bench,
    style: Style,
) -> list[Group] | None:
    """Groups that leave no solution but these numbers, in such a style; None if this order of
    groups leads to none."""
    pool = list(groups)
    if style.apart is not None:
        for _ in range(TRIES_APART):
            pool = list(_apart(groups, style.apart))
            if _decided(pool, numbers, prepared):
                break
            groups = bench.dice.sample(groups, len(groups))
        else:
            return None
    if style.fewest:
        kept = fewest(pool, numbers, prepared, bench, style.number)
    else:
        kept = needed(pool, numbers, prepared, bench)
    return None if kept is None else _filled_up(kept, pool, style.number)


def needed(
    groups: Sequence[Group], numbers: Sequence[int], prepared: Prepared, bench: Bench
) -> list[Group]:
    """What is left when every group was taken away that can be spared, in this order."""
    kept = list(groups)
    for at, group in enumerate(groups):
        bench.near(f"{at} of {len(groups)} cells looked at, {len(kept)} givens left")
        if _decided([other for other in kept if other != group], numbers, prepared):
            kept.remove(group)
    return kept


def fewest(
    groups: Sequence[Group],
    numbers: Sequence[int],
    prepared: Prepared,
    bench: Bench,
    at_most: int | None = None,
) -> list[Group] | None:
    """As few groups as can be; None if a search was left, or if it takes more cells than wanted.

    Where several sets are equally small, the order of the groups decides.
    """
    rivals: list[frozenset[int]] = []
    while True:
        hitting = _smallest_hitting(rivals, len(groups))
        kept = [groups[at] for at in hitting]
        bench.near(f"{len(rivals)} rivals, at least {len(kept)} givens")
        if at_most is not None and sum(map(len, kept)) > at_most:
            return None
        rival = _rival(kept, numbers, prepared)
        if rival is None:
            return None
        if not rival:
            return kept
        # A rival that differs in fewer groups says more.
        while True:
            differing = frozenset(
                at for at, group in enumerate(groups) if any(rival[c] != numbers[c] for c in group)
            )
            closer: tuple[int, ...] = ()
            for at in sorted(differing):
                agreeing = [g for i, g in enumerate(groups) if i not in differing or i == at]
                closer = _rival(agreeing, numbers, prepared) or ()
                if closer:
                    break
            if not closer:
                break
            rival = closer
        if not differing:
            return None
        rivals.append(differing)


def _rival(
    given: Sequence[Group], numbers: Sequence[int], prepared: Prepared
) -> tuple[int, ...] | None:
    """Another solution with these givens; empty if there is none, None if nobody knows."""
    found = prepared.search(_fixed(given, numbers), 2, NODES)
    others = [rival for rival in found.solutions if list(rival) != list(numbers)]
    return others[0] if others else () if found.complete else None


def _decided(given: Sequence[Group], numbers: Sequence[int], prepared: Prepared) -> bool:
    found = prepared.search(_fixed(given, numbers), 2)
    return found.complete and len(found.solutions) == 1


def _fixed(given: Sequence[Group], numbers: Sequence[int]) -> dict[int, tuple[int]]:
    return {cell: (numbers[cell],) for group in given for cell in group}


def _filled_up(kept: list[Group], pool: Sequence[Group], number: int | None) -> list[Group] | None:
    """The groups with so many others that just this number of cells is given."""
    if number is None:
        return kept
    missing = number - sum(map(len, kept))
    for group in pool:
        if group not in kept and len(group) <= missing:
            kept.append(group)
            missing -= len(group)
    return None if missing else kept


def _apart(groups: Sequence[Group], touching: Mapping[int, Collection[int]]) -> Iterator[Group]:
    """As many groups as can be taken in this order without two cells that touch."""
    taken: set[int] = set()
    for group in groups:
        near = {other for cell in group for other in touching[cell]}
        if not near & (taken | set(group)):
            taken.update(group)
            yield group


def require_room(
    family: str, givens: int | None, cells: int, apart: Mapping[int, Collection[int]] | None
) -> None:
    """Refuse so many givens that no cell is left open, or that some of them must touch where cells
    that do must not be given together."""
    if givens is None:
        return
    if givens >= cells:
        raise PuzzleError(f"{family}: givens is {givens} of {cells} cells, expected fewer")
    if apart is not None and givens > (most := most_apart(apart)):
        raise PuzzleError(
            f"{family}: givens is {givens} of {cells} cells, none touching another, expected at "
            f"most {most}"
        )


def most_apart(touching: Mapping[int, Collection[int]]) -> int:
    """How many cells can be given at most without two that touch.

    Cell after cell is taken or left. What was chosen matters no more for a cell whose neighbours
    have all had their turn, so of all choices that agree on the others the best is kept.

    >>> most_apart({0: {1, 2}, 1: {0, 2}, 2: {0, 1}}), most_apart({0: {1}, 1: {0, 2}, 2: {1}})
    (1, 2)
    """
    best: dict[frozenset[int], int] = {frozenset(): 0}
    waiting, edge = set(touching), frozenset[int]()
    while waiting:
        edges = {
            cell: frozenset(c for c in (*edge, cell) if {*touching[c]} & (waiting - {cell}))
            for cell in sorted(waiting)
        }
        cell = min(edges, key=lambda one: len(edges[one]))
        waiting.remove(cell)
        edge = edges[cell]
        after: dict[frozenset[int], int] = {}
        for taken, number in best.items():
            ways = {taken: number}
            if not taken & {*touching[cell]}:
                ways[taken | {cell}] = number + 1
            for some, count in ways.items():
                after[some & edge] = max(count, after.get(some & edge, 0))
        best = after
    return max(best.values())


def _smallest_hitting(sets: Sequence[frozenset[int]], size: int) -> list[int]:
    """The fewest numbers below `size` of which every set has one.

    >>> _smallest_hitting([frozenset({0, 1}), frozenset({1, 2}), frozenset({3})], 4)
    [1, 3]
    """
    for most in range(size + 1):
        found = _hitting(sorted(sets, key=len), most)
        if found is not None:
            return sorted(found)
    raise AssertionError("an empty set")


def _hitting(sets: Sequence[frozenset[int]], most: int) -> set[int] | None:
    """At most so many numbers of which every set has one."""
    if not sets:
        return set()
    # Sets that share nothing take a number each.
    union: set[int] = set()
    apart = 0
    for one in sets:
        if not union & one:
            union |= one
            apart += 1
    if apart > most:
        return None
    poll()
    for number in sorted(sets[0]):
        rest = _hitting([one for one in sets[1:] if number not in one], most - 1)
        if rest is not None:
            return rest | {number}
    return None
