"""Making Multi-Balances: out of the list of all of them, or by placing digits at random.

Where the board is no larger than those of the catalogues, every puzzle that fits is known.
Elsewhere the digits are placed first; then it is seen where lines balance on fulcrums.

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
from functools import cache, lru_cache
from itertools import permutations
from random import Random
from typing import TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration, Catalogue
from quincunx.families.base.catalogue_files import shipped
from quincunx.families.base.documents import body_of
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Bench, Maker, Sizes
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.catalogue import (
    ENUMERATIONS,
    SIDES,
    SMALLEST,
    box_of,
    puzzle_of,
)
from quincunx.families.multi_balance.forms import DIGITS, EMPTY, FULCRUM
from quincunx.families.multi_balance.parameters import BalanceParameters
from quincunx.families.multi_balance.placements import Placement, boards, boxes

Weights: TypeAlias = tuple[int, ...]
"""The digits of a line, 0 where another line crosses it at an empty cell."""
Layout: TypeAlias = list[Weights]
"""The rows."""
Places: TypeAlias = tuple[int, ...]
Rows: TypeAlias = tuple[str, ...]
"""A board, row by row."""

LONGEST_SPAN = 20
"""Beyond the catalogues, lines lie no farther apart: there are enough such puzzles."""
MOST_LINES = 4
"""Beyond the catalogues, so many rows and columns hold digits at most."""
TRIES = 8
"""How many boards are tried of one layout."""


class BalanceMaker(Maker[BalanceParameters, MultiBalance]):
    """Makes boards."""

    parameters = BalanceParameters
    sizes = Sizes("digits", {6: GRADES[:1], 7: GRADES[:1], 8: GRADES, 9: GRADES})
    patience = 300_000  # a try takes a tenth of a millisecond, and on large boards few are needed

    def check(self, parameters: BalanceParameters, unique: bool) -> None:
        if not unique or not parameters.too_small:
            return
        placed = _all_placements(parameters.digits, *sorted((parameters.rows, parameters.columns)))
        if parameters.givens and placed:
            return
        smallest, side = SMALLEST[parameters.digits], SIDES[parameters.digits]
        room = " or ".join(f"{height} by {width}" for height, width in smallest)
        raise PuzzleError(
            f"multi-balance: there is no puzzle of {parameters.digits} digits"
            f"{'' if parameters.givens else ' without givens'} on a board of {parameters.rows} "
            f"rows and {parameters.columns} columns, for all placements up to {side} by {side} "
            f"cells were listed; expected a board with room for {room} cells"
            f"{', or givens' if placed else ''}"
        )

    def enumerations(self) -> Sequence[AnyEnumeration]:
        return ENUMERATIONS

    def catalogue(self, parameters: BalanceParameters) -> Catalogue | None:
        return None if parameters.givens else self._listed(parameters)

    def _listed(self, parameters: BalanceParameters) -> Catalogue | None:
        """All puzzles without givens that fit on the board, where they are known."""
        if max(parameters.rows, parameters.columns) > SIDES[parameters.digits]:
            return None
        (enumeration,) = (e for e in ENUMERATIONS if e.digits == parameters.digits)
        listed = shipped(enumeration)
        return listed and listed.those(lambda entry: parameters.fits(*box_of(entry.packed)))

    def placed(
        self, parameters: BalanceParameters, puzzle: MultiBalance, dice: Random
    ) -> MultiBalance:
        """Turned and mirrored in some way that fits, somewhere on the board."""
        fitting = [
            board
            for board in _images(puzzle.board)
            if len(board) <= parameters.rows and len(board[0]) <= parameters.columns
        ]
        board = dice.choice(fitting)
        if not parameters.crop:
            board = _in_room(board, parameters.rows, dice)
            board = _turned(_in_room(_turned(board), parameters.columns, dice), quarters=3)
        return MultiBalance(puzzle.digits, board)

    def proposals(self, parameters: BalanceParameters, bench: Bench) -> Iterator[MultiBalance]:
        dice = bench.dice
        number = parameters.givens or 0
        listed = self._listed(parameters) if bench.unique else None
        while listed:
            # Only with givens: without, the list itself is gone through.
            bench.attempt()
            entry = dice.choice(listed)
            marks = dice.sample(DIGITS[: parameters.digits], number)
            puzzle = MultiBalance(parameters.digits, _given(entry.solution, marks))
            yield self.placed(parameters, puzzle, dice)
        while bench.unique and number and parameters.too_small:
            # Givens choose between placements that share their fulcrums.
            bench.attempt()
            short, long = sorted((parameters.rows, parameters.columns))
            placement = dice.choice(_all_placements(parameters.digits, short, long))
            _, solution = puzzle_of(placement)
            marks = dice.sample(DIGITS[: parameters.digits], number)
            puzzle = MultiBalance(parameters.digits, _given(solution, marks))
            yield self.placed(parameters, puzzle, dice)
        height = min(parameters.rows, LONGEST_SPAN)
        width = min(parameters.columns, LONGEST_SPAN)
        while True:
            bench.attempt()
            layout = _layout(parameters.digits, dice)
            columns = _fitting(layout, width)
            rows = columns and _fitting(list(zip(*layout, strict=True)), height)
            for _ in range(min(TRIES, len(rows) * len(columns))):
                given = dice.sample(range(1, parameters.digits + 1), number)
                places = dice.choice(rows), dice.choice(columns)
                board = _board(parameters.digits, layout, *places, given)
                yield self.placed(parameters, board, dice)

    def empty(self, parameters: BalanceParameters) -> MultiBalance:
        return MultiBalance(parameters.digits, (EMPTY * parameters.columns,) * parameters.rows)

    def forms(self, puzzle: MultiBalance) -> Iterator[str]:
        """Turned, mirrored, and without the lines outside of all fulcrums: they stay empty."""
        for board in _images(_cropped(puzzle.board)):
            yield body_of(MultiBalance(puzzle.digits, board))

    def easier(
        self, parameters: BalanceParameters, puzzle: MultiBalance, solution: list[str], dice: Random
    ) -> MultiBalance | None:
        if parameters.givens is not None:
            return None
        given = "".join(puzzle.board)
        open_digits = [digit for digit in DIGITS[: puzzle.digits] if digit not in given]
        if len(open_digits) < 2:
            return None
        return MultiBalance(puzzle.digits, _given(solution, [dice.choice(open_digits), *given]))


@cache
def _all_placements(digits: int, short: int, long: int) -> list[Placement]:
    """All placements within a board. It takes a second or two at most where the board is too
    small for puzzles without givens."""
    listed = (boards(digits, *box) for box in boxes(digits, short, long))
    return [one for found in listed for solutions in found.values() for one in solutions]


def _given(solution: Sequence[str], digits: Sequence[str]) -> Rows:
    """The board of a solution with these digits given, and no others."""
    kept = {FULCRUM, EMPTY, *digits}
    return tuple("".join(mark if mark in kept else EMPTY for mark in row) for row in solution)


def _images(board: Rows) -> Iterator[Rows]:
    """The board turned and mirrored in all eight ways."""
    for quarters in range(4):
        turned = _turned(board, quarters)
        yield turned
        yield turned[::-1]


def _turned(board: Rows, quarters: int = 1) -> Rows:
    """The board after some quarters of a turn, clockwise."""
    for _ in range(quarters):
        board = tuple("".join(column) for column in zip(*board[::-1], strict=True))
    return board


def _cropped(board: Rows) -> Rows:
    """The board without the lines outside of all fulcrums."""
    for _ in range(4):
        while FULCRUM not in board[0]:
            board = board[1:]
        board = _turned(board)
    return board


def _in_room(board: Rows, height: int, dice: Random) -> Rows:
    """The board somewhere on one so high."""
    above = dice.randint(0, height - len(board))
    empty = EMPTY * len(board[0])
    return (empty,) * above + board + (empty,) * (height - len(board) - above)


def _layout(digits: int, dice: Random) -> Layout:
    """A layout in which no line holds one digit alone."""
    most = min(digits // 2, MOST_LINES)
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


def _board(
    digits: int, layout: Layout, rows: Places, columns: Places, given: Sequence[int] = ()
) -> MultiBalance:
    """The smallest board on which the lines of a layout have these places, some digits given."""
    marks = [[EMPTY] * (max(columns) + 1) for _ in range(max(rows) + 1)]
    for place, line in zip(rows, layout, strict=True):
        marks[place][centre(line, columns)] = FULCRUM
    for place, line in zip(columns, zip(*layout, strict=True), strict=True):
        marks[centre(line, rows)][place] = FULCRUM
    for row, line in zip(rows, layout, strict=True):
        for column, digit in zip(columns, line, strict=True):
            if digit in given:
                marks[row][column] = DIGITS[digit - 1]
    return MultiBalance(digits, tuple("".join(row) for row in marks))
