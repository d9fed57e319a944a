"""Searches that begin again from the root: restarts, and limited discrepancy search.

Vocabulary:
  run          one search from the root, up to some bound
  cut          a run that its bound kept from searching everything
  restarts     each run goes through the variables in another order, drawn by dice, so that ties
               fall differently, and stops after a number of nodes: Luby's numbers times a unit
  discrepancy  a decision against the labeling: the second part of a choice is one, the third of
               an enumeration two. A run allows so many of them on the way to a solution, the next
               run one more

Both are complete: bounds grow, and the run that is not cut has searched everything. What earlier
runs found is remembered, so that each solution is given once. Nodes count as often as they are
looked at.
"""

from __future__ import annotations

from quincunx.cp.kernel.engine import Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Stopped


class Alike(Search):
    """A search like another that was not begun, over the same variables in an order of its own."""

    def __init__(self, like: Search, variables: list[Variable]) -> None:
        super().__init__(
            like.engine,
            variables,
            like.decisions,
            like.labeling,
            like.dice,
            like.listener,
            like.phases,
        )


class Repeated(Alike):
    """A search made of runs; subclasses say how each is bounded."""

    def __init__(self, like: Search) -> None:
        super().__init__(like, like.variables)
        self.runs = 0
        """How many runs were begun."""
        self._run: Search | None = None
        self._trail_length = 0
        self._sleeper_count = 0
        self._earlier_nodes = 0
        self._earlier_backtracks = 0
        self._found: set[tuple[int, ...]] = set()

    def begin(self) -> Search:
        """The next run."""
        raise NotImplementedError

    def cut(self, run: Search) -> bool:
        """Whether a run that is over was kept from something by its bound."""
        raise NotImplementedError

    def _advance(self) -> bool:
        if self.nodes == 0 and not self._look_at_root():
            return False
        while True:
            run = self._run
            if run is None:
                self.runs += 1
                run = self.begin()
                self._run = run
            found = run.advance()
            self.nodes = self._earlier_nodes + run.nodes
            self.backtracks = self._earlier_backtracks + run.backtracks
            if found:
                values = tuple(self.values())
                if values not in self._found:
                    self._found.add(values)
                    self.solutions += 1
                    return True
            elif self.cut(run):
                self._earlier_nodes = self.nodes
                self._earlier_backtracks = self.backtracks
                self.engine.undo(self._trail_length, self._sleeper_count)
                self._run = None
            elif run.complete:
                self.complete = True
                return False
            else:
                raise Stopped

    def _look_at_root(self) -> bool:
        """Propagate at the root, once for all runs; false on a contradiction."""
        if self.node_limit == 0:
            raise Stopped
        if not self.engine.propagate():
            self.nodes = 1
            self.backtracks = 1
            self.complete = True
            if self.listener is not None:
                self.listener.failed(self, 0)
            return False
        self._trail_length, self._sleeper_count = self.engine.mark()
        return True

    def nodes_left(self) -> int:
        """How many nodes the limit leaves; -1 where there is none."""
        return -1 if self.node_limit < 0 else self.node_limit - self._earlier_nodes


class Restarts(Repeated):
    """Runs of so many nodes: `unit` times 1, 1, 2, 1, 1, 2, 4, ..."""

    def __init__(self, like: Search, unit: int) -> None:
        super().__init__(like)
        self.unit = unit
        self._bound = 0

    def begin(self) -> Search:
        self._bound = self.unit * luby(self.runs)
        variables = self.variables
        if self.dice is not None:
            variables = []
            first = 0
            for phase in self.phases:
                part = self.variables[first : phase.end]
                # What a program decides in an order of its own keeps it.
                if phase.labeling == self.labeling:
                    self.dice.shuffle(part)
                variables += part
                first = phase.end
        run = Alike(self, variables)
        left = self.nodes_left()
        run.node_limit = self._bound if left < 0 else min(left, self._bound)
        return run

    def cut(self, run: Search) -> bool:
        return run.stopped and run.nodes == self._bound


class Discrepancies(Repeated):
    """Runs that allow 0, 1, 2, ... discrepancies."""

    def begin(self) -> Search:
        run = LimitedDiscrepancies(self, self.runs - 1)
        run.node_limit = self.nodes_left()
        return run

    def cut(self, run: Search) -> bool:
        return run.complete and isinstance(run, LimitedDiscrepancies) and run.refused


class LimitedDiscrepancies(Alike):
    """Depth-first search that allows so many discrepancies on the way to each node."""

    def __init__(self, like: Search, allowed: int) -> None:
        super().__init__(like, like.variables)
        self.allowed = allowed
        self.refused = False
        """Whether something was left out."""
        self._used = [0]

    def _choose(self) -> bool:
        if not super()._choose():
            return False
        if self._depth == len(self._used):
            self._used.append(0)
        # The first part will make it as many as above.
        self._used[self._depth] = self._used[self._depth - 1] - 1
        return True

    def _take_part(self) -> bool:
        self._used[self._depth] += 1
        return super()._take_part()

    def _next_part(self) -> bool:
        while self._depth > 0:
            if self._choices[self._depth - 1].rest:
                if self._used[self._depth] < self.allowed:
                    break
                self.refused = True
            self._depth -= 1
        return super()._next_part()


def luby(place: int) -> int:
    """Luby's numbers, which are within a constant of the best bounds for restarts whatever a
    search is like.

    >>> [luby(place) for place in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    # The numbers up to place 2^k - 1 are those up to 2^(k-1) - 1 twice, and then 2^(k-1).
    while place & (place + 1):
        place -= (1 << (place.bit_length() - 1)) - 1
    return (place + 1) // 2
