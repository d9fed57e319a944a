"""Depth-first search for solutions, one after another.

A *node* is the root, or the state after a decision and its propagation. A *choice* is an open
variable whose domain is divided into *parts*, which are tried in turn.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from quincunx.cp.kernel.choices import VALUE_SELECTORS, VARIABLE_SELECTORS
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import Engine, Propagator, Variable
from quincunx.cp.limits import Stopped, never
from quincunx.cp.options import Labeling

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random


class SearchListener(Protocol):
    """Watches a search. `depth` counts the decisions above a node; the root has depth 0."""

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        """A new node: the decision `variable operator value`, before its propagation."""

    def failed(self, search: Search, depth: int) -> None:
        """The node failed."""

    def solved(self, search: Search, depth: int) -> None:
        """The node is a solution."""


class SearchPhase:
    """The variables from the end of the previous phase up to `end`, and their labeling."""

    def __init__(self, end: int, labeling: Labeling) -> None:
        self.end = end
        self.labeling = labeling
        self.order = VARIABLE_SELECTORS[labeling.variable]
        self.divide = VALUE_SELECTORS[labeling.value]
        self.one_by_one = labeling.value == "enum"
        self.down = labeling.direction == "down"


class Choice:
    """A variable whose domain was divided, and the values not tried yet."""

    def __init__(self, phase: SearchPhase) -> None:
        self.phase = phase
        self.variable: Variable | None = None
        self.value = 0
        self.rest = 0
        self.first_open = 0
        self.trail_length = 0
        self.sleeper_count = 0


class Search:
    """A search over an engine's variables: `advance` goes from solution to solution.

    The first `decisions` variables are decided first, by the labeling; then the others. `phases`,
    which together hold all variables, override this.
    """

    def __init__(
        self,
        engine: Engine,
        variables: list[Variable],
        decisions: int,
        labeling: Labeling,
        dice: Random | None,
        listener: SearchListener | None,
        phases: list[SearchPhase] | None = None,
    ) -> None:
        self.engine = engine
        self.variables = variables
        self.decisions = decisions
        self.labeling = labeling
        if phases is None:
            phases = [SearchPhase(decisions, labeling), SearchPhase(len(variables), labeling)]
        self.phases = phases
        self.dice = dice
        self.listener = listener
        self.nodes = 0
        self.backtracks = 0
        self.solutions = 0
        self.seconds = 0.0
        self.complete = False
        self.stopped = False
        self.node_limit = -1
        self.bound: Propagator | None = None
        """Runs at every node: a bound on the objective, which becomes tighter."""
        self._choices: list[Choice] = []
        self._depth = 0
        self._first_open = 0

    def limit(
        self, seconds: float | None, nodes: int | None, cancel: Callable[[], object] | None
    ) -> None:
        """Stop after these seconds or nodes, or when `cancel` returns true."""
        if nodes is not None:
            self.node_limit = nodes
        self.engine.poll = Poll(seconds, cancel).poll

    def advance(self) -> bool:
        """Find the next solution; false if there is none, or if a limit is reached."""
        if self.complete or self.stopped:
            return False
        began = perf_counter()
        try:
            return self._advance()
        except Stopped:
            self.stopped = True
            return False
        except BaseException:
            # An interrupted propagation leaves an inconsistent state.
            self.stopped = True
            raise
        finally:
            self.seconds += perf_counter() - began

    def count(self, most: int) -> int:
        """Find up to `most` further solutions; their number."""
        found = 0
        while found < most and self.advance():
            found += 1
        return found

    def values(self) -> list[int]:
        """The values of the engine's variables in the current solution."""
        return [variable.least() for variable in self.engine.variables]

    def one_by_one(self, index: int) -> bool:
        """Whether the variable with this index is enumerated value by value."""
        first = 0
        for phase in self.phases:
            for place in range(first, phase.end):
                if self.variables[place].index == index:
                    return phase.one_by_one
            first = phase.end
        return False

    def _advance(self) -> bool:
        consistent = self._start() if self.nodes == 0 else self._next_part()
        while True:
            if not consistent:
                if self.complete:
                    return False
                self.backtracks += 1
                if self.listener is not None:
                    self.listener.failed(self, self._depth)
                consistent = self._next_part()
            elif self._choose():
                consistent = self._take_part()
            else:
                self.solutions += 1
                if self.listener is not None:
                    self.listener.solved(self, self._depth)
                return True

    def _start(self) -> bool:
        """Propagate at the root."""
        if self.node_limit == 0:
            raise Stopped
        self.nodes = 1
        return self.engine.propagate()

    def _choose(self) -> bool:
        """Choose the next variable; false if all are fixed."""
        variables = self.variables
        first = self._first_open
        total = len(variables)
        while first < total and single(variables[first].bits):
            first += 1
        self._first_open = first
        if first == total:
            return False
        place = 0
        while self.phases[place].end <= first:
            place += 1
        phase = self.phases[place]
        variable = variables[phase.order.choose(variables, first, phase.end, self.dice)]
        if self._depth == len(self._choices):
            self._choices.append(Choice(phase))
        choice = self._choices[self._depth]
        self._depth += 1
        choice.phase = phase
        choice.variable = variable
        choice.rest = variable.bits
        choice.first_open = first
        choice.trail_length, choice.sleeper_count = self.engine.mark()
        return True

    def _next_part(self) -> bool:
        """Go back to the last choice with an untried part and try it; false if that fails, or if
        there is none: then the search is complete."""
        while self._depth > 0:
            choice = self._choices[self._depth - 1]
            if choice.rest:
                self.engine.undo(choice.trail_length, choice.sleeper_count)
                self._first_open = choice.first_open
                return self._take_part()
            self._depth -= 1
        self.complete = True
        return False

    def _take_part(self) -> bool:
        """Try the next part of the last choice; false if propagation fails."""
        if self.nodes == self.node_limit:
            raise Stopped
        self.nodes += 1
        self.engine.tick()
        choice = self._choices[self._depth - 1]
        variable = choice.variable
        assert variable is not None
        phase = choice.phase
        rest = choice.rest
        untouched = rest == variable.bits
        if phase.one_by_one:
            part = rest & -rest if not phase.down else 1 << (rest.bit_length() - 1)
        elif untouched:
            part = phase.divide(variable, phase.down)
        else:
            part = rest
        choice.rest = rest & ~part
        if self.listener is not None:
            self._report(choice, variable, part, untouched)
        if not self.engine.narrow(variable, part):
            self.engine.forget_waiting()
            return False
        if self.bound is not None:
            self.engine.wake(self.bound)
        return self.engine.propagate()

    def _report(self, choice: Choice, variable: Variable, part: int, untouched: bool) -> None:
        """Report the decision to the listener."""
        if choice.phase.labeling.value == "bisect":
            lower = part & -part == variable.bits & -variable.bits
            if untouched:
                choice.value = (variable.least() + variable.most()) // 2
            operator = "≤" if lower else ">"
        elif choice.phase.one_by_one or untouched:
            choice.value = variable.value(positions(part)[0])
            operator = "="
        else:
            operator = "≠"
        if self.listener is not None:
            self.listener.decided(self, self._depth, variable.index, operator, choice.value)


class Poll:
    """Checks the clock and a cancellation hook regularly.

    The number of ticks between two checks is adapted while the search runs, since a tick may take
    a microsecond or a millisecond. The checks also let Python handle signals such as Ctrl-C, which
    compiled code does not do by itself.
    """

    def __init__(self, seconds: float | None, cancel: Callable[[], object] | None) -> None:
        self.last = perf_counter()
        self.deadline = None if seconds is None else self.last + seconds
        self.cancel = never if cancel is None else cancel
        self.interval = 1

    def poll(self) -> int:
        """Raise `Stopped` if a limit is reached; else return the ticks until the next check."""
        now = perf_counter()
        if self.deadline is not None and now >= self.deadline:
            raise Stopped
        if self.cancel():
            raise Stopped
        elapsed = now - self.last
        self.last = now
        if elapsed < 0.002 and self.interval < 1 << 20:
            self.interval *= 2
        elif elapsed > 0.01 and self.interval > 1:
            self.interval //= 2
        return self.interval
