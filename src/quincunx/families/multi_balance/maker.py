"""Generates Multi-Balances: from the catalogues, or by placing digits at random.

Where the board is no larger than those of the catalogues, every puzzle that fits is known.
Elsewhere the digits are placed first, which determines the fulcrums. A layout tells which digits
share a row and which a column. The centre of a row, which is the mean of its digits' places
weighted by the digits, depends on the places of the columns alone. So the places of columns and
of rows are chosen separately: those of columns such that every row's centre is a whole number and
no column with digits, and those of rows in the same way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration, Catalogue, shipped
from quincunx.families.base.documents import body_of
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import (
    Maker,
    MakerTools,
    Parameters,
    Sizes,
    choice_parameter,
    number_parameter,
)
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import DIGITS, EMPTY, FULCRUM, MAX_SIDE
from quincunx.families.multi_balance.catalogue import (
    ENUMERATIONS,
    SIDES,
    SMALLEST,
    Placement,
    Places,
    Weights,
    balanced_places,
    box_of,
    puzzle_of,
    shapes,
)

BoardRows: TypeAlias = tuple[str, ...]
"""A board, row by row."""

MAX_SPAN = 20
"""Beyond the catalogues, lines lie no farther apart: there are enough such puzzles."""
LAST_DIGITS = 10
"""Beyond the catalogues, number of digits when puzzles with fewer begin to repeat."""
MAX_LINES = 4
"""Beyond the catalogues, maximum number of rows and of columns with digits."""
BOARDS_PER_LAYOUT = 8


@dataclass(frozen=True)
class BalanceParameters(Parameters):
    """How many digits are placed, and how large the board is."""

    family: ClassVar[str] = "multi-balance"

    digits: int = number_parameter("how many digits are placed", 8, min(SIDES), max(SIDES))
    rows: int = number_parameter("rows of the board", 12, 4, MAX_SIDE)
    columns: int = number_parameter("columns of the board", 12, 4, MAX_SIDE)
    crop: bool = choice_parameter("cut off rows and columns outside of all fulcrums", False)
    givens: int | None = number_parameter(
        "how many digits are given; by default none, or as many as the grade needs",
        None,
        0,
        max(SIDES) - 1,
    )

    def faults(self) -> Iterator[str]:
        if not shapes(self.digits):
            most = self.digits // 2
            yield (
                f"{self.digits} digits fit on no board: with two or more in each line they have at "
                f"most {most} rows and {most} columns, which cross in {most * most} cells; "
                f"expected {', '.join(map(str, SIDES))} digits"
            )
        if self.givens is not None and self.givens >= self.digits:
            yield f"givens is {self.givens} of {self.digits} digits, expected fewer"

    def fits(self, height: int, width: int) -> bool:
        """Whether a board of this size fits, turned if need be."""
        short, long = sorted((self.rows, self.columns))
        return min(height, width) <= short and max(height, width) <= long


class BalanceMaker(Maker[BalanceParameters, MultiBalance]):
    """The generator of Multi-Balances."""

    parameters = BalanceParameters
    sizes = Sizes("digits", {6: GRADES[:1], 7: GRADES[:1], 8: GRADES, 9: GRADES})
    # Small boards first, like published ones; the last continues when there are no more of them.
    mixture = (
        *[BalanceParameters(rows=10, columns=10, crop=True)] * 5,
        BalanceParameters(rows=13, columns=13, crop=True),
    )
    rows_per_size = 1_000
    patience = 300_000  # an attempt takes a tenth of a millisecond; large boards need few

    def check(self, parameters: BalanceParameters, unique: bool) -> None:
        smallest, side = SMALLEST[parameters.digits], SIDES[parameters.digits]
        listed = unique and max(parameters.rows, parameters.columns) <= side
        if not listed or any(parameters.fits(*box) for box in smallest):
            return
        room = " or ".join(f"{height} by {width}" for height, width in smallest)
        raise PuzzleError(
            f"multi-balance: there is no puzzle of {parameters.digits} digits without givens on a "
            f"board of {parameters.rows} rows and {parameters.columns} columns, for all placements "
            f"up to {side} by {side} cells were listed; expected a board with room for {room} cells"
        )

    def enumerations(self) -> Sequence[AnyEnumeration]:
        return ENUMERATIONS

    def catalogue(self, parameters: BalanceParameters) -> Catalogue | None:
        return None if parameters.givens else _catalogue(parameters)

    def larger(self, parameters: BalanceParameters) -> BalanceParameters | None:
        """The largest board of which all puzzles are listed, then one with more digits, and at last
        boards beyond the catalogues."""
        smaller, side = min(parameters.rows, parameters.columns), SIDES[parameters.digits]
        if smaller >= side and (more := super().larger(parameters)) is not None:
            return more
        side = side if smaller < side else MAX_SPAN
        if smaller < side:
            return replace(parameters, rows=side, columns=side)
        last = parameters.digits >= LAST_DIGITS
        return None if last else replace(parameters, digits=LAST_DIGITS)

    def placed(
        self, parameters: BalanceParameters, puzzle: MultiBalance, dice: Random
    ) -> MultiBalance:
        """Turn and mirror the puzzle in some way that fits, and move it on the board."""
        rows, columns, images = parameters.rows, parameters.columns, _images(puzzle.board)
        board = dice.choice([b for b in images if len(b) <= rows and len(b[0]) <= columns])
        if not parameters.crop:
            board = _moved_down(board, rows, dice)
            board = _turned(_moved_down(_turned(board), columns, dice), quarters=3)
        return MultiBalance(puzzle.digits, board)

    def proposals(self, parameters: BalanceParameters, tools: MakerTools) -> Iterator[MultiBalance]:
        dice, digits = tools.dice, parameters.digits
        marks, number = DIGITS[:digits], parameters.givens or 0

        def proposed(solution: Sequence[str], given: Sequence[str]) -> MultiBalance:
            puzzle = MultiBalance(digits, _with_givens(solution, given))
            return self.placed(parameters, puzzle, dice)

        catalogue = _catalogue(parameters) if tools.unique else None
        while catalogue:
            # Only with givens: without them, the series draws from the catalogue itself.
            tools.attempt()
            yield proposed(dice.choice(catalogue).solution, dice.sample(marks, number))
        while True:
            tools.attempt()
            layout = _random_layout(digits, dice)
            columns = balanced_places(layout, min(parameters.columns, MAX_SPAN))
            turned = list(zip(*layout, strict=True))
            rows = columns and balanced_places(turned, min(parameters.rows, MAX_SPAN))
            for _ in range(min(BOARDS_PER_LAYOUT, len(rows) * len(columns))):
                given = dice.sample(marks, number)
                placement = _placement(layout, dice.choice(rows), dice.choice(columns))
                yield proposed(puzzle_of(placement)[1], given)

    def empty(self, parameters: BalanceParameters) -> MultiBalance:
        return MultiBalance(parameters.digits, (EMPTY * parameters.columns,) * parameters.rows)

    def forms(self, puzzle: MultiBalance) -> Iterator[str]:
        """Turned, mirrored, and without the lines outside of all fulcrums: they stay empty."""
        for board in _images(_cropped(puzzle.board)):
            yield body_of(MultiBalance(puzzle.digits, board))

    def solution_class(self, puzzle: MultiBalance, solution: list[str]) -> str:
        return self.canonical(MultiBalance(puzzle.digits, tuple(solution)))

    def easier(
        self, parameters: BalanceParameters, puzzle: MultiBalance, solution: list[str], dice: Random
    ) -> MultiBalance | None:
        if parameters.givens is not None:
            return None
        given = "".join(puzzle.board)
        open_digits = [digit for digit in DIGITS[: puzzle.digits] if digit not in given]
        if len(open_digits) < 2:
            return None
        board = _with_givens(solution, [dice.choice(open_digits), *given])
        return MultiBalance(puzzle.digits, board)


def _catalogue(parameters: BalanceParameters) -> Catalogue | None:
    """All puzzles without givens that fit on the board, where they are known."""
    if max(parameters.rows, parameters.columns) > SIDES[parameters.digits]:
        return None
    (enumeration,) = (e for e in ENUMERATIONS if e.digits == parameters.digits)
    catalogue = shipped(enumeration)
    return catalogue and catalogue.matching(lambda entry: parameters.fits(*box_of(entry.packed)))


def _with_givens(solution: Sequence[str], digits: Sequence[str]) -> BoardRows:
    """The board of a solution with these digits given, and no others."""
    kept = {FULCRUM, EMPTY, *digits}
    return tuple("".join(mark if mark in kept else EMPTY for mark in row) for row in solution)


def _images(board: BoardRows) -> Iterator[BoardRows]:
    """The board turned and mirrored in all eight ways."""
    for quarters in range(4):
        turned = _turned(board, quarters)
        yield turned
        yield turned[::-1]


def _turned(board: BoardRows, quarters: int = 1) -> BoardRows:
    """The board after some quarters of a turn, clockwise."""
    for _ in range(quarters):
        board = tuple("".join(column) for column in zip(*board[::-1], strict=True))
    return board


def _cropped(board: BoardRows) -> BoardRows:
    """The board without the lines outside of all fulcrums."""
    for _ in range(4):
        while FULCRUM not in board[0]:
            board = board[1:]
        board = _turned(board)
    return board


def _moved_down(board: BoardRows, height: int, dice: Random) -> BoardRows:
    """The board moved down by a random distance on one of this height."""
    above = dice.randint(0, height - len(board))
    empty = EMPTY * len(board[0])
    return (empty,) * above + board + (empty,) * (height - len(board) - above)


def _random_layout(digits: int, dice: Random) -> list[Weights]:
    """The rows of a random layout in which no line holds one digit alone."""
    most = min(digits // 2, MAX_LINES)
    while True:
        height, width = dice.randint(2, most), dice.randint(2, most)
        if height * width >= digits:
            cells = [*range(1, digits + 1)] + [0] * (height * width - digits)
            dice.shuffle(cells)
            layout = [tuple(cells[row * width : (row + 1) * width]) for row in range(height)]
            lines = [*layout, *zip(*layout, strict=True)]
            if all(sum(map(bool, line)) > 1 for line in lines):
                return layout


def _placement(layout: Sequence[Weights], rows: Places, columns: Places) -> Placement:
    """The placement of a layout whose lines have these places."""
    cells = {
        digit: (row, column)
        for row, line in zip(rows, layout, strict=True)
        for column, digit in zip(columns, line, strict=True)
    }
    return Placement(tuple(cells[digit] for digit in sorted(cells) if digit))
