"""Makes C-Notes by local search: changes digits of a grid until one solution is left.

Any grid of digits is a puzzle, though most large ones have many solutions and most others have
none. In a grid with solutions one digit at a time is changed; the change stays unless it leaves no
solution, or more than before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import ClassVar, TypeAlias

from quincunx.cp.model import Values
from quincunx.errors import PuzzleError
from quincunx.families.base.documents import body_of
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import (
    Maker,
    MakerTools,
    Parameters,
    Prepared,
    Sizes,
    a_number,
    a_value,
)
from quincunx.families.c_note import MAX_TARGET, CNote
from quincunx.families.c_note.canonical import canonical
from quincunx.families.c_note.model import largest_number, numbers_holding, sums_model

Digits: TypeAlias = list[int]
"""A digit for each cell, row after row."""

MAX_ROWS = 7
LARGEST_DIGIT = 9
USUAL_TARGET = {3: 250, 4: 150, 5: 120, 6: 100, 7: 100}
"""By size, the largest target for which puzzles with one solution are found quickly."""
EXACT_TARGET = 2_000
"""Up to this target all grids of two rows are checked for one solution."""
SMALL = 4
"""Up to this size there are enough grids with one solution to avoid zeros and repeated numbers."""
USUAL, NO, YES = "usual", "no", "yes"
ROOM = 2
"""Different numbers are required if the target is at least this many times their least sum."""

DRAWS = 20
"""Random grids that are tried before one is made from a square with the right sums."""
MANY = 60
"""Solutions are counted up to this number."""
PATIENCE = 100
"""Changes without improvement after which a new grid is begun."""
NEIGHBOURS = 20
"""Grids with one solution that are made from one, if the request is choosy."""
NODES = 2_000
"""A grid whose search takes more nodes is rejected."""
FAVOUR = 4
"""A favoured digit is this many times as likely as another."""


@dataclass(frozen=True)
class CNoteParameters(Parameters):
    """The size of the grid, its target, and what it holds."""

    family: ClassVar[str] = "c-note"

    size: int = a_number("rows and columns of the grid", 3, 2, MAX_ROWS)
    target: int = a_number("what every row and column sums to", 100, 2, MAX_TARGET)
    zeros: str = a_value(
        f"whether the digit 0 may be given: {USUAL} means from {SMALL + 1} rows on, where grids "
        "with one solution are rare",
        USUAL,
        (USUAL, NO, YES),
    )
    repeats: str = a_value(
        "whether a number may come twice in the solution though there is room to avoid it: "
        f"{USUAL} means from {SMALL + 1} rows on; {NO}, not even there in one row or column",
        USUAL,
        (USUAL, NO, YES),
    )
    favour: str = a_value("digits that should occur often, as in 123", "")

    def faults(self) -> Iterator[str]:
        if self.target < self.size:
            yield (
                f"target is {self.target}, but the {self.size} numbers of a row are at least 1 "
                f"each, expected {self.size} or more"
            )
        yield from self.digit_faults(self.favour, self.digits)

    @property
    def digits(self) -> str:
        """The digits that may be given."""
        return "0123456789" if self._may(self.zeros) else "123456789"

    def _may(self, value: str) -> bool:
        """Whether the value of a parameter allows something that small grids usually avoid."""
        return value == YES or (value == USUAL and self.size > SMALL)

    def allows(self, solution: tuple[int, ...]) -> bool:
        """Whether a solution repeats numbers only where the parameters allow it."""
        size = self.size
        if self._may(self.repeats) or size == 2:  # with two rows each number occurs twice
            return True
        cells = size * size
        if size <= SMALL and self.target >= ROOM * cells * (cells + 1) // 2 // size:
            return len(set(solution)) == cells
        if self.target < ROOM * size * (size + 1) // 2:
            return True
        lines = [solution[i * size : (i + 1) * size] for i in range(size)]
        lines += [solution[i::size] for i in range(size)]
        return all(len(set(line)) == size for line in lines)


class CNoteMaker(Maker[CNoteParameters, CNote]):
    """Makes C-Notes."""

    parameters = CNoteParameters
    for_one_solution = ("fewest", "repeats")
    sizes = Sizes("size", {3: GRADES, 4: ("hard",)})
    samples: ClassVar = {
        CNoteParameters(3, 100): {"easy": 19, "medium": 142, "hard": 39},
        CNoteParameters(3, 125): {"easy": 12, "medium": 105, "hard": 74, "expert": 9},
    }
    patience = 20_000

    def check(self, parameters: CNoteParameters, unique: bool) -> None:
        size, target = parameters.size, parameters.target
        if target < size + LARGEST_DIGIT:
            raise PuzzleError(
                f"c-note: target is {target}, but then no number in a row of {size} has two "
                f"digits, and nothing is left to write, expected {size + LARGEST_DIGIT} or more"
            )
        listed = unique and parameters.size == 2 and target <= EXACT_TARGET
        if listed and not two_rows(target, "0" in parameters.digits):
            without = "" if "0" in parameters.digits else " without zeros"
            raise PuzzleError(
                f"c-note: target is {target}, but every grid of two rows{without} then has "
                "several solutions or none, expected another, or any number of solutions"
            )

    def warning(self, parameters: CNoteParameters, unique: bool) -> str:
        usual = USUAL_TARGET.get(parameters.size, EXACT_TARGET)
        if not unique or parameters.target <= usual:
            return ""
        return (
            f"beyond a target of {usual} hardly any grid of size {parameters.size} that was looked "
            "at had one solution"
        )

    def proposals(self, parameters: CNoteParameters, tools: MakerTools) -> Iterator[CNote]:
        workshop = _Workshop(parameters, tools)
        while True:
            tools.attempt()
            digits = workshop.solvable()
            if not tools.unique:
                yield _puzzle(parameters, digits)
                continue
            if workshop.improve(digits) > 1:
                continue
            for _ in range(NEIGHBOURS):
                solution = workshop.solution(digits)
                # With small targets some grids are their own solution.
                if parameters.allows(solution) and solution != tuple(digits):
                    yield _puzzle(parameters, digits)
                    if not tools.choosy:
                        break
                workshop.vary(digits)

    def empty(self, parameters: CNoteParameters) -> CNote:
        return _puzzle(parameters, [1] * parameters.size**2)

    def forms(self, puzzle: CNote) -> Iterator[str]:
        """Rows may change places, columns may, and both may change roles."""
        for grid in (puzzle.grid, tuple(zip(*puzzle.grid, strict=True))):
            for order in permutations(range(puzzle.size)):
                rows = sorted(tuple(row[i] for i in order) for row in grid)
                yield body_of(CNote(puzzle.target, tuple(rows)))

    def canonical(self, puzzle: CNote) -> str:
        return body_of(CNote(puzzle.target, canonical(puzzle.grid)))

    def solution_class(self, puzzle: CNote, solution: list[list[int]]) -> str:
        return str(canonical(tuple(map(tuple, solution))))


@cache
def two_rows(target: int, zeros: bool = True) -> bool:
    """Whether some grid of two rows has one solution and is not its own, by checking all of them.

    A solution is a number x in two cells and target - x in the two others; a grid gives two digits
    of each.
    """
    solutions: dict[tuple[object, object], list[int]] = {}
    for x in range(1, target):
        one, other = (
            [*combinations_with_replacement(sorted(set(str(number))), 2)]
            for number in (x, target - x)
        )
        for grid in ((a, b) for a in one for b in other):
            solutions.setdefault(grid, []).append(x)
    return any(
        len(found) == 1
        and max(found[0], target - found[0]) > LARGEST_DIGIT
        and (zeros or "0" not in (*a, *b))  # type: ignore[misc]
        for (a, b), found in solutions.items()
    )


def _puzzle(parameters: CNoteParameters, digits: Digits) -> CNote:
    size = parameters.size
    grid = tuple(tuple(digits[i * size : (i + 1) * size]) for i in range(size))
    return CNote(parameters.target, grid)


class _Workshop:
    """Grids of one size and target, and how many solutions they have."""

    def __init__(self, parameters: CNoteParameters, tools: MakerTools) -> None:
        size, target = parameters.size, parameters.target
        most = largest_number(size, target)
        self._tools = tools
        self._digits = [int(d) for d in parameters.digits + parameters.favour * (FAVOUR - 1)]
        self._cells = size * size
        self._numbers: list[Values] = [numbers_holding(digit, most) for digit in range(10)]
        free = sums_model("", size, target, [range(1, most + 1)] * self._cells)
        self._prepared: Prepared = tools.prepare(free)

    def solvable(self) -> Digits:
        """A grid that has solutions."""
        dice = self._tools.dice
        for _ in range(DRAWS):
            digits = [dice.choice(self._digits) for _ in range(self._cells)]
            if self._solutions(digits, 1):
                return digits
        while True:
            numbers = self._prepared.fill(dice)
            if numbers is not None:
                return [self._one_of(number) for number in numbers]
            self._tools.attempt()

    def improve(self, digits: Digits) -> int:
        """Change digits as long as that helps; returns the number of solutions that are left."""
        dice = self._tools.dice
        left = self._solutions(digits, MANY) or MANY
        waited = 0
        while left > 1 and waited < PATIENCE:
            self._tools.near(f"{left} solutions" if left < MANY else "many solutions")
            cell = dice.randrange(self._cells)
            before = digits[cell]
            digits[cell] = self._another(before)
            now = self._solutions(digits, left + 1)
            waited = 0 if 0 < now < left else waited + 1
            if 0 < now <= left:
                left = now
            else:
                digits[cell] = before
        return left

    def solution(self, digits: Digits) -> tuple[int, ...]:
        """The numbers of a grid that has one solution."""
        return self._prepared.search(self._allowed(digits), 1).solutions[0]

    def vary(self, digits: Digits) -> None:
        """Change two digits of a grid with one solution so that there is still one."""
        dice = self._tools.dice
        changes = 0
        for _ in range(PATIENCE):
            cell = dice.randrange(self._cells)
            before = digits[cell]
            digits[cell] = self._another(before)
            if self._solutions(digits, 2) != 1:
                digits[cell] = before
                continue
            changes += 1
            if changes == 2:
                break

    def _solutions(self, digits: Digits, limit: int) -> int:
        """The number of solutions that a short search finds, up to the limit."""
        return len(self._prepared.search(self._allowed(digits), limit, NODES).solutions)

    def _allowed(self, digits: Digits) -> dict[int, Values]:
        return dict(enumerate(self._numbers[digit] for digit in digits))

    def _another(self, digit: int) -> int:
        """A random other digit."""
        return self._tools.dice.choice([other for other in self._digits if other != digit])

    def _one_of(self, number: int) -> int:
        """A random digit of a number that may be given. There is one: no number begins with 0."""
        return int(self._tools.dice.choice([d for d in str(number) if int(d) in self._digits]))
