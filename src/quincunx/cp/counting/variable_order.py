"""The order in which variables are fixed, chosen to keep the number of states small.

The number of states of an order is estimated: the estimates of all open constraints
(`estimated_states`) are multiplied. Several orders are tried, and the one whose largest layer has
the smallest estimate is taken: the model's own order, greedy ones with different first variables,
and ones that complete nearly complete constraints first; each also with the variant in which a
variable that a constraint ties to just one other follows it directly.

The number of ways to fix the first variables is an upper bound on the states. If the estimates are
large, it is estimated by random descents: the mean of the product of the branching factors. This
recognises orders in which contradictions show early.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log
from random import Random
from typing import Final

from quincunx.cp.constraints import Constraint
from quincunx.cp.counting.layers import Layers
from quincunx.cp.counting.residual import Scope, estimated_states
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable
from quincunx.errors import TooBig

MAX_STARTS: Final = 16
"""Number of variables that are tried as the first of a greedy order."""

MAX_WORK: Final = 20_000
"""Bound on variables times constraints times starts of greedy orders."""

SAMPLED_FROM: Final = log(30_000)
"""Orders are sampled if the best estimate is larger than this."""

SAMPLES: Final = 40
"""Number of random descents for each order."""


class Ordering:
    """Chooses an order for the variables of one component."""

    def __init__(
        self,
        variables: Sequence[Variable],
        constraints: Sequence[Constraint],
        domains: Mapping[Variable, Sequence[int]],
    ) -> None:
        self._variables = list(variables)
        self._constraints = list(constraints)
        self._domains = domains
        loose = set(variables)
        self._scopes = [
            (c, [v for v in dict.fromkeys(c.variables) if v in loose]) for c in constraints
        ]
        self._of: dict[Variable, list[int]] = {variable: [] for variable in variables}
        for number, (_, scope) in enumerate(self._scopes):
            for variable in scope:
                self._of[variable].append(number)
        self._known: dict[tuple[int, frozenset[Variable]], float] = {}

    def best(self) -> list[Variable]:
        """The best order found."""
        tried = [self._variables]
        work = len(self._variables) * max(1, len(self._scopes))
        starts = sorted(self._variables, key=lambda v: (len(self._of[v]), v.index))
        for start in starts[: min(MAX_STARTS, max(1, MAX_WORK // work))]:
            tried += [self._greedy(start), self._closing(start)]
        tried += [self._followed(order) for order in tried]
        tried = list({tuple(order): order for order in tried}.values())
        estimates = [self.estimate(order) for order in tried]
        if min(estimates)[0] > SAMPLED_FROM:
            estimates = [self.estimate(order, self.sampled(order)) for order in tried]
        return tried[estimates.index(min(estimates))]

    def sampled(self, order: Sequence[Variable]) -> list[float]:
        """Estimated numbers of ways to fix the first variables of an order, as logarithms."""
        layers = Layers(order, self._constraints, self._domains)
        dice = Random(0)
        ways = [0] * len(order)
        for _ in range(SAMPLES):
            try:
                for place, here in enumerate(_drawn(layers, dice)):
                    ways[place] += here
            except TooBig:
                break
        return [log(number / SAMPLES) if number else 0.0 for number in ways]

    def estimate(
        self, order: Sequence[Variable], sampled: Sequence[float] = ()
    ) -> tuple[float, float]:
        """The estimated states of the largest layer and of all layers, as logarithms: the product
        over open constraints, or the number of ways if that is smaller."""
        fixed: set[Variable] = set()
        estimates: dict[int, float] = {}
        ways, largest, total = 0.0, 0.0, 0.0
        for place, variable in enumerate(order):
            poll()
            fixed.add(variable)
            ways += log(len(self._domains[variable]))
            for number in self._of[variable]:
                estimates[number] = self._states(number, fixed)
            now = min(sampled[place] if sampled else ways, sum(estimates.values()))
            largest = max(largest, now)
            total += exp(min(now, 200.0))
        return largest, log(total) if total else 0.0

    def _states(self, number: int, fixed: set[Variable]) -> float:
        constraint, scope = self._scopes[number]
        decided = [variable for variable in scope if variable in fixed]
        if len(decided) == len(scope):
            return 0.0
        key = (number, frozenset(decided))
        if key not in self._known:
            left = [variable for variable in scope if variable not in fixed]
            self._known[key] = estimated_states(constraint, self._scope(decided), self._scope(left))
        return self._known[key]

    def _scope(self, variables: Sequence[Variable]) -> Scope:
        return Scope(tuple(variables), tuple(self._domains[v] for v in variables))

    def _greedy(self, start: Variable) -> list[Variable]:
        """Greedily the variable that leaves the fewest states; ties go to open constraints, then to
        the first variable."""
        order = [start]
        fixed = {start}
        estimates = {number: self._states(number, fixed) for number in self._of[start]}
        left = [variable for variable in self._variables if variable is not start]
        while left:
            poll()
            best = min(left, key=lambda v: (self._added(v, fixed, estimates), v.index))
            left.remove(best)
            order.append(best)
            fixed.add(best)
            for number in self._of[best]:
                estimates[number] = self._states(number, fixed)
        return order

    def _closing(self, start: Variable) -> list[Variable]:
        """Greedily the variable whose open constraints have the fewest variables left."""
        left = {number: len(scope) for number, (_, scope) in enumerate(self._scopes)}
        opened: set[int] = set()
        waiting = dict.fromkeys(self._variables)
        order: list[Variable] = []
        best = start
        while True:
            poll()
            order.append(best)
            del waiting[best]
            for number in self._of[best]:
                opened.add(number)
                left[number] -= 1
            if not waiting:
                return order
            best = max(
                waiting,
                key=lambda v: (sum(1 / left[n] for n in self._of[v] if n in opened), -v.index),
            )

    def _followed(self, order: Sequence[Variable]) -> list[Variable]:
        """The same order, but a variable that a constraint ties to just one other follows it."""
        placed: dict[Variable, None] = {}
        for variable in order:
            waiting = [variable]
            for one in waiting:
                if one not in placed:
                    placed[one] = None
                    scopes = [self._scopes[number][1] for number in self._of[one]]
                    pairs = [scope for scope in scopes if len(scope) == 2]
                    # Only variables with fewer values, which are likely to be determined.
                    waiting += [
                        other
                        for scope in pairs
                        for other in scope
                        if len(self._domains[other]) < len(self._domains[one])
                    ]
        return list(placed)

    def _added(
        self, variable: Variable, fixed: set[Variable], estimates: Mapping[int, float]
    ) -> tuple[float, int]:
        """How much a variable adds to the estimates, and how many constraints it opens."""
        more = 0.0
        opened = 0
        with_it = fixed | {variable}
        for number in self._of[variable]:
            more += self._states(number, with_it) - estimates.get(number, 0.0)
            opened += number not in estimates
        return more, opened


def _drawn(layers: Layers, dice: Random) -> Iterator[int]:
    """Draw values for the variables in order; yields the product of the branching factors."""
    key = 0
    ways = 1
    for step in layers.steps:
        poll()
        moves = step.moves(key & step.mask)
        if not moves:
            return
        ways *= len(moves)
        yield ways
        key += dice.choice(moves)[1]
