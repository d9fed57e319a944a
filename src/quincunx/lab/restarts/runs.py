"""The same search many times, each with the variables in another order drawn from a seed.

Vocabulary:
  once         a search that goes on until it is over, however unlucky its order was
  restarts     one that begins anew with another order after a number of nodes
  run          one of either, with its seed
  stopped      a run that a limit ended: it took more than it counted, nobody knows how much
  spread       the figures of many runs; a quantile among stopped runs is only known to be larger
  tail index   how slowly the share of runs longer than x falls: about as x to the minus this. Below
               2 the variance has no bound, below 1 not even the mean: that is a heavy tail

Runs are measured in nodes, so that the same seeds give the same figures everywhere.

>>> runs = chances("c-note:100:884/625/361", number=5, consistency="bounds", unit=20)
>>> [run.outcome for run in runs if run.strategy == "once"]
['solved', 'solved', 'solved', 'solved', 'solved']
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from quincunx._support.version import VERSION
from quincunx.cp.limits import checked_number
from quincunx.cp.options import RESTART_UNIT, Consistency, parse_strategy
from quincunx.errors import OptionError
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.lab.labeling.sweep import kernel_name
from quincunx.lab.runs.journal import Journal, record
from quincunx.solving import solve
from quincunx.solving.models import OURS, search_options

ONCE, RESTARTS = "once", "restarts"
NEVER = 10**12
"""Restarts after so many nodes never come."""
NODES = 100_000
"""What stops a run unless somebody says otherwise."""
MOST_RUNS = 100_000
TAIL = 0.2
"""The tail is the longest fifth of the runs."""
ENOUGH = 10
"""Of fewer runs in a tail nothing can be said."""
HEAVY = 2.0


@dataclass(frozen=True)
class Run:
    """One run: how it began anew, its seed, how it ended, and what it took."""

    strategy: str
    seed: int
    outcome: str
    """`solved`, `none` (no solution) or `limit`."""
    nodes: int
    backtracks: int
    seconds: float
    """What the processor spent, model and all."""

    @property
    def stopped(self) -> bool:
        """Whether a limit ended it."""
        return self.outcome == "limit"

    def as_dict(self) -> dict[str, Any]:
        """The run as JSON data; one that was stopped has no figures, since whoever takes a mean
        would take them for what it costs."""
        figures = ("nodes", "backtracks", "seconds")
        return asdict(self) | (dict.fromkeys(figures) if self.stopped else {})


def chances(
    puzzle: PuzzleLike,
    labeling: str | Sequence[str] = (),
    *,
    number: int = 100,
    unit: int = RESTART_UNIT,
    consistency: Consistency | None = None,
    model: str = OURS,
    seed: int = 0,
    nodes: int | None = NODES,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    finished: Callable[[Run], None] | None = None,
    folder: Path | None = None,
    fresh: bool = False,
) -> list[Run]:
    """Search for the first solution so many times once, and as often with restarts. `finished` is
    told of each run when it is over. With a folder, a journal there keeps each run: asked again,
    for as many runs or more, only those are made that it does not hold, or all of them `fresh`."""
    checked_number(number, "lab: runs", 1)
    if number > MOST_RUNS:
        raise OptionError(f"lab: {number} runs, expected at most {MOST_RUNS}")
    parse_strategy(f"{RESTARTS}:{unit}")
    board = parse(puzzle)
    options = search_options(board, model, labeling=labeling, consistency=consistency)
    identity = {
        "kind": "restarts",
        "kernel": kernel_name(),
        "version": VERSION,
        "puzzle": board.identifier,
        "labeling": str(options.parsed_labeling),
        "consistency": options.consistency,
        "model": model,
        "unit": unit,
        "nodes": nodes,
        "seconds": seconds,
    }
    journal = None if folder is None else Journal(folder, identity, fresh=fresh)

    def run(strategy: str, nodes_of_run: int, seed: int) -> Run:
        key = f"{strategy} {seed}"
        known = None if journal is None else journal.recall(key, partial(record, Run))
        if known is not None:
            return known
        began = time.process_time()
        result = solve(
            board,
            limit=1,
            labeling=labeling,
            consistency=consistency,
            model=model,
            seed=seed,
            strategy=f"{RESTARTS}:{nodes_of_run}",
            node_limit=nodes,
            time_limit=seconds,
        )
        done = result.statistics
        outcome = "solved" if result.count else "none" if result.complete else "limit"
        took = round(time.process_time() - began, 6)
        made = Run(strategy, seed, outcome, done.nodes, done.backtracks, took)
        if journal is not None:
            journal.add(key, asdict(made))
        return made

    found: list[Run] = []
    try:
        for strategy, nodes_of_run in ((ONCE, NEVER), (RESTARTS, unit)):
            for at in range(number):
                if progress is not None:
                    progress(len(found), 2 * number)
                found.append(run(strategy, nodes_of_run, seed + at))
                if finished is not None:
                    finished(found[-1])
    finally:
        if journal is not None:
            journal.close()
    return found


@dataclass(frozen=True)
class Spread:
    """The nodes of many runs in ascending order; those that were stopped come last.

    A limit on time stops some runs sooner than others take. Of a run that took longer than one
    which was stopped had come nobody knows the rank, so nothing is said of it.
    """

    nodes: tuple[int, ...]
    stopped: int

    @staticmethod
    def of(runs: Sequence[Run], strategy: str) -> Spread:
        """The spread of the runs of one strategy."""
        chosen = [run for run in runs if run.strategy == strategy]
        ended = sorted(run.nodes for run in chosen if not run.stopped)
        longer = sorted(run.nodes for run in chosen if run.stopped)
        return Spread((*ended, *longer), len(longer))

    @property
    def ended(self) -> tuple[int, ...]:
        """The runs that no limit stopped."""
        return self.nodes[: len(self.nodes) - self.stopped]

    @property
    def known(self) -> tuple[int, ...]:
        """The runs that ended before any was stopped.

        >>> Spread((1, 2, 3, 4, 100), 1).known, Spread((1, 2, 3, 4, 2), 1).known
        ((1, 2, 3, 4), (1, 2))
        """
        sooner = min(self.nodes[len(self.ended) :], default=None)
        return self.ended if sooner is None else tuple(n for n in self.ended if n <= sooner)

    def quantile(self, share: float) -> int | None:
        """The nodes within which this share of the runs ended; None where it did not.

        >>> Spread((1, 2, 3, 4, 100), 1).quantile(0.5), Spread((1, 100), 1).quantile(0.75)
        (3, None)
        """
        place = max(0, math.ceil(share * len(self.nodes)) - 1)
        return self.nodes[place] if place < len(self.known) else None

    def mean(self) -> float | None:
        """The mean; None where some were stopped, since nobody knows it then."""
        return None if self.stopped else sum(self.nodes) / len(self.nodes)

    def longer(self) -> list[tuple[int, float]]:
        """For each number of nodes that a run took, the share of the runs that took more.

        >>> Spread((1, 2, 2, 5), 0).longer()
        [(1, 0.75), (2, 0.25), (5, 0.0)]
        """
        total = len(self.nodes)
        last = {nodes: at for at, nodes in enumerate(self.known, start=1)}
        return [(nodes, (total - at) / total) for nodes, at in last.items()]

    def tail_index(self) -> float | None:
        """Hill's estimate of the tail index, stopped runs counted as longer than they came; None
        where there are too few runs for one.

        >>> law = [int(1000 * (200 / k)) for k in range(200, 0, -1)]
        >>> round(Spread(tuple(law), 0).tail_index(), 1)
        1.0
        """
        tail = math.floor(TAIL * len(self.nodes))
        first = len(self.nodes) - tail
        if tail < ENOUGH or tail - self.stopped < ENOUGH or first == 0:
            return None
        if len(self.known) < len(self.ended):
            return None
        least = self.nodes[first - 1]
        excess = sum(math.log(nodes / least) for nodes in self.nodes[first:])
        return None if excess == 0 else (tail - self.stopped) / excess

    def best_bound(self) -> tuple[int, float] | None:
        """After how many nodes to begin anew, always, so that it takes the fewest on average, and
        how many that are; None where no run is known to have ended.

        >>> Spread((10, 10, 1000, 1000), 0).best_bound(), Spread((10, 10), 1).best_bound()
        ((10, 20.0), (10, 20.0))
        """
        best: tuple[int, float] | None = None
        spent = 0
        total = len(self.nodes)
        known = self.known
        for at, nodes in enumerate(known, start=1):
            spent += nodes
            if at < len(known) and known[at] == nodes:
                continue
            expected = (spent + nodes * (total - at)) / at
            if best is None or expected < best[1]:
                best = (nodes, expected)
        return best

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON data."""
        bound = self.best_bound()
        return {
            "runs": len(self.nodes),
            "stopped": self.stopped,
            "least": self.quantile(0),
            "lower_quartile": self.quantile(0.25),
            "median": self.quantile(0.5),
            "upper_quartile": self.quantile(0.75),
            "most": self.quantile(1),
            "mean": self.mean(),
            "tail_index": self.tail_index(),
            "best_bound": None if bound is None else bound[0],
            "expected_with_best_bound": None if bound is None else bound[1],
        }
