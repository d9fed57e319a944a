"""The state of a search: variables, propagators, what to run next, and how to go back.

Vocabulary:
  variable    an unknown with the set of values it can still have
  propagator  removes values that one constraint rules out
  trail       the changes since some moment, so that they can be undone
  stamp       the name of a stretch of the trail: what changes twice in one stretch is noted once
  reversible  what the trail can hold: variables, and what propagators keep for their next run
  asleep      a propagator that is always true from here on, until its finding so is undone; or
              one of a clause that was not chosen yet
  clause      what a program posts once it has chosen in some way: propagators that sleep until
              then, and variables that there are only then
  watcher     somebody who is told of every domain that shrinks; he changes and counts nothing
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Any, Final, Protocol

from quincunx.cp.kernel.domain import highest, lowest, single

try:
    from mypy_extensions import mypyc_attr
except ImportError:  # pragma: no cover - only the compiler needs to know

    def mypyc_attr(*attrs: str, **named: object) -> Any:  # type: ignore[misc]
        return lambda kind: kind


FAILED: Final = 0
"""A propagator's answer: the constraint cannot be satisfied any more."""
RAN: Final = 1
"""A propagator's answer: run me again when a variable changes."""
ENTAILED: Final = 2
"""A propagator's answer: whatever values are chosen now, the constraint holds."""

ON_CHANGE: Final = 0
"""Wake a propagator whenever a value disappears from a variable."""
ON_BOUNDS: Final = 1
"""Wake a propagator when the smallest or largest value changes."""
ON_FIX: Final = 2
"""Wake a propagator when one value is left."""


class Reversible:
    """An integer that is set through the engine, so that `undo` takes it back.

    A propagator may keep such integers to know the next time what it saw the last time. It must
    not trust them blindly: `undo` gives it back what it kept at the `mark`, but whoever tries
    things out may also set the bits of variables directly, and then they can have grown. So it
    keeps the domains it looked at beside what it found out from them, and starts afresh when a
    domain has a value now that it had not then.
    """

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.stamp = 0


class Variable(Reversible):
    """An unknown. Position i of `bits`, below `width`, stands for the value `offset + i`.

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
        """Those of the bits that stand for this value or a larger one."""
        first = bisect_left(self.values, value) if self.values else value - self.offset
        if first <= 0:
            return self.bits
        return (self.bits >> first) << first if first < self.width else 0

    def at_most(self, value: int) -> int:
        """Those of the bits that stand for this value or a smaller one."""
        last = bisect_right(self.values, value) if self.values else value - self.offset + 1
        if last >= self.width:
            return self.bits
        return self.bits & ((1 << last) - 1) if last > 0 else 0

    def bit(self, value: int) -> int:
        """The set of just this value, empty if no position stands for it."""
        if self.values:
            place = bisect_left(self.values, value)
            return 1 << place if place < self.width and self.values[place] == value else 0
        place = value - self.offset
        return 1 << place if 0 <= place < self.width else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Propagator:
    """Watches the variables of one constraint and removes what it rules out.

    Anybody may write one, in plain Python too where the engine is compiled.

    `propagate` may only remove values that no solution of the constraint has, must reach its own
    fixpoint, and answers FAILED, RAN or ENTAILED. What it keeps from one run to the next is
    either a hint that it checks or `Reversible`.
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
    """Wakes its propagators once each of the variables in `chosen` has its one bit of `bits`, or
    any one where that is 0. Once one of them has another, the clause's own variables mean nothing:
    each is given its smallest value, which nobody is told of."""

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

    def reached(self) -> bool:
        """Whether all choices fell so."""
        for place, variable in enumerate(self.chosen):
            wanted = self.bits[place]
            if not (variable.bits == wanted or (wanted == 0 and variable.fixed())):
                return False
        return True

    def passed(self, variable: Variable) -> bool:
        """Whether the choice of a variable that has one value left fell otherwise."""
        for place, chosen in enumerate(self.chosen):
            wanted = self.bits[place]
            if chosen is variable and wanted != 0 and wanted != variable.bits:
                return True
        return False


class Watcher(Protocol):
    """Is told what propagation does, event by event, as it happens."""

    def pruned(self, variable: Variable, before: int, by: Propagator | None) -> None:
        """A domain shrank, counted as a pruning; `by` nobody where it was a decision."""

    def emptied(self, variable: Variable, by: Propagator | None) -> None:
        """Nothing would be left of a domain: the contradiction follows."""

    def contradicted(self, by: Propagator) -> None:
        """A propagator found a contradiction."""


