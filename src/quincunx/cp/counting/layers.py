"""One part of a model, layer by layer.

Vocabulary:
  number  what remains of one constraint, as a small number: states are numbered as they are met
  slot    the bits of a key that hold the number of one open constraint
  key     a state of all open constraints: one integer, a slot for each of them
  step    fixing one more variable; it concerns the slots of the constraints that have the
          variable, and leaves the rest of the key as it is
  move    a value of the variable, and what it adds to the key
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, log
from typing import Final, TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.counting.residual import (
    CompletableStates,
    ResidualStates,
    Scope,
    State,
    estimated_states,
    residual_states,
)
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable
from quincunx.errors import TooBig

Layer: TypeAlias = dict[int, int]

MOST_STATES: Final = 2_000_000
"""More states than this are not held at once: they take some two hundred bytes each."""

WIDEST: Final = 21
"""How many bits a slot has at the most: as many as the numbers of that many states need. Narrow
slots keep keys within a machine word, where Python tells them apart best."""

POLLED: Final = 256
"""So many states are gone through between two looks at the clock."""


class TooManyStates(TooBig):
    """There are more states than may be held: counting them in this way takes too much memory."""


def require_room(layer: Layer, room: int, place: str) -> None:
    """See that a layer has no more states than there is room for."""
    if len(layer) > room:
        raise TooManyStates(f"counting: more than {max(0, room):,} states at {place}")


@dataclass(frozen=True)
class Slot:
    """So many bits of a key, from a place on."""

    begin: int
    width: int

    @property
    def end(self) -> int:
        """The place after the last bit."""
        return self.begin + self.width

    @cached_property
    def mask(self) -> int:
        """The bits themselves."""
        return ((1 << self.width) - 1) << self.begin

    @classmethod
    def beside(cls, others: Iterable[Slot], width: int) -> Slot:
        """The first place where a slot of this width meets none of the others.

        >>> Slot.beside([Slot(0, 3), Slot(8, 2)], 5)
        Slot(begin=3, width=5)
        """
        begin = 0
        for other in sorted(others, key=lambda slot: slot.begin):
            if begin + width <= other.begin:
                break
            begin = other.end
        return cls(begin, width)


class SlotTooNarrow(Exception):
    """A constraint has more states than its slot can hold."""


class Tracked:
    """A constraint while its variables are fixed, with the states that were met at each depth."""

    def __init__(
        self, constraint: Constraint, residual: ResidualStates, start: State, begin: int, end: int
    ) -> None:
        """`begin` is how many of its variables are fixed beforehand, and `end` how many it has."""
        self.constraint = constraint
        self.residual = residual
        self.begin, self.end = begin, end
        self.slot = Slot(0, WIDEST)
        self._states: list[list[State]] = [[] for _ in range(end + 1)]
        self._numbers: list[dict[State, int]] = [{} for _ in range(end + 1)]
        self.number(begin, start)

    def number(self, depth: int, state: State) -> int:
        """The number of a state, a new one if it was not met yet."""
        states = self._states[depth]
        number = self._numbers[depth].setdefault(state, len(states))
        if number == len(states):
            if number >> self.slot.width:
                if self.slot.width < WIDEST:
                    raise SlotTooNarrow(self)
                raise TooManyStates(f"counting: more than {1 << WIDEST:,} states of one constraint")
            states.append(state)
        return number

    def state(self, depth: int, own: int) -> State:
        """The state whose number is in this constraint's slot."""
        return self._states[depth][(own & self.slot.mask) >> self.slot.begin]


