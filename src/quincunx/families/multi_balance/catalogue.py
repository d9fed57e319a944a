"""The catalogues of Multi-Balance: all puzzles without givens, by the number of their digits.

Boards that become the same when they are turned, mirrored or moved, or when the lines outside of
all fulcrums are cut off, count as one. Each is kept on the smallest board, no higher than wide.

A placement is all digits in their cells. It determines its fulcrums: each row has one at its
centre of mass, where no column may stand because a fulcrum is not used twice; and each column in
the same way. Placements with the same fulcrums are the solutions of one board. So a board that
occurs once is a puzzle with exactly one solution, and there are no others.

A grouping tells which digits share a row and which a column, but not where the lines are: a set of
digits (digit d is bit d - 1) for every row and then for every column, both in the order of their
smallest digits. Whether rows balance depends on the places of the columns alone. So the two halves
of a placement are enumerated separately and joined where their groupings agree: places of the
columns at which all rows balance, with the centres of the rows; and the same for the other
direction. The box of a placement is the smallest rectangle around its digits, which holds every
fulcrum, and its span is the length of the box in one direction.

No line holds one digit alone, so n digits have at most n // 2 rows and n // 2 columns, and each
digit has a crossing of its own. With less than 4 digits, and with 5, there are too few crossings:
there is no puzzle on any board.

>>> [digits for digits in range(1, 13) if not shapes(digits)]
[1, 2, 3, 5]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, permutations
from types import MappingProxyType
from typing import TypeAlias

from quincunx.cp.kernel.domain import positions
from quincunx.cp.limits import poll
from quincunx.families.base.catalogue import GIVENS, Enumeration, Measure
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import EMPTY, FULCRUM, numbers

DigitMask: TypeAlias = int
Places: TypeAlias = tuple[int, ...]
Weights: TypeAlias = tuple[int, ...]
"""The digits of a line, 0 where another line crosses it at an empty cell."""
Fulcrums: TypeAlias = frozenset[tuple[int, int]]
Grouping: TypeAlias = tuple[DigitMask, ...]
Half: TypeAlias = tuple[Places, Places]
"""The places of the crossing lines, and the centres of the lines."""
BalancedLine: TypeAlias = tuple[DigitMask, int, int]
"""The digits of a line, its centre, and the digit at each crossing: for crossing j a set of one
digit or none, shifted by j times the number of digits."""

SIDES = {4: 40, 6: 20, 7: 20, 8: 15, 9: 15, 10: 9, 11: 8, 12: 7}
"""The longest side of the boards in the catalogues, by the number of digits. With 1, 2, 3 or 5
digits there is no puzzle on any board."""
SMALLEST = {
    4: [(6, 13)],
    6: [(5, 7)],
    7: [(8, 8), (6, 14)],
    8: [(6, 7), (4, 10)],
    9: [(6, 6), (5, 13)],
    10: [(5, 6)],
    11: [(6, 6), (4, 7)],
    12: [(6, 6), (4, 7)],
}
"""The minimal boards of the catalogues, short side first, by the number of digits."""
PLACES = "0123456789abcdefghijklmnopqrstuvwxyzABCD"
"""Rows and columns, counted from 0, as characters."""
MAX_SEPARATE = 1_000
"""Up to this many groupings of one half, the other half is searched for each of them."""


class BalanceEnumeration(Enumeration[MultiBalance]):
    """All puzzles of a number of digits within a square board, in parts by box."""

    family = MultiBalance
    symmetry = (
        "become the same when they are turned, mirrored or moved, or when lines outside of all "
        "fulcrums are cut off"
    )
    measures = (
        Measure("digits", "how many digits are placed", lambda one: one.digits),
        Measure("rows", "rows of the smallest board, the short side", lambda one: len(one.board)),
        Measure("columns", "columns of the smallest board", lambda one: len(one.board[0])),
    )
    turned = MappingProxyType({"rows": "columns", "columns": "rows"})

    def __init__(self, digits: int, side: int) -> None:
        self.digits = digits
        self.side = side
        self.name = f"{digits}-digits"
        self.bounds = f"puzzle of {digits} digits without givens within {side} by {side} cells"

    def parts(self) -> Sequence[str]:
        return [f"{height} x {width}" for height, width in boxes(self.digits, self.side, self.side)]

    def found(self, part: str) -> Iterator[tuple[MultiBalance, list[str]]]:
        height, width = map(int, part.split(" x "))
        yield from map(puzzle_of, puzzles(self.digits, height, width))

    def glanced(self, packed: str) -> Mapping[str, int]:
        rows, columns = box_of(packed)
        return {"digits": self.digits, "rows": rows, "columns": columns, GIVENS.name: 0}

    def pack(self, puzzle: MultiBalance, solution: list[str]) -> str:
        """The row and the column of each digit, from 1 on: the fulcrums follow."""
        cell_of = dict(zip(numbers(puzzle, solution), puzzle.cells, strict=True))
        cells = (cell_of[digit] for digit in range(1, puzzle.digits + 1))
        return "".join(PLACES[row - 1] + PLACES[column - 1] for row, column in cells)

    def unpack(self, text: str) -> tuple[MultiBalance, list[str]]:
        places = [PLACES.index(mark) for mark in text]
        return puzzle_of(Placement(tuple(zip(places[::2], places[1::2], strict=True))))


ENUMERATIONS = tuple(BalanceEnumeration(digits, side) for digits, side in SIDES.items())


def box_of(packed: str) -> tuple[int, int]:
    """The rows and columns of the smallest board of a packed puzzle.

    >>> box_of("00093309")
    (4, 10)
    """
    places = [PLACES.index(mark) for mark in packed]
    return max(places[::2]) + 1, max(places[1::2]) + 1


@dataclass(frozen=True)
class Placement:
    """The cell of each digit, from 1 on, rows and columns counted from 0."""

    cells: tuple[tuple[int, int], ...]

    @property
    def box(self) -> tuple[int, int]:
        """The number of rows and columns of its box."""
        return max(row for row, _ in self.cells) + 1, max(column for _, column in self.cells) + 1

    def fulcrums(self) -> Fulcrums:
        """The cells where the rows and columns balance.

        >>> sorted(Placement(((0, 0), (0, 3), (2, 0), (2, 2))).fulcrums())
        Traceback (most recent call last):
        ValueError: row 2 balances between two cells
        """
        found = set()
        for kind, at in (("row", 0), ("column", 1)):
            for place in {cell[at] for cell in self.cells}:
                line = {d: c[1 - at] for d, c in enumerate(self.cells, 1) if c[at] == place}
                centre, rest = divmod(sum(d * p for d, p in line.items()), sum(line))
                if rest:
                    raise ValueError(f"{kind} {place} balances between two cells")
                found.add((centre, place) if at else (place, centre))
        return frozenset(found)

    def forms(self) -> "Iterator[Placement]":
        """The eight turned and mirrored placements, each in the corner of its box."""
        form = self
        for _ in range(4):
            yield form
            mirrored = Placement(tuple((column, row) for row, column in form.cells))
            yield mirrored
            width = mirrored.box[1]
            form = Placement(tuple((row, width - 1 - column) for row, column in mirrored.cells))


def puzzle_of(placement: Placement) -> tuple[MultiBalance, list[str]]:
    """The puzzle that a placement solves, on the smallest board, and its solution."""
    height, width = placement.box
    marks = [[EMPTY] * width for _ in range(height)]
    for row, column in placement.fulcrums():
        marks[row][column] = FULCRUM
    digits = len(placement.cells)
    puzzle = MultiBalance(digits, tuple("".join(row) for row in marks))
    at = {cell: digit for digit, cell in enumerate(placement.cells, 1)}
    return puzzle, puzzle.solution([at.get((row - 1, c - 1), 0) for row, c in puzzle.cells])


def shapes(digits: int) -> list[tuple[int, int]]:
    """The numbers of rows and columns that this many digits can have.

    >>> shapes(4), shapes(5), shapes(7), shapes(8)
    ([(2, 2)], [], [(3, 3)], [(2, 4), (3, 3), (3, 4), (4, 2), (4, 3), (4, 4)])
    """
    most = range(2, digits // 2 + 1)
    return [(rows, columns) for rows in most for columns in most if rows * columns >= digits]


def boxes(digits: int, rows: int, columns: int) -> list[tuple[int, int]]:
    """The boxes that this many digits can have within a board, no higher than wide.

    A fulcrum stands in no line that holds digits of the other direction, so a box is longer than
    the number of its lines.
    """
    least = min((1 + min(shape) for shape in shapes(digits)), default=0)
    short, long = sorted((rows, columns))
    sides = range(least, long + 1) if least else ()
    return [(low, side) for side in sides for low in range(least, min(short, side) + 1)]


def puzzles(digits: int, height: int, width: int) -> list[Placement]:
    """The solutions of all puzzles with this box, one up to turning and mirroring."""
    found: dict[Fulcrums, Placement] = {}
    for placements in boards(digits, height, width).values():
        if len(placements) == 1:
            forms = (form for form in placements[0].forms() if form.box == (height, width))
            kept = min(forms, key=lambda form: sorted(form.fulcrums()))
            found[kept.fulcrums()] = kept
    return [found[fulcrums] for fulcrums in sorted(found, key=sorted)]


def boards(digits: int, height: int, width: int) -> Mapping[Fulcrums, list[Placement]]:
    """All placements with this box by their fulcrums: every board with all its solutions.

    >>> [len(solutions) for solutions in boards(4, 6, 13).values()]
    [1, 1, 1, 1]
    """
    found: dict[Fulcrums, list[Placement]] = {}
    for rows, columns in shapes(digits):
        for grouping, (columns_at, row_centres), (rows_at, column_centres) in _joined(
            digits, rows, columns, height, width
        ):
            fulcrums = {*zip(rows_at, row_centres, strict=True)}
            fulcrums.update(zip(column_centres, columns_at, strict=True))
            row_of = _place_of_digits(grouping[:rows], rows_at)
            column_of = _place_of_digits(grouping[rows:], columns_at)
            placement = Placement(tuple((row_of[d], column_of[d]) for d in range(digits)))
            found.setdefault(frozenset(fulcrums), []).append(placement)
    return found


def _place_of_digits(lines: Sequence[DigitMask], places: Places) -> dict[int, int]:
    """The place of the line of each digit, counted from 0."""
    return {d: at for at, line in zip(places, lines, strict=True) for d in positions(line)}


def _joined(
    digits: int, rows: int, columns: int, height: int, width: int
) -> Iterator[tuple[Grouping, Half, Half]]:
    """All groupings with a half for the places of the columns and one for those of the rows.

    Few groupings balance in a low box; then it is quicker to search the widths at which each of
    them balances than to list all that do.
    """
    down = halves(digits, columns, rows, height)
    across = halves(digits, rows, columns, width) if len(down) > MAX_SEPARATE else None
    for turned, ways_down in down.items():
        grouping = turned[columns:] + turned[:columns]
        found = _halves_of(grouping, rows, width) if across is None else across.get(grouping, [])
        for way_across in found:
            poll()
            for way_down in ways_down:
                yield grouping, way_across, way_down


def _halves_of(grouping: Grouping, rows: int, span: int) -> list[Half]:
    """All halves of one grouping."""
    lines = [tuple((row & it).bit_length() for it in grouping[rows:]) for row in grouping[:rows]]
    return [
        (places, tuple(_torque(line, places) // sum(line) for line in lines))
        for places in reversed(balanced_places(lines, span))
        if span - 1 in places
    ]


def _torque(weights: Weights, places: Places) -> int:
    """The torque of a line around 0."""
    return sum(weight * place for weight, place in zip(weights, places, strict=True))


def balanced_places(lines: Sequence[Weights], length: int) -> list[Places]:
    """All places of the crossing lines, the smallest 0, at which all lines balance."""
    fitting = -1
    for weights in lines:
        fitting &= balancing_places(weights, length)
        if not fitting:
            return []
    every = all_places(len(lines[0]), length)
    return [every[at] for at in positions(fitting)]


@lru_cache(maxsize=1 << 15)
def balancing_places(weights: Weights, length: int) -> int:
    """The indices in `all_places` at which a line balances, as a set of bits.

    Whether the centre is a whole number depends on remainders only; so these are computed first,
    for all places at once, and centres only for the few that are left.
    """
    total = sum(weights)
    every = all_places(len(weights), length)
    moments = {0: (1 << len(every)) - 1}
    for weight, standing in zip(weights, _standing(len(weights), length), strict=True):
        if weight:
            after: dict[int, int] = {}
            for moment, some in moments.items():
                for place, there in enumerate(standing):
                    rest = (moment + weight * place) % total
                    after[rest] = after.get(rest, 0) | (some & there)
            moments = after
    whole = ((at, every[at]) for at in positions(moments[0]))
    return sum(1 << at for at, some in whole if _torque(weights, some) // total not in some)


@cache
def all_places(number: int, length: int) -> list[Places]:
    """All places of this many lines on a board of this length, the smallest 0: whether lines
    balance does not change when all are moved."""
    return [places for places in permutations(range(length), number) if 0 in places]


@cache
def _standing(number: int, length: int) -> list[list[int]]:
    """For each line and place, the indices in `all_places` at which the line stands there."""
    standing = [[0] * length for _ in range(number)]
    for at, places in enumerate(all_places(number, length)):
        for line, place in enumerate(places):
            standing[line][place] |= 1 << at
    return standing


@lru_cache(maxsize=256)
def halves(digits: int, lines: int, crossing: int, span: int) -> Mapping[Grouping, list[Half]]:
    """All halves for this many lines and this many crossing lines over a span."""
    found: dict[Grouping, list[Half]] = {}
    every = (1 << digits) - 1
    for inner in combinations(range(1, span - 1), crossing - 2):
        places = (0, *inner, span - 1)
        for masks, centres, crossings in _covers(digits, lines, places):
            sets = [crossings >> digits * at & every for at in range(crossing)]
            ordered = sorted(zip(sets, places, strict=True), key=lambda one: one[0] & -one[0])
            grouping = (*masks, *(mask for mask, _ in ordered))
            half = (tuple(place for _, place in ordered), centres)
            found.setdefault(grouping, []).append(half)
    return found


def _covers(
    digits: int, lines: int, places: Places
) -> Iterator[tuple[tuple[DigitMask, ...], Places, int]]:
    """All ways to share the digits among lines that all balance.

    The lines that cross them stand at these places, and each of those has two digits or more. The
    lines come in the order of their smallest digits: each next one takes the smallest digit left.
    """
    every = (1 << digits) - 1
    balanced = _balanced_lines(digits, places, longest=digits - 2 * (lines - 1))
    by_digits: dict[DigitMask, list[BalancedLine]] = {}
    for line in balanced:
        by_digits.setdefault(line[0], []).append(line)
    # Partial covers: the number of lines to come, the digits left, the lines that are possible
    # then, and the lines taken.
    begun: list[tuple[int, DigitMask, Sequence[BalancedLine], tuple[BalancedLine, ...]]]
    begun = [(lines, every, balanced, ())]
    while begun:
        poll()
        to_come, free, possible, taken = begun.pop()
        if to_come == 1:
            for line in by_digits.get(free, ()):
                masks, centres, packed = zip(*taken, line, strict=True)
                crossings = sum(packed)
                sets = [crossings >> digits * at & every for at in range(len(places))]
                if all(mask & (mask - 1) for mask in sets):
                    yield masks, centres, crossings
            continue
        smallest = free & -free
        for line in possible:
            if line[0] & smallest:
                left = (free & ~line[0]).bit_count()
                if 2 * (to_come - 1) <= left <= len(places) * (to_come - 1):
                    others: Sequence[BalancedLine] = ()
                    if to_come > 2:
                        others = [other for other in possible if not other[0] & line[0]]
                    begun.append((to_come - 1, free & ~line[0], others, (*taken, line)))


def _balanced_lines(digits: int, places: Places, longest: int) -> list[BalancedLine]:
    """All lines of two digits or more that balance where no crossing line stands."""
    begun = [(0, 0, 0, 0)]  # the digits, their sum, their torque around 0, and where they are
    for at, place in enumerate(places):
        begun += [
            (
                mask | 1 << digit - 1,
                total + digit,
                torque + digit * place,
                packed | 1 << digit - 1 + digits * at,
            )
            for mask, total, torque, packed in begun
            if mask.bit_count() < longest
            for digit in range(1, digits + 1)
            if not mask >> digit - 1 & 1
        ]
    return [
        (mask, torque // total, packed)
        for mask, total, torque, packed in begun
        if mask & (mask - 1) and torque % total == 0 and torque // total not in places
    ]
