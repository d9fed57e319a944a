"""Grids of sums: every variable is in one row and in one column, each of which has its sum.

A grid is counted row by row; the state is the amount missing in each column. The last two rows are
counted at once. With two cells left in a column, the upper one determines the lower one, so each
column has a set of possible upper values. The upper values must add up to the sum of their row; the
sum of the last row is then implied by the columns. Sets are bits of integers: for the last two
columns all pairs are counted by one AND of one set with the other reversed and shifted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any, Final

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.counting.layers import MAX_STATES, require_room
from quincunx.cp.counting.residual import Domains
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable

MAX_CACHED: Final = 20_000
"""Number of cached lists of sums, each of which may be long."""


@dataclass(frozen=True)
class SumGrid:
    """The domains of the cells, row by row, and the sums of rows and columns. The domain is (0,)
    where the grid has no cell."""

    cells: tuple[tuple[Sequence[int], ...], ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    begun: int
    """The number of ways to fill the rows before the last two, each by itself."""

    @classmethod
    def of(cls, constraints: Sequence[Constraint], domains: Domains) -> SumGrid | None:
        """The grid that constraints form; None unless it has three rows and three columns or
        more."""
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
    ) -> SumGrid:
        """The grid of these lines, its rows sorted by the number of ways to fill them."""
        cells = []
        for row, total in rows:
            shared = [[v for v in row if v in column] for column, _ in columns]
            line = tuple(tuple(domains[found[0]]) if found else (0,) for found in shared)
            cells.append((ways_to_sums(line).get(total, 0), line, total))
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
        fitting = zip(self.columns, packing.fitting, strict=True)
        if sum(self.rows) != sum(self.columns) or any(m not in sums[0] for m, sums in fitting):
            return 0
        last = last_rows(self)
        layer = {packing.packed(self.columns): 1}
        for depth in range(len(self.cells) - 2):
            layer = self._after(depth, layer, packing, max_states)
        number = 0
        for place, (key, ways) in enumerate(layer.items()):
            if not place & 255:
                poll()
            number += ways * last(packing.unpacked(key))
        return number

    def _after(
        self, depth: int, layer: Mapping[int, int], packing: Packing, max_states: int
    ) -> dict[int, int]:
        """The states after one more row, with the number of ways to reach each.

        Each half of the row is filled on its own, and its fillings are cached by what is missing in
        its columns.
        """
        total = self.rows[depth]
        halves = [half_row(packing, self.cells[depth], depth, side) for side in packing.sides]
        found: dict[int, int] = {}
        get = found.get
        for key, ways in layer.items():
            poll()
            require_room(len(found), max_states, f"row {depth + 1}")
            one, other = (fillings(key) for fillings in halves)
            for begun, firsts in one.items():
                seconds = other.get(total - begun, ())
                for first in firsts if seconds else ():
                    left = key - first
                    for second in seconds:
                        new = left - second
                        found[new] = get(new, 0) + ways
        require_room(len(found), max_states, f"row {depth + 1}")
        return found


class Packing:
    """The amount missing in each column in a single integer, each in a field of bits.

    Only amounts that the rows below can fill are packed; `fitting` has those after each row.
    """

    def __init__(self, grid: SumGrid) -> None:
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

    def packed(self, missing: Sequence[int]) -> int:
        """The amounts in one integer."""
        amounts = zip(missing, self._low, strict=True)
        return sum(m - low << self.width * place for place, (m, low) in enumerate(amounts))

    def unpacked(self, key: int) -> tuple[int, ...]:
        """The amounts of a packed integer."""
        mask = (1 << self.width) - 1
        return tuple([(key >> self.width * i & mask) + low for i, low in enumerate(self._low)])


def half_row(
    packing: Packing, line: Sequence[Sequence[int]], depth: int, side: range
) -> Callable[[int], dict[int, list[int]]]:
    """Return a function from keys to the packed fillings of some cells of a row, grouped by their
    sum. Fillings after which a column cannot be completed are left out."""
    mask = sum((1 << packing.width) - 1 << packing.width * place for place in side)

    @lru_cache(MAX_CACHED)
    def fillings(own: int) -> dict[int, list[int]]:
        found, missing = {0: [0]}, packing.unpacked(own)
        for place in side:
            fitting, longer = packing.fitting[place][depth + 1], defaultdict[int, list[int]](list)
            for value in line[place]:
                poll()
                require_room(sum(map(len, longer.values())), MAX_STATES, f"row {depth + 1}")
                if missing[place] - value in fitting:
                    packed = value << packing.width * place
                    for total, begun in found.items():
                        longer[total + value] += [filling + packed for filling in begun]
            found = dict(longer)
        return found

    return lambda key: fillings(key & mask)


def last_rows(grid: SumGrid) -> Callable[[Sequence[int]], int]:
    """A function that returns the number of ways to fill the last two rows with the missing amount
    in each column."""
    upper, lower = grid.cells[-2:]
    allowed = [frozenset(values) for values in lower]
    low, high = upper[-2][0], upper[-1][-1]

    @lru_cache(MAX_CACHED)
    def chosen(column: int, missing: int) -> tuple[int, ...]:
        return tuple(value for value in upper[column] if missing - value in allowed[column])

    @lru_cache(MAX_CACHED)
    def bits(column: int, missing: int) -> int:
        """The upper values of one of the last two columns, in reverse order for the last."""
        last = column == len(upper) - 1
        return sum(1 << (high - v if last else v - low) for v in chosen(column, missing))

    def count(missing: Sequence[int]) -> int:
        *first, one, other = enumerate(missing)
        straight, reversed_bits = bits(*one), bits(*other)
        number = 0
        for total, ways in ways_to_sums(tuple([chosen(*column) for column in first])).items():
            # The last two columns must add up to what is left.
            by = grid.rows[-2] - total - low - high
            shifted = reversed_bits << by if by >= 0 else reversed_bits >> -by
            number += ways * (straight & shifted).bit_count()
        return number

    return count


@lru_cache(MAX_CACHED)
def ways_to_sums(line: tuple[Sequence[int], ...]) -> dict[int, int]:
    """The sums of one value of each cell of a line, with the number of ways to each."""
    if not line:
        return {0: 1}
    found = defaultdict[int, int](int)
    for begun, ways in ways_to_sums(line[:-1]).items():
        poll()
        for value in line[-1]:
            found[begun + value] += ways
    return dict(found)


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
