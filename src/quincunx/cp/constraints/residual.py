"""What remains of a constraint after some of its variables are fixed.

Vocabulary:
  scope    the different variables of a constraint, in the order in which they are fixed, each
           with the values that it can still have
  depth    how many of the scope are fixed
  state    what remains: two ways to fix the first variables that lead to the same state can be
           completed in just the same ways. Anything that can be a key of a dictionary
  settled  the state of a constraint that holds whatever comes; the last state is always this one
  dead     a constraint that can no longer hold has no state at all: None. It may start so

This is what counting without listing lives on, see `quincunx.cp.counting`. A kind that says nothing
of itself is remembered by the values of its variables, or by the rows of its table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log, prod
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from quincunx.cp.limits import poll
from quincunx.cp.model import Variable

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint

State: TypeAlias = Hashable

SETTLED: Final = "settled"
"""The state of what holds whatever comes; no other state is a text."""

MOST_ROWS: Final = 20_000
"""A constraint that says nothing of itself is tabulated where there are no more combinations."""

MOST_ASKED: Final = 20_000
"""So many states of one constraint are asked whether they can still be completed."""


@dataclass(frozen=True)
class Scope:
    """The variables of a constraint in the order in which they are fixed, with their values."""

    variables: tuple[Variable, ...]
    domains: tuple[Sequence[int], ...]

    @property
    def ways(self) -> float:
        """The logarithm of the number of ways to fix all the variables."""
        return sum(log(len(domain)) for domain in self.domains)

    def part(self, variables: Iterable[Variable]) -> Scope:
        """The same for some of the variables."""
        wanted = set(variables)
        kept = [at for at, variable in enumerate(self.variables) if variable in wanted]
        return Scope(
            tuple(self.variables[at] for at in kept), tuple(self.domains[at] for at in kept)
        )


class Remains(ABC):
    """What remains of one constraint, depth by depth."""

    exact: ClassVar[bool] = False
    """Whether a state that cannot be completed is always seen to be dead."""
    start: State | None = SETTLED

    @abstractmethod
    def after(self, depth: int, state: State, value: int) -> State | None:
        """What remains when the variable at this depth is fixed to a value; None if nothing can
        hold any more. The state after the last variable is `SETTLED`."""

    def candidates(self, depth: int, state: State) -> Sequence[int] | None:
        """The only values worth trying for the variable at this depth, ascending, where that is
        known without trying; values outside its domain may be among them."""
        return None


class Remembered(Remains):
    """All values so far, and once a single variable is left those that it may have."""

    def __init__(self, constraint: Constraint, scope: Scope) -> None:
        self.start = () if scope.variables else SETTLED if constraint.check(()) else None
        self._constraint = constraint
        self._last = len(scope.variables) - 1
        self._domains = scope.domains
        self._places = [scope.variables.index(variable) for variable in constraint.variables]

    def after(self, depth: int, state: State, value: int) -> State | None:
        assert isinstance(state, tuple)
        if depth == self._last and depth > 0:
            return SETTLED if value in state else None
        values = (*state, value)
        if depth < self._last - 1:
            return values
        if depth == self._last:
            return SETTLED if self._holds(values) else None
        return tuple(v for v in self._domains[-1] if self._holds((*values, v))) or None

    def candidates(self, depth: int, state: State) -> Sequence[int] | None:
        return state if depth == self._last and depth > 0 else None  # type: ignore[return-value]

    def _holds(self, values: Sequence[int]) -> bool:
        return self._constraint.check([values[place] for place in self._places])


class Together(Remains):
    """Several constraints over parts of a scope: what remains of each."""

    def __init__(self, parts: Sequence[Constraint], scope: Scope) -> None:
        self._parts = [part.remains(scope.part(part.variables)) for part in parts]
        self._depths = [
            [_rank(scope, part, depth) for depth in range(len(scope.variables))] for part in parts
        ]
        starts = [part.start for part in self._parts]
        self.start = None if None in starts else self._joined(starts)

    def after(self, depth: int, state: State, value: int) -> State | None:
        if state == SETTLED:
            return SETTLED
        assert isinstance(state, tuple)
        states: list[State] = []
        for part, depths, own in zip(self._parts, self._depths, state, strict=True):
            at = depths[depth]
            new = own if at is None else part.after(at, own, value)
            if new is None:
                return None
            states.append(new)
        return self._joined(states)

    @staticmethod
    def _joined(states: Sequence[State | None]) -> State:
        return SETTLED if all(state == SETTLED for state in states) else tuple(states)


def _rank(scope: Scope, part: Constraint, depth: int) -> int | None:
    """How many variables of a part are fixed before the one at this depth, if that is its own."""
    own = set(part.variables)
    if scope.variables[depth] not in own:
        return None
    return sum(variable in own for variable in scope.variables[:depth])


class Completable(Remains):
    """Sees every dead state of another, by looking for a way to complete it. What was asked is
    remembered; after too many questions nothing more is asked."""

    exact = True

    def __init__(self, remains: Remains, scope: Scope) -> None:
        self.start = remains.start
        self._remains = remains
        self._domains = scope.domains
        self._known: dict[tuple[int, State], bool] = {}

    def after(self, depth: int, state: State, value: int) -> State | None:
        new = self._remains.after(depth, state, value)
        return new if new is not None and self._can_end(depth + 1, new) else None

    def candidates(self, depth: int, state: State) -> Sequence[int] | None:
        return self._remains.candidates(depth, state)

    def _can_end(self, depth: int, state: State) -> bool:
        if depth == len(self._domains) or state == SETTLED:
            return True
        answer = self._known.get((depth, state))
        if answer is None:
            if len(self._known) >= MOST_ASKED:
                return True
            poll()
            after = self._remains.after
            states = (after(depth, state, value) for value in self._domains[depth])
            answer = any(new is not None and self._can_end(depth + 1, new) for new in states)
            self._known[depth, state] = answer
        return answer


def plain_remains(constraint: Constraint, scope: Scope) -> Remains:
    """What remains of a constraint that says nothing of itself: its parts, its rows where they
    can be listed, or the values so far."""
    parts = constraint.parts()
    if parts is not None:
        return Together(parts, scope)
    if prod(map(len, scope.domains)) <= MOST_ROWS and len(scope.variables) > 1:
        from quincunx.cp.constraints.table import Rows, Table

        places = [scope.variables.index(variable) for variable in constraint.variables]
        rows = Rows.where(
            lambda *row: constraint.check([row[place] for place in places]), scope.domains
        )
        return Table(scope.variables, rows).remains(scope)
    return Remembered(constraint, scope)


def plain_spread(constraint: Constraint, fixed: Scope, left: Scope) -> float:
    """No more states than ways to fix the variables, nor than its parts have together."""
    ways = fixed.ways
    parts = constraint.parts() or ()
    if not parts:
        return ways
    scopes = [(fixed.part(part.variables), left.part(part.variables)) for part in parts]
    return min(ways, sum(part.spread(*two) for part, two in zip(parts, scopes, strict=True)))
