"""Residual states: what remains of a constraint after some of its variables are fixed.

The variables of a constraint are fixed in a given order. Two ways to fix the first `depth` of them
that lead to the same residual state can be completed in exactly the same ways. A state is any
hashable value; `SETTLED` if the constraint holds whatever follows, which it always is after the
last variable, and None if the constraint can no longer hold.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import log, prod
from typing import Any, ClassVar, Final, TypeAlias

from quincunx.cp.capability import capability
from quincunx.cp.constraints import Constraint
from quincunx.cp.limits import poll
from quincunx.cp.model import Variable

State: TypeAlias = Hashable

SETTLED: Final = "settled"
"""The state of a constraint that holds whatever follows; no other state is a string."""

MAX_ROWS: Final = 20_000
"""A constraint without states of its own is tabulated up to this many combinations."""

MAX_TRIED: Final = 20_000
"""Up to this many states of one constraint are tested for completability."""


@dataclass(frozen=True)
class Scope:
    """The different variables of a constraint in the order in which they are fixed, with the values
    that each can still have."""

    variables: tuple[Variable, ...]
    domains: tuple[Sequence[int], ...]

    @property
    def ways(self) -> float:
        """The logarithm of the number of ways to fix the variables."""
        return sum(log(len(domain)) for domain in self.domains)


class ResidualStates(ABC):
    """The residual states of one constraint, depth by depth."""

    exact: ClassVar[bool] = False
    """Whether every state that cannot be completed is detected: None instead of a state."""
    start: State | None = SETTLED

    @abstractmethod
    def after(self, depth: int, state: State, value: int) -> State | None:
        """The state after the variable at this depth is fixed to a value; None if the constraint
        can no longer hold."""

    @staticmethod
    def estimate(constraint: Any, fixed: Scope, left: Scope) -> float:
        """The logarithm of about how many states there are when some variables are fixed and
        others are left."""
        return fixed.ways

    def mark(self, state: Any, value: int) -> Any:
        """What a state says of a value; marks can be compared."""
        return 0

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        """The state with new names for some values, a permutation of them; None if it is not known
        or if the constraint holds for other values then."""
        return None

    def candidates(self, depth: int, state: State) -> Sequence[int] | None:
        """The only values worth trying for the variable at this depth, ascending, where that is
        known without trying; values outside its domain may be among them."""
        return None


class AssignmentStates(ResidualStates):
    """All values so far; when a single variable is left, the values that it may take."""

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


class CompletableStates(ResidualStates):
    """The states of another that can be completed, found by trying and then remembered. After
    `MAX_TRIED` states, further ones are assumed to be completable."""

    exact = True

    def __init__(self, states: ResidualStates, scope: Scope) -> None:
        self.start = states.start
        self._states = states
        self._domains = scope.domains
        self._known: dict[tuple[int, State], bool] = {}

    def after(self, depth: int, state: State, value: int) -> State | None:
        new = self._states.after(depth, state, value)
        return new if new is not None and self._can_end(depth + 1, new) else None

    def candidates(self, depth: int, state: State) -> Sequence[int] | None:
        return self._states.candidates(depth, state)

    def mark(self, state: Any, value: int) -> Any:
        return self._states.mark(state, value)

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        return self._states.renamed(state, names)

    def _can_end(self, depth: int, state: State) -> bool:
        if depth == len(self._domains) or state == SETTLED:
            return True
        answer = self._known.get((depth, state))
        if answer is None:
            if len(self._known) >= MAX_TRIED:
                return True
            poll()
            after = self._states.after
            states = (after(depth, state, value) for value in self._domains[depth])
            answer = any(new is not None and self._can_end(depth + 1, new) for new in states)
            self._known[depth, state] = answer
        return answer


@capability("counting")
def residual_states(constraint: Constraint, scope: Scope) -> ResidualStates:
    """The residual states of a constraint while the variables of the scope are fixed in order. By
    default those of its rows if they can be listed, or the values so far."""
    if prod(map(len, scope.domains)) <= MAX_ROWS and len(scope.variables) > 1:
        return residual_states(constraint.tabulated_over(scope.variables, scope.domains), scope)
    return AssignmentStates(constraint, scope)


def estimated_states(constraint: Constraint, fixed: Scope, left: Scope) -> float:
    """An estimate, as a logarithm, of how many residual states there are when some variables are
    fixed and others are left: at most the ways to fix the variables."""
    states = residual_states.implementation(type(constraint))
    if isinstance(states, type) and issubclass(states, ResidualStates):
        return min(fixed.ways, states.estimate(constraint, fixed, left))
    return fixed.ways


def values_alike(
    constraints: Sequence[Constraint], domains: Mapping[Variable, Sequence[int]]
) -> list[list[int]]:
    """Groups of values that are alike: swapping two of them turns solutions into solutions."""
    scopes = [tuple(dict.fromkeys(constraint.variables)) for constraint in constraints]
    held = {v: frozenset(domains[v]) for v in chain(*scopes)}

    @cache
    def states(constraint: Constraint, scope: tuple[Variable, ...]) -> ResidualStates:
        return residual_states(constraint, Scope(scope, tuple(domains[v] for v in scope)))

    def alike(one: int, other: int) -> bool:
        swap = {one: other, other: one}
        return all((one in values) == (other in values) for values in held.values()) and all(
            (start := states(constraint, scope).start) is not None
            and states(constraint, scope).renamed(start, swap) == start
            for constraint, scope in zip(constraints, scopes, strict=True)
            if any(one in held[v] for v in scope)
        )

    groups: list[list[int]] = []
    for value in sorted(frozenset[int]().union(*held.values())):
        if groups and alike(groups[-1][0], value):
            groups[-1].append(value)
        else:
            groups.append([value])
    return [group for group in groups if len(group) > 1]
