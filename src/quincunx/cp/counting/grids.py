"""Grids of sums: every variable is in one row and in one column, each of which has its sum.

A grid is counted row by row; the state is the amount missing in each column. The last two rows are
counted at once. With two cells left in a column, the upper one determines the lower one, so each
column has a set of possible upper values. The upper values must add up to the sum of their row; the
sum of the last row is then implied by the columns. Sets are bits of integers: for the last two
columns all pairs are counted by one AND of one set with the other reversed and shifted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
        packing = Packing(self)
        if sum(self.rows) != sum(self.columns) or not packing.possible(self.columns):
            return 0
        last = LastRows(self)
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
        """The states after one more row, with the number of ways to reach each.

        Each half of the row is filled on its own, and its fillings are cached by what is missing in
        its columns.
        """
        total = self.rows[depth]
        halves = [HalfRow(packing, self.cells[depth], depth, side) for side in packing.sides]
        found: dict[int, int] = {}
        get = found.get
        for key, ways in layer.items():
            poll()
            require_room(found, max_states, f"row {depth + 1}")
            one, other = (half.fillings(key) for half in halves)
            for begun, firsts in one.items():
                seconds = other.get(total - begun, ())
                for first in firsts if seconds else ():
                    left = key - first
                    for second in seconds:
                        new = left - second
                        found[new] = get(new, 0) + ways
        require_room(found, max_states, f"row {depth + 1}")
        return found


class Packing:
    """The amount missing in each column in a single integer, each in a field of bits.

    Only amounts that the rows below can fill are packed; `fitting` has those after each row.
    """

    def __init__(self, grid: Grid) -> None:
        columns = list(zip(*grid.cells, strict=True))
        self.fitting = [[{0}] for _ in columns]
        for sums, column in zip(self.fitting, columns, strict=True):
            for values in reversed(column):
                poll()
                sums.insert(0, {total + value for total in sums[0] for value in values})
        self._low = [min(map(min, sums)) for sums in self.fitting]
        largest = max(max(map(max, sums)) for sums in self.fitting) - min(self._low)
        self.width = largest.bit_length()
        size = len(columns)
        self.sides = (range(size // 2), range(size // 2, size))

    def possible(self, missing: Sequence[int]) -> bool:
        """Whether the rows can fill the columns, each by itself."""
        return all(m in sums[0] for m, sums in zip(missing, self.fitting, strict=True))

    def packed(self, missing: Sequence[int]) -> int:
        """The amounts in one integer."""
        amounts = zip(missing, self._low, strict=True)
        return sum(m - low << self.width * place for place, (m, low) in enumerate(amounts))

    def unpacked(self, key: int) -> tuple[int, ...]:
        """The amounts of a packed integer."""
        mask = (1 << self.width) - 1
        lows = enumerate(self._low)
        return tuple([(key >> self.width * place & mask) + low for place, low in lows])


class HalfRow:
    """The ways to fill the cells of a row in some of its columns."""

    def __init__(
        self, packing: Packing, line: Sequence[Sequence[int]], depth: int, side: range
    ) -> None:
        self._packing, self._side = packing, side
        self._line, self._fitting = line, [sums[depth + 1] for sums in packing.fitting]
        self._mask = sum((1 << packing.width) - 1 << packing.width * place for place in side)
        self._known: dict[int, dict[int, list[int]]] = {}

    def fillings(self, key: int) -> dict[int, list[int]]:
        """The packed fillings after which the rest of each column can be filled, by their sum."""
        own = key & self._mask
        found = self._known.get(own)
        if found is None:
            found, missing = {0: [0]}, self._packing.unpacked(key)
            for place in self._side:
                at, amount = self._packing.width * place, missing[place]
                fitting = self._fitting[place]
                values = [value for value in self._line[place] if amount - value in fitting]
                longer: dict[int, list[int]] = {}
                for total, begun in found.items():
                    for value in values:
                        more = [filling + (value << at) for filling in begun]
                        longer.setdefault(total + value, []).extend(more)
                found = longer
            if len(self._known) >= MAX_CACHED:
                self._known.clear()
            self._known[own] = found
        return found


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
