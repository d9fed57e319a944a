"""The layers of one component of a model.

The residual states of a constraint are numbered as they are met. A *key* is the state of all open
constraints in one integer, with a *slot* of bits for the number of each. Fixing a variable changes
the slots of its constraints only: a *move* is a value and what it adds to the key.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.counting.residual import ResidualStates, Scope, State, Symmetries, residual_states
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable
from quincunx.errors import TooBig

Layer: TypeAlias = dict[int, int]

MAX_STATES: Final = 2_000_000
"""Default for the number of states held at once, some two hundred bytes each."""

SLOT_BITS: Final = 21
"""Bits of a slot, enough for `MAX_STATES`."""
SLOT_MASK: Final = (1 << SLOT_BITS) - 1

POLLED: Final = 256
"""Limits are polled once for this many states."""


class TooManyStates(TooBig):
    """Counting needs more states than may be held."""


def require_room(states: int, room: int, place: str) -> None:
    """Raise `TooManyStates` if there are more states than there is room for."""
    if states > room:
        raise TooManyStates(f"counting: more than {max(0, room):,} states at {place}")


class Tracked:
    """A constraint with the residual states met at each depth."""

    def __init__(self, residual: ResidualStates, start: State, begin: int, end: int) -> None:
        """`begin` is the number of variables fixed beforehand, `end` that of all variables."""
        self.residual = residual
        self.begin, self.end = begin, end
        self.shift = 0
        """The first bit of its slot in a key."""
        self._states: list[list[State]] = [[] for _ in range(end + 1)]
        self._numbers: list[dict[State, int]] = [{} for _ in range(end + 1)]
        self.followed: list[dict[int, dict[int, int]]] = [{} for _ in range(end)]
        """What `following` remembers, by depth."""
        self.number(begin, start)

    def number(self, depth: int, state: State) -> int:
        """The number of a state, a new one if it is met for the first time."""
        states = self._states[depth]
        number = self._numbers[depth].setdefault(state, len(states))
        if number == len(states):
            if number >> SLOT_BITS:
                raise TooManyStates(f"counting: over {1 << SLOT_BITS:,} states of one constraint")
            states.append(state)
        return number

    def state(self, depth: int, own: int) -> State:
        """The state whose number is in this constraint's slot."""
        return self._states[depth][own >> self.shift & SLOT_MASK]

    def following(self, depth: int, own: int, values: Sequence[int]) -> dict[int, int]:
        """For each possible one of the values, the slot after it."""
        number = own >> self.shift & SLOT_MASK if depth > self.begin else 0
        found = self.followed[depth].get(number)
        if found is None:
            found = self.followed[depth][number] = {}
            state = self._states[depth][number]
            poll()
            for value in values:
                new = self.residual.after(depth, state, value)
                if new is not None:
                    open_after = depth + 1 < self.end
                    found[value] = self.number(depth + 1, new) << self.shift if open_after else 0
        return found


class VariableStep:
    """Fixes one variable. `concerned` are its constraints, each with its depth."""

    def __init__(
        self, variable: Variable, values: Sequence[int], concerned: Sequence[tuple[Tracked, int]]
    ) -> None:
        self.variable = variable
        self.mask = sum(SLOT_MASK << t.shift for t, depth in concerned if depth > t.begin)
        self._values = values
        self._concerned = concerned
        self.live: Mapping[Tracked, int] = {}
        """The constraints that are open after it, each with its depth."""
        self.symmetric: Sequence[Sequence[int]] = ()
        """Groups of values that are symmetric in all constraints that are open then or later."""
        self._merged: dict[int, list[tuple[int, int]]] = {}

    def merged(self, own: int) -> list[tuple[int, int]]:
        """The possible additions to the key, each with the number of values that cause it."""
        found = self._merged.get(own)
        if found is None:
            times = Counter(added for _, added in self.moves(own))
            found = self._merged[own] = list(times.items())
        return found

    def forget(self) -> None:
        """Clear the caches."""
        self._merged.clear()
        for tracked, depth in self._concerned:
            tracked.followed[depth].clear()

    def moves(self, own: int) -> Iterator[tuple[int, int]]:
        """The possible values, and what each adds to the key; `own` is the key under the mask."""
        slots = [t.following(depth, own, self._values) for t, depth in self._concerned]
        if not slots:
            yield from ((value, -own) for value in self._values)
            return
        first, *others = sorted(slots, key=len)
        for value, added in first.items():
            for slot in others:
                if value not in slot:
                    break
                added += slot[value]
            else:
                yield value, added - own


