"""All-different, with values that are excepted from it.

Vocabulary:
  common position  the place of a value in the union of all the variables' domains: a variable's
                   own bits, shifted or translated, so that equal values have equal positions
  forced           a variable that cannot have an excepted value any more
"""

from __future__ import annotations

from typing import Final

from quincunx.kernel.domain import highest, lowest, positions, single, size
from quincunx.kernel.engine import (
    ENTAILED,
    FAILED,
    ON_CHANGE,
    RAN,
    Engine,
    Propagator,
    Variable,
)
from quincunx.kernel.matching import Matching

MAX_SHIFTED: Final = 1 << 16
"""Domains that lie further apart than this are translated value by value, not shifted."""


class Alignment:
    """Translates variables' bits to common positions and back."""

    def __init__(self, variables: list[Variable]) -> None:
        self.values: list[int] = []
        self.shifts: list[int] = []
        self.tables: list[list[int]] = []
        base = min([variable.offset for variable in variables], default=0)
        top = max([variable.most() for variable in variables], default=base - 1)
        sparse = any(variable.values for variable in variables) or top - base > MAX_SHIFTED
        if sparse:
            union: set[int] = set()
            for variable in variables:
                union.update(variable.value(position) for position in positions(variable.bits))
            self.values = sorted(union)
            place = {value: index for index, value in enumerate(self.values)}
            for variable in variables:
                self.tables.append(
                    [place.get(variable.value(p), 0) for p in range(variable.bits.bit_length())]
                )
        else:
            self.values = list(range(base, top + 1))
            self.shifts = [variable.offset - base for variable in variables]

    def bits_of_values(self, values: list[int]) -> int:
        """The common positions of those of the values that occur."""
        bits = 0
        for position, value in enumerate(self.values):
            if value in values:
                bits |= 1 << position
        return bits

    def common(self, index: int, bits: int) -> int:
        """The common positions of the `index`-th variable's bits."""
        if self.shifts:
            return bits << self.shifts[index]
        table = self.tables[index]
        translated = 0
        for position in positions(bits):
            translated |= 1 << table[position]
        return translated

    def own(self, index: int, bits: int, within: int) -> int:
        """Those of the `index`-th variable's bits `within` that stand for common positions."""
        if self.shifts:
            return bits >> self.shifts[index]
        table = self.tables[index]
        kept = 0
        for position in positions(within):
            if (bits >> table[position]) & 1:
                kept |= 1 << position
        return kept


class AllDifferentPropagator(Propagator):
    """Takes the values of fixed variables from the others, then filters what is left open:
    by matching (domain consistency), or by intervals that are full (bounds consistency)."""

    def __init__(self, variables: list[Variable], excepted: list[int], by_matching: bool) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.alignment = Alignment(variables)
        self.excepted = self.alignment.bits_of_values(excepted)
        self.by_matching = by_matching
        unlimited = len(variables) + 1
        self.matching = Matching(
            len(variables),
            [
                unlimited if (self.excepted >> position) & 1 else 1
                for position in range(len(self.alignment.values))
            ],
        )

    def propagate(self, engine: Engine) -> int:
        alignment = self.alignment
        domains = [
            alignment.common(index, variable.bits) for index, variable in enumerate(self.variables)
        ]
        if not remove_fixed(domains, self.excepted):
            return FAILED
        if self.by_matching:
            if hall_set_possible(domains) and not self.matching.filter(domains):
                return FAILED
        elif not self._filter_bounds(domains):
            return FAILED
        open_count = 0
        for index, variable in enumerate(self.variables):
            common = domains[index]
            if not single(common):
                open_count += 1
            if not engine.narrow(variable, alignment.own(index, common, variable.bits)):
                return FAILED
        return ENTAILED if open_count <= 1 else RAN

    def _filter_bounds(self, domains: list[int]) -> bool:
        """Cut bounds that lie in full intervals, over and over; false if one is too full."""
        while True:
            forced = [bits for bits in domains if bits & self.excepted == 0]
            full = full_intervals(forced, self.excepted)
            if full is None:
                return False
            changed = False
            for index, bits in enumerate(domains):
                if bits & self.excepted:
                    continue
                cut = cut_bounds(bits, full)
                if cut == 0:
                    return False
                if cut != bits:
                    domains[index] = cut
                    changed = True
            if not changed:
                return True
            if not remove_fixed(domains, self.excepted):
                return False


def remove_fixed(domains: list[int], excepted: int) -> bool:
    """Take fixed values, the excepted aside, from all other domains until none is new; false if
    two variables have the same one or nothing is left of a domain."""
    used = 0
    while True:
        news = 0
        for bits in domains:
            if single(bits) and bits & (used | excepted) == 0:
                if news & bits:
                    return False
                news |= bits
        if news == 0:
            return True
        used |= news
        for index, bits in enumerate(domains):
            if bits & news:
                if single(bits):
                    continue
                bits &= ~news
                if bits == 0:
                    return False
                domains[index] = bits


def hall_set_possible(domains: list[int]) -> bool:
    """Whether some k open variables could share just k values: a cheap test before matching.

    That needs k variables with at most k values each; k = 1 is done, and if all open ones
    together are just enough then there is nothing to remove.
    """
    sizes: list[int] = []
    for bits in domains:
        if not single(bits):
            sizes.append(size(bits))
    open_count = len(sizes)
    if open_count <= 2:
        return False
    sizes.sort()
    for index in range(1, open_count - 1):
        if sizes[index] <= index + 1:
            return True
    return False


def full_intervals(domains: list[int], holes: int) -> list[tuple[int, int]] | None:
    """The intervals of positions that have room for just those variables that lie within, as
    (first, last); None if one has less room. `holes` are positions that no variable may have."""
    lows = sorted({lowest(bits) for bits in domains})
    by_end = sorted((highest(bits), lowest(bits)) for bits in domains)
    full: list[tuple[int, int]] = []
    for low in lows:
        inside = 0
        for place, (end, start) in enumerate(by_end):
            if start < low:
                continue
            inside += 1
            if place + 1 < len(by_end) and by_end[place + 1][0] == end:
                continue
            room = size(((1 << (end + 1)) - (1 << low)) & ~holes)
            if inside > room:
                return None
            if inside == room:
                full.append((low, end))
    return full


def cut_bounds(bits: int, full: list[tuple[int, int]]) -> int:
    """Move the bounds of a domain out of full intervals that it does not lie within."""
    moved = True
    while moved and bits:
        moved = False
        for first, last in full:
            low = lowest(bits)
            high = highest(bits)
            if first <= low and high <= last:
                continue
            if first <= low <= last:
                bits = (bits >> (last + 1)) << (last + 1)
                moved = True
            elif first <= high <= last:
                bits &= (1 << first) - 1
                moved = True
            if bits == 0:
                break
    return bits
