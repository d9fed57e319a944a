"""Two engines that check each other: our kernel and CP-SAT, which share no code.

Both searches finish before the first solution is returned. If their findings contradict each
other, an error reports both; otherwise the solutions are the kernel's, in its order, and the search
is complete only if both searches are. With an objective, their best solutions are compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf

from quincunx.cp.engines import Run, cp_sat
from quincunx.cp.engines import kernel as kernel
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.cp.statistics import Statistics
from quincunx.errors import EngineError

Solution = tuple[int, ...]


def start(model: Model, options: SearchOptions) -> "BothRun":
    """Begin two searches for the solutions of a model and compare them."""
    return BothRun(model, kernel.start(model, options), cp_sat.start(model, options))


class BothRun(Run):
    """Two searches, one after the other; see `quincunx.cp.engines.Run`.

    The counters are the kernel's; the seconds are those of both.
    """

    def __init__(self, model: Model, first: Run, second: Run) -> None:
        self._model = model
        self._first = first
        self._second = second
        self._agreed: Iterator[Solution] | None = None

    def __iter__(self) -> Iterator[Solution]:
        if self._agreed is None:
            ours, theirs = tuple(self._first), tuple(self._second)
            if not (
                self._possible(ours, theirs, self._second.complete)
                and self._possible(theirs, ours, self._first.complete)
            ):
                raise EngineError(
                    "both: the engines disagree on the solutions: "
                    f"{_text('kernel', self._first, ours, theirs)}; "
                    f"{_text('cp-sat', self._second, theirs, ours)}"
                )
            self._agreed = iter(ours)
        return self._agreed

    @property
    def complete(self) -> bool:
        """Whether both searched everything."""
        return self._first.complete and self._second.complete

    @property
    def statistics(self) -> Statistics:
        """The counters so far."""
        done = self._first.statistics
        return replace(done, seconds=done.seconds + self._second.statistics.seconds)

    def _best(self, solutions: Sequence[Solution]) -> float:
        """The least value of the objective, infinity if there is no solution."""
        terms = (self._model.objective or {}).items()
        return min((sum(f * s[v.index] for v, f in terms) for s in solutions), default=inf)

    def _possible(
        self, found: Sequence[Solution], others: Sequence[Solution], complete: bool
    ) -> bool:
        """Whether solutions are consistent with those of the other engine, `complete` or not."""
        if len(set(found)) != len(found):
            return False
        if not complete:
            return all(map(self._model.check, found))
        if self._model.objective is not None:
            return self._best(found) >= self._best(others)
        return {*found} <= {*others}


def _text(engine: str, run: Run, found: Sequence[Solution], others: Sequence[Solution]) -> str:
    """What an engine found, with a solution that the other does not have."""
    named = [*(s for s in found if s not in others), *found]
    such = f", such as {named[0]}" if named else ""
    extent = "in all" if run.complete else "before it stopped"
    return f"{engine} found {len(found)} {extent}{such}"
