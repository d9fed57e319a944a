"""Making C-Notes: change digits of a grid until few solutions are left, and then one.

Any grid of digits is a puzzle, though most large ones have many solutions and most others have
none. From one that has some, a digit at a time is changed for another; the change stays unless it
leaves no solution, or more than before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families._maker import Bench, Maker, Parameters, Prepared, a_number
from quincunx.families.c_note import MAX_TARGET, CNote, largest_number, numbers_holding, sums_model
from quincunx.grades import GRADES
from quincunx.model import Values

Digits: TypeAlias = list[int]
"""A digit for each cell, row after row."""

LARGEST_TARGET = {2: 998, 3: 250, 4: 150, 5: 120, 6: 100, 7: 100}
"""By size, the largest target for which puzzles with one solution are found before long. For two
rows it is exact: every grid with target 999 or 1000 has several solutions or none."""

EASY_TARGET = 60
"""With a larger target hardly any puzzle of four rows or more is easy."""
USUAL_TARGET = 120
"""With a larger target puzzles of three rows can be of the hardest grade, and are hardly easy."""

DRAWS = 20
"""So many grids are thrown before one is made from a square that has the right sums."""
MANY = 60
"""Of more solutions than this, nobody cares how many there are."""
PATIENCE = 100
"""After so many changes that did not help, another grid is begun."""
NEIGHBOURS = 20
"""So many grids with one solution are made from one, where the grade matters."""
NODES = 2_000
"""A grid that is not searched through by then is not what we look for."""


@dataclass(frozen=True)
class CNoteParameters(Parameters):
    """How large the grid is, and what its rows and columns sum to."""

    family: ClassVar[str] = "c-note"

    size: int = a_number("rows and columns of the grid", 3, 2, max(LARGEST_TARGET))
    target: int = a_number("what every row and column sums to", 100, 2, MAX_TARGET)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.target < self.size:
            raise PuzzleError(
                f"c-note: target is {self.target}, but the {self.size} numbers of a row are at "
                f"least 1 each, expected {self.size} or more"
            )


class CNoteMaker(Maker[CNoteParameters, CNote]):
    """Makes C-Notes."""

    parameters = CNoteParameters
    patience = 20_000

    def check(self, parameters: CNoteParameters, unique: bool) -> None:
        largest = LARGEST_TARGET[parameters.size]
        if unique and parameters.target > largest:
            raise PuzzleError(
                f"c-note: target is {parameters.target}, but grids of size {parameters.size} then "
                f"mostly have many solutions, expected at most {largest} unless any number will do"
            )

    def proposals(self, parameters: CNoteParameters, bench: Bench) -> Iterator[CNote]:
        workshop = _Workshop(parameters, bench)
        while True:
            bench.attempt()
            digits = workshop.solvable()
            if bench.unique and workshop.improve(digits) > 1:
                continue
            yield _puzzle(parameters, digits)
            if bench.grade is not None:
                for _ in range(NEIGHBOURS):
                    workshop.vary(digits)
                    yield _puzzle(parameters, digits)

    def empty(self, parameters: CNoteParameters) -> CNote:
        return _puzzle(parameters, [1] * parameters.size**2)

    def grades(self, parameters: CNoteParameters) -> tuple[str, ...]:
        size, target = parameters.size, parameters.target
        if size == 2 or target < 10 * size:
            return GRADES[:1]
        # The larger, the harder, unless the target leaves little to choose from.
        if size == 3 and target <= USUAL_TARGET:
            return GRADES[:3]
        if target <= EASY_TARGET:
            return GRADES
        return GRADES[1:] if size <= 4 else GRADES[2:]

    def forms(self, puzzle: CNote) -> Iterator[str]:
        """Rows may change places, columns may, and both may change roles."""
        for grid in (puzzle.grid, tuple(zip(*puzzle.grid, strict=True))):
            for order in permutations(range(puzzle.size)):
                rows = sorted(tuple(row[i] for i in order) for row in grid)
                yield CNote(puzzle.target, tuple(rows)).body()


def _puzzle(parameters: CNoteParameters, digits: Digits) -> CNote:
    size = parameters.size
    grid = tuple(tuple(digits[i * size : (i + 1) * size]) for i in range(size))
    return CNote(parameters.target, grid)


class _Workshop:
    """Grids of one size and target, and how many solutions they have."""

    def __init__(self, parameters: CNoteParameters, bench: Bench) -> None:
        size, target = parameters.size, parameters.target
        most = largest_number(size, target)
        self._bench = bench
        self._cells = size * size
        self._numbers: list[Values] = [numbers_holding(digit, most) for digit in range(10)]
        free = sums_model("", size, target, [range(1, most + 1)] * self._cells)
        self._prepared: Prepared = bench.prepare(free)

    def solvable(self) -> Digits:
        """A grid that has solutions."""
        dice = self._bench.dice
        for _ in range(DRAWS):
            digits = [dice.randrange(10) for _ in range(self._cells)]
            if self._solutions(digits, 1):
                return digits
        while True:
            numbers = self._prepared.fill(dice)
            if numbers is not None:
                return [int(dice.choice(str(number))) for number in numbers]
            self._bench.attempt()

    def improve(self, digits: Digits) -> int:
        """Change digits as long as that helps; how many solutions are left."""
        dice = self._bench.dice
        left = self._solutions(digits, MANY) or MANY
        waited = 0
        while left > 1 and waited < PATIENCE:
            self._bench.near(f"{left} solutions" if left < MANY else "many solutions")
            cell = dice.randrange(self._cells)
            before = digits[cell]
            digits[cell] = (before + dice.randrange(1, 10)) % 10
            now = self._solutions(digits, left + 1)
            waited = 0 if 0 < now < left else waited + 1
            if 0 < now <= left:
                left = now
            else:
                digits[cell] = before
        return left

    def vary(self, digits: Digits) -> None:
        """Change two digits of a grid with one solution so that there is still one."""
        dice = self._bench.dice
        changes = 0
        for _ in range(PATIENCE):
            cell = dice.randrange(self._cells)
            before = digits[cell]
            digits[cell] = (before + dice.randrange(1, 10)) % 10
            if self._solutions(digits, 2) != 1:
                digits[cell] = before
                continue
            changes += 1
            if changes == 2:
                break

    def _solutions(self, digits: Digits, limit: int) -> int:
        """How many solutions a grid has, or the limit, as far as that is soon seen."""
        allowed = dict(enumerate(self._numbers[digit] for digit in digits))
        return len(self._prepared.search(allowed, limit, NODES).solutions)
