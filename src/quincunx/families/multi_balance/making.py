"""Making Multi-Balances: place the digits first, then find where lines balance on fulcrums.

Vocabulary:
  layout   which digits share a row and which a column, without saying where the lines are
  line     a row or a column that holds digits
  centre   where a line balances: the mean of its digits' places, weighted by the digits

A row's centre depends on where the columns are, and not on where the rows are; so the places of
columns and of rows can be chosen apart. Places of columns fit when every row's centre is a whole
number and no column with digits: there the row's fulcrum stands, used by the row alone. With
rows and columns changed round, the same goes for rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from random import Random
from typing import ClassVar, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families._catalogue import AnyEnumeration
from quincunx.families._maker import Bench, Maker, Parameters, a_number
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.forms import DIGITS, EMPTY, FULCRUM
from quincunx.grades import GRADES

Weights: TypeAlias = tuple[int, ...]
"""The digits of a line, 0 where another line crosses it at an empty cell."""
Layout: TypeAlias = list[Weights]
"""The rows."""
Places: TypeAlias = tuple[int, ...]

LONGEST = 15
"""Most rows and most columns."""
SMALLEST = {6: [(5, 7)], 7: [(8, 8)], 8: [(4, 10), (6, 7)], 9: [(5, 12), (6, 8)]}
"""By the number of digits, the smallest boards that came up among hundreds of thousands of layouts
thrown at random: short side, long side. On some of them puzzles are rare. Four digits would need 6
by 13; with five or fewer than four, some line would hold one digit alone."""
TRIES = 8
"""How many boards are tried of one layout."""


@dataclass(frozen=True)
class BalanceParameters(Parameters):
    """How many digits are placed, and how large the board is."""

    family: ClassVar[str] = "multi-balance"

    digits: int = a_number("how many digits are placed", 8, min(SMALLEST), max(SMALLEST))
    rows: int = a_number("rows of the board", 12, 4, LONGEST)
    columns: int = a_number("columns of the board", 12, 4, LONGEST)

    def __post_init__(self) -> None:
        super().__post_init__()
        short, long = sorted((self.rows, self.columns))
        fitting = SMALLEST[self.digits]
        if not any(short >= least and long >= most for least, most in fitting):
            boards = " or ".join(f"{least} by {most}" for least, most in fitting)
            raise PuzzleError(
                f"multi-balance: in hundreds of thousands of layouts {self.digits} digits were "
                f"found on no board of {self.rows} rows and {self.columns} columns, "
                f"expected {boards} or larger"
            )


class BalanceMaker(Maker[BalanceParameters, MultiBalance]):
    """Makes boards."""

    parameters = BalanceParameters
    patience = 10_000_000  # a try takes a tenth of a millisecond, and on small boards few fit

    def proposals(self, parameters: BalanceParameters, bench: Bench) -> Iterator[MultiBalance]:
        dice = bench.dice
        while True:
            bench.attempt()
            layout = _layout(parameters.digits, dice)
            columns = _fitting(layout, parameters.columns)
            rows = columns and _fitting(list(zip(*layout, strict=True)), parameters.rows)
            for _ in range(min(TRIES, len(rows) * len(columns))):
                yield _board(
                    parameters,
                    layout,
                    _moved(dice.choice(rows), parameters.rows, dice),
                    _moved(dice.choice(columns), parameters.columns, dice),
                )

    def enumerations(self) -> Sequence[AnyEnumeration]:
        from quincunx.families.multi_balance.catalogues import ENUMERATIONS

        return ENUMERATIONS

    def empty(self, parameters: BalanceParameters) -> MultiBalance:
        return MultiBalance(parameters.digits, (EMPTY * parameters.columns,) * parameters.rows)

    def grades(self, parameters: BalanceParameters) -> tuple[str, ...]:
        return {8: GRADES[:3], 9: GRADES}.get(parameters.digits, GRADES[:1])

    def forms(self, puzzle: MultiBalance) -> Iterator[str]:
        """Turned, mirrored, and without the lines outside of all fulcrums: they stay empty."""
        board = puzzle.board
        for _ in range(4):
            while FULCRUM not in board[0]:
                board = board[1:]
            board = _turned(board)
        for _ in range(4):
            board = _turned(board)
            yield MultiBalance(puzzle.digits, board).body()
            yield MultiBalance(puzzle.digits, board[::-1]).body()

    def easier(
        self, parameters: BalanceParameters, puzzle: MultiBalance, solution: list[str], dice: Random
    ) -> MultiBalance | None:
        given = "".join(puzzle.board)
        open_digits = [digit for digit in DIGITS[: puzzle.digits] if digit not in given]
        if len(open_digits) < 2:
            return None
        kept = {FULCRUM, EMPTY, dice.choice(open_digits), *given}
        board = ("".join(mark if mark in kept else EMPTY for mark in row) for row in solution)
        return MultiBalance(puzzle.digits, tuple(board))


def _turned(board: tuple[str, ...]) -> tuple[str, ...]:
    """The board after a quarter of a turn, clockwise."""
    return tuple("".join(column) for column in zip(*board[::-1], strict=True))


def _layout(digits: int, dice: Random) -> Layout:
    """A layout in which no line holds one digit alone."""
    most = digits // 2
    while True:
        height, width = dice.randint(2, most), dice.randint(2, most)
        if height * width >= digits:
            cells = [*range(1, digits + 1)] + [0] * (height * width - digits)
            dice.shuffle(cells)
            layout = [tuple(cells[row * width : (row + 1) * width]) for row in range(height)]
            lines = [*layout, *zip(*layout, strict=True)]
            if all(sum(map(bool, line)) > 1 for line in lines):
                return layout


def _fitting(lines: Sequence[Weights], length: int) -> list[Places]:
    """All places, the smallest 0, on a board so long, at which all lines balance."""
    fitting = -1
    for weights in lines:
        fitting &= _balancing(weights, length)
        if not fitting:
            return []
    return [
        places for at, places in enumerate(_all_places(len(lines[0]), length)) if fitting >> at & 1
    ]


@lru_cache(maxsize=1 << 15)
def _balancing(weights: Weights, length: int) -> int:
    """At which of all the places a line balances, as a set of bits.

    Whether the centre is a whole number only depends on remainders; so these are followed
    first, for all places at once, and centres are computed for the few that are left.
    """
    total = sum(weights)
    every = _all_places(len(weights), length)
    moments = {0: (1 << len(every)) - 1}
    for weight, standing in zip(weights, _standing(len(weights), length), strict=True):
        if weight:
            after: dict[int, int] = {}
            for moment, some in moments.items():
                for place, there in enumerate(standing):
                    rest = (moment + weight * place) % total
                    after[rest] = after.get(rest, 0) | (some & there)
            moments = after
    whole = moments[0]
    bits = 0
    while whole:
        lowest = whole & -whole
        places = every[lowest.bit_length() - 1]
        if centre(weights, places) not in places:
            bits |= lowest
        whole ^= lowest
    return bits


@cache
def _all_places(number: int, length: int) -> list[Places]:
    """All places of so many lines on a board so long, the smallest 0: moved along, the same
    lines balance."""
    return [places for places in permutations(range(length), number) if 0 in places]


@cache
def _standing(number: int, length: int) -> list[list[int]]:
    """For each line and each place, at which of all the places the line stands there."""
    standing = [[0] * length for _ in range(number)]
    for at, places in enumerate(_all_places(number, length)):
        for line, place in enumerate(places):
            standing[line][place] |= 1 << at
    return standing


def centre(weights: Weights, places: Places) -> int:
    """Where a line balances, rounded down.

    >>> centre((1, 0, 3), (1, 4, 5))
    4
    """
    moments = (weight * place for weight, place in zip(weights, places, strict=True))
    return sum(moments) // sum(weights)


def _moved(places: Places, length: int, dice: Random) -> Places:
    """The places moved along the board by some number of cells."""
    by = dice.randint(0, length - 1 - max(places))
    return tuple(place + by for place in places)


def _board(
    parameters: BalanceParameters, layout: Layout, rows: Places, columns: Places
) -> MultiBalance:
    """The board on which the lines of a layout have these places."""
    marks = [[EMPTY] * parameters.columns for _ in range(parameters.rows)]
    for place, line in zip(rows, layout, strict=True):
        marks[place][centre(line, columns)] = FULCRUM
    for place, line in zip(columns, zip(*layout, strict=True), strict=True):
        marks[centre(line, rows)][place] = FULCRUM
    return MultiBalance(parameters.digits, tuple("".join(row) for row in marks))
