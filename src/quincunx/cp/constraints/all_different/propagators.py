"""All-different, with values that are excepted from it.

Vocabulary:
  common position  the place of a value in the union of all the variables' domains: a variable's
                   own bits, shifted or translated, so that equal values have equal positions
  forced           a variable that cannot have an excepted value any more
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from quincunx.cp.kernel.domain import bits_of, highest, lowest, ordered, positions, single, size
from quincunx.cp.kernel.engine import (
    ENTAILED,
    FAILED,
    ON_CHANGE,
    ON_FIX,
    RAN,
    Engine,
    Propagator,
    Variable,
)
from quincunx.cp.kernel.matching import Matching

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
        return bits_of([table[position] for position in positions(bits)])

    def own(self, index: int, bits: int, within: int) -> int:
        """Those of the `index`-th variable's bits `within` that stand for common positions."""
        if self.shifts:
            return bits >> self.shifts[index]
        table = self.tables[index]
        if bits == self.common(index, within):
            return within
        wanted = set(positions(bits))
        return bits_of([position for position in positions(within) if table[position] in wanted])


CONTRADICTION: Final = 0
ALL_REMOVED: Final = 1
NOT_ALL_REMOVED: Final = 2
"""What came of removing fixed values."""

MOST_ROUNDS: Final = 8
"""All variables are gone through so often to remove the values of fixed ones. A long chain, where
each that is fixed fixes the next, is left to what comes after, which sees it as a whole."""


class TakenValues(Propagator):
    """Takes the values of fixed variables from the others, and looks no further."""

    def __init__(self, variables: list[Variable], excepted: list[int]) -> None:
        super().__init__(variables, ON_FIX, False)
        self.alignment = Alignment(variables)
        self.excepted = self.alignment.bits_of_values(excepted)

    def propagate(self, engine: Engine) -> int:
        alignment = self.alignment
        domains = [
            alignment.common(index, variable.bits) for index, variable in enumerate(self.variables)
        ]
        removed = NOT_ALL_REMOVED
        while removed == NOT_ALL_REMOVED:
            removed = remove_fixed(domains, self.excepted)
            engine.tick()
        if removed == CONTRADICTION:
            return FAILED
        return keep_common(engine, self.variables, alignment, domains)


def keep_common(
    engine: Engine, variables: list[Variable], alignment: Alignment, domains: list[int]
) -> int:
    """Let variables keep these common positions: a propagator's answer, entailed where at most
    one is left open."""
    open_count = 0
    for index, variable in enumerate(variables):
        common = domains[index]
        if not single(common):
            open_count += 1
        if not engine.narrow(variable, alignment.own(index, common, variable.bits)):
            return FAILED
    return ENTAILED if open_count <= 1 else RAN


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
        removed = remove_fixed(domains, self.excepted)
        if removed == CONTRADICTION:
            return FAILED
        if self.by_matching:
            sizes = [size(bits) for bits in domains if not single(bits)]
            more = removed == NOT_ALL_REMOVED or hall_set_possible(sizes)
            if more and not self.matching.filter(domains):
                return FAILED
        elif not self._filter_bounds(domains, removed):
            return FAILED
        return keep_common(engine, self.variables, alignment, domains)

    def _filter_bounds(self, domains: list[int], removed: int) -> bool:
        """Cut bounds that lie in full intervals, over and over; false if one is too full."""
        while True:
            # What is taken gives no room to the others. A fixed value that others have still is
            # not taken but an interval, and a full one.
            possible = 0
            if removed == NOT_ALL_REMOVED:
                for bits in domains:
                    if not single(bits):
                        possible |= bits
            taken = self.excepted
            forced: list[int] = []
            for index, bits in enumerate(domains):
                if bits & self.excepted:
                    continue
                if single(bits) and bits & possible == 0:
                    taken |= bits
                else:
                    forced.append(index)
            answer = cut_bounds(domains, forced, taken)
            if answer == TOO_FULL:
                return False
            if answer == UNCHANGED and removed == ALL_REMOVED:
                return True
            removed = remove_fixed(domains, self.excepted)
            if removed == CONTRADICTION:
                return False
            if answer == CUT and removed == ALL_REMOVED:
                # That fixed values go from other domains has moved no bound.
                return True


UNCHANGED: Final = 0
CUT: Final = 1
CUT_FURTHER: Final = 2
TOO_FULL: Final = 3
"""What happened to bounds: nothing, or they were cut as far as full intervals say, or further
since there were no values where these end, or there cannot be different values."""


