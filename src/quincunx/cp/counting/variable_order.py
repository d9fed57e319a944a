"""The order in which variables are fixed: the fewer states are open at once, the better.

How many states an order has is not known before they are counted. It is guessed: every constraint
says how many states it has at most when some of its variables are fixed (`Constraint.spread`), and
those of all open constraints are multiplied. Several orders are tried, and the one whose largest
guess is smallest is taken: the model's own, greedy ones that begin in different places, and ones
that close first what is nearly closed; each also so that a variable which is tied to just one
other comes right after it.

States are also no more than the ways to fix the first variables. Where a guess is large, these are
sampled: values are drawn by chance, and how many there were to draw from tells, multiplied and
over many draws, how many ways there are. So an order in which contradictions show early is found
to be good, which no spread tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Final

from quincunx.cp.constraints import Constraint
from quincunx.cp.counting.layers import Layers, SlotTooNarrow
from quincunx.cp.counting.residual import Scope, estimated_states
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable
from quincunx.errors import TooBig

MOST_STARTS: Final = 16
"""So many variables are tried as the first of a greedy order."""

MOST_WORK: Final = 20_000
"""Greedy orders are tried as long as variables times constraints times starts are no more."""

SAMPLED_FROM: Final = log(30_000)
"""Guesses are sampled if the best of them has more states than this."""

SAMPLES: Final = 40
"""So often the ways of an order are sampled."""


@dataclass
class Guess:
    """How many states an order has at the most, as a logarithm, and in all its layers."""

    largest: float
    total: float


class Ordering:
    """Chooses an order for the variables of one part."""

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

    def best(self) -> tuple[list[Variable], Guess]:
        """The best order that was found, and what is guessed of it."""
        tried = [self._variables]
        work = len(self._variables) * max(1, len(self._scopes))
        starts = sorted(self._variables, key=lambda v: (len(self._of[v]), v.index))
        for start in starts[: min(MOST_STARTS, max(1, MOST_WORK // work))]:
            tried += [self._greedy(start), self._closing(start)]
        tried += [self._followed(order) for order in tried]
        tried = list({tuple(order): order for order in tried}.values())
        guessed = [(order, self.guess(order)) for order in tried]
        if min(guess.largest for _, guess in guessed) > SAMPLED_FROM:
            guessed = [(order, self.guess(order, self.sampled(order))) for order in tried]
        return min(guessed, key=lambda pair: (pair[1].largest, pair[1].total))

    def sampled(self, order: Sequence[Variable]) -> list[float]:
        """In about how many ways each beginning of an order can be fixed, as logarithms: every
        time the numbers of values to draw from are multiplied. Its mean is right, and few samples
        are as rough as a choice between orders can bear."""
        layers = Layers(order, self._constraints, self._domains)
        dice = Random(0)
        ways = [0] * len(order)
        for _ in range(SAMPLES):
            try:
                for place, here in enumerate(_drawn(layers, dice)):
                    ways[place] += here
            except SlotTooNarrow as narrow:
                layers.widen(narrow)
            except TooBig:
                break
        return [log(number / SAMPLES) if number else 0.0 for number in ways]

    def guess(self, order: Sequence[Variable], sampled: Sequence[float] = ()) -> Guess:
        """How many states an order has, as far as can be told: no more than the spreads allow,
        nor than there are ways, which may have been sampled."""
        fixed: set[Variable] = set()
        spreads: dict[int, float] = {}
        ways, largest, total = 0.0, 0.0, 0.0
        for place, variable in enumerate(order):
            poll()
            fixed.add(variable)
            ways += log(len(self._domains[variable]))
            for number in self._of[variable]:
                spreads[number] = self._spread(number, fixed)
            now = min(sampled[place] if sampled else ways, sum(spreads.values()))
            largest = max(largest, now)
            total += exp(min(now, 200.0))
        return Guess(largest, log(total) if total else 0.0)

    def _spread(self, number: int, fixed: set[Variable]) -> float:
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
        """One variable after the other, each time that which leaves the fewest states; of equals
        one whose constraints are open already, then the first."""
        order = [start]
        fixed = {start}
        spreads = {number: self._spread(number, fixed) for number in self._of[start]}
        left = [variable for variable in self._variables if variable is not start]
        while left:
            poll()
            best = min(left, key=lambda v: (self._added(v, fixed, spreads), v.index))
            left.remove(best)
            order.append(best)
            fixed.add(best)
            for number in self._of[best]:
                spreads[number] = self._spread(number, fixed)
        return order

    def _closing(self, start: Variable) -> list[Variable]:
        """One variable after the other, each time that whose open constraints have the fewest
        variables left."""
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
                    # Only what is tied tightly: fewer values, so that they follow from the other.
                    waiting += [
                        other
                        for scope in pairs
                        for other in scope
                        if len(self._domains[other]) < len(self._domains[one])
                    ]
        return list(placed)

    def _added(
        self, variable: Variable, fixed: set[Variable], spreads: Mapping[int, float]
    ) -> tuple[float, int]:
        """What a variable adds to the spreads of all, and how many constraints it opens."""
        more = 0.0
        opened = 0
        with_it = fixed | {variable}
        for number in self._of[variable]:
            more += self._spread(number, with_it) - spreads.get(number, 0.0)
            opened += number not in spreads
        return more, opened


def _drawn(layers: Layers, dice: Random) -> Iterator[int]:
    """Values drawn for one variable after the other; each time, how many ways that stands for."""
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
