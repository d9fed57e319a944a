"""Every Multi-Balance of so many digits within a board, found by listing all placements.

Vocabulary:
  layout     which digits share a row and which a column, without saying where the lines are; each
             line is a set of digits (digit d is bit d - 1), rows first and then columns, both in
             the order of their smallest digits
  box        the smallest rectangle around all digits; it holds every fulcrum, and its first and
             last rows and columns hold digits
  span       how many cells long a box is in one direction
  half       for a layout, places of its columns at which all its rows balance, with the places
             where they do; or the same with rows and columns changed round
  placement  a layout with two halves, one of each kind

A placement determines its fulcrums: each row has one at its centre, where no column may stand,
because a fulcrum is not used twice; and each column in the same way. Whether rows balance depends
on the places of the columns alone, so halves are found apart and joined where their layouts
agree. Placements with the same fulcrums are the solutions of one board. So a board that comes up
once is a puzzle with exactly one solution, and there are no others.

No line holds one digit alone, so n digits have at most n // 2 rows and n // 2 columns, and each
digit has a crossing of its own. With less than 4 digits, and with 5, there are too few crossings:
there is no puzzle on any board.

>>> [digits for digits in range(1, 13) if not shapes(digits)]
[1, 2, 3, 5]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from quincunx.cp.limits import poll

Mask: TypeAlias = int
"""A set of digits."""
Places: TypeAlias = tuple[int, ...]
Layout: TypeAlias = tuple[Mask, ...]
Half: TypeAlias = tuple[Places, Places]
"""Where the crossing lines stand, and where the lines balance."""
Line: TypeAlias = tuple[Mask, int, int]
"""The digits of a line that balances, where it does, and the digit at each crossing: for crossing
j a set of one digit or none, moved by j times the number of digits."""

FEW = 1_000
"""So many layouts are looked at one by one."""


@dataclass(frozen=True)
class Placement:
    """All digits in place: the cell of each digit, from 1 on, rows and columns counted from 0."""

    cells: tuple[tuple[int, int], ...]

    @property
    def box(self) -> tuple[int, int]:
        """How many rows and columns the box has."""
        return max(row for row, _ in self.cells) + 1, max(column for _, column in self.cells) + 1

    def fulcrums(self) -> frozenset[tuple[int, int]]:
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

    def forms(self) -> Iterator[Placement]:
        """Turned and mirrored in all ways, each in the corner of its box."""
        height, width = self.box
        for mirrored in (
            tuple(cell for cell in self.cells),
            tuple((height - 1 - row, column) for row, column in self.cells),
            tuple((row, width - 1 - column) for row, column in self.cells),
            tuple((height - 1 - row, width - 1 - column) for row, column in self.cells),
        ):
            yield Placement(mirrored)
            yield Placement(tuple((column, row) for row, column in mirrored))


def shapes(digits: int) -> list[tuple[int, int]]:
    """How many rows and how many columns so many digits can have.

    >>> shapes(4), shapes(5), shapes(7), shapes(8)
    ([(2, 2)], [], [(3, 3)], [(2, 4), (3, 3), (3, 4), (4, 2), (4, 3), (4, 4)])
    """
    most = range(2, digits // 2 + 1)
    return [(rows, columns) for rows in most for columns in most if rows * columns >= digits]


def boxes(digits: int, rows: int, columns: int) -> list[tuple[int, int]]:
    """The boxes that so many digits may have within a board, no higher than wide.

    A fulcrum stands in no line that holds digits of the other direction, so a box is longer than
    the number of its lines.
    """
    least = min((1 + min(shape) for shape in shapes(digits)), default=0)
    short, long = sorted((rows, columns))
    sides = range(least, long + 1) if least else ()
    return [(low, side) for side in sides for low in range(least, min(short, side) + 1)]


def puzzles(digits: int, height: int, width: int) -> list[Placement]:
    """The only solutions of all puzzles with this box, each up to turning and mirroring."""
    found: dict[frozenset[tuple[int, int]], Placement] = {}
    for placements in boards(digits, height, width).values():
        if len(placements) == 1:
            kept = min(
                (form for form in placements[0].forms() if form.box == (height, width)),
                key=lambda form: sorted(form.fulcrums()),
            )
            found[kept.fulcrums()] = kept
    return [found[fulcrums] for fulcrums in sorted(found, key=sorted)]


def boards(
    digits: int, height: int, width: int
) -> Mapping[frozenset[tuple[int, int]], list[Placement]]:
    """All placements with this box by their fulcrums: every board that has a solution, with all
    its solutions.

    >>> [len(solutions) for solutions in boards(4, 6, 13).values()]
    [1, 1, 1, 1]
    """
    found: dict[frozenset[tuple[int, int]], list[Placement]] = {}
    for rows, columns in shapes(digits):
        for layout, (columns_at, rows_balance), (rows_at, columns_balance) in _joined(
            digits, rows, columns, height, width
        ):
            fulcrums = {*zip(rows_at, rows_balance, strict=True)}
            fulcrums.update(zip(columns_balance, columns_at, strict=True))
            placed = _placed(digits, layout, rows_at, columns_at)
            found.setdefault(frozenset(fulcrums), []).append(placed)
    return found


def _joined(
    digits: int, rows: int, columns: int, height: int, width: int
) -> Iterator[tuple[Layout, Half, Half]]:
    """All layouts with a half for the places of the columns and one for those of the rows.

    Few layouts balance in a low box; then it is quicker to ask for each of them how wide it
    balances than to list all that do.
    """
    down = halves(digits, columns, rows, height)
    across = halves(digits, rows, columns, width) if len(down) > FEW else None
    for turned, ways_down in down.items():
        layout = turned[columns:] + turned[:columns]
        if across is None:
            ways_across = list(_halves_of(layout[:rows], layout[rows:], width))
        else:
            ways_across = across.get(layout, [])
        for way_across in ways_across:
            poll()
            for way_down in ways_down:
                yield layout, way_across, way_down


def _halves_of(lines: Sequence[Mask], crossing: Sequence[Mask], span: int) -> Iterator[Half]:
    """All halves of one layout: the places of the crossing lines are tried one after the other,
    and a line is looked at as soon as all its digits have one."""
    weights = [[(line & other).bit_length() for other in crossing] for line in lines]
    last = [max(at for at, weight in enumerate(line) if weight) for line in weights]
    ready = [
        [line for line, end in zip(weights, last, strict=True) if end == at]
        for at in range(len(crossing))
    ]
    begun: list[Places] = [()]
    while begun:
        poll()
        places = begun.pop()
        if len(places) == len(crossing):
            centres = tuple(_torque(line, places) // sum(line) for line in weights)
            if 0 in places and span - 1 in places and not {*centres} & {*places}:
                yield places, centres
            continue
        for place in range(span):
            if place not in places:
                more = (*places, place)
                if not any(_torque(line, more) % sum(line) for line in ready[len(places)]):
                    begun.append(more)


def _torque(weights: Sequence[int], places: Places) -> int:
    """The torque of a line around 0; what has no place yet weighs nothing."""
    return sum(weight * place for weight, place in zip(weights, places, strict=False))


def _placed(digits: int, layout: Layout, rows_at: Places, columns_at: Places) -> Placement:
    """The placement of a layout whose lines have these places."""
    rows, columns = layout[: len(rows_at)], layout[len(rows_at) :]
    row = {d: at for at, line in zip(rows_at, rows, strict=True) for d in _bits(line)}
    column = {d: at for at, line in zip(columns_at, columns, strict=True) for d in _bits(line)}
    return Placement(tuple((row[d], column[d]) for d in range(digits)))


def _bits(mask: Mask) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


@lru_cache(maxsize=256)
def halves(digits: int, lines: int, crossing: int, span: int) -> Mapping[Layout, list[Half]]:
    """All halves with so many lines, and so many lines crossing them over so many cells."""
    found: dict[Layout, list[Half]] = {}
    every = (1 << digits) - 1
    for inner in combinations(range(1, span - 1), crossing - 2):
        places = (0, *inner, span - 1)
        for masks, centres, crossings in _covers(digits, lines, places):
            stand = []
            for at, place in enumerate(places):
                mask = crossings >> digits * at & every
                stand.append((mask & -mask, mask, place))
            stand.sort()
            layout = (*masks, *(mask for _, mask, _ in stand))
            half = (tuple(place for _, _, place in stand), centres)
            found.setdefault(layout, []).append(half)
    return found


def _covers(
    digits: int, lines: int, places: Places
) -> Iterator[tuple[tuple[Mask, ...], Places, int]]:
    """All ways to share the digits among so many lines that all balance, when the lines that
    cross them stand at these places; each of those has two digits or more.

    The lines come in the order of their smallest digits: each next one takes the smallest digit
    that is left.
    """
    every = (1 << digits) - 1
    balanced = _balanced_lines(digits, places, longest=digits - 2 * (lines - 1))
    whole: dict[Mask, list[Line]] = {}
    for line in balanced:
        whole.setdefault(line[0], []).append(line)
    # A way begun: how many lines are to come, the digits that are left, the lines that can still
    # come, and the lines that are there.
    begun: list[tuple[int, Mask, Sequence[Line], tuple[Line, ...]]] = [(lines, every, balanced, ())]
    while begun:
        poll()
        to_come, free, possible, taken = begun.pop()
        if to_come == 1:
            for line in whole.get(free, ()):
                way = (*taken, line)
                crossings = sum(packed for _, _, packed in way)
                if _all_held(crossings, digits, len(places)):
                    masks, centres, _ = zip(*way, strict=True)
                    yield masks, centres, crossings
            continue
        smallest = free & -free
        for line in possible:
            if line[0] & smallest:
                left = (free & ~line[0]).bit_count()
                if 2 * (to_come - 1) <= left <= len(places) * (to_come - 1):
                    others: Sequence[Line] = ()
                    if to_come > 2:
                        others = [other for other in possible if not other[0] & line[0]]
                    begun.append((to_come - 1, free & ~line[0], others, (*taken, line)))


def _all_held(crossings: int, digits: int, number: int) -> bool:
    """Whether each crossing line has two digits or more."""
    every = (1 << digits) - 1
    for _ in range(number):
        mask = crossings & every
        if not mask & (mask - 1):
            return False
        crossings >>= digits
    return True


def _balanced_lines(digits: int, places: Places, longest: int) -> list[Line]:
    """All lines of two digits or more that balance where no crossing line stands."""
    begun = [(0, 0, 0, 0)]  # the digits, their sum, their torque around 0, and where they are
    for at, place in enumerate(places):
        longer = []
        for mask, total, torque, packed in begun:
            if mask.bit_count() == longest:
                continue
            for digit in range(1, digits + 1):
                bit = 1 << digit - 1
                if not mask & bit:
                    there = packed | bit << digits * at
                    longer.append((mask | bit, total + digit, torque + digit * place, there))
        begun += longer
    return [
        (mask, torque // total, packed)
        for mask, total, torque, packed in begun
        if mask & (mask - 1) and torque % total == 0 and torque // total not in places
    ]
