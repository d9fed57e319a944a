"""The residual states of sums, of all-different, of numbers of occurrences and of tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from math import comb, gcd, log
from typing import Any, Final

from quincunx.cp import AllDifferent, Cardinality, Linear, Table
from quincunx.cp.constraints.table import Row
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, State, residual_states
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable

MAX_BITS: Final = 1 << 16
"""The sums of the last variables are kept as bits up to this span."""


class Sums:
    """The sums that some variables can make: exact as long as that takes little memory, otherwise
    by their bounds and a common divisor of their differences."""

    def __init__(self, low: int = 0, high: int = 0, step: int = 0, bits: int | None = 1) -> None:
        """By default the sum of no variables."""
        self.low, self.high = low, high
        self._step = step
        self._bits = bits

    def and_one_of(self, terms: Sequence[int]) -> "Sums":
        """The sums with one more variable, whose terms are these, ascending."""
        low, high = self.low + terms[0], self.high + terms[-1]
        step = gcd(self._step, *(term - terms[0] for term in terms))
        bits = None
        if self._bits is not None and high - low < MAX_BITS:
            bits = 0
            for term in terms:
                bits |= self._bits << (term - terms[0])
        return Sums(low, high, step, bits)

    def __contains__(self, total: int) -> bool:
        if not self.low <= total <= self.high:
            return False
        if self._bits is not None:
            return bool(self._bits >> (total - self.low) & 1)
        return (total - self.low) % self._step == 0 if self._step else total == self.low


@residual_states.register(Linear)
class LinearStates(ResidualStates):
    """The constant minus the sum so far; settled when every sum of the variables left will do."""

    def __init__(self, constraint: Linear, scope: Scope) -> None:
        relation, terms = constraint.relation, constraint.terms()
        sign = -1 if relation == ">=" else 1
        self._factors = [sign * terms.get(variable, 0) for variable in scope.variables]
        self._relation = "<=" if relation == ">=" else relation
        self._left = [Sums()]
        for factor, domain in zip(reversed(self._factors), reversed(scope.domains), strict=True):
            ends = domain if self._relation == "==" else (domain[0], domain[-1])
            self._left.append(self._left[-1].and_one_of(sorted({factor * v for v in ends})))
        self._left.reverse()
        self.start = self._reduced(0, sign * constraint.constant)

    def after(self, depth: int, state: State, value: int) -> State | None:
        if isinstance(state, int):
            return self._reduced(depth + 1, state - self._factors[depth] * value)
        return SETTLED

    def _reduced(self, depth: int, missing: int) -> State | None:
        left = self._left[depth]
        match self._relation:
            case "==":
                if missing not in left:
                    return None
                return missing if depth < len(self._factors) else SETTLED
            case "!=":
                if not left.low <= missing <= left.high:
                    return SETTLED
                return None if left.low == left.high else missing
            case _:
                if missing >= left.high:
                    return SETTLED
                return None if missing < left.low else missing

    @staticmethod
    def estimate(constraint: Linear, fixed: Scope, left: Scope) -> float:
        """At most as many states as sums, of the fixed variables or of those left."""
        terms = constraint.terms()

        def span(scope: Scope) -> int:
            pairs = zip(scope.variables, scope.domains, strict=True)
            return 1 + sum(abs(terms.get(v, 0)) * (d[-1] - d[0]) for v, d in pairs)

        return min(log(span(fixed)), log(span(left)))


@residual_states.register(AllDifferent)
class AllDifferentStates(ResidualStates):
    """The values used, as bits, as far as a variable that is left could have them."""

    def __init__(self, constraint: AllDifferent, scope: Scope) -> None:
        shifts: dict[Variable, list[int]] = {}
        for variable, shift in zip(constraint.variables, constraint.shifts, strict=True):
            shifts.setdefault(variable, []).append(shift)
        self._shifts = [shifts[variable] for variable in scope.variables]
        possible = [
            [{value + shift for value in domain} for shift in own]
            for domain, own in zip(scope.domains, self._shifts, strict=True)
        ]
        values = sorted(
            {v for terms in possible for term in terms for v in term} - constraint.excepted
        )
        self._bit = {value: 1 << place for place, value in enumerate(values)}
        size = len(scope.variables)
        # The values of the terms from each depth on.
        self._values = [0] * (size + 1)
        for depth in reversed(range(size)):
            terms = possible[depth]
            bits = sum(self._bit.get(value, 0) for value in set[int]().union(*terms))
            self._values[depth] = self._values[depth + 1] | bits
        self.start = 0 if self._values[0] else SETTLED

    def after(self, depth: int, state: State, value: int) -> State | None:
        used = state if isinstance(state, int) else 0
        for shift in self._shifts[depth]:
            bit = self._bit.get(value + shift, 0)
            if used & bit:
                return None
            used |= bit
        left = self._values[depth + 1]
        return used & left if left else SETTLED

    def mark(self, state: Any, value: int) -> Any:
        return state != SETTLED and state & self._bit.get(value, 0) != 0

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        bit = self._bit
        if state == SETTLED:
            return SETTLED
        if any(map(any, self._shifts)) or any((v in bit) != (n in bit) for v, n in names.items()):
            return None
        return sum(
            (bit[n] - bit[v] for v, n in names.items() if v in bit and state & bit[v]), state
        )

    @staticmethod
    def estimate(constraint: AllDifferent, fixed: Scope, left: Scope) -> float:
        """At most as many states as sets of used values."""
        values = {v for domain in fixed.domains for v in domain}
        values &= {v for domain in left.domains for v in domain}
        used = min(len(fixed.domains), len(values) // 2)
        return log(comb(len(values), used))


@residual_states.register(Cardinality)
class CardinalityStates(ResidualStates):
    """For each counted value how often it must and may still occur; None if unconstrained."""

    def __init__(self, constraint: Cardinality, scope: Scope) -> None:
        bounds = constraint.bounds
        times = Counter(constraint.variables)
        self._times = [times[variable] for variable in scope.variables]
        self._place = {value: place for place, value in enumerate(bounds)}
        size = len(scope.variables)
        # How often each value can occur from each depth on.
        self._most = [[0] * len(bounds) for _ in range(size + 1)]
        for depth in reversed(range(size)):
            domain = set(scope.domains[depth])
            self._most[depth] = [
                most + self._times[depth] * (value in domain)
                for most, value in zip(self._most[depth + 1], bounds, strict=True)
            ]
        self.start = self._reduced(0, [*bounds.values()])

    def after(self, depth: int, state: State, value: int) -> State | None:
        if state == SETTLED:
            return SETTLED
        assert isinstance(state, tuple)
        pairs = list(state)
        place = self._place.get(value)
        if place is not None and pairs[place] is not None:
            least, most = pairs[place]
            times = self._times[depth]
            pairs[place] = (max(0, least - times), most - times)
        return self._reduced(depth + 1, pairs)

    def _reduced(self, depth: int, pairs: Sequence[tuple[int, int] | None]) -> State | None:
        """The state in its shortest form; None if a value cannot occur often enough."""
        kept: list[tuple[int, int] | None] = []
        for pair, can in zip(pairs, self._most[depth], strict=True):
            if pair is None:
                kept.append(None)
                continue
            least, most = pair
            most = min(most, can)
            if least > most:
                return None
            kept.append(None if least == 0 and most == can else (least, most))
        return tuple(kept) if any(kept) else SETTLED

    def mark(self, state: Any, value: int) -> Any:
        return (state != SETTLED and value in self._place and state[self._place[value]]) or (0, 0)

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        if state == SETTLED:
            return SETTLED
        place, pairs = self._place, list(state)
        for old, new in names.items():
            if (old in place) != (new in place):
                return None
            if old in place:
                pairs[place[new]] = state[place[old]]
        return tuple(pairs)

    @staticmethod
    def estimate(constraint: Cardinality, fixed: Scope, left: Scope) -> float:
        """An estimate: as many states as there are ways to choose which occurrences are fixed."""
        places = len(fixed.domains) + len(left.domains)
        return log(comb(places, len(fixed.domains)))


@residual_states.register(Table)
class TableStates(ResidualStates):
    """The rows that are left; what follows from a state is computed when it is first met."""

    def __init__(self, constraint: Table, scope: Scope) -> None:
        table = constraint.without_repeats()
        columns = [table.variables.index(variable) for variable in scope.variables]
        rows = (tuple(row[column] for column in columns) for row in table.rows.rows)
        domains = [frozenset(domain) for domain in scope.domains]
        alive = frozenset(row for row in rows if all(map(frozenset.__contains__, domains, row)))
        self.start = _state(alive) if alive else None
        self._branches, self._occurrences = cache(_branches), cache(_occurrences)

    def after(self, depth: int, state: State, value: int) -> State | None:
        return self._branches(state).get(value)

    def mark(self, state: Any, value: int) -> Any:
        return 0 if state == SETTLED else self._occurrences(state)[value]

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        if state == SETTLED or self._occurrences(state).keys().isdisjoint(names):
            return state  # type: ignore[no-any-return]
        return frozenset(tuple([names.get(v, v) for v in row]) for row in state)

    @staticmethod
    def estimate(constraint: Table, fixed: Scope, left: Scope) -> float:
        """At most as many states as rows."""
        return log(1 + len(constraint.rows.rows))


def _state(rows: frozenset[Row]) -> State:
    return SETTLED if rows == {()} else rows


def _branches(rows: Any) -> dict[int, State]:
    """The state after each value of the first column."""
    poll()
    tails: dict[int, set[Row]] = {}
    for row in rows if rows != SETTLED else ():
        tails.setdefault(row[0], set()).add(row[1:])
    return {value: _state(frozenset(rest)) for value, rest in tails.items()}


def _occurrences(rows: frozenset[Row]) -> Counter[int]:
    """In how many rows each value is."""
    return Counter(chain.from_iterable(map(set, rows)))
