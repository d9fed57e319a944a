"""Makes C-Notes by local search: changes digits of a grid until one solution is left.

Any grid of digits is a puzzle, though most large ones have many solutions and most others have
none. In a grid with solutions one digit at a time is changed; the change stays unless it leaves no
solution, or more than before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from operator import itemgetter
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
    number_parameter,
)
from quincunx.families.c_note import MAX_TARGET, CNote
from quincunx.families.c_note.canonical import canonical
from quincunx.families.c_note.model import largest_number, numbers_holding, sums_model

Digits: TypeAlias = list[int]
"""A digit for each cell, row after row."""

MAX_ROWS = 7
LARGEST_TARGET = 250
"""The last target of datasets that have used up most grids with smaller ones."""
LARGEST_DIGIT = 9
SMALL = 4
"""Up to this size there are enough grids with one solution to avoid zeros and repeated numbers."""
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
COMPARED = 2
"""Of this many grids the one with the most one-digit numbers is taken: published grids have
several."""
LENIENT = 8
"""One in this many grids may have a number twice."""
NODES = 2_000
"""A grid whose search takes more nodes is rejected."""
MAX_COUNTED = 10_000
"""Grids whose number of solutions is remembered: random changes return to many of them."""


@dataclass(frozen=True)
class CNoteParameters(Parameters):
    """The size of the grid, its target, and what it holds."""

    family: ClassVar[str] = "c-note"

    size: int = number_parameter("rows and columns of the grid", 3, 2, MAX_ROWS)
    target: int = number_parameter("what every row and column sums to", 100, 2, MAX_TARGET)

    @property
    def digits(self) -> str:
        """The digits that may be given."""
        return "0123456789" if self.size > SMALL else "123456789"

    def allows(self, solution: tuple[int, ...]) -> bool:
        """Whether a solution repeats numbers only where that is hard to avoid."""
        size = self.size
        if size > SMALL or size == 2:  # with two rows each number occurs twice
            return True
        cells = size * size
        if self.target >= ROOM * cells * (cells + 1) // 2 // size:
            return len(set(solution)) == cells
        if self.target < ROOM * size * (size + 1) // 2:
            return True
        lines = [solution[i * size : (i + 1) * size] for i in range(size)]
        lines += [solution[i::size] for i in range(size)]
        return all(len(set(line)) == size for line in lines)


class CNoteMaker(Maker[CNoteParameters, CNote]):
    """Makes C-Notes."""

    parameters = CNoteParameters
    sizes = Sizes("target", {100: GRADES[:3], 125: GRADES[:3], 175: GRADES[1:]})
    mixture = (*[CNoteParameters()] * 5, CNoteParameters(4))
    samples: ClassVar = {
        CNoteParameters(3, 100): {"easy": 21, "medium": 88, "hard": 10, "expert": 1},
        CNoteParameters(3, 125): {"easy": 17, "medium": 109, "hard": 23, "expert": 1},
    }
    rows_per_size = 10_000
    patience = 20_000

    def check(self, parameters: CNoteParameters, unique: bool) -> None:
        size, target = parameters.size, parameters.target
        if target < size + LARGEST_DIGIT:
            raise PuzzleError(
                f"c-note: target is {target}, but then no number in a row of {size} has two "
                f"digits, and nothing is left to write, expected {size + LARGEST_DIGIT} or more"
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
            # Of published grids, too, few have a number twice.
            lenient = not tools.choosy and tools.dice.randrange(LENIENT) == 0
            found: list[tuple[int, CNote]] = []
            for _ in range(NEIGHBOURS):
                solution = workshop.solution(digits)
                # With small targets some grids are their own solution.
                if (lenient or parameters.allows(solution)) and solution != tuple(digits):
                    puzzle = _puzzle(parameters, digits)
                    if tools.choosy:
                        yield puzzle
                    found.append((sum(number <= LARGEST_DIGIT for number in solution), puzzle))
                    if len(found) == COMPARED and not tools.choosy:
                        yield max(found, key=itemgetter(0))[1]
                        break
                workshop.vary(digits)

    def larger(self, parameters: CNoteParameters) -> CNoteParameters | None:
        """The next target: grids with another one are other puzzles."""
        target = parameters.target + 1
        return replace(parameters, target=target) if target <= LARGEST_TARGET else None

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
        self._digits = [int(digit) for digit in parameters.digits]
        self._cells = size * size
        self._numbers: list[Values] = [numbers_holding(digit, most) for digit in range(10)]
        free = sums_model("", size, target, [range(1, most + 1)] * self._cells)
        self._prepared: Prepared = tools.prepare(free)
        self._counted = lru_cache(MAX_COUNTED)(self._count)

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
                # Some digit of each may be given: no number begins with 0.
                marks = ([int(d) for d in str(n) if int(d) in self._digits] for n in numbers)
                return [dice.choice(each) for each in marks]
            self._tools.attempt()

    def improve(self, digits: Digits) -> int:
        """Change digits as long as that helps; returns the number of solutions that are left."""
        left = self._solutions(digits, MANY) or MANY
        waited = 0
        while left > 1 and waited < PATIENCE:
            self._tools.near(f"{left} solutions" if left < MANY else "many solutions")
            now = self._change(digits, left) or left
            waited = 0 if now < left else waited + 1
            left = now
        return left

    def solution(self, digits: Digits) -> tuple[int, ...]:
        """The numbers of a grid that has one solution."""
        return self._prepared.search(self._allowed(digits), 1).solutions[0]

    def vary(self, digits: Digits) -> None:
        """Change two digits of a grid with one solution so that there is still one."""
        changes = 0
        for _ in range(PATIENCE):
            changes += self._change(digits, most=1)
            if changes == 2:
                break

    def _change(self, digits: Digits, most: int) -> int:
        """Change a random digit; the number of solutions, or 0 if there is none or more than
        `most`, and the digit stays as it is."""
        dice = self._tools.dice
        cell = dice.randrange(self._cells)
        before = digits[cell]
        digits[cell] = dice.choice([other for other in self._digits if other != before])
        solutions = self._solutions(digits, most + 1)
        if 0 < solutions <= most:
            return solutions
        digits[cell] = before
        return 0

    def _solutions(self, digits: Digits, limit: int) -> int:
        """The number of solutions that a short search finds, up to the limit."""
        return self._counted(tuple(digits), limit)

    def _count(self, digits: tuple[int, ...], limit: int) -> int:
        return len(self._prepared.search(self._allowed(digits), limit, NODES).solutions)

    def _allowed(self, digits: Sequence[int]) -> dict[int, Values]:
        return dict(enumerate(self._numbers[digit] for digit in digits))