class Layers:
    """The states of one component, variable by variable in a given order.

    Variables of the constraints that are not in the order are fixed beforehand.
    """

    def __init__(
        self,
        order: Sequence[Variable],
        constraints: Sequence[Constraint],
        domains: Mapping[Variable, Sequence[int]],
        max_states: int = MAX_STATES,
        symmetric: Symmetries | None = None,
    ) -> None:
        """With `symmetric`, states that differ only in the names of such values become one: the
        layers can be counted, but no solution can be drawn from them."""
        self.max_states = max_states
        self.possible = True
        at = {variable: place for place, variable in enumerate(order)}
        concerned: dict[Variable, list[tuple[Tracked, int]]] = {v: [] for v in order}
        for constraint in constraints:
            variables = sorted(dict.fromkeys(constraint.variables), key=lambda v: at.get(v, -1))
            scope = Scope(tuple(variables), tuple(domains[v] for v in variables))
            tracked = self._begun(constraint, scope, at)
            if tracked is not None:
                for depth, variable in enumerate(variables[tracked.begin :], tracked.begin):
                    concerned[variable].append((tracked, depth))
        self.steps: list[VariableStep] = []
        taken: set[int] = set()
        live: dict[Tracked, int] = {}
        for variable in order:
            here = concerned[variable]
            for tracked, depth in here:
                if depth == tracked.begin:
                    slots = range(0, SLOT_BITS * (len(taken) + 1), SLOT_BITS)
                    tracked.shift = min(set(slots) - taken)
                    taken.add(tracked.shift)
            self.steps.append(VariableStep(variable, domains[variable], here))
            taken -= {tracked.shift for tracked, depth in here if depth + 1 == tracked.end}
            live = live | {tracked: depth + 1 for tracked, depth in here}
            live = {tracked: depth for tracked, depth in live.items() if depth < tracked.end}
            self.steps[-1].live = live
        ends = [max((at.get(v, -1) for v in c.variables), default=-1) for c in constraints]
        for place, step in enumerate(self.steps):
            if symmetric is not None and (not place or place in ends):
                groups = symmetric([number for number, end in enumerate(ends) if end > place])
            step.symmetric = groups if symmetric is not None else ()

    def _begun(
        self, constraint: Constraint, scope: Scope, at: Mapping[Variable, int]
    ) -> Tracked | None:
        """A constraint after the variables that are fixed beforehand; None if it cannot hold."""
        poll()
        variables = scope.variables
        residual = residual_states(constraint, scope)
        state = residual.start
        depth = 0
        while state is not None and depth < len(variables) and variables[depth] not in at:
            state = residual.after(depth, state, scope.domains[depth][0])
            depth += 1
        if state is None:
            self.possible = False
            return None
        return Tracked(residual, state, depth, len(variables))

    def first(self) -> Layer:
        """The layer before any variable is fixed: one state, or none on a contradiction."""
        return {0: 1} if self.possible else {}

    def forward(self, step: VariableStep, layer: Layer, room: int) -> Layer:
        """The layer after one more variable."""
        found: Layer = {}
        get = found.get
        mask, merged = step.mask, step.merged
        for number, (key, ways) in enumerate(layer.items()):
            if not number % POLLED:
                poll()
                require_room(len(found), room, step.variable.name)
            for added, times in merged(key & mask):
                new = key + added
                found[new] = get(new, 0) + ways * times
        require_room(len(found), room, step.variable.name)
        return self._renamed(step, found) if step.symmetric else found

    @staticmethod
    def _renamed(step: VariableStep, layer: Layer) -> Layer:
        """The layer with symmetric values renamed in the order of their marks in the states."""
        found: Layer = {}
        for number, (key, ways) in enumerate(layer.items()):
            if not number % POLLED:
                poll()
            states = [(t, depth, t.state(depth, key)) for t, depth in step.live.items()]
            for group in step.symmetric:
                marks = {v: [t.residual.mark(state, v) for t, _, state in states] for v in group}
                names = dict(zip(sorted(group, key=marks.__getitem__), group, strict=True))
                new = [t.residual.renamed(state, names) for t, _, state in states]
                # A constraint that has none of the values stays as it is.
                states = [
                    (*old[:2], old[2] if s is None else s)
                    for old, s in zip(states, new, strict=True)
                ]
            key = sum(t.number(depth, state) << t.shift for t, depth, state in states)
            found[key] = found.get(key, 0) + ways
        return found

    def count(self, max_states: int = MAX_STATES) -> int:
        """The number of solutions of the component."""
        layer = self.first()
        for step in self.steps:
            layer = self.forward(step, layer, max_states)
            step.forget()
        return sum(layer.values())
