"""The order in which variables are fixed, chosen to keep the number of states small.

The number of states of an order is estimated: the estimates of all open constraints
(`estimated_states`) are multiplied. Several orders are tried, and the one whose largest layer has
the smallest estimate is taken: the model's own order, and for several first variables a greedy
order that completes nearly complete constraints first; each also in a variant in which a variable
that a constraint ties to just one other follows it directly.
"""

from collections.abc import Sequence
from math import exp, log
from typing import Final

from quincunx.cp.constraints import Constraint
from quincunx.cp.counting.residual import Domains, Scope, estimated_states
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable

MAX_STARTS: Final = 16
"""Number of variables that are tried as the first of an order."""

MAX_WORK: Final = 20_000
"""Bound on variables times constraints times first variables."""


class Ordering:
    """Chooses an order for the variables of one component."""

    def __init__(
        self, variables: Sequence[Variable], constraints: Sequence[Constraint], domains: Domains
    ) -> None:
        self._variables = list(variables)
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
        tried += map(self._closing, starts[: min(MAX_STARTS, max(1, MAX_WORK // work))])
        tried += map(self._followed, tried[:])
        return min(tried, key=self.estimate)

    def estimate(self, order: Sequence[Variable]) -> tuple[float, float]:
        """The estimated states of the largest layer and of all layers, as logarithms: the product
        over open constraints, or the number of ways if that is smaller."""
        fixed: set[Variable] = set()
        estimates: dict[int, float] = {}
        ways, largest, total = 0.0, 0.0, 0.0
        for variable in order:
            poll()
            fixed.add(variable)
            ways += log(len(self._domains[variable]))
            for number in self._of[variable]:
                estimates[number] = self._states(number, fixed)
            now = min(ways, sum(estimates.values()))
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
                    tied = [other for scope in scopes if len(scope) == 2 for other in scope]
                    # Only variables with fewer values, which are likely to be determined.
                    size = len(self._domains[one])
                    waiting += [other for other in tied if len(self._domains[other]) < size]
        return list(placed)