def cut_bounds(domains: list[int], forced: list[int], taken: int) -> int:
    """Cut the bounds of some variables that lie in full intervals. None of them can have a
    position that is taken."""
    lows: list[int] = []
    ends: list[int] = []
    lengths: list[int] = []
    for index in forced:
        low = lowest(domains[index])
        end = highest(domains[index]) + 1
        lows.append(low)
        ends.append(end)
        lengths.append(end - low - (size(taken & ((1 << end) - (1 << low))) if taken else 0))
    if not hall_set_possible(lengths):
        return UNCHANGED
    intervals = Intervals(lows, ends, taken)
    raised = raised_lows(
        intervals.by_end, intervals.low_posts, intervals.end_posts, intervals.places
    )
    if not raised:
        return TOO_FULL
    # To cut ends is to raise lows in the mirror.
    top = len(intervals.places) - 1
    mirrored_ends = [top - post for post in intervals.end_posts]
    lowered = raised_lows(
        intervals.by_low[::-1],
        mirrored_ends,
        [top - post for post in intervals.low_posts],
        [-place for place in intervals.places[::-1]],
    )
    answer = UNCHANGED
    for number, index in enumerate(forced):
        bits = domains[index]
        if raised[number] != intervals.low_posts[number]:
            low = intervals.positions[raised[number]]
            bits = (bits >> low) << low
            if not (bits >> low) & 1:
                answer = CUT_FURTHER
        if lowered[number] != mirrored_ends[number]:
            end = intervals.positions[top - lowered[number]]
            bits &= (1 << end) - 1
            if not (bits >> (end - 1)) & 1:
                answer = CUT_FURTHER
        if bits != domains[index]:
            if bits == 0:
                return TOO_FULL
            domains[index] = bits
            if answer == UNCHANGED:
                answer = CUT
    return answer


class Intervals:
    """Intervals of positions, from a low up to, not including, an end.

    Vocabulary:
      place  the number of a position, not counting those that are taken: so much room is below it
      post   a place where intervals begin or end; they are numbered upward from 1
    """

    def __init__(self, lows: list[int], ends: list[int], taken: int) -> None:
        count = len(lows)
        self.by_low = ordered(lows)
        self.by_end = ordered(ends)
        self.low_posts = [0] * count
        self.end_posts = [0] * count
        # Before the first post and after the last there is one more, with room in between.
        self.positions = [-1]
        self.places = [-1]
        begun = 0
        for index in self.by_end:
            while begun < count and lows[self.by_low[begun]] <= ends[index]:
                self.low_posts[self.by_low[begun]] = self._post(lows[self.by_low[begun]], taken)
                begun += 1
            self.end_posts[index] = self._post(ends[index], taken)
        self.places[0] = self.places[1] - 2
        self.places.append(self.places[-1] + 2)

    def _post(self, position: int, taken: int) -> int:
        """The post of a position that is not before the last one."""
        if position != self.positions[-1]:
            place = position
            if taken:
                place -= size(taken & ((1 << position) - 1))
            if place != self.places[-1] or len(self.places) == 1:
                self.positions.append(position)
                self.places.append(place)
        return len(self.places) - 1


def raised_lows(
    by_end: list[int], low_posts: list[int], end_posts: list[int], places: list[int]
) -> list[int]:
    """At which posts intervals can begin that get one place each: a full interval has none for
    those that only begin in it. An empty list if some interval has too little room. The intervals
    are numbered, and gone through by their ends.

    This is the algorithm of López-Ortiz, Quimper, Tromp and van Beek (2003). Each interval takes
    the first place that is spare: `spare[p]` counts those from post p - 1 to post p, and
    `spare_from` leads upward from a p that has none to one that has. When so many are taken that
    none is spare up to the end of an interval, all from some post to there is full, and `beyond`
    leads upward from the posts within.

    >>> raised_lows([0, 1, 2], [1, 1, 2], [3, 3, 4], [-1, 1, 2, 3, 5, 7])
    [1, 1, 3]
    """
    spare = [0] * len(places)
    spare_from = [0] * len(places)
    beyond = [0] * len(places)
    for post in range(1, len(places)):
        spare[post] = places[post] - places[post - 1]
        spare_from[post] = post - 1
        beyond[post] = post - 1
    raised = list(low_posts)
    for index in by_end:
        low = low_posts[index]
        end = end_posts[index]
        post = followed(spare_from, low + 1)
        before = spare_from[post]
        spare[post] -= 1
        if spare[post] == 0:
            spare_from[post] = post + 1
            post = followed(spare_from, post + 1)
            spare_from[post] = before
        redirect(spare_from, low + 1, post, post)
        rest = places[post] - places[end]
        if spare[post] < rest:
            return []
        if beyond[low] > low:
            free = followed(beyond, beyond[low])
            raised[index] = free
            redirect(beyond, low, free, free)
        if spare[post] == rest:
            redirect(beyond, beyond[end], before - 1, end)
            beyond[end] = before - 1
    return raised


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


def remove_fixed(domains: list[int], excepted: int) -> int:
    """Take fixed values, the excepted aside, from all other domains until none is new, or until
    that has taken long; which of these, or that two variables have the same value or nothing is
    left of a domain."""
    fixed = 0
    waiting: list[int] = []
    for index, bits in enumerate(domains):
        if not single(bits):
            waiting.append(index)
        elif bits & excepted == 0:
            if fixed & bits:
                return CONTRADICTION
            fixed |= bits
    rounds = 0
    while fixed and waiting:
        if rounds == MOST_ROUNDS:
            return NOT_ALL_REMOVED
        rounds += 1
        news = 0
        still: list[int] = []
        for index in waiting:
            bits = domains[index]
            if bits & fixed:
                bits &= ~fixed
                if bits == 0:
                    return CONTRADICTION
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
    return ALL_REMOVED


def hall_set_possible(sizes: list[int]) -> bool:
    """Whether some k of the variables, but not all, could share just k values, or k places of an
    interval, when they have so many to choose from: a cheap test before looking for them.

    That needs k variables with at most k choices each. If all of them together have just enough
    there is nothing to remove.
    """
    sizes.sort()
    for index in range(len(sizes) - 1):
        if sizes[index] <= index + 1:
            return True
    return False
