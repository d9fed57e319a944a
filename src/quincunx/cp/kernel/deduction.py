"""Deductions by a few propagators alone, and results remembered by the domains they depend on."""

from collections.abc import Callable
from math import prod
from typing import Final, Generic, TypeVar, cast, final

from quincunx.cp.kernel.domain import single
from quincunx.cp.kernel.engine import FAILED, Engine, Propagator, Variable, mypyc_attr

T = TypeVar("T")


@final
@mypyc_attr(acyclic=True)
class Change:
    """The values of a variable, given by its index, before and after a deduction.

    Hundreds of thousands are cached, so the garbage collector skips them.
    """

    def __init__(self, variable: int, before: int, after: int) -> None:
        self.variable = variable
        self.before = before
        self.after = after

    @property
    def gone(self) -> int:
        """The values that were removed."""
        return self.before & ~self.after


MAX_REMEMBERED: Final = 4_096
"""Maximum number of results of one function: each takes about half a kilobyte."""


class Remembered(Generic[T]):
    """A function of the current domains of some variables, computed once for each combination.

    Reasoning returns to the same domains again and again: it looks at a rule before and after
    changes elsewhere, tries values one after the other, and repeats moves without some others.
    Results must not be modified.
    """

    def __init__(self, variables: list[Variable], compute: Callable[[], T] | None = None) -> None:
        self.variables = variables
        self.compute = compute
        self.known: dict[tuple[int, ...], object] = {}

    def __call__(self) -> T:
        domains = tuple(variable.bits for variable in self.variables)
        # One look-up, because tuples do not keep their hash; a result may be None.
        known = self.known.get(domains, self)
        if known is not self:
            return cast(T, known)
        found = self.result()
        if len(self.known) >= MAX_REMEMBERED:
            self.known.clear()
        self.known[domains] = found
        return found

    def result(self) -> T:
        """Compute the result in the current state."""
        assert self.compute is not None
        return self.compute()


class Inference(Remembered[tuple[Change, ...] | None]):
    """The changes that some propagators alone make to some variables; None is a contradiction.

    The state stays as it is. `count` is the number of the engine's variables that are not copies.
    """

    def __init__(
        self, engine: Engine, variables: list[Variable], propagators: list[Propagator], count: int
    ) -> None:
        super().__init__(variables)
        self.engine = engine
        self.propagators = propagators
        self.count = count

    def result(self) -> tuple[Change, ...] | None:
        return changes_alone(self.engine, self.propagators, self.count)

    def implies(self, claims: dict[int, int] | None) -> bool:
        """Whether the values in `claims`, by variable, are ruled out without a contradiction; for
        None, whether there is a contradiction."""
        found = self()
        if found is None or claims is None:
            return found is None and claims is None
        for index, mask in claims.items():
            left = self.engine.variables[index].bits
            for change in found:
                if change.variable == index:
                    left = change.after
            if left & mask:
                return False
        return True


def open_variables(variables: list[Variable]) -> list[Variable]:
    """The variables with more than one value."""
    return [variable for variable in variables if not single(variable.bits)]


def number_of_ways(variables: list[Variable]) -> int:
    """The number of ways to choose a value for each variable."""
    return prod([variable.bits.bit_count() for variable in variables])


def run_alone(engine: Engine, propagators: list[Propagator]) -> bool:
    """Run some propagators, and no others, until nothing changes; false if one fails."""
    if len(propagators) == 1:
        return engine.run_alone(propagators[0]) != FAILED
    before = -1
    while before != engine.prunings:
        before = engine.prunings
        for propagator in propagators:
            if not engine.run_alone(propagator):
                return False
    return True


def changes_alone(
    engine: Engine, propagators: list[Propagator], count: int
) -> tuple[Change, ...] | None:
    """What some propagators change of the first variables; the rest are copies of those that a
    constraint names twice.

    The state stays as it is. None if one fails.
    """
    trail_length, sleeper_count = engine.mark()
    try:
        if not run_alone(engine, propagators):
            return None
        changed = engine.changes(trail_length)
        return tuple([Change(v.index, bits, v.bits) for v, bits in changed if v.index < count])
    finally:
        engine.undo(trail_length, sleeper_count)
