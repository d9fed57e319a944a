"""All-different, with values that are excepted from it.

Vocabulary:
  common position  the place of a value in the union of all the variables' domains: a variable's
                   own bits, shifted or translated, so that equal values have equal positions
  forced           a variable that cannot have an excepted value any more
"""

from __future__ import annotations

from bisect import bisect_left
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
        for value in values:
            position = bisect_left(self.values, value)
            if position < len(self.values) and self.values[position] == value:
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
            sizes = [size(bits) for bits in domains if not single(bits)]
            if hall_set_possible(sizes) and not self.matching.filter(domains):
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
            changed = self._cut_bounds(domains)
            if changed < 0:
                return False
            if changed == 0:
                return True
            if not remove_fixed(domains, self.excepted):
                return False

    def _cut_bounds(self, domains: list[int]) -> int:
        """Cut the bounds of open, forced variables that lie in full intervals; how many domains
        changed, or -1 if an interval is too full. Fixed values are gone from other domains."""
        taken = self.excepted
        indices: list[int] = []
        for index, bits in enumerate(domains):
            if single(bits):
                taken |= bits
            elif bits & self.excepted == 0:
                indices.append(index)
        # What is taken gives no room, so places are counted without it.
        lows: list[int] = []
        ends: list[int] = []
        position_of: dict[int, int] = {}
        for index in indices:
            low = lowest(domains[index])
            place = low - size(taken & ((1 << low) - 1))
            position_of[place] = low
            lows.append(place)
            end = highest(domains[index]) + 1
            place = end - size(taken & ((1 << end) - 1))
            position_of[place] = end
            ends.append(place)
        if not hall_set_possible([end - low for low, end in zip(lows, ends)]):
            return 0
        raised = raised_lows(lows, ends)
        # Cutting at the other end is the same in the mirror.
        lowered = raised_lows([-end for end in ends], [-low for low in lows])
        if not raised or not lowered:
            return -1
        changed = 0
        for number, index in enumerate(indices):
            if raised[number] == lows[number] and lowered[number] == -ends[number]:
                continue
            low = position_of[raised[number]]
            end = position_of[-lowered[number]]
            bits = (domains[index] & ((1 << end) - 1)) >> low << low
            if bits == 0:
                return -1
            domains[index] = bits
            changed += 1
        return changed


def raised_lows(lows: list[int], ends: list[int]) -> list[int]:
    """Where intervals, one place for each, can begin: a full interval has no place for one that
    only begins in it. An empty list if there is an interval with too little room.

    `lows` are the first places of at least one interval, `ends` those after the last ones.

    >>> raised_lows([1, 1, 0, 2], [3, 3, 9, 5])  # 1 and 2 are needed by the first two
    [1, 1, 0, 3]
    >>> raised_lows([1, 1, 1], [3, 3, 3])
    []

    This is the algorithm of López-Ortiz, Quimper, Tromp and van Beek (2003). A *post* is a place
    where some interval begins or ends. The intervals are gone through by their ends, each taking
    one place between two posts, the first that is spare: `spare[p]` counts those between post p - 1
    and post p, and `spare_from` leads from p - 1 to where there are any. Once so many are taken
    that none is spare before the end of the interval, all from some post up to this end is full,
    and `beyond` leads from the posts within to the end of it.
    """
    count = len(lows)
    # The post of an interval's low and end; posts are numbered from 1, with one more at each side.
    low_post = [0] * count
    end_post = [0] * count
    by_low = ordered(lows)
    by_end = ordered(ends)
    posts = [lows[by_low[0]] - 2]
    begun = 0
    for index in by_end:
        while begun < count and lows[by_low[begun]] <= ends[index]:
            if lows[by_low[begun]] != posts[-1]:
                posts.append(lows[by_low[begun]])
            low_post[by_low[begun]] = len(posts) - 1
            begun += 1
        if ends[index] != posts[-1]:
            posts.append(ends[index])
        end_post[index] = len(posts) - 1
    posts.append(posts[-1] + 2)
    spare = [0] * len(posts)
    spare_from = [0] * len(posts)
    beyond = [0] * len(posts)
    for post in range(1, len(posts)):
        spare[post] = posts[post] - posts[post - 1]
        spare_from[post] = post - 1
        beyond[post] = post - 1
    raised = list(lows)
    for index in by_end:
        low = low_post[index]
        end = end_post[index]
        post = followed(spare_from, low + 1)
        before = spare_from[post]
        spare[post] -= 1
        if spare[post] == 0:
            spare_from[post] = post + 1
            post = followed(spare_from, post + 1)
            spare_from[post] = before
        redirect(spare_from, low + 1, post, post)
        if spare[post] < posts[post] - posts[end]:
            return []
        if beyond[low] > low:
            free = followed(beyond, beyond[low])
            raised[index] = posts[free]
            redirect(beyond, low, free, free)
        if spare[post] == posts[post] - posts[end]:
            redirect(beyond, beyond[end], before - 1, end)
            beyond[end] = before - 1
    return raised


def ordered(numbers: list[int]) -> list[int]:
    """The places of numbers in ascending order of the numbers.

    >>> ordered([30, -10, 20])
    [1, 2, 0]
    """
    count = len(numbers)
    keys = [number * count + place for place, number in enumerate(numbers)]
    keys.sort()
    return [key % count for key in keys]


def followed(links: list[int], start: int) -> int:
    """Where links lead upward from a place: to one that does not lead further up."""
    while links[start] > start:
        start = links[start]
    return start


def redirect(links: list[int], start: int, end: int, target: int) -> None:
    """Let everything that links lead to from a start up to, not including, an end lead to the
    target at once."""
    while start != end:
        after = links[start]
        links[start] = target
        start = after


def remove_fixed(domains: list[int], excepted: int) -> bool:
    """Take fixed values, the excepted aside, from all other domains until none is new; false if
    two variables have the same one or nothing is left of a domain."""
    fixed = 0
    waiting: list[int] = []
    for index, bits in enumerate(domains):
        if not single(bits):
            waiting.append(index)
        elif bits & excepted == 0:
            if fixed & bits:
                return False
            fixed |= bits
    while fixed:
        news = 0
        still: list[int] = []
        for index in waiting:
            bits = domains[index]
            if bits & fixed:
                bits &= ~fixed
                if bits == 0:
                    return False
                domains[index] = bits
                if single(bits):
                    if bits & excepted == 0:
                        # Those that follow lose it at once, those before in the next round.
                        fixed |= bits
                        news |= bits
                    continue
            still.append(index)
        fixed = news
        waiting = still
    return True


def hall_set_possible(sizes: list[int]) -> bool:
    """Whether some k of the open variables could share just k values, or k places of an interval,
    when they have so many to choose from: a cheap test before looking for them.

    That needs k variables with at most k choices each; k = 1 is done, and if all open ones
    together are just enough then there is nothing to remove.
    """
    open_count = len(sizes)
    if open_count <= 2:
        return False
    sizes.sort()
    for index in range(1, open_count - 1):
        if sizes[index] <= index + 1:
            return True
    return False
