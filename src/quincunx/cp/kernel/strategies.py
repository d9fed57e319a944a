"""Searches that begin again from the root: restarts, and limited discrepancy search.

With *restarts*, each run has the variables in another random order, so that ties are broken
differently, and stops after a number of nodes: Luby's sequence times a unit. A *discrepancy* is a
decision against the labeling: the second part of a choice is one, the third value of an enumeration
two. Each run allows one more on the way to a solution than the run before.

Both are complete: bounds grow, and the first run that its bound does not cut short has searched
everything. Solutions are remembered, so that each is found once. Nodes count each time they are
visited.
"""

from quincunx.cp.kernel.engine import Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Stopped


class SearchCopy(Search):
    """A new search with the settings of another and its variables in a given order."""

    def __init__(self, like: Search, variables: list[Variable]) -> None:
        super().__init__(
            like.engine, variables, like.decisions, like.labeling, like.dice, like.listener,
            like.phases,
        )  # fmt: skip
        self.bound = like.bound


class Repeated(SearchCopy):
    """A sequence of runs; subclasses define how each is bounded."""

    def __init__(self, like: Search) -> None:
        super().__init__(like, like.variables)
        self.runs = 0
        """Number of runs begun."""
        self._run: Search | None = None
        self._trail_length = 0
        self._sleeper_count = 0
        self._earlier_nodes = 0
        self._earlier_backtracks = 0
        self._found: set[tuple[int, ...]] = set()

    def begin(self) -> Search:
        """Begin the next run."""
        raise NotImplementedError

    def cut(self, run: Search) -> bool:
        """Whether the bound of a finished run cut it short."""
        raise NotImplementedError

    def _advance(self) -> bool:
        if self.nodes == 0 and not self._propagate_root():
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

    def _propagate_root(self) -> bool:
        """Propagate at the root, once for all runs; false if that fails."""
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
        """Nodes left by the limit; -1 without a limit."""
        return -1 if self.node_limit < 0 else self.node_limit - self._earlier_nodes


class Restarts(Repeated):
    """Runs of `unit` times 1, 1, 2, 1, 1, 2, 4, ... nodes."""

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
                # Phases with a labeling of their own keep their order.
                if phase.labeling == self.labeling:
                    self.dice.shuffle(part)
                variables += part
                first = phase.end
        run = SearchCopy(self, variables)
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


class LimitedDiscrepancies(SearchCopy):
    """Depth-first search with a maximum number of discrepancies on the way to each node."""

    def __init__(self, like: Search, allowed: int) -> None:
        super().__init__(like, like.variables)
        self.allowed = allowed
        self.refused = False
        """Whether a part was left out."""
        self._used = [0]

    def _choose(self) -> bool:
        if not super()._choose():
            return False
        if self._depth == len(self._used):
            self._used.append(0)
        # Taking the first part will increment it to the number above.
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
    """Luby's sequence, within a constant factor of the best restart bounds for any search.

    >>> [luby(place) for place in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    # The numbers up to place 2^k - 1 are those up to 2^(k-1) - 1 twice, and then 2^(k-1).
    while place & (place + 1):
        place -= (1 << (place.bit_length() - 1)) - 1
    return (place + 1) // 2
