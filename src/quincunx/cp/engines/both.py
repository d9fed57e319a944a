"""Two engines for one answer: our kernel and CP-SAT, which share no code.

Vocabulary:
  opinion  what one engine found, and whether it searched everything

Nothing is answered before both have finished. If their opinions cannot both be true, there is no
answer but an error that holds both; otherwise the solutions are the kernel's, in its order, and
the search is complete only if both searched everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quincunx.cp.engines import Look, Run, cp_sat
from quincunx.cp.engines import kernel as kernel
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.cp.statistics import Statistics
from quincunx.errors import EngineError

Solution = tuple[int, ...]

SHOWN = 3
"""So many solutions of each engine are named when they disagree."""


@dataclass(frozen=True)
class Opinion:
    """How many solutions an engine found and whether those are all; which, if it listed them."""

    engine: str
    count: int
    complete: bool
    solutions: tuple[Solution, ...] = ()

    def text(self, other: Opinion) -> str:
        """In a few words, those solutions first that the other does not have."""
        shared = set(other.solutions)
        named = [s for s in self.solutions if s not in shared] or list(self.solutions)
        shown = ", ".join(map(str, named[:SHOWN])) + (", ..." if len(named) > SHOWN else "")
        such = f", such as {shown}" if shown else ""
        extent = "in all" if self.complete else "before it stopped"
        return f"{self.engine} found {self.count} {extent}{such}"


def start(model: Model, options: SearchOptions) -> BothRun:
    """Begin two searches for the solutions of a model, to be compared."""
    return BothRun(model, kernel.start(model, options), cp_sat.start(model, options))


class BothRun:
    """Two searches under way, one after the other; see `quincunx.cp.engines.Run`.

    The counters are the kernel's; the seconds are those of both.
    """

    def __init__(self, model: Model, first: Run, second: Run) -> None:
        self._model = model
        self._first = first
        self._second = second
        self._agreed: Iterator[Solution] | None = None

    def __iter__(self) -> Iterator[Solution]:
        if self._agreed is None:
            first = _listed("kernel", self._first)
            second = _listed("cp-sat", self._second)
            self._compare(first, second)
            self._agreed = iter(first.solutions)
        return self._agreed

    def count(self, look: Look | None = None) -> int:
        """Search on without listing; how many further solutions there were."""
        if self._agreed is not None:
            return sum(1 for _ in self._agreed)
        first = Opinion("kernel", self._first.count(look), self._first.complete)
        second = Opinion("cp-sat", self._second.count(), self._second.complete)
        self._compare(first, second)
        self._agreed = iter(())
        return first.count

    @property
    def complete(self) -> bool:
        """Whether both searched everything."""
        return self._first.complete and self._second.complete

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        done = self._first.statistics
        return replace(done, seconds=done.seconds + self._second.statistics.seconds)

    def _compare(self, first: Opinion, second: Opinion) -> None:
        if not (self._possible(first, second) and self._possible(second, first)):
            raise EngineError(
                "both: the engines disagree on the solutions: "
                f"{first.text(second)}; {second.text(first)}"
            )

    def _possible(self, opinion: Opinion, other: Opinion) -> bool:
        """Whether what the one found can be true if what the other says is."""
        found = set(opinion.solutions)
        if len(found) != len(opinion.solutions):
            return False
        if other.complete:
            return opinion.count <= other.count and found <= set(other.solutions)
        return all(map(self._model.check, found))


def _listed(engine: str, run: Run) -> Opinion:
    solutions = tuple(run)
    return Opinion(engine, len(solutions), run.complete, solutions)