class Step:
    """Fixes one variable. Each constraint concerned comes with its depth."""

    def __init__(
        self, variable: Variable, values: Sequence[int], concerned: Sequence[tuple[Tracked, int]]
    ) -> None:
        self.variable = variable
        self.mask = sum(t.slot.mask for t, depth in concerned if depth > t.begin)
        self._values = values
        self._allowed = frozenset(values)
        self._concerned = concerned
        self._moves: dict[int, list[tuple[int, int]]] = {}
        self._merged: dict[int, list[tuple[int, int]]] = {}

    def moves(self, own: int) -> list[tuple[int, int]]:
        """The values that can be taken, and what each adds to the key; `own` is the key under the
        mask."""
        found = self._moves.get(own)
        if found is None:
            found = self._moves[own] = list(self._tried(own))
        return found

    def merged(self, own: int) -> list[tuple[int, int]]:
        """What can be added to the key, and for how many values it is that."""
        found = self._merged.get(own)
        if found is None:
            times: dict[int, int] = {}
            for _, added in self._tried(own):
                times[added] = times.get(added, 0) + 1
            found = self._merged[own] = list(times.items())
        return found

    def forget(self) -> None:
        """Let go of what was remembered."""
        self._moves.clear()
        self._merged.clear()

    def _tried(self, own: int) -> Iterator[tuple[int, int]]:
        states = [
            tracked.state(depth, own if depth > tracked.begin else 0)
            for tracked, depth in self._concerned
        ]
        pairs = list(zip(states, self._concerned, strict=True))
        values: Sequence[int] = self._values
        for state, (tracked, depth) in pairs:
            only = tracked.residual.candidates(depth, state)
            if only is not None and len(only) < len(values):
                values = [value for value in only if value in self._allowed]
        for value in values:
            added = -own
            for state, (tracked, depth) in pairs:
                new = tracked.residual.after(depth, state, value)
                if new is None:
                    break
                if depth + 1 < tracked.end:
                    added += tracked.number(depth + 1, new) << tracked.slot.begin
            else:
                yield value, added


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
        self.most_states = most_states
        self.possible = True
        self._order = list(order)
        self._constraints = list(constraints)
        self._domains = domains
        self._wide: set[Constraint] = set()
        self.steps: list[Step] = []
        self.build()

    def build(self) -> None:
        """Make the steps: a slot for each constraint as long as it is open."""
        at = {variable: place for place, variable in enumerate(self._order)}
        concerned: dict[Variable, list[tuple[Tracked, int]]] = {v: [] for v in self._order}
        widths: dict[Tracked, int] = {}
        for constraint in self._constraints:
            variables = sorted(dict.fromkeys(constraint.variables), key=lambda v: at.get(v, -1))
            scope = Scope(tuple(variables), tuple(self._domains[v] for v in variables))
            tracked = self._begun(constraint, scope, at)
            if tracked is not None:
                wide = constraint in self._wide
                widths[tracked] = WIDEST if wide else _width(constraint, scope)
                for depth, variable in enumerate(variables[tracked.begin :], tracked.begin):
                    concerned[variable].append((tracked, depth))
        self.steps = []
        slots: list[Slot] = []
        for variable in self._order:
            here = concerned[variable]
            for tracked, depth in here:
                if depth == tracked.begin:
                    tracked.slot = Slot.beside(slots, widths[tracked])
                    slots.append(tracked.slot)
            self.steps.append(Step(variable, self._domains[variable], here))
            for tracked, depth in here:
                if depth + 1 == tracked.end:
                    slots.remove(tracked.slot)

    def widen(self, narrow: SlotTooNarrow) -> None:
        """Build everything anew with a wider slot for a constraint."""
        (tracked,) = narrow.args
        self._wide.add(tracked.constraint)
        self.build()

    def _begun(
        self, constraint: Constraint, scope: Scope, at: Mapping[Variable, int]
    ) -> Tracked | None:
        """A constraint of which all that is fixed beforehand is fixed."""
        poll()
        variables = scope.variables
        residual = residual_states(constraint, scope)
        if not residual.exact:
            residual = CompletableStates(residual, scope)
        state = residual.start
        depth = 0
        while state is not None and depth < len(variables) and variables[depth] not in at:
            state = residual.after(depth, state, scope.domains[depth][0])
            depth += 1
        if state is None:
            self.possible = False
            return None
        return Tracked(constraint, residual, state, depth, len(variables))

    def first(self) -> Layer:
        """Before any variable is fixed: one state, unless it is known that there is none."""
        return {0: 1} if self.possible else {}

    def forward(self, step: Step, layer: Layer, room: int) -> Layer:
        """The states after one more variable, with the number of ways that lead to each."""
        found: Layer = {}
        get = found.get
        mask, merged = step.mask, step.merged
        for number, (key, ways) in enumerate(layer.items()):
            if not number % POLLED:
                poll()
                require_room(found, room, step.variable.name)
            for added, times in merged(key & mask):
                new = key + added
                found[new] = get(new, 0) + ways * times
        require_room(found, room, step.variable.name)
        return found

    def count(self) -> int:
        """How many solutions the part has."""
        while True:
            try:
                layer = self.first()
                for step in self.steps:
                    layer = self.forward(step, layer, self.most_states)
                    step.forget()
                return sum(layer.values())
            except SlotTooNarrow as narrow:
                self.widen(narrow)


def _width(constraint: Constraint, scope: Scope) -> int:
    """How many bits the numbers of a constraint's states need, by estimate."""
    estimates = [
        estimated_states(
            constraint, scope.part(scope.variables[:depth]), scope.part(scope.variables[depth:])
        )
        for depth in range(1, len(scope.variables))
    ]
    return min(WIDEST, 1 + ceil(max(estimates, default=0.0) / log(2)))
