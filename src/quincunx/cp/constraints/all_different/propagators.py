"""All-different, except for some values.

Domains are translated to *common positions* in the union of all domains, so that equal values have
equal positions. A variable is *forced* if it cannot have an excepted value any more.
"""

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
"""Domains with a larger span are translated value by value instead of shifted."""


class Alignment:
    """Translates variables' bits to common positions and back. `offsets`, if any, are added to
    the variables' values."""

    def __init__(self, variables: list[Variable], offsets: list[int] | None = None) -> None:
        self.values: list[int] = []
        self.shifts: list[int] = []
        self.tables: list[list[int]] = []
        added = offsets or [0] * len(variables)
        starts = [variable.offset + added[at] for at, variable in enumerate(variables)]
        base = min(starts, default=0)
        top = max([v.most() + added[at] for at, v in enumerate(variables)], default=base - 1)
        sparse = any(variable.values for variable in variables) or top - base > MAX_SHIFTED
        if sparse:
            union: set[int] = set()
            for at, variable in enumerate(variables):
                union.update(variable.value(p) + added[at] for p in positions(variable.bits))
            self.values = sorted(union)
            place = {value: index for index, value in enumerate(self.values)}
            self.tables = [
                [place.get(v.value(p) + added[at], 0) for p in range(v.bits.bit_length())]
                for at, v in enumerate(variables)
            ]
        else:
            self.values = list(range(base, top + 1))
            self.shifts = [start - base for start in starts]

    def bits_of_values(self, values: list[int]) -> int:
        """The common positions of the values that occur in a domain."""
        bits = 0
        for value in values:
            position = bisect_left(self.values, value)
            if position < len(self.values) and self.values[position] == value:
                bits |= 1 << position
        return bits

    def domains(self, variables: list[Variable]) -> list[int]:
        """The common positions of the domains of all variables."""
        return [self.common(index, variable.bits) for index, variable in enumerate(variables)]

    def common(self, index: int, bits: int) -> int:
        """The common positions of the `index`-th variable's bits."""
        if self.shifts:
            return bits << self.shifts[index]
        table = self.tables[index]
        return bits_of([table[position] for position in positions(bits)])

    def own(self, index: int, bits: int, within: int) -> int:
        """The `index`-th variable's bits `within` for common positions."""
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
"""Results of removing fixed values."""

MAX_ROUNDS: Final = 8
"""Maximum number of passes to remove the values of fixed variables. A long chain, in which each
fixed variable fixes the next, is left to the stronger filter that follows."""


class TakenValues(Propagator):
    """Removes the values of fixed variables from the others, and nothing else."""

    def __init__(self, variables: list[Variable], excepted: list[int], offsets: list[int]) -> None:
        super().__init__(variables, ON_FIX, False)
        self.alignment = Alignment(variables, offsets)
        self.excepted = self.alignment.bits_of_values(excepted)

    def propagate(self, engine: Engine) -> int:
        domains = self.alignment.domains(self.variables)
        removed = NOT_ALL_REMOVED
        while removed == NOT_ALL_REMOVED:
            removed = remove_fixed(domains, self.excepted)
            engine.tick()
        if removed == CONTRADICTION:
            return FAILED
        return keep_common(engine, self.variables, self.alignment, domains, 1)


def keep_common(
    engine: Engine,
    variables: list[Variable],
    alignment: Alignment,
    domains: list[int],
    may_be_open: int,
) -> int:
    """Reduce variables to these common positions; return the result of a propagator that is
    entailed when at most `may_be_open` variables are open."""
    open_count = 0
    for index, variable in enumerate(variables):
        common = domains[index]
        if not single(common):
            open_count += 1
        own = alignment.own(index, common, variable.bits)
        if own != variable.bits and not engine.narrow(variable, own):
            return FAILED
    return ENTAILED if open_count <= may_be_open else RAN


class AllDifferentPropagator(Propagator):
    """Removes the values of fixed variables from the others, then filters the open ones by matching
    (domain consistency) or by Hall intervals (bounds consistency)."""

    def __init__(
        self,
        variables: list[Variable],
        excepted: list[int],
        by_matching: bool,
        offsets: list[int] | None = None,
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.alignment = Alignment(variables, offsets)
        self.excepted = self.alignment.bits_of_values(excepted)
        self.by_matching = by_matching
        capacities = [1] * len(self.alignment.values)
        for position in positions(self.excepted):
            capacities[position] = len(variables) + 1
        self.matching = Matching(len(variables), capacities)

    def propagate(self, engine: Engine) -> int:
        domains = self.alignment.domains(self.variables)
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
        return keep_common(engine, self.variables, self.alignment, domains, 1)

    def _filter_bounds(self, domains: list[int], removed: int) -> bool:
        """Cut bounds that lie in full intervals to a fixpoint; false if one is too full."""
        while True:
            # Taken positions are no room for the others. A fixed value that others still have is
            # not taken but a full interval.
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
                # Removing fixed values from other domains has moved no bound.
                return True


UNCHANGED: Final = 0
CUT: Final = 1
CUT_FURTHER: Final = 2
TOO_FULL: Final = 3
"""Results of cutting bounds: unchanged, cut to the ends of full intervals, cut further because
there were holes at these ends, or failed."""


def cut_bounds(domains: list[int], forced: list[int], taken: int) -> int:
    """Cut the bounds of some variables that lie in full intervals; none of these variables has a
    taken position."""
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
    # Lowering ends is raising lows of the mirrored intervals.
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
    """Intervals of positions, from a low up to an end, exclusive.

    The *place* of a position is the number of free positions below it. *Posts* are the places where
    intervals begin or end, numbered from 1.
    """

    def __init__(self, lows: list[int], ends: list[int], taken: int) -> None:
        count = len(lows)
        self.by_low = ordered(lows)
        self.by_end = ordered(ends)
        self.low_posts = [0] * count
        self.end_posts = [0] * count
        # There is one more post before the first and after the last, with room in between.
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
        """The post of a position, which must not be before that of the previous call."""
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
    """The posts at which intervals can begin when each needs one place: those that begin in a full
    interval are moved beyond it. Empty if some interval has too little room.

    This is the algorithm of López-Ortiz, Quimper, Tromp and van Beek (2003). In the order of their
    ends, each interval takes the first spare place: `spare[p]` counts those from post p - 1 to
    post p, and `spare_from` links a post without any to the next with one. When no place is spare
    up to the end of an interval, everything from some post to there is full, and `beyond` links
    the posts within to its end.

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
    """The end of the chain of upward links from a place."""
    while links[start] > start:
        start = links[start]
    return start


def redirect(links: list[int], start: int, end: int, target: int) -> None:
    """Path compression: link every place on the chain from a start to an end to the target."""
    while start != end:
        after = links[start]
        links[start] = target
        start = after


def remove_fixed(domains: list[int], excepted: int) -> int:
    """Remove fixed values, unless excepted, from all other domains, for at most `MAX_ROUNDS`;
    CONTRADICTION if two variables have the same value or a domain becomes empty."""
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
        if rounds == MAX_ROUNDS:
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
                        # Later domains lose it in this round, earlier ones in the next.
                        fixed |= bits
                        news |= bits
                    continue
            still.append(index)
        fixed = news
        waiting = still
    return ALL_REMOVED


def hall_set_possible(sizes: list[int]) -> bool:
    """Whether a proper subset of k variables could have just k values, by the numbers of choices:
    a cheap test before searching for Hall sets, which need k variables with at most k choices."""
    sizes.sort()
    for index in range(len(sizes) - 1):
        if sizes[index] <= index + 1:
            return True
    return False
