"""One part of a model, layer by layer.

Vocabulary:
  key    a state as a tuple: what remains of each open constraint
  step   fixing one more variable; it concerns the constraints that have the variable, and leaves
         the rest of the key as it is
  move   a value of the variable, and what then remains of the constraints concerned
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from quincunx.constraints import Constraint
from quincunx.constraints.remaining import Completable, Remains, Scope, State
from quincunx.errors import TooBig
from quincunx.limits import poll
from quincunx.model import Variable

Key: TypeAlias = tuple[State, ...]
Layer: TypeAlias = dict[Key, int]

MOST_STATES: Final = 1_000_000
"""More states than this are not held at once: they take some hundred bytes each."""

POLLED: Final = 256
"""So many states are gone through between two looks at the clock."""


class TooManyStates(TooBig):
    """There are more states than may be held: counting them in this way takes too much memory."""


class Step:
    """Fixes one variable: takes a key apart into the constraints concerned and the rest."""

    def __init__(
        self,
        variable: Variable,
        values: Sequence[int],
        before: Sequence[int],
        concerned: Sequence[tuple[int, Remains, int, bool]],
    ) -> None:
        """`before` numbers the constraints of the keys; each constraint concerned comes with its
        number, what remains of it, its depth, and whether this is its last variable."""
        self.variable = variable
        self._values = values
        self._allowed = frozenset(values)
        numbers = [number for number, *_ in concerned]
        here = [number for number in numbers if number in before]
        rest = [number for number in before if number not in numbers]
        self.own = _picker([before.index(number) for number in here])
        self.rest = _picker([before.index(number) for number in rest])
        opening = [one for one in concerned if one[0] not in before]
        # In the order of the key: first those that are open, then those that begin.
        ordered = [one for number in here for one in concerned if one[0] == number] + opening
        self._starts = tuple(remains.start for _, remains, _, _ in opening)
        self._concerned = [(remains, depth, last) for _, remains, depth, last in ordered]
        self.after = rest + [number for number, _, _, last in ordered if not last]
        self._moves: dict[Key, list[tuple[int, Key]]] = {}
        self._merged: dict[Key, list[tuple[Key, int]]] = {}

    def moves(self, own: Key) -> list[tuple[int, Key]]:
        """The values that can be taken, and what remains of the constraints concerned."""
        found = self._moves.get(own)
        if found is None:
            found = self._moves[own] = list(self._tried((*own, *self._starts)))
        return found

    def merged(self, own: Key) -> list[tuple[Key, int]]:
        """What can remain of the constraints concerned, and for how many values it does."""
        found = self._merged.get(own)
        if found is None:
            times: dict[Key, int] = {}
            for _, key in self._tried((*own, *self._starts)):
                times[key] = times.get(key, 0) + 1
            found = self._merged[own] = list(times.items())
        return found

    def forget(self) -> None:
        """Let go of what was remembered."""
        self._moves.clear()
        self._merged.clear()

    def _tried(self, states: Key) -> Iterator[tuple[int, Key]]:
        values: Sequence[int] = self._values
        for state, (remains, depth, _) in zip(states, self._concerned, strict=True):
            only = remains.candidates(depth, state)
            if only is not None and len(only) < len(values):
                values = [value for value in only if value in self._allowed]
        for value in values:
            left: list[State] = []
            for state, (remains, depth, last) in zip(states, self._concerned, strict=True):
                new = remains.after(depth, state, value)
                if new is None:
                    break
                if not last:
                    left.append(new)
            else:
                yield value, tuple(left)


def _picker(places: Sequence[int]) -> Callable[[Key], Key]:
    """What picks these places of a key, as a tuple."""
    if not places:
        return lambda key: ()
    first, last = places[0], places[-1]
    if list(places) == list(range(first, last + 1)):
        return itemgetter(slice(first, last + 1))
    return itemgetter(*places)


class Layers:
    """The states of one part, variable by variable in a given order.

    Constraints may speak of variables that are fixed beforehand, which the order does not name.
    """

    def __init__(
        self,
        order: Sequence[Variable],
        constraints: Sequence[Constraint],
        domains: Mapping[Variable, Sequence[int]],
        most_states: int = MOST_STATES,
    ) -> None:
        self.order = list(order)
        self.most_states = most_states
        self.possible = True
        at = {variable: place for place, variable in enumerate(order)}
        concerned: dict[Variable, list[tuple[int, Remains, int, bool]]] = {v: [] for v in order}
        for number, constraint in enumerate(constraints):
            scope = sorted(dict.fromkeys(constraint.variables), key=lambda v: at.get(v, -1))
            remains, depth = self._begun(constraint, scope, domains, at)
            if remains is not None:
                for place, variable in enumerate(scope[depth:], depth):
                    last = place == len(scope) - 1
                    concerned[variable].append((number, remains, place, last))
        self.steps: list[Step] = []
        before: list[int] = []
        for variable in order:
            step = Step(variable, domains[variable], before, concerned[variable])
            self.steps.append(step)
            before = step.after

    def _begun(
        self,
        constraint: Constraint,
        variables: Sequence[Variable],
        domains: Mapping[Variable, Sequence[int]],
        at: Mapping[Variable, int],
    ) -> tuple[Remains | None, int]:
        """What remains of a constraint when all that is fixed beforehand is fixed."""
        poll()
        scope = Scope(tuple(variables), tuple(domains[v] for v in variables))
        remains = constraint.remains(scope)
        if not remains.exact:
            remains = Completable(remains, scope)
        state = remains.start
        depth = 0
        while state is not None and depth < len(variables) and variables[depth] not in at:
            state = remains.after(depth, state, domains[variables[depth]][0])
            depth += 1
        if state is None:
            self.possible = False
            return None, 0
        remains.start = state
        return remains, depth

    def first(self) -> Layer:
        """Before any variable is fixed: one state, unless it is known that there is none."""
        return {(): 1} if self.possible else {}

    def forward(self, step: Step, layer: Layer, room: int) -> Layer:
        """The states after one more variable, with the number of ways that lead to each."""
        found: Layer = {}
        get = found.get
        own_of, rest_of, merged = step.own, step.rest, step.merged
        for number, (key, ways) in enumerate(layer.items()):
            if not number % POLLED:
                poll()
                if len(found) > room:
                    raise TooManyStates(
                        f"counting: more than {self.most_states:,} states at "
                        f"{step.variable.name}, expected fewer"
                    )
            rest = rest_of(key)
            for own, times in merged(own_of(key)):
                new = rest + own
                found[new] = get(new, 0) + ways * times
        return found

    def count(self) -> int:
        """How many solutions the part has."""
        layer = self.first()
        for step in self.steps:
            layer = self.forward(step, layer, self.most_states)
            step.forget()
        return sum(layer.values())
