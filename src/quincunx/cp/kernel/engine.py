"""The engine: variables, propagators, the propagation queue, and the trail.

The trail records old domains so that they can be restored. A *stamp* numbers the sections of the
trail between marks: a variable that changes twice in one section is recorded once. A propagator is
*asleep* while it is entailed, or while its clause is not chosen. A *clause* holds the propagators
and variables that a program posts after certain choices.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Any, Final, Protocol

from quincunx.cp.kernel.domain import highest, lowest, single

try:
    from mypy_extensions import mypyc_attr as mypyc_attr
except ImportError:  # pragma: no cover - only the compiler needs to know

    def mypyc_attr(*attrs: str, **named: object) -> Any:  # type: ignore[misc]
        return lambda kind: kind


FAILED: Final = 0
"""Result of a propagator: the constraint cannot be satisfied any more."""
RAN: Final = 1
"""Result of a propagator: it must run again when a variable changes."""
ENTAILED: Final = 2
"""Result of a propagator: the constraint holds whatever values are chosen from now on."""

ON_CHANGE: Final = 0
"""Wake a propagator whenever a value disappears from a variable."""
ON_BOUNDS: Final = 1
"""Wake a propagator when the smallest or largest value changes."""
ON_FIX: Final = 2
"""Wake a propagator when one value is left."""


class Reversible:
    """An integer that is set through the engine and restored by `undo`.

    A propagator may keep such integers from one run to the next. It must validate them: `undo`
    restores the value at the `mark`, but callers may also set the bits of variables directly, so
    that domains grow. A propagator therefore keeps the domains it used beside its results, and
    starts afresh when a domain has a value that it did not have then.
    """

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.stamp = 0


class Variable(Reversible):
    """A variable. Position i of `bits`, below `width`, stands for the value `offset + i`.

    For a domain that is too sparse for that, `values` lists the values and position i stands for
    `values[i]`; otherwise it is empty.
    """

    def __init__(self, index: int, bits: int, width: int, offset: int, values: list[int]) -> None:
        super().__init__(bits)
        self.index = index
        self.width = width
        self.offset = offset
        self.values = values
        self.on_change: list[Propagator] = []
        self.on_bounds: list[Propagator] = []
        self.on_fix: list[Propagator] = []
        self.propagators: list[Propagator] = []
        self.clauses: list[Clause] = []

    def value(self, position: int) -> int:
        """The value at a position."""
        if self.values:
            return self.values[position]
        return self.offset + position

    def least(self) -> int:
        """The smallest value still possible."""
        if self.values:
            return self.values[lowest(self.bits)]
        return self.offset + lowest(self.bits)

    def most(self) -> int:
        """The largest value still possible."""
        if self.values:
            return self.values[highest(self.bits)]
        return self.offset + highest(self.bits)

    def fixed(self) -> bool:
        """Whether one value is left."""
        return single(self.bits)

    def at_least(self, value: int) -> int:
        """The bits of this value and larger ones."""
        first = bisect_left(self.values, value) if self.values else value - self.offset
        if first <= 0:
            return self.bits
        return (self.bits >> first) << first if first < self.width else 0

    def at_most(self, value: int) -> int:
        """The bits of this value and smaller ones."""
        last = bisect_right(self.values, value) if self.values else value - self.offset + 1
        if last >= self.width:
            return self.bits
        return self.bits & ((1 << last) - 1) if last > 0 else 0

    def bit(self, value: int) -> int:
        """The bit of this value; 0 if no position stands for it."""
        if self.values:
            place = bisect_left(self.values, value)
            return 1 << place if place < self.width and self.values[place] == value else 0
        place = value - self.offset
        return 1 << place if 0 <= place < self.width else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Propagator:
    """Watches the variables of one constraint and removes values.

    Subclasses may be plain Python even if the engine is compiled.

    `propagate` may only remove values that no solution of the constraint has, must reach its own
    fixpoint, and returns FAILED, RAN or ENTAILED. What it keeps from one run to the next must be
    `Reversible`, or a guess that it checks before use.
    """

    def __init__(self, variables: list[Variable], wake: int, slow: bool) -> None:
        self.variables = variables
        self.wake = wake
        self.slow = slow
        self.queued = False
        self.asleep = False
        self.weight = 1

    def propagate(self, engine: Engine) -> int:
        raise NotImplementedError


class Clause:
    """Wakes its propagators once each of the variables in `chosen` has its bit of `bits`, or any
    single bit where that is 0. Once one of them has another value, the clause's own variables are
    irrelevant: each is set to the smallest value that it had in the beginning, without being
    counted."""

    def __init__(
        self,
        chosen: list[Variable],
        bits: list[int],
        propagators: list[Propagator],
        variables: list[Variable],
    ) -> None:
        self.chosen = chosen
        self.bits = bits
        self.propagators = propagators
        self.variables = variables
        self.least = [variable.bits & -variable.bits for variable in variables]

    def reached(self) -> bool:
        """Whether all choices are made as required."""
        for place, variable in enumerate(self.chosen):
            wanted = self.bits[place]
            if not (variable.bits == wanted or (wanted == 0 and variable.fixed())):
                return False
        return True

    def passed(self, variable: Variable) -> bool:
        """Whether the choice of a fixed variable is different from the required one."""
        for place, chosen in enumerate(self.chosen):
            wanted = self.bits[place]
            if chosen is variable and wanted != 0 and wanted != variable.bits:
                return True
        return False


class PropagationListener(Protocol):
    """Receives the events of propagation as they happen."""

    def pruned(self, variable: Variable, before: int, by: Propagator | None) -> None:
        """A domain was reduced, counted as a pruning; `by` is None if by a decision."""

    def emptied(self, variable: Variable, by: Propagator | None) -> None:
        """A domain would become empty; the failure follows."""

    def contradicted(self, by: Propagator) -> None:
        """A propagator failed."""


class Engine:
    """Runs propagators to a common fixpoint, counts events, and undoes changes."""

    def __init__(self) -> None:
        self.variables: list[Variable] = []
        self.propagators: list[Propagator] = []
        self.created = 0
        """Propagators posted; those of a clause count each time it is chosen."""
        self.resumptions = 0
        self.entailments = 0
        self.prunings = 0
        self.poll: Callable[[], int] | None = None
        """Called regularly; may raise `Stopped`. Returns the ticks until the next call."""
        self.listener: PropagationListener | None = None
        """Checked only when a domain is reduced or a propagator fails, which is rare enough."""
        self._countdown = 1
        self._stamp = 1
        self._trail: list[Reversible] = []
        self._trailed_bits: list[int] = []
        self._sleepers: list[Propagator] = []
        self._queue: list[Propagator] = []
        self._slow_queue: list[Propagator] = []
        self._running: Propagator | None = None
        self._alone = False
        """Whether the running propagator wakes no others."""

    def add_variable(self, bits: int, width: int, offset: int, values: list[int]) -> Variable:
        """A new variable; see `Variable` for the arguments."""
        variable = Variable(len(self.variables), bits, width, offset, values)
        self.variables.append(variable)
        return variable

    def post(self, propagator: Propagator) -> None:
        """Attach a propagator to its variables and queue it."""
        self._attach(propagator)
        self.created += 1
        self.wake(propagator)

    def post_clause(self, clause: Clause) -> None:
        """Attach the propagators of a clause, asleep until it is chosen."""
        for propagator in clause.propagators:
            propagator.asleep = True
            self._attach(propagator)
        for variable in clause.chosen:
            variable.clauses.append(clause)

    def settle(self, variable: Variable) -> bool:
        """Update the clauses of a variable that has become fixed; false if an irrelevant variable
        cannot have its smallest value because it was decided before."""
        for clause in variable.clauses:
            if clause.passed(variable):
                for place, own in enumerate(clause.variables):
                    least = clause.least[place]
                    if own.bits & least == 0:
                        if self.listener is not None:
                            self.listener.emptied(own, self._running)
                        return False
                    if own.bits != least:
                        self.keep(own, least)
                        if not self.settle(own):
                            return False
            elif clause.reached():
                for propagator in clause.propagators:
                    if propagator.asleep:
                        propagator.asleep = False
                        self._sleepers.append(propagator)
                        self.created += 1
                        self.wake(propagator)
        return True

    def _attach(self, propagator: Propagator) -> None:
        self.propagators.append(propagator)
        for variable in propagator.variables:
            variable.propagators.append(propagator)
            events = [variable.on_change, variable.on_bounds, variable.on_fix]
            events[propagator.wake].append(propagator)

    def narrow(self, variable: Variable, bits: int) -> bool:
        """Reduce a domain to `bits`, a subset of it; false if that is empty or a clause fails."""
        old = variable.bits
        if bits == old:
            return True
        if bits == 0:
            if self.listener is not None:
                self.listener.emptied(variable, self._running)
            return False
        self.prunings += 1
        # `keep`, inlined for speed.
        if variable.stamp != self._stamp:
            variable.stamp = self._stamp
            self._trail.append(variable)
            self._trailed_bits.append(old)
        variable.bits = bits
        if self.listener is not None:
            self.listener.pruned(variable, old, self._running)
        if not self._alone:
            for propagator in variable.on_change:
                self.wake(propagator)
            if variable.on_bounds and (
                bits & -bits != old & -old or bits.bit_length() != old.bit_length()
            ):
                for propagator in variable.on_bounds:
                    self.wake(propagator)
            if variable.on_fix and bits & (bits - 1) == 0:
                for propagator in variable.on_fix:
                    self.wake(propagator)
        if variable.clauses and bits & (bits - 1) == 0:
            return self.settle(variable)
        return True

    def narrow_all(self, variables: list[Variable], left: list[int]) -> int:
        """Reduce domains to subsets; the result of a propagator that does nothing else."""
        for variable, bits in zip(variables, left):
            if not self.narrow(variable, bits):
                return FAILED
        return RAN

    def keep(self, reversible: Reversible, bits: int) -> None:
        """Set a reversible integer; nothing is woken or counted."""
        if reversible.stamp != self._stamp:
            reversible.stamp = self._stamp
            self._trail.append(reversible)
            self._trailed_bits.append(reversible.bits)
        reversible.bits = bits

    def propagate(self) -> bool:
        """Run queued propagators until the queue is empty; false if one fails, which increases
        its weight."""
        queue = self._queue
        slow_queue = self._slow_queue
        head = 0
        slow_head = 0
        try:
            while True:
                if head < len(queue):
                    propagator = queue[head]
                    head += 1
                elif slow_head < len(slow_queue):
                    propagator = slow_queue[slow_head]
                    slow_head += 1
                else:
                    return True
                propagator.queued = False
                self._running = propagator
                self.resumptions += 1
                self.tick()
                answer = propagator.propagate(self)
                if answer == ENTAILED:
                    self.entailments += 1
                    propagator.asleep = True
                    self._sleepers.append(propagator)
                elif answer == FAILED:
                    propagator.weight += 1
                    if self.listener is not None:
                        self.listener.contradicted(propagator)
                    return False
        finally:
            self._running = None
            self._empty(queue, head)
            self._empty(slow_queue, slow_head)

    def run_alone(self, propagator: Propagator) -> int:
        """Run one propagator and none of those that it would wake; its result."""
        alone, self._alone = self._alone, True
        self._running = propagator
        self.resumptions += 1
        try:
            self.tick()
            return propagator.propagate(self)
        finally:
            self._alone = alone
            self._running = None
            self.forget_waiting()

    def forget_waiting(self) -> None:
        """Empty the queue."""
        self._empty(self._queue, 0)
        self._empty(self._slow_queue, 0)

    def tick(self, work: int = 1) -> None:
        """Count units of work, such as a resumption or a node, and poll when due."""
        self._countdown -= work
        if self._countdown <= 0:
            self._countdown = 1 << 30 if self.poll is None else self.poll()

    def mark(self) -> tuple[int, int]:
        """A mark for `undo`."""
        self._stamp += 1
        return (len(self._trail), len(self._sleepers))

    def changes(self, trail_length: int) -> list[tuple[Variable, int]]:
        """The variables that changed since a `mark`, with the bits they had then."""
        changed: list[tuple[Variable, int]] = []
        for place in range(trail_length, len(self._trail)):
            reversible = self._trail[place]
            if isinstance(reversible, Variable):
                changed.append((reversible, self._trailed_bits[place]))
        return changed

    def undo(self, trail_length: int, sleeper_count: int) -> None:
        """Restore the state at a `mark`."""
        trail = self._trail
        trailed_bits = self._trailed_bits
        while len(trail) > trail_length:
            trail.pop().bits = trailed_bits.pop()
        sleepers = self._sleepers
        while len(sleepers) > sleeper_count:
            # It became entailed, or was woken with its clause.
            sleeper = sleepers.pop()
            sleeper.asleep = not sleeper.asleep
        self._stamp += 1

    def wake(self, propagator: Propagator) -> None:
        """Queue a propagator, unless it is asleep or running."""
        # A propagator reaches its own fixpoint, so its own changes need not wake it.
        if not (propagator.queued or propagator.asleep or propagator is self._running):
            propagator.queued = True
            if propagator.slow:
                self._slow_queue.append(propagator)
            else:
                self._queue.append(propagator)

    def _empty(self, queue: list[Propagator], head: int) -> None:
        while head < len(queue):
            queue[head].queued = False
            head += 1
        queue.clear()