class Engine:
    """Runs propagators until nothing changes, counts what happens, and undoes it on demand."""

    def __init__(self) -> None:
        self.variables: list[Variable] = []
        self.propagators: list[Propagator] = []
        self.created = 0
        """How often a propagator was posted: those of a clause each time it is chosen."""
        self.resumptions = 0
        self.entailments = 0
        self.prunings = 0
        self.poll: Callable[[], int] | None = None
        """Called now and then; may raise `Stopped`. Its answer is after how many more ticks it
        wants to be called again."""
        self.watcher: Watcher | None = None
        """Asked for only where a domain shrinks or something fails: work enough by itself."""
        self._countdown = 1
        self._stamp = 1
        self._trail: list[Reversible] = []
        self._trailed_bits: list[int] = []
        self._sleepers: list[Propagator] = []
        self._queue: list[Propagator] = []
        self._slow_queue: list[Propagator] = []
        self._running: Propagator | None = None

    def add_variable(self, bits: int, width: int, offset: int, values: list[int]) -> Variable:
        """A new variable; see `Variable` for what the arguments mean."""
        variable = Variable(len(self.variables), bits, width, offset, values)
        self.variables.append(variable)
        return variable

    def post(self, propagator: Propagator) -> None:
        """Make a propagator watch its variables, and run it at the next `propagate`."""
        self._attach(propagator)
        self.created += 1
        self._wake(propagator)

    def post_clause(self, clause: Clause) -> None:
        """Make the propagators of a clause watch their variables once it is chosen."""
        for propagator in clause.propagators:
            propagator.asleep = True
            self._attach(propagator)
        for variable in clause.chosen:
            variable.clauses.append(clause)

    def settle(self, variable: Variable) -> None:
        """See to the clauses of a variable that has one value left."""
        for clause in variable.clauses:
            if clause.passed(variable):
                for own in clause.variables:
                    if not own.fixed():
                        self.keep(own, own.bits & -own.bits)
                        self.settle(own)
            elif clause.reached():
                for propagator in clause.propagators:
                    if propagator.asleep:
                        propagator.asleep = False
                        self._sleepers.append(propagator)
                        self.created += 1
                        self._wake(propagator)

    def _attach(self, propagator: Propagator) -> None:
        self.propagators.append(propagator)
        for variable in propagator.variables:
            variable.propagators.append(propagator)
            if propagator.wake == ON_CHANGE:
                variable.on_change.append(propagator)
            elif propagator.wake == ON_BOUNDS:
                variable.on_bounds.append(propagator)
            else:
                variable.on_fix.append(propagator)

    def narrow(self, variable: Variable, bits: int) -> bool:
        """Let a variable keep only `bits`, some of those it has; false if that leaves none."""
        old = variable.bits
        if bits == old:
            return True
        if bits == 0:
            if self.watcher is not None:
                self.watcher.emptied(variable, self._running)
            return False
        self.prunings += 1
        # What `keep` does; a call of it would be felt here.
        if variable.stamp != self._stamp:
            variable.stamp = self._stamp
            self._trail.append(variable)
            self._trailed_bits.append(old)
        variable.bits = bits
        if self.watcher is not None:
            self.watcher.pruned(variable, old, self._running)
        for propagator in variable.on_change:
            self._wake(propagator)
        if variable.on_bounds and (
            bits & -bits != old & -old or bits.bit_length() != old.bit_length()
        ):
            for propagator in variable.on_bounds:
                self._wake(propagator)
        if variable.on_fix and bits & (bits - 1) == 0:
            for propagator in variable.on_fix:
                self._wake(propagator)
        if variable.clauses and bits & (bits - 1) == 0:
            self.settle(variable)
        return True

    def keep(self, reversible: Reversible, bits: int) -> None:
        """Set what a propagator keeps, for `undo` to take back; nothing is woken or counted."""
        if reversible.stamp != self._stamp:
            reversible.stamp = self._stamp
            self._trail.append(reversible)
            self._trailed_bits.append(reversible.bits)
        reversible.bits = bits

    def propagate(self) -> bool:
        """Run what is waiting until nothing is; false when a contradiction was found.

        The propagator that found it gains weight.
        """
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
                    if self.watcher is not None:
                        self.watcher.contradicted(propagator)
                    return False
        finally:
            self._running = None
            self._empty(queue, head)
            self._empty(slow_queue, slow_head)

    def run_alone(self, propagator: Propagator) -> bool:
        """Run one propagator and none of those that it would wake; false on a contradiction.

        This is one deduction: what a single constraint says about its variables as they are.
        """
        self._running = propagator
        self.resumptions += 1
        try:
            self.tick()
            return propagator.propagate(self) != FAILED
        finally:
            self._running = None
            self.forget_waiting()

    def forget_waiting(self) -> None:
        """Let nothing wait to be run."""
        self._empty(self._queue, 0)
        self._empty(self._slow_queue, 0)

    def tick(self, work: int = 1) -> None:
        """Count pieces of work, such as a resumption or a node, and poll when it is time to."""
        self._countdown -= work
        if self._countdown <= 0:
            self._countdown = 1 << 30 if self.poll is None else self.poll()

    def mark(self) -> tuple[int, int]:
        """This moment, to come back to with `undo`."""
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
        """Take back all that happened since a `mark`."""
        trail = self._trail
        trailed_bits = self._trailed_bits
        while len(trail) > trail_length:
            trail.pop().bits = trailed_bits.pop()
        sleepers = self._sleepers
        while len(sleepers) > sleeper_count:
            # It fell asleep, or was woken with its clause.
            sleeper = sleepers.pop()
            sleeper.asleep = not sleeper.asleep
        self._stamp += 1

    def _wake(self, propagator: Propagator) -> None:
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
