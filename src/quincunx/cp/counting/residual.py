"""Residual states: what remains of a constraint after some of its variables are fixed.

The variables of a constraint are fixed in a given order. Two ways to fix the first `depth` of them
that lead to the same residual state can be completed in exactly the same ways. A state is any
hashable value; `SETTLED` if the constraint holds whatever follows, which it always is after the
last variable, and None if the constraint can no longer hold.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import log, prod
from typing import Any, Final, TypeAlias

from quincunx.cp.capability import capability
from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable

State: TypeAlias = Hashable
Domains: TypeAlias = Mapping[Variable, Sequence[int]]

SETTLED: Final = "settled"
"""The state of a constraint that holds whatever follows; no other state is a string."""

MAX_ROWS: Final = 20_000
"""A constraint without states of its own is tabulated up to this many combinations."""


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

    start: State | None = SETTLED

    @abstractmethod
    def after(self, depth: int, state: State, value: int) -> State | None:
        """The state after the variable at this depth is fixed to a value; None if the constraint
        can no longer hold."""

    @staticmethod
    def estimate(constraint: Any, fixed: Scope, left: Scope) -> float:
        """The logarithm of the estimated number of states when some variables are fixed and others
        are left."""
        return fixed.ways

    def mark(self, state: Any, value: int) -> Any:
        """How a state restricts a value, in a form that can be sorted."""
        return 0

    def renamed(self, state: Any, names: Mapping[int, int]) -> State | None:
        """The state with new names for some values, a permutation of them; None if it is not known
        or if the constraint holds for other values then."""
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

    def _holds(self, values: Sequence[int]) -> bool:
        return self._constraint.check([values[place] for place in self._places])


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


Symmetries: TypeAlias = Callable[[Sequence[int]], list[list[int]]]
"""Returns the groups of values that are symmetric in some constraints, given by their places."""


def symmetric_values(constraints: Sequence[Constraint], domains: Domains) -> Symmetries:
    """Find groups of values that are symmetric: swapping two turns solutions into solutions."""
    scopes = [tuple(dict.fromkeys(constraint.variables)) for constraint in constraints]
    held = [[frozenset(domains[v]) for v in scope] for scope in scopes]

    @cache
    def states(place: int) -> ResidualStates:
        scope = scopes[place]
        return residual_states(constraints[place], Scope(scope, tuple(domains[v] for v in scope)))

    @cache
    def symmetric(place: int, one: int, other: int) -> bool:
        if any((one in values) != (other in values) for values in held[place]):
            return False
        start, swap = states(place).start, {one: other, other: one}
        return not any(one in values for values in held[place]) or (
            start is not None and states(place).renamed(start, swap) == start
        )

    def groups(places: Sequence[int]) -> list[list[int]]:
        found: list[list[int]] = []
        for value in sorted(frozenset[int]().union(*chain(*(held[place] for place in places)))):
            if found and all(symmetric(place, found[-1][0], value) for place in places):
                found[-1].append(value)
            else:
                found.append([value])
        return [group for group in found if len(group) > 1]

    return groups
