"""Two engines that check each other: our kernel and CP-SAT, which share no code.

Both searches finish before the first solution is returned. If their findings contradict each
other, an error reports both; otherwise the solutions are the kernel's, in its order, and the search
is complete only if both searches are. With an objective, their best solutions are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from quincunx.cp.engines import Run, SolutionCallback, cp_sat
from quincunx.cp.engines import kernel as kernel
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.cp.statistics import Statistics
from quincunx.errors import EngineError

Assignment = tuple[int, ...]


@dataclass(frozen=True)
class EngineResult:
    """How many solutions an engine found, whether these are all, and which, if listed."""

    engine: str
    count: int
    complete: bool
    solutions: tuple[Assignment, ...] = ()

    def text(self, other: EngineResult) -> str:
        """Describe what the engine found, with a solution that the other engine lacks, if there is
        one."""
        named = [*(s for s in self.solutions if s not in other.solutions), *self.solutions]
        such = f", such as {named[0]}" if named else ""
        extent = "in all" if self.complete else "before it stopped"
        return f"{self.engine} found {self.count} {extent}{such}"


def start(model: Model, options: SearchOptions) -> BothRun:
    """Begin two searches for the solutions of a model and compare them."""
    return BothRun(model, kernel.start(model, options), cp_sat.start(model, options))


class BothRun:
    """Two searches, one after the other; see `quincunx.cp.engines.Run`.

    The counters are the kernel's; the seconds are those of both.
    """

    def __init__(self, model: Model, first: Run, second: Run) -> None:
        self._model = model
        self._first = first
        self._second = second
        self._agreed: Iterator[Assignment] | None = None

    def __iter__(self) -> Iterator[Assignment]:
        if self._agreed is None:
            first = _listed("kernel", self._first)
            second = _listed("cp-sat", self._second)
            self._compare(first, second)
            self._agreed = iter(first.solutions)
        return self._agreed

    def count(self, on_solution: SolutionCallback | None = None) -> int:
        """Count the remaining solutions without listing them."""
        if self._agreed is not None:
            return sum(1 for _ in self._agreed)
        first = EngineResult("kernel", self._first.count(on_solution), self._first.complete)
        second = EngineResult("cp-sat", self._second.count(), self._second.complete)
        self._compare(first, second)
        self._agreed = iter(())
        return first.count

    @property
    def complete(self) -> bool:
        """Whether both searched everything."""
        return self._first.complete and self._second.complete

    @property
    def statistics(self) -> Statistics:
        """The counters so far."""
        done = self._first.statistics
        return replace(done, seconds=done.seconds + self._second.statistics.seconds)

    def _compare(self, first: EngineResult, second: EngineResult) -> None:
        if not (self._possible(first, second) and self._possible(second, first)):
            raise EngineError(f"the engines disagree: {first.text(second)}; {second.text(first)}")

    def _best(self, finding: EngineResult) -> float:
        """The least value of the objective, infinity if there is no solution."""
        terms = (self._model.objective or {}).items()
        sums = (sum(factor * s[v.index] for v, factor in terms) for s in finding.solutions)
        return min(sums, default=inf)

    def _possible(self, finding: EngineResult, other: EngineResult) -> bool:
        """Whether one finding is consistent with the other."""
        found = set(finding.solutions)
        if len(found) != len(finding.solutions):
            return False
        if other.complete and self._model.objective is not None:
            return self._best(finding) >= self._best(other)
        if other.complete:
            return finding.count <= other.count and found <= set(other.solutions)
        return all(map(self._model.check, found))


def _listed(engine: str, run: Run) -> EngineResult:
    solutions = tuple(run)
    return EngineResult(engine, len(solutions), run.complete, solutions)
