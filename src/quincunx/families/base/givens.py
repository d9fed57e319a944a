"""Choosing which numbers of a solution are printed, so that there is no other solution.

A given can be spared when, with all the others, its cell cannot hold anything else. One that
cannot be spared cannot be spared later either, when there are fewer givens; so it is enough to look
at every cell once, and no given of the puzzle that remains can go. That is not always the smallest
number. Cells are named by their indices.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from quincunx.families.base.documents import givens_of, numbers_of, with_givens
from quincunx.families.base.maker import Maker, MakerTools, ParametersT, Prepared, PuzzleT

GIVEN, OPEN = "#", "_"
"""The marks of a pattern that is drawn: a cell that is given, and one that is not."""


def needed(
    cells: Sequence[int], numbers: Sequence[int], prepared: Prepared, tools: MakerTools
) -> list[int]:
    """The cells that are left after every one that can be spared was removed, in order."""
    kept = list(cells)
    for at, cell in enumerate(cells):
        tools.near(f"{at} of {len(cells)} cells checked, {len(kept)} givens left")
        if is_decided([other for other in kept if other != cell], numbers, prepared):
            kept.remove(cell)
    return kept


def is_decided(
    given: Collection[int], numbers: Sequence[int], prepared: Prepared, nodes: int | None = None
) -> bool:
    """Whether a search of at most `nodes` nodes proves that there is one solution."""
    found = prepared.search({cell: (numbers[cell],) for cell in given}, 2, nodes)
    return found.complete and len(found.solutions) == 1


def wrong_number(givens: int | None, cells: int, drawn: int | None = None) -> Iterator[str]:
    """What is wrong if this many givens leave no cell open, or are not those of a pattern with
    `drawn` givens."""
    if drawn is not None and givens not in (None, drawn):
        yield f"givens is {givens}, but the pattern has {drawn}, expected one of the two"
    givens = givens if drawn is None else drawn
    if givens is not None and givens >= cells:
        yield f"givens is {givens} of {cells} cells, expected fewer"


class GivensMaker(Maker[ParametersT, PuzzleT]):
    """Fills an empty puzzle at random and prints as few of the numbers as it takes."""

    least_free: ClassVar[int] = 1
    """A puzzle with fewer cells that could be given as well is not made easier."""

    @abstractmethod
    def empty(self, parameters: ParametersT) -> PuzzleT:
        """The puzzle with nothing printed."""

    def number(self, parameters: ParametersT) -> int | None:
        """How many cells are given, if the parameters say so: by default their `givens`."""
        return getattr(parameters, "givens", None)

    def may_be_given(self, cell: int, puzzle: PuzzleT) -> bool:
        """Whether a cell may be given beside the givens of a puzzle."""
        return True

    def pattern(self, parameters: ParametersT) -> Sequence[int] | None:
        """Exactly those cells that are given, if the parameters say so."""
        return None

    def proposals(self, parameters: ParametersT, tools: MakerTools) -> Iterator[PuzzleT]:
        empty = self.empty(parameters)
        prepared = tools.prepare(empty.model(), empty.capabilities.labeling)
        pattern, number = self.pattern(parameters), self.number(parameters)
        while True:
            tools.attempt()
            numbers = prepared.fill(tools.dice)
            if numbers is None:
                continue
            if pattern is not None:
                yield printed(empty, numbers, pattern)
                continue
            cells = list(range(len(numbers)))
            tools.dice.shuffle(cells)
            kept = needed(cells, numbers, prepared, tools) if tools.unique else []
            if number is not None:
                kept += [cell for cell in cells if cell not in kept][: max(0, number - len(kept))]
            elif not tools.unique:
                kept = cells[: tools.dice.randrange(len(cells))]
            if number in (None, len(kept)):
                yield printed(empty, numbers, kept)

    def easier(
        self, parameters: ParametersT, puzzle: PuzzleT, solution: Any, dice: Random
    ) -> PuzzleT | None:
        """The puzzle with one more cell given, unless only one is left to find."""
        if self.number(parameters) is not None or self.pattern(parameters) is not None:
            return None
        given = _given_cells(puzzle)
        left = [cell for cell in range(len(puzzle.cells)) if cell not in given]
        free = [cell for cell in left if self.may_be_given(cell, puzzle)]
        if len(left) < 2 or len(free) < self.least_free:
            return None
        return printed(puzzle, numbers_of(puzzle, solution), {*given, dice.choice(free)})

    def thinner(
        self, parameters: ParametersT, puzzle: PuzzleT
    ) -> Mapping[tuple[int, ...], PuzzleT]:
        values = [givens_of(puzzle).get(cell) for cell in puzzle.cells]
        return {
            (cell,): with_givens(puzzle, [*values[:cell], None, *values[cell + 1 :]])
            for cell in _given_cells(puzzle)
        }


def _given_cells(puzzle: PuzzleT) -> list[int]:
    """The cells that a puzzle gives."""
    return [at for at, cell in enumerate(puzzle.cells) if cell in givens_of(puzzle)]


def printed(puzzle: PuzzleT, numbers: Sequence[int], given: Collection[int]) -> PuzzleT:
    """A puzzle that prints the numbers in these cells, and no others."""
    return with_givens(
        puzzle, [number if at in given else None for at, number in enumerate(numbers)]
    )
