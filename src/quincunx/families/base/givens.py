"""Choosing which numbers of a solution are printed, so that there is no other solution.

A given can be spared when, with all the others, its cell cannot hold anything else. One that
cannot be spared cannot be spared later either, when there are fewer givens; so it is enough to look
at every cell once, and no given of the puzzle that remains can go. That is not always the smallest
number. Cells are named by their indices.

Groups of cells are given together or not at all: each cell is a group of its own, unless givens are
to be symmetric. Then a cell and its image are a group, turned by half or mirrored.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from random import Random
from typing import Any, ClassVar, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families.base.documents import from_body, givens_of, numbers_of, with_givens
from quincunx.families.base.maker import AnyMaker, Maker, MakerTools, ParametersT, Prepared, PuzzleT
from quincunx.families.base.puzzle import AnyPuzzle

GIVEN, OPEN = "#", "_"
"""The marks of a pattern that is drawn: a cell that is given, and one that is not."""
SYMMETRIC = "symmetric"
"""The pattern of givens that is the same when the puzzle is turned by half or mirrored."""
MAX_COUNTED = 50
"""Solutions are counted up to this number while givens are changed."""
MAX_NODES = 2_000
"""Node limit of such a count."""
PATIENCE = 40
"""Changes without fewer solutions after which the search for better givens is given up."""

Group: TypeAlias = tuple[int, ...]


def needed(
    cells: Sequence[int], numbers: Sequence[int], prepared: Prepared, tools: MakerTools
) -> list[int]:
    """The cells that are left after removing, in order, each that is not needed."""
    kept = list(cells)
    for at, cell in enumerate(cells):
        tools.near(f"{at} of {len(cells)} cells checked, {len(kept)} givens left")
        if is_decided([other for other in kept if other != cell], numbers, prepared):
            kept.remove(cell)
    return kept


def sharpened(
    cells: Sequence[int], numbers: Sequence[int], prepared: Prepared, dice: Random
) -> Sequence[int] | None:
    """Numbers for all cells of which those in some leave no other solution; `None` if changing them
    one at a time, as long as that leaves fewer solutions, does not find such."""
    allowed = {cell: (numbers[cell],) for cell in cells}
    found = prepared.search(allowed, MAX_COUNTED, MAX_NODES).solutions
    waited = 0
    while len(found) > 1 and waited < PATIENCE:
        changed = {**allowed, dice.choice(cells): (dice.choice(numbers),)}
        now = prepared.search(changed, len(found) + 1, MAX_NODES).solutions
        waited = 0 if 0 < len(now) < len(found) else waited + 1
        if 0 < len(now) <= len(found):
            allowed, found = changed, now
    return found[0] if len(found) == 1 else None


def is_decided(
    given: Collection[int], numbers: Sequence[int], prepared: Prepared, nodes: int | None = None
) -> bool:
    """Whether a search of at most `nodes` nodes proves that there is one solution."""
    found = prepared.search({cell: (numbers[cell],) for cell in given}, 2, nodes)
    return found.complete and len(found.solutions) == 1


def drawn_givens(pattern: str, lengths: Iterable[int]) -> list[int] | None:
    """The cells that a drawn pattern gives; `None` if its rows, which are divided by `/`, do not
    have these lengths or have other marks.

    >>> drawn_givens("#/_#", [1, 2]), drawn_givens("#/_#", [2, 1]), drawn_givens("#/_x", [1, 2])
    ([0, 2], None, None)
    """
    marks = pattern.replace("/", "")
    if [len(row) for row in pattern.split("/")] != [*lengths] or set(marks) - {GIVEN, OPEN}:
        return None
    return [cell for cell, mark in enumerate(marks) if mark == GIVEN]


def wrong_number(givens: int | None, cells: int, drawn: int | None = None) -> Iterator[str]:
    """Faults of a number of givens: it leaves no cell open, or differs from the number that a
    pattern has, `drawn`."""
    if drawn is not None and givens not in (None, drawn):
        yield f"givens is {givens}, but the pattern has {drawn}, expected one of the two"
    givens = givens if drawn is None else drawn
    if givens is not None and givens >= cells:
        yield f"givens is {givens} of {cells} cells, expected fewer"


class GivensMaker(Maker[ParametersT, PuzzleT]):
    """Fills an empty puzzle at random and removes numbers while it has one solution."""

    fewest: ClassVar[int] = 0
    """The least number of givens that a puzzle may have."""
    least_free: ClassVar[int] = 1
    """`easier` requires this many cells that could be given as well."""

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
                sharp = (
                    sharpened(pattern, numbers, prepared, tools.dice) if tools.unique else numbers
                )
                if sharp is not None:
                    yield printed(empty, sharp, pattern)
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

    def check(self, parameters: ParametersT, unique: bool) -> None:
        if not self.groups(parameters, self.empty(parameters), Random(0)):
            raise PuzzleError(f"{parameters.family}: pattern is {SYMMETRIC}, the cells are not")

    def groups(
        self, parameters: ParametersT, puzzle: PuzzleT, dice: Random, given: Collection[int] = ()
    ) -> list[Group]:
        """The groups of cells. If givens are to be symmetric, the symmetry is drawn, if possible
        from those that leave the given cells as they are; without any there are no groups."""
        cells = range(len(puzzle.cells))
        if not is_symmetric(parameters):
            return [(cell,) for cell in cells]
        empty = self.empty(parameters)
        layout = empty if len(empty.cells) == len(cells) else puzzle
        images = symmetries(type(self), printed(layout, [1] * len(cells), [0]))
        fitting = [image for image in images if {image[at] for at in given} == {*given}]
        image = dice.choice(fitting or images or [()])
        return sorted({tuple(sorted({cell, image[cell]})) for cell in cells if image})

    def symmetric(
        self, parameters: ParametersT, puzzle: PuzzleT, solution: Any, dice: Random
    ) -> PuzzleT | None:
        """The puzzle with more cells given, so that they are symmetric, and as many as the
        parameters ask for; `None` if that fails."""
        given, number = {*given_cells(puzzle)}, self.number(parameters)
        groups = self.groups(parameters, puzzle, dice, given)
        cells = {cell for group in groups if given & {*group} for cell in group}
        for group in dice.sample(groups, len(groups)):
            if len(cells.union(group)) <= (number or 0):
                cells.update(group)
        found = printed(puzzle, numbers_of(puzzle, solution), cells or given)
        possible = all(self.may_be_given(cell, found) for cell in cells)
        return found if groups and possible and number in (None, len(cells)) else None

    def easier(
        self, parameters: ParametersT, puzzle: PuzzleT, solution: Any, dice: Random
    ) -> PuzzleT | None:
        """The puzzle with one more cell given, unless only one is left to find."""
        if self.number(parameters) is not None or self.pattern(parameters) is not None:
            return None
        given = given_cells(puzzle)
        left = [g for g in self.groups(parameters, puzzle, dice, given) if not {*g} & {*given}]
        free = [g for g in left if all(self.may_be_given(cell, puzzle) for cell in g)]
        if len(left) < 2 or len(free) < self.least_free:
            return None
        return printed(puzzle, numbers_of(puzzle, solution), {*given, *dice.choice(free)})

    def thinner(
        self, parameters: ParametersT, puzzle: PuzzleT
    ) -> Mapping[Group, Callable[[], PuzzleT]]:
        givens = givens_of(puzzle)
        values = [givens.get(cell) for cell in puzzle.cells]
        return {
            group: partial(
                with_givens, puzzle, [None if at in group else v for at, v in enumerate(values)]
            )
            for group in self.groups(parameters, puzzle, Random(0), given_cells(puzzle))
            if values[group[0]] is not None and len(givens) - len(group) >= self.fewest
        }


def is_symmetric(parameters: object) -> bool:
    """Whether parameters ask for symmetric givens."""
    return getattr(parameters, "pattern", "") == SYMMETRIC


def without_symmetry(parameters: Any) -> Any:
    """The parameters with any givens, if they ask for symmetric ones."""
    usual = {"givens": None, "pattern": getattr(type(parameters)(), "pattern", None)}
    return replace(parameters, **usual) if is_symmetric(parameters) else parameters


@lru_cache(maxsize=64)
def symmetries(maker: type[AnyMaker], puzzle: AnyPuzzle) -> list[Group]:
    """The reflections and half-turns that map a puzzle to itself, apart from its givens: each as
    the image of every cell."""
    cells = range(len(puzzle.cells))
    marked = [printed(puzzle, [1] * len(cells), [cell]) for cell in cells]
    images = [[from_body(type(puzzle), body) for body in maker().forms(one)] for one in marked]
    first, *others = zip(*([given_cells(one)[0] for one in forms] for forms in images), strict=True)
    layout, *layouts = (printed(form, [1] * len(cells), [0]) for form in images[0])
    pairs = zip(others, layouts, strict=True)
    turns = {tuple(map(first.index, other)) for other, one in pairs if one == layout}
    return sorted(t for t in turns - {(*cells,)} if all(t[t[cell]] == cell for cell in cells))


def given_cells(puzzle: PuzzleT) -> list[int]:
    """The cells that a puzzle gives."""
    givens = givens_of(puzzle)
    return [at for at, cell in enumerate(puzzle.cells) if cell in givens]


def printed(puzzle: PuzzleT, numbers: Sequence[int], given: Collection[int]) -> PuzzleT:
    """A puzzle that prints the numbers in these cells, and no others."""
    kept = [number if at in given else None for at, number in enumerate(numbers)]
    return with_givens(puzzle, kept)
