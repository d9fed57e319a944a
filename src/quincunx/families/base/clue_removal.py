"""Makers that fill an empty puzzle by luck, and print as few of its numbers as it takes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from quincunx.families.base.documents import givens_of, numbers_of, with_givens
from quincunx.families.base.givens import Group, Style, chosen
from quincunx.families.base.maker import Bench, Maker, ParametersT, Prepared, PuzzleT

FILLINGS = 8
"""Of so many fillings the one is taken that holds most of the digits that somebody favours."""


class ThinningMaker(Maker[ParametersT, PuzzleT]):
    """Makes puzzles in which some of the numbers of the solution are printed."""

    @abstractmethod
    def empty(self, parameters: ParametersT) -> PuzzleT:
        """The puzzle with nothing printed."""

    def groups(self, parameters: ParametersT, cells: int) -> Iterable[Group]:
        """All groups, of so many cells."""
        return ((place,) for place in range(cells))

    def style(self, parameters: ParametersT) -> Style:
        """What is asked of givens."""
        return Style()

    def pattern(self, parameters: ParametersT) -> Sequence[int] | None:
        """The places that are given, neither more nor fewer, where that is asked for."""
        return None

    def favoured(self, parameters: ParametersT) -> str:
        """The digits that shall come up often."""
        return ""

    def proposals(self, parameters: ParametersT, bench: Bench) -> Iterator[PuzzleT]:
        empty = self.empty(parameters)
        prepared = bench.prepare(empty.model(), empty.capabilities.labeling)
        pattern, style = self.pattern(parameters), self.style(parameters)
        while True:
            bench.attempt()
            numbers = self._filling(parameters, prepared, bench.dice)
            if numbers is None:
                continue
            if pattern is not None:
                yield printed(empty, numbers, set(pattern))
                continue
            groups = list(self.groups(parameters, len(numbers)))
            bench.dice.shuffle(groups)
            kept: list[Group] | None = groups[: bench.dice.randrange(len(groups))]
            if bench.unique:
                kept = chosen(groups, numbers, prepared, bench, style)
            if kept is not None:
                yield printed(empty, numbers, {place for group in kept for place in group})

    def _filling(
        self, parameters: ParametersT, prepared: Prepared, dice: Random
    ) -> tuple[int, ...] | None:
        """A solution by luck, with many of the digits that are favoured."""
        favoured = self.favoured(parameters)
        fillings = (prepared.fill(dice) for _ in range(FILLINGS if favoured else 1))
        return max(
            filter(None, fillings),
            key=lambda numbers: sum(str(number) in favoured for number in numbers),
            default=None,
        )

    def easier(
        self, parameters: ParametersT, puzzle: PuzzleT, solution: Any, dice: Random
    ) -> PuzzleT | None:
        """The puzzle with one more group given, as long as more than one is left to be found."""
        style = self.style(parameters)
        if style.number is not None or style.fewest or self.pattern(parameters) is not None:
            return None
        given = _given(puzzle)
        near = {other for place in given for other in (style.apart or {}).get(place, ())}
        groups = self.groups(parameters, len(puzzle.cells))
        open_groups = [group for group in groups if not given.issuperset(group)]
        free = [group for group in open_groups if not near & set(group)]
        if len(open_groups) < 2 or not free:
            return None
        given.update(dice.choice(free))
        return printed(puzzle, numbers_of(puzzle, solution), given)

    def thinner(self, parameters: ParametersT, puzzle: PuzzleT) -> Mapping[Group, PuzzleT]:
        given = _given(puzzle)
        values = [givens_of(puzzle).get(cell) for cell in puzzle.cells]
        groups = self.groups(parameters, len(puzzle.cells))
        return {
            group: with_givens(puzzle, [None if at in group else v for at, v in enumerate(values)])
            for group in groups
            if given.issuperset(group)
        }


def _given(puzzle: PuzzleT) -> set[int]:
    """The places of the givens."""
    return {at for at, cell in enumerate(puzzle.cells) if cell in givens_of(puzzle)}


def printed(puzzle: PuzzleT, numbers: Sequence[int], given: set[int]) -> PuzzleT:
    """A puzzle with the numbers at these places printed, and no others."""
    return with_givens(
        puzzle, [number if at in given else None for at, number in enumerate(numbers)]
    )
