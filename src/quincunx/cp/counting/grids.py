"""Grids of sums: every variable is in one row and in one column, each of which has its sum.

A grid is counted row by row; the state is the amount missing in each column. The last two rows are
counted at once. With two cells left in a column, the upper one determines the lower one, so each
column has a set of possible upper values. The upper values must add up to the sum of their row; the
sum of the last row is then implied by the columns. Sets are bits of integers: for the last two
columns all pairs are counted by one AND of one set with the other reversed and shifted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import Any, Final

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.counting.layers import MAX_STATES, require_room
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable

Domains = Mapping[Variable, Sequence[int]]

MAX_CACHED: Final = 20_000
"""Number of cached lists of sums, each of which may be long."""


@dataclass(frozen=True)
class Grid:
    """The domains of the cells, row by row, and the sums of rows and columns. The domain is (0,)
    where the grid has no cell."""

    cells: tuple[tuple[Sequence[int], ...], ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    begun: int
    """The number of ways to fill the rows before the last two, each by itself."""

    @classmethod
    def of(cls, constraints: Sequence[Constraint], domains: Domains) -> Grid | None:
        """The grid of some constraints; None if they are not one of at least three by three."""
        lines: list[tuple[dict[Variable, int], int]] = []
        for constraint in constraints:
            if not isinstance(constraint, Linear) or constraint.relation != "==":
                return None
            terms = constraint.terms()
            fixed = {v for v in terms if len(domains[v]) == 1}
            if any(factor != 1 for v, factor in terms.items() if v not in fixed):
                return None
            total = constraint.constant - sum(terms[v] * domains[v][0] for v in fixed)
            lines.append(({v: 1 for v in terms if v not in fixed}, total))
        sides = sides_of([set(line) for line, _ in lines])
        if sides is None or min(map(len, sides)) < 3:
            return None
        one, other = ([lines[place] for place in side] for side in sides)
        both = [cls._between(one, other, domains), cls._between(other, one, domains)]
        return min(both, key=lambda grid: grid.begun)

    @classmethod
    def _between(
        cls,
        rows: Sequence[tuple[dict[Variable, int], int]],
        columns: Sequence[tuple[dict[Variable, int], int]],
        domains: Domains,
    ) -> Grid:
        """The grid of these lines, its rows sorted by the number of ways to fill them."""
        cells = []
        for row, total in rows:
            shared = [[v for v in row if v in column] for column, _ in columns]
            line = tuple(domains[found[0]] if found else (0,) for found in shared)
            cells.append((_ways(line, total), line, total))
        cells.sort(key=lambda row: row[0])
        return cls(
            tuple(line for _, line, _ in cells),
            tuple(total for _, _, total in cells),
            tuple(total for _, total in columns),
            prod(ways for ways, _, _ in cells[:-2]),
        )

    def count(self, max_states: int = MAX_STATES) -> int:
        """The number of ways to fill the grid."""
        if sum(self.rows) != sum(self.columns):
            return 0
        last = LastRows(self)
        packing = Packing(self)
        layer = {packing.packed(self.columns): 1}
        for depth in range(len(self.cells) - 2):
            layer = self._after(depth, layer, packing, max_states)
        number = 0
        for place, (key, ways) in enumerate(layer.items()):
            if not place & 255:
                poll()
            number += ways * last.count(packing.unpacked(key))
        return number

    def _after(
        self, depth: int, layer: Mapping[int, int], packing: Packing, max_states: int
    ) -> dict[int, int]:
        """The states after one more row, with the number of ways to reach each."""
        line = self.cells[depth]
        every = islice(_fillings(line, self.rows[depth]), max_states + 1)
        fillings = dict.fromkeys(map(packing.packed, every), 1)
        require_room(fillings, max_states, f"row {depth + 1}")
        below = [[row[column] for row in self.cells[depth + 1 :]] for column in range(len(line))]
        least = packing.packed([sum(values[0] for values in column) for column in below])
        most = packing.packed([sum(values[-1] for values in column) for column in below])
        guards = packing.guards
        found: dict[int, int] = {}
        get = found.get
        for key, ways in layer.items():
            poll()
            require_room(found, max_states, f"row {depth + 1}")
            over, under = key - least + guards, most - key + guards
            for filling in fillings:
                # All guards survive if no column has too little or too much left.
                if (over - filling) & (under + filling) & guards == guards:
                    new = key - filling
                    found[new] = get(new, 0) + ways
        require_room(found, max_states, f"row {depth + 1}")
        return found


class Packing:
    """One number for each column in a single integer, each in a field of bits. The highest bit of
    a field is a guard, which shows whether a difference is negative."""

    def __init__(self, grid: Grid) -> None:
        ends = [max(abs(values[0]), abs(values[-1])) for row in grid.cells for values in row]
        largest = max(map(abs, grid.columns)) + len(grid.cells) * max(ends)
        self._width = (2 * largest).bit_length() + 1
        self._size = len(grid.columns)
        self._places = [self._width * place for place in range(self._size)]
        self.guards = sum(1 << place + self._width - 1 for place in self._places)

    def packed(self, numbers: Sequence[int]) -> int:
        """The numbers in one integer; negative numbers borrow from the next field."""
        return sum(number << at for number, at in zip(numbers, self._places, strict=True))

    def unpacked(self, key: int) -> tuple[int, ...]:
        """The numbers of a packed integer."""
        half = 1 << self._width - 1
        key += self.guards
        return tuple([(key >> at & 2 * half - 1) - half for at in self._places])


class LastRows:
    """Counts the ways to fill the last two rows of a grid."""

    def __init__(self, grid: Grid) -> None:
        self._upper, self._lower = grid.cells[-2:]
        self._allowed = [frozenset(values) for values in self._lower]
        self._total = grid.rows[-2]
        self._low = [values[0] for values in self._upper]
        # Bits and total are relative to the least values.
        self._room = self._total - sum(self._low)
        self._sets: list[dict[int, tuple[list[int], int, int]]] = [{} for _ in self._upper]
        self._sums: dict[tuple[int, ...], dict[int, int]] = {}
        self._width = max(values[-1] - values[0] for values in self._upper)

    def count(self, missing: tuple[int, ...]) -> int:
        """The number of ways to fill both rows with the missing amount in each column."""
        *_, last_but_one, last = range(len(missing))
        straight = self._set(last_but_one, missing[last_but_one])[1]
        reversed_bits = self._set(last, missing[last])[2]
        shift = self._room - self._width
        number = 0
        for total, ways in self._beginning(missing[:-2]).items():
            # The last two columns must add up to `room - total`.
            by = shift - total
            shifted = reversed_bits << by if by >= 0 else reversed_bits >> -by
            number += ways * (straight & shifted).bit_count()
        return number

    def _beginning(self, missing: tuple[int, ...]) -> dict[int, int]:
        """The sums of the first columns of the upper row, with the number of ways for each."""
        found = self._sums.get(missing)
        if found is None:
            values = self._set(len(missing) - 1, missing[-1])[0]
            if len(missing) == 1:
                found = dict.fromkeys(values, 1)
            else:
                found = {}
                for total, ways in self._beginning(missing[:-1]).items():
                    for value in values:
                        new = total + value
                        if new <= self._room:
                            found[new] = found.get(new, 0) + ways
            if len(self._sums) >= MAX_CACHED:
                self._sums.clear()
            self._sums[missing] = found
        return found

    def _set(self, column: int, missing: int) -> tuple[list[int], int, int]:
        """The possible upper values of a column, less the least: as a list, as bits, and as bits in
        reverse order."""
        known = self._sets[column].get(missing)
        if known is None:
            allowed, low = self._allowed[column], self._low[column]
            values = [v - low for v in self._upper[column] if missing - v in allowed]
            straight = sum(1 << value for value in values)
            reversed_bits = sum(1 << self._width - value for value in values)
            known = self._sets[column][missing] = (values, straight, reversed_bits)
        return known


def _ways(line: Sequence[Sequence[int]], total: int) -> int:
    """The number of ways to fill a line."""
    *others, last = line
    sums = {0: 1}
    for values in others:
        found: dict[int, int] = {}
        for begun, ways in sums.items():
            poll()
            for value in values:
                found[begun + value] = found.get(begun + value, 0) + ways
        sums = found
    return sum(sums.get(total - value, 0) for value in last)


def _fillings(line: Sequence[Sequence[int]], total: int) -> Iterator[tuple[int, ...]]:
    """The ways to fill a line."""
    *others, last = line
    allowed = frozenset(last)
    least = [sum(values[0] for values in line[place:]) for place in range(1, len(line) + 1)]
    most = [sum(values[-1] for values in line[place:]) for place in range(1, len(line) + 1)]

    def fill(begun: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        place = len(begun)
        if place == len(others):
            poll()
            if left in allowed:
                yield (*begun, left)
            return
        for value in others[place]:
            if least[place] <= left - value <= most[place]:
                yield from fill((*begun, value), left - value)

    return fill((), total)


def sides_of(lines: Sequence[set[Any]]) -> tuple[list[int], list[int]] | None:
    """The indices of rows and columns, if every cell is in one of each and no two lines share more
    than one."""
    holders: dict[Any, list[int]] = {}
    for place, line in enumerate(lines):
        for variable in line:
            holders.setdefault(variable, []).append(place)
    pairs = [tuple(found) for found in holders.values()]
    if any(len(pair) != 2 for pair in pairs) or len(set(pairs)) < len(pairs):
        return None
    side = {0: 0}
    waiting = [0]
    for place in waiting:
        for other in [sum(pair) - place for pair in pairs if place in pair]:
            if other not in side:
                side[other] = 1 - side[place]
                waiting.append(other)
            elif side[other] == side[place]:
                return None
    if len(side) < len(lines):
        return None
    return [p for p in side if not side[p]], [p for p in side if side[p]]
