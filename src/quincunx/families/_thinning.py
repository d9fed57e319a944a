"""Makers that fill an empty puzzle by luck, and take givens away while one solution is left.

Vocabulary:
  given  a number that is printed
  group  the cells whose givens come and go together: one, or one and its mirror image

A group can be spared when, with all the other givens, its cells cannot hold anything else. What
cannot be spared at some time cannot be spared later, when there are fewer givens; so it is
enough to look at every group once, and no given of the puzzle that remains can go.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

from quincunx.families._maker import Bench, Maker, ParametersT, Prepared, PuzzleT

Group: TypeAlias = tuple[int, ...]
"""Cells, by their places among all."""


class ThinningMaker(Maker[ParametersT, PuzzleT]):
    """Makes puzzles in which some of the numbers of the solution are printed."""

    @abstractmethod
    def empty(self, parameters: ParametersT) -> PuzzleT:
        """The puzzle with nothing printed."""

    def groups(self, parameters: ParametersT, cells: int) -> Iterable[Group]:
        """All groups, of so many cells."""
        return ((place,) for place in range(cells))

    def proposals(self, parameters: ParametersT, bench: Bench) -> Iterator[PuzzleT]:
        empty = self.empty(parameters)
        prepared = bench.prepare(empty.model(), empty.labeling)
        while True:
            bench.attempt()
            numbers = prepared.fill(bench.dice)
            if numbers is None:
                continue
            groups = list(self.groups(parameters, len(numbers)))
            bench.dice.shuffle(groups)
            if bench.unique:
                kept = needed(groups, numbers, prepared, bench)
            else:
                kept = groups[: bench.dice.randrange(len(groups))]
            yield printed(empty, numbers, {place for group in kept for place in group})

    def easier(
        self, parameters: ParametersT, puzzle: PuzzleT, solution: Any, dice: Random
    ) -> PuzzleT | None:
        """The puzzle with one more group given, as long as more than one is left to be found."""
        given = {at for at, cell in enumerate(puzzle.cells) if cell in puzzle.givens()}
        groups = self.groups(parameters, len(puzzle.cells))
        open_groups = [group for group in groups if not given.issuperset(group)]
        if len(open_groups) < 2:
            return None
        given.update(dice.choice(open_groups))
        return printed(puzzle, puzzle.numbers(solution), given)


def needed(
    groups: Sequence[Group], numbers: Sequence[int], prepared: Prepared, bench: Bench
) -> list[Group]:
    """What is left when every group was taken away that can be spared, in this order."""
    kept = list(groups)
    for at, group in enumerate(groups):
        bench.near(f"{at} of {len(groups)} cells looked at, {len(kept)} givens left")
        others = {place: (numbers[place],) for other in kept if other != group for place in other}
        found = prepared.search(others, 2)
        if found.complete and len(found.solutions) == 1:
            kept.remove(group)
    return kept


def printed(puzzle: PuzzleT, numbers: Sequence[int], given: set[int]) -> PuzzleT:
    """A puzzle with the numbers at these places printed, and no others."""
    return puzzle.printing([number if at in given else None for at, number in enumerate(numbers)])
